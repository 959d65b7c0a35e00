import { globSync, readFileSync, statSync } from "node:fs";
import { type Command, runCommand, UsageError } from "@/cli/command.ts";
import { ROOT } from "@/cli/project.ts";
import { testsOf } from "./related.ts";

/** Tests that take long, which `deno task test` runs. */
const LONG = [
  ..."notebooks/ calibration/ browser/ outside/ judge/simulated/ cli/judge_test perturb/perturb_set_test"
    .split(" "),
  ..."findings/rows_test judge/run/kill_test judge/run/faults_test property/figures_of hypotheses/no_certainty results/layouts/slices_test"
    .split(" "),
].map((name) => `tests/${name}`);

/** Files that are run at once, and at first: few, so that on a busy machine too some are done in time. */
const SLICE = 16, FIRST = 4;
const FREED = "--v8-flags=--heap-growing-percent=10";

export const command: Command = {
  name: "quick",
  summary:
    "Tests and examples that a change reaches, the nearest first, for a minute; says what it left out.",
  positionals: "[PATH …]",
  options: {
    "since REF": "what differs from this (without PATH)",
    "limit SECONDS": "no more tests after this time; 0: all",
    list: "only list them, the nearest first",
  },
  defaults: { since: "main", limit: "60" },
  notes: [
    "A PATH stands for a changed file, a folder for all in it. Long tests are for `deno task test`, but those that changed.",
  ],
  async run({ values, positionals }) {
    const changed = positionals.length > 0
      ? positionals.flatMap(filesIn)
      : changedSince(String(values.since));
    const modules = Object.fromEntries(
      ["README.md", ...globSync(["lib/**/*.ts", "tests/**/*.ts", "data/**/*.ts"], { cwd: ROOT })].map((
        path,
      ) => [path, readFileSync(ROOT + path, "utf8")]),
    );
    const { imports } = JSON.parse(readFileSync(`${ROOT}deno.json`, "utf8"));
    const doors = Object.entries(imports as Record<string, string>).filter(([name]) =>
      /^judgebias/.test(name)
    )
      .map(([name, path]) => [name, path.replace("./", "")]);
    const { true: long = [], false: short = [] } = Object.groupBy(
      testsOf(modules, changed, Object.fromEntries(doors)),
      (file) => `${LONG.some((long) => file.startsWith(long))}` as const,
    );
    // A long test that changed itself would take the minute from those beside the change.
    const own = long.filter((file) => changed.includes(file));
    const tests = [...short.slice(0, FIRST), ...own, ...short.slice(FIRST)];
    if (values.list) return console.log(tests.join("\n"));
    const until = Number(values.limit) * 1000 || Infinity, start = performance.now();
    let done = 0, passed = true;
    while (passed && done < tests.length) {
      const spent = performance.now() - start;
      const next = done === 0 ? FIRST : Math.min(SLICE, Math.floor(0.8 * (until - spent) / (spent / done)));
      if (next < 1) break;
      const slice = tests.slice(done, done + next);
      const result = await run(slice, until - spent);
      if (result === "late") break;
      passed = result;
      done += slice.length;
    }
    const seconds = Math.round((performance.now() - start) / 1000), left = tests.slice(done);
    console.log(`quick: ${done} of ${tests.length} files that the change reaches, in ${seconds} s`);
    if (!passed) throw new UsageError("tests failed; what is further away was not run", 1);
    if (done === 0 && left.length > 0) {
      throw new UsageError(`no file was done in ${seconds} s, so that nothing is known: --limit 0`, 1);
    }
    if (left.length > 0) console.log(`left out, for --limit 0 or deno task test: ${byFolder(left)}`);
  },
};

/** Runs tests and examples; whether they passed, or that they were stopped. */
async function run(files: readonly string[], time: number): Promise<boolean | "late"> {
  const child = new Deno.Command(Deno.execPath(), {
    // Polars' objects are freed in the square of their number: a heap that is looked at often has few at once.
    args: ["test", "--allow-all", "--no-check", "--parallel", "--doc", "--permit-no-files", FREED, ...files],
    cwd: ROOT,
    env: { JUDGEBIAS_QUICK: "1" },
    stdin: "null",
  }).spawn();
  let isLate = false;
  const timer = Number.isFinite(time) ? setTimeout(() => (isLate = true, child.kill()), time) : undefined;
  const { success } = await child.status;
  clearTimeout(timer);
  return isLate ? "late" : success;
}

function filesIn(path: string): string[] {
  const found = globSync([path, `${path.replace(/\/$/, "")}/**/*`], { cwd: ROOT })
    .filter((one) => statSync(ROOT + one).isFile());
  if (found.length === 0) throw new UsageError(`wanted a file or folder of the project, found ${path}`);
  return found;
}

function changedSince(ref: string): string[] {
  const lines = (...args: string[]) => {
    const { success, stdout, stderr } = new Deno.Command("git", { args, cwd: ROOT }).outputSync();
    if (!success) throw new UsageError(new TextDecoder().decode(stderr).trim());
    return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "");
  };
  const added = lines("ls-files", "--others", "--exclude-standard", "lib", "tests", "data", "notebooks");
  return [...lines("diff", "--name-only", ref), ...added];
}

/** How many in which folder: the nearest first. */
function byFolder(files: readonly string[]): string {
  const folders = Map.groupBy(files, (file) => file.split("/").slice(0, 2).join("/"));
  return [...folders].map(([folder, own]) => `${folder}${own.length > 1 ? ` (${own.length})` : ""}`).join(
    ", ",
  );
}

if (import.meta.main) await runCommand(command);
