import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { type DocExample, examplesOf } from "./doc_examples.ts";
import { changedFiles, ImportGraph, projectFiles } from "./import_graph.ts";
import { ROOT } from "@/cli/project.ts";
import { roomOf, type TestRoom, writeRooms } from "./test_rooms.ts";
import { testsLeftOut } from "./tests_until.ts";

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

/** Programs and servers that tests start are waited for: two isolates more than there are processors keep these at work. */
const JOBS = String(availableParallelism() + 2);

/** Changes of these can break no test but that of the README. */
const PROSE = /^(README|CONTRIBUTING|CHANGELOG|LICENSE|CITATION|papers\.bib|notebooks\/|\.ci\/)/;

/** Where Deno writes what became of the tests: it does so when it is interrupted, too. */
const JUNIT = ".examples/junit.xml";

/** Seconds after which a quick run ends, unless it is told another limit. */
const LIMIT = 60;

/** What `deno test` and its isolates need to end once they are interrupted, in seconds. */
const ENDING = 2;

const HELP = {
  test:
    `Runs all tests: those in tests/, the examples in the documentation of lib/ and in README.md, and the notebooks under
Jupyter. Types are checked by \`deno task check\`.

Usage: deno task test [FILE …] [options of deno test]`,
  quick:
    `Runs what a change can break: the tests and examples that load a file which differs from where the branch left main (all of
them where none differs), without the long ones (notebooks, browser, calibration, kills, whole studies). Those that are fewer
imports away from the change come first; after ${LIMIT} seconds the run ends and says which it did not come to. Types
are checked by \`deno task check\`.

Usage: deno task quick [FILE …] [options of deno test]
  --limit SECONDS  when the run ends (0: when all have run; files that are named have no limit)`,
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

/** What is to run, and the limit of time. */
interface Selection {
  tests: string[];
  examples: DocExample[];
  /** What changed, where that narrows the selection. */
  changed: string[];
  /** How many imports a test or an example is away from it. */
  distance: (file: string, code?: string) => number;
  /** Seconds; 0 for none. */
  limit: number;
}

function within(file: string, paths: readonly string[]): boolean {
  return paths.some((path) => file === path || file.startsWith(path.endsWith("/") ? path : `${path}/`));
}

function selection(chosen: readonly string[], limit: number): Selection {
  const tests = projectFiles(["tests"]).filter((file) => file.endsWith("_test.ts"));
  const examples = projectFiles(["lib", "README.md"]).filter((file) => /\.(ts|md)$/.test(file)).flatMap(
    examplesOf,
  );
  const all = { tests, examples, changed: [], distance: () => 0, limit: 0 };
  if (chosen.length > 0) {
    return {
      ...all,
      tests: tests.filter((file) => within(file, chosen)),
      examples: examples.filter(({ file }) => within(file, chosen)),
    };
  }
  if (!quick) return all;
  const short = { ...all, tests: tests.filter((file) => !within(file, LONG)), limit };
  const changed = args.includes("--all") ? null : changedFiles();
  if (!changed || changed.length === 0) return short;
  const away = new ImportGraph().distancesTo(changed);
  const isProse = changed.some((file) => PROSE.test(file));
  const distance = (file: string, code?: string) =>
    isProse && file === "tests/readme_test.ts" ? 0 : away(file, code);
  const nearest = {
    ...short,
    tests: short.tests.toSorted((a, b) => distance(a) - distance(b) || 0),
    examples: examples.toSorted((a, b) => distance(a.file, a.code) - distance(b.file, b.code) || 0),
    distance,
  };
  // Who reads a table or a picture is not told by imports: these come after those that are.
  if (!changed.every((file) => PROSE.test(file) || /^(lib|tests)\/.*\.ts$/.test(file))) return nearest;
  const narrowed = {
    ...nearest,
    changed,
    tests: nearest.tests.filter((file) => distance(file) < Infinity),
    examples: nearest.examples.filter(({ file, code }) => distance(file, code) < Infinity),
  };
  const [some, one] = [narrowed, nearest].map(({ tests, examples }) => tests.length + examples.length);
  console.log(
    `quick: ${changed.length} changed files reach ${narrowed.tests.length} test files and ` +
      `${narrowed.examples.length} examples (${
        one - some
      } of both left out; --all takes them). Types are checked by \`deno task check\`.`,
  );
  return narrowed;
}

async function run(): Promise<number> {
  const isValue = (i: number) => ["--filter", "--limit"].includes(args[i - 1]);
  const isPath = (arg: string, i: number) =>
    !arg.startsWith("-") && /[/]|\.(ts|md)$/.test(arg) && !isValue(i);
  const chosen = args.filter(isPath).map((path) => path.replace(/^\.\//, ""));
  const options = args.filter((arg, i) =>
    !isPath(arg, i) && !["--all", "--limit"].includes(arg) && args[i - 1] !== "--limit"
  );
  const { tests, examples, changed, distance, limit } = selection(
    chosen,
    args.includes("--limit") ? Number(args[args.indexOf("--limit") + 1]) : LIMIT,
  );
  if (!(limit >= 0)) {
    console.error(`quick: wanted seconds as --limit, found ${args[args.indexOf("--limit") + 1]}`);
    return 2;
  }
  if (tests.length + examples.length === 0) {
    console.log("no test is concerned");
    return chosen.length > 0 ? 1 : 0;
  }
  // A file that is named runs by itself, as it would under `deno test`.
  const apart = (file: string) => within(file, [...LONG, ...APART]) || chosen.includes(file);
  // The changed files' own folders come first, then what takes longest.
  const own = changed.map(roomOf);
  const rank = ({ room }: TestRoom) =>
    own.includes(room)
      ? -1
      : FIRST.includes(room)
      ? FIRST.indexOf(room)
      : FIRST.length + (within(room, LONG) ? 0 : 1);
  const rooms = writeRooms(tests, examples, apart, (file, code) => bandOf(distance(file, code)))
    .sort((a, b) => a.band - b.band || rank(a) - rank(b));
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["test", "--allow-all", "--no-check", "--parallel", "--v8-flags=--expose-gc"],
      ...(limit > 0 ? [`--junit-path=${JUNIT}`] : []),
      ...options,
      ...rooms.map(({ path }) => path),
    ],
    cwd: ROOT,
    env: {
      DENO_JOBS: Deno.env.get("DENO_JOBS") ?? JOBS,
      ...(quick ? { JUDGEBIAS_QUICK: "1", JUDGEBIAS_CHANGED: changed.join("\n") } : {}),
    },
    stdin: "null",
  }).spawn();
  if (limit === 0) return (await child.status).code;
  let isUp = false;
  const timer = setTimeout(() => {
    isUp = true;
    child.kill("SIGINT");
  }, (limit - ENDING) * 1000 - performance.now());
  const { code } = await child.status;
  clearTimeout(timer);
  return isUp ? sayLeftOut(rooms, distance) : code;
}

/** Bands in which the rooms run one after the other: the change's own tests, those of its users, the others. */
function bandOf(distance: number): number {
  return distance <= 1 ? 0 : distance <= 3 ? 1 : 2;
}

/** After an interruption Deno names what waits, but not why tests failed. */
function sayLeftOut(rooms: readonly TestRoom[], distance: Selection["distance"]): number {
  // Where the time was up before a test could begin there is no report.
  const junit = existsSync(ROOT + JUNIT) ? readFileSync(ROOT + JUNIT, "utf8") : "";
  const { passed, failed, files, examples } = testsLeftOut(junit, rooms);
  for (const { name, file, message } of failed) console.log(`\nFAILED ${name} => ${file}\n${message}`);
  const left = [
    ...files.map((file) => ({ file, away: distance(file) })),
    ...examples.map(({ file, code }) => ({ file, away: distance(file, code) })),
  ];
  const folders = Map.groupBy(left, ({ file }) => /^\w+(?:\/\w+(?=\/))?/.exec(file)![0]);
  console.log(
    `\nquick: the time is up: ${passed} tests passed, ${failed.length} failed. Not begun or not ended: ${files.length} test ` +
      `files and ${examples.length} examples, of\n${
        [...folders].map(([folder, own]) => {
          const nearest = Math.min(...own.map(({ away }) => away));
          return `  ${folder}: ${own.length}` +
            (nearest > 0 && nearest < Infinity ? `, ${nearest} or more imports away from the change` : "");
        }).join("\n")
      }\n\`deno task quick --limit 0\` runs all of them, \`deno task quick FOLDER\` those of a folder.`,
  );
  return failed.length > 0 ? 1 : 0;
}
