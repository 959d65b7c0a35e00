import { availableParallelism } from "node:os";
import { examplesOf } from "./doc_examples.ts";
import { changedFiles, ImportGraph, projectFiles } from "./import_graph.ts";
import { ROOT } from "./project.ts";
import { writeRooms } from "./test_rooms.ts";

/** Test files that take long, or need what a quick look cannot wait for: `deno task quick` leaves them out. */
const LONG = [
  "tests/notebooks/",
  "tests/calibration/",
  "tests/browser/",
  "tests/outside/",
  "tests/cli/judge_test.ts",
  "tests/findings/rows_test.ts",
  "tests/judge/run/kill_test.ts",
  "tests/judge/run/faults_test.ts",
  "tests/judge/simulated/",
  "tests/perturb/perturb_set_test.ts",
  "tests/property/figures_of_pairs_test.ts",
  "tests/property/figures_of_score_pairs_test.ts",
  "tests/property/figures_of_others_test.ts",
  "tests/property/metrics_test.ts",
];

/** Files with so many pictures that in one isolate the collector would have to go through what all of them keep. */
const APART = ["birch", "figures", "mm_judgebias", "philautia"].map((name) =>
  `tests/figures/all_${name}_test.ts`
);

/** Rooms and files that start before the others, longest first, so that no core is left with one of them at the end. */
const FIRST = [
  "tests/notebooks/even_notebooks_test.ts",
  "tests/notebooks/odd_notebooks_test.ts",
  "tests/calibration/calibration_test.ts",
  "tests/outside/package_test.ts",
  "figures",
  "judge",
  "tests/browser/notebook_test.ts",
  "simulate",
  "tests/cli/judge_test.ts",
  "tests/judge/simulated/whole_study_test.ts",
  "results",
  "hypotheses",
  ...APART,
];

/** Programs and servers that tests start are waited for: one isolate more than there are processors keeps these at work. */
const JOBS = String(availableParallelism() + 1);

/** Changes of these can break no test but that of the README. */
const PROSE = /^(README|CONTRIBUTING|CHANGELOG|LICENSE|CITATION|papers\.bib|notebooks\/|\.ci\/)/;

const HELP = {
  test:
    `Runs all tests: those in tests/, the examples in the documentation of lib/ and in README.md, and the notebooks under
Jupyter. Types are checked by \`deno task check\`.

Usage: deno task test [FILE …] [options of deno test]`,
  quick:
    `Runs what a change can break: the tests and examples that load a file which differs from where the branch left main (all of
them where none differs), without the long ones (notebooks, browser, calibration, kills, whole studies).

Usage: deno task quick [FILE …] [options of deno test]`,
};
const OPTIONS = `
  FILE …           only these test files or folders, or the examples of these files or folders of lib/
  --all            whatever changed
  --filter TEXT    only tests whose name contains TEXT
  --help           show this text

Tests that need something which the machine lacks (Jupyter, the real data) say so and count as ignored.`;

const quick = Deno.args[0] === "--quick";
const args = Deno.args.slice(quick ? 1 : 0);
if (args.includes("--help")) console.log(`${HELP[quick ? "quick" : "test"]}\n${OPTIONS}`);
else Deno.exitCode = await run();

async function run(): Promise<number> {
  const isPath = (arg: string, i: number) =>
    !arg.startsWith("-") && /[/]|\.(ts|md)$/.test(arg) && args[i - 1] !== "--filter";
  const chosen = args.filter(isPath).map((path) => path.replace(/^\.\//, ""));
  const options = args.filter((arg, i) => !isPath(arg, i) && arg !== "--all");
  const within = (file: string, paths: string[]) =>
    paths.some((path) => file === path || file.startsWith(path.endsWith("/") ? path : `${path}/`));

  let tests = projectFiles(["tests"]).filter((file) => file.endsWith("_test.ts"));
  let examples = projectFiles(["lib", "README.md"]).filter((file) => /\.(ts|md)$/.test(file)).flatMap(
    examplesOf,
  );
  let narrowed: string[] = [];
  if (chosen.length > 0) {
    tests = tests.filter((file) => within(file, chosen));
    examples = examples.filter(({ file }) => within(file, chosen));
  } else if (quick) {
    tests = tests.filter((file) => !within(file, LONG));
    const changed = args.includes("--all") ? null : changedFiles();
    if (
      changed && changed.length > 0 &&
      changed.every((file) => PROSE.test(file) || /^(lib|tests)\/.*\.ts$/.test(file))
    ) {
      narrowed = changed;
      const all = tests.length + examples.length;
      const hit = (files: Set<string>) => changed.some((file) => files.has(file));
      const graph = new ImportGraph();
      tests = tests.filter((file) =>
        hit(graph.reach(file).add(file)) ||
        (file === "tests/readme_test.ts" && changed.some((one) => PROSE.test(one)))
      );
      examples = examples.filter(({ file, code }) => hit(graph.reach(file, code).add(file)));
      console.log(
        `quick: ${changed.length} changed files reach ${tests.length} test files and ${examples.length} examples ` +
          `(${all - tests.length - examples.length} of both left out; --all takes them)`,
      );
    }
  }
  if (tests.length + examples.length === 0) {
    console.log("no test is concerned");
    return chosen.length > 0 ? 1 : 0;
  }
  // A file that is named runs by itself, as it would under `deno test`.
  const apart = (file: string) => within(file, [...LONG, ...APART]) || chosen.includes(file);
  const rank = (room: string) =>
    FIRST.includes(room) ? FIRST.indexOf(room) : FIRST.length + (within(room, LONG) ? 0 : 1);
  const files = writeRooms(tests, examples, apart)
    .sort((a, b) => rank(a.room) - rank(b.room)).map(({ path }) => path);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "--allow-all", "--no-check", "--parallel", "--v8-flags=--expose-gc", ...options, ...files],
    cwd: ROOT,
    env: {
      DENO_JOBS: Deno.env.get("DENO_JOBS") ?? JOBS,
      ...(quick ? { JUDGEBIAS_QUICK: "1", JUDGEBIAS_CHANGED: narrowed.join("\n") } : {}),
    },
    stdin: "null",
  }).spawn();
  return (await child.status).code;
}
