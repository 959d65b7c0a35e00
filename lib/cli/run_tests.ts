import { ROOT } from "./project.ts";

// `deno test` has a help of its own; what this task adds to it is said first.
if (Deno.args.includes("--help")) {
  console.log(
    `Runs all tests: those in tests/, the examples in the documentation of lib/, and the notebooks under Jupyter.

Usage: deno task test [FILE …] [options of deno test]

  FILE …           only these test files or folders (default: tests/, the examples of lib/ and README.md)
  --filter TEXT    only tests whose name contains TEXT
  --help           show this text

Tests that need something which the machine lacks (Jupyter, the real data) say so and count as ignored.`,
  );
} else {
  const chosen = Deno.args.some((arg) => !arg.startsWith("-") && arg.includes("/"));
  const args = [
    "test",
    "--allow-all",
    "--doc",
    ...(chosen ? [] : ["tests", "lib", "README.md"]),
    ...Deno.args,
  ];
  const child = new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdin: "null" }).spawn();
  Deno.exitCode = (await child.status).code;
}
