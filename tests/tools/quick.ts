import { globSync, readFileSync, statSync } from "node:fs";
import { type Command, runCommand, UsageError } from "@/cli/command.ts";
import { ROOT } from "@/cli/project.ts";
import project from "../../deno.json" with { type: "json" };
import { type Reached, testsOf } from "./related.ts";
import seconds from "./seconds.json" with { type: "json" };

/** Tests that take long, which `deno task test` and `test:outside` run, but where a change edits them. */
const LONG =
  ("outside/ calibration/ judge/simulated/ cli/judge_test perturb/perturb_set_test judge/run/kill_test " +
    "judge/run/faults_test property/figures_of figures/other_peoples_data hypotheses/no_certainty results/layouts/slices_test")
    .split(" ").map((name) => `tests/${name}`);

/** How many examples of neighbouring modules one process runs, how many files are told by name, how many at most are the nearest, and how many of these run at once. */
const EXAMPLES = 24, NAMED = 8, NEAR = 8, AT_ONCE = 4;
// Polars' objects are freed in the square of their number: a heap that is looked at often has few at once.
const FREED = "--v8-flags=--heap-growing-percent=10";

export const command: Command = {
  name: "quick",
  summary:
    "Tests and examples that a change reaches, the nearest first, for a minute; names what it did not reach.",
  positionals: "[PATH …]",
  options: {
    "since REF": "what differs from this (without PATH)",
    "limit SECONDS": "no more tests after this time (the nearest have as long again); 0: all",
    list: "only list them, the nearest first",
  },
  defaults: { since: "main", limit: "60" },
  notes: [
    "A PATH stands for a changed file, a folder for all in it. Long tests are for `deno task ok`, but those that the change edits.",
    "It ends with 0 where nothing failed and the nearest tests did run (those that the change edits or whose cases it edits), and names what time did not reach.",
  ],
  async run({ values, positionals }) {
    const limit = Number(values.limit);
    const changed = positionals.length > 0
      ? positionals.flatMap(filesIn)
      : changedSince(String(values.since));
    const paths = ["README.md", ...globSync(["lib/**/*.ts", "tests/**/*.ts", "data/**/*.ts"], { cwd: ROOT })];
    const modules = Object.fromEntries(paths.map((path) => [path, readFileSync(ROOT + path, "utf8")]));
    const doors = Object.entries(project.imports).filter(([name]) => name.startsWith("judgebias"))
      .map(([name, path]) => [name, path.replace("./", "")]);
    const { true: long = [], false: reached = [] } = Object.groupBy(
      testsOf(modules, changed, Object.fromEntries(doors), seconds),
      ({ file, isEdited }) => `${!isEdited && LONG.some((long) => file.startsWith(long))}` as const,
    );
    const tests = reached.map(({ file }) => file), done = new Set<string>(), failed: string[] = [];
    if (values.list) return console.log(tests.join("\n"));
    const start = performance.now(), jobs = jobsOf(tests), near = nearest(reached).map(({ file }) => file);
    // On a busy machine each process has its share: the nearest begin at once, and have as long again.
    const [stop, end] = [1, 2].map((times) => AbortSignal.timeout(times * 1000 * limit || 2 ** 31 - 1));
    const cores = navigator.hardwareConcurrency, isNear = (job?: string[]) => near.includes(job?.[0] ?? "");
    const isEnough = () => failed.length > 0 && done.size >= NEAR;
    await Promise.all(
      Array.from({ length: Math.max(cores, Math.min(near.length, AT_ONCE)) }, async (_, i) => {
        while (jobs.length > 0 && !isEnough() && (isNear(jobs[0]) || i < cores && !stop.aborted)) {
          const job = jobs.shift()!, result = await run(job, isNear(job) ? end : stop);
          if (result === "late") break;
          failed.push(...result);
          for (const file of job) done.add(file);
        }
      }),
    );
    const took = `${Math.round((performance.now() - start) / 1000)} s`;
    console.log(`quick: ${done.size} of ${tests.length} files that the change reaches, in ${took}`);
    console.log(outcome({ reached, long, failed, done: [...done] }));
  },
};

/** Without these nothing is known: what the change edits and is short, and where there is no such test what is as near as the first. */
const nearest = (reached: Reached[]) =>
  reached.slice(0, NEAR).filter(({ order }) => order < Math.floor(reached[0].order) + 1);

/** What is known at the end: where nothing failed and the nearest tests did run, what time did not reach. */
export function outcome(
  { reached, long, failed, done }:
    & Record<"reached" | "long", Reached[]>
    & Record<"failed" | "done", string[]>,
): string {
  const left = reached.filter(({ file }) => !done.includes(file))
    .toSorted((a, b) => Number(b.isEdited) - Number(a.isEdited));
  const missed = nearest(reached).filter((one) => left.includes(one)), far = [...left.slice(NAMED), ...long];
  const names = [...failed.slice(0, NAMED), ...failed.slice(NAMED, NAMED + 1).fill("…")].join("\n  ");
  if (failed.length > 0) {
    throw new UsageError(`tests failed; what is further away was not run:\n  ${names}`, 1);
  }
  if (missed.length > 0) {
    throw new UsageError(`nothing failed, but time ended before the nearest tests did:${runs(missed)}`, 1);
  }
  if (reached.length === 0) return "no test ran, so nothing is known: deno task ok runs all";
  const edited = left.filter(({ isEdited }) => isEdited).length;
  const which = edited > 0
    ? `but of what the change edits ${edited} did not run, first below`
    : "the nearest tests among it";
  return `green: what ran passes, ${which}${
    left.length > 0 ? `; time did not reach, the nearest first:${runs(left.slice(0, NAMED))}` : ""
  }${far.length > 0 ? `\nfurther away or long, which deno task ok runs: ${byFolder(far)}` : ""}`;
}

const runs = (some: readonly Reached[]) =>
  `\n  deno test -A --no-check --doc ${some.map(({ file }) => file).join(" ")}`;

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

/** Runs tests and examples, and prints what they say; which of them failed, or that they were stopped before any did. */
async function run(files: readonly string[], signal: AbortSignal): Promise<string[] | "late"> {
  const examples = files.map(RegExp.escape).join("|"), all = "tests/examples_test.ts";
  const what = isTest(files[0]) ? files : ["--filter", `/the example in (${examples}):/`, all];
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", "--no-check", FREED, ...what],
    cwd: ROOT,
    env: { JUDGEBIAS_QUICK: "1", NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    signal,
  });
  const { stdout, stderr, ...ended } = await child.output(), said = new TextDecoder().decode(stdout);
  const result = resultOf(files, said, { ...ended, isStopped: signal.aborted });
  if (result !== "late") { for (const part of [stdout, stderr]) Deno.stdout.writeSync(part); }
  return result;
}

/** Which tests failed by what they said and how they ended; "late" of what was stopped before any failed. */
export function resultOf(
  files: readonly string[],
  said: string,
  { success, signal, isStopped }: { success: boolean; signal: string | null; isStopped: boolean },
): string[] | "late" {
  if (success && /\b[1-9]\d* passed/.test(said)) return []; // where a filter finds none, nothing passed
  if (isStopped && signal === "SIGTERM" && !/ \.\.\. FAILED/.test(said)) return "late";
  const [, named = ""] = said.split("\n FAILURES");
  return named.match(/^.+ => \.\/.+:\d+$/gm) ?? [files.join(", ")];
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
  const changed = [...lines("diff", "--name-only", ref), ...added];
  if (changed.length === 0) {
    throw new UsageError(`nothing differs from ${ref}: --since HEAD~1 has what the last commit changed`);
  }
  return changed;
}

/** How many in which folder: the nearest first. */
function byFolder(some: readonly Reached[]): string {
  const folders = Map.groupBy(some, ({ file }) => file.split("/").slice(0, 2).join("/"));
  return [...folders].map(([folder, { length: n }]) => n > 1 ? `${folder} (${n})` : folder).join(", ");
}

if (import.meta.main) await runCommand(command);
