import { ROOT } from "@/cli/project.ts";

if (Deno.args.includes("--help")) {
  console.log(
    `Times the library's kernels, each beside a plain textbook implementation of the same thing.

Usage: deno task bench [FILE …] [options of deno bench]

  --filter TEXT    only benchmarks whose name contains TEXT
  --json           results as JSON
  --help           show this text`,
  );
} else {
  const chosen = Deno.args.some((arg) => !arg.startsWith("-") && arg.includes("/"));
  const args = ["bench", "--allow-all", ...(chosen ? [] : ["tests/bench"]), ...Deno.args];
  const child = new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdin: "null" }).spawn();
  Deno.exitCode = (await child.status).code;
}
