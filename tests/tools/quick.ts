import { globSync, readFileSync, statSync } from "node:fs";
import { type Command, runCommand, UsageError } from "@/cli/command.ts";
import { ROOT } from "@/cli/project.ts";
import { testsOf } from "./related.ts";

/** Tests that take long, which `deno task test` and `test:outside` run. */
const LONG = [
  ..."outside/ calibration/ judge/simulated/ cli/judge_test perturb/perturb_set_test".split(" "),
  ..."judge/run/kill_test judge/run/faults_test property/figures_of figures/other_peoples_data hypotheses/no_certainty results/layouts/slices_test"
    .split(" "),
].map((name) => `tests/${name}`);

/** How many examples of neighbouring modules one process runs, before how many tests those stand that changed themselves, though long, and fewer than how many say nothing. */
const EXAMPLES = 24, FIRST = 4, NAMED = 8, NEAR = 8;
// Polars' objects are freed in the square of their number: a heap that is looked at often has few at once.
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
    "A PATH stands for a changed file, a folder for all in it. Long tests are for `deno task test` and `test:outside`, but those that changed.",
  ],
  async run({ values, positionals }) {
    const changed = positionals.length > 0
      ? positionals.flatMap(filesIn)
      : changedSince(String(values.since));
    const paths = ["README.md", ...globSync(["lib/**/*.ts", "tests/**/*.ts", "data/**/*.ts"], { cwd: ROOT })];
    const modules = Object.fromEntries(paths.map((path) => [path, readFileSync(ROOT + path, "utf8")]));
    const { imports }: { imports: Record<string, string> } = JSON.parse(
      readFileSync(`${ROOT}deno.json`, "utf8"),
    );
    const doors = Object.entries(imports).filter(([name]) => name.startsWith("judgebias"))
      .map(([name, path]) => [name, path.replace("./", "")]);
    const { true: long = [], false: short = [] } = Object.groupBy(
      testsOf(modules, changed, Object.fromEntries(doors)),
      (file) => `${LONG.some((long) => file.startsWith(long))}` as const,
    );
    // A long test that changed itself would take the minute from those beside the change.
    const own = long.filter((file) => changed.includes(file));
    const tests = [...short.slice(0, FIRST), ...own, ...short.slice(FIRST)];
    if (values.list) return console.log(tests.join("\n"));
    const start = performance.now(), jobs = jobsOf(tests), done = new Set<string>();
    const limit = Number(values.limit), stop = new AbortController();
    const timer = limit > 0 ? setTimeout(() => stop.abort(), limit * 1000) : undefined;
    const failed: string[] = [];
    const isEnough = () => failed.length > 0 && done.size >= NEAR;
    await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, async () => {
      for (let job = jobs.shift(); job && !isEnough() && !stop.signal.aborted; job = jobs.shift()) {
        const result = await run(job, stop.signal);
        if (result === "late") break;
        failed.push(...result);
        for (const file of job) done.add(file);
      }
    }));
    clearTimeout(timer);
    const seconds = Math.round((performance.now() - start) / 1000),
      left = tests.filter((file) => !done.has(file));
    console.log(`quick: ${done.size} of ${tests.length} files that the change reaches, in ${seconds} s`);
    if (failed.length > 0) {
      const names = [...failed.slice(0, NAMED), ...failed.slice(NAMED).slice(0, 1).map(() => "…")].join(
        "\n  ",
      );
      throw new UsageError(`tests failed; what is further away was not run:\n  ${names}`, 1);
    }
    if (done.size < NEAR && left.length > 0) {
      throw new UsageError(
        `${done.size} files were done in ${seconds} s, too few to know: --limit 0 has all`,
        1,
      );
    }
    if (left.length > 0) console.log(`left out, for --limit 0 or deno task ok: ${byFolder(left)}`);
  },
};

const isTest = (file = "") => file.endsWith("_test.ts");

/** What one process runs: a file of tests, or examples of some modules one after the other, which take little each. */
function jobsOf(files: readonly string[]): string[][] {
  const jobs: string[][] = [];
  for (const file of files) {
    const last = jobs.at(-1);
    if (last && !isTest(file) && !isTest(last[0]) && last.length < EXAMPLES) last.push(file);
    else jobs.push([file]);
  }
  return jobs;
}

/** Runs tests and examples, and prints what they say; which of them failed, or that they were stopped. */
async function run(files: readonly string[], signal: AbortSignal): Promise<string[] | "late"> {
  const tests = files.filter(isTest), examples = files.map((file) => RegExp.escape(file)).join("|");
  const what = tests.length > 0
    ? tests
    : ["--filter", `/the example in (${examples}):/`, "tests/examples_test.ts"];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", "--no-check", FREED, ...what],
    cwd: ROOT,
    env: { JUDGEBIAS_QUICK: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    signal,
  });
  const { success, stdout, stderr } = await child.output();
  if (signal.aborted) return "late";
  for (const part of [stdout, stderr]) Deno.stdout.writeSync(part);
  const [, named = ""] = new TextDecoder().decode(stdout).split("\n FAILURES");
  return success ? [] : named.match(/^.+ => \.\/.+:\d+$/gm) ?? [files.join(", ")];
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
  return [...folders].map(([folder, { length: n }]) => n > 1 ? `${folder} (${n})` : folder).join(", ");
}

if (import.meta.main) await runCommand(command);
