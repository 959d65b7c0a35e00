import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { command as figures } from "@/cli/figures.ts";
import { command as inspect } from "@/cli/inspect.ts";
import { command as judge } from "@/cli/judge.ts";
import { command as perturb } from "@/cli/perturb.ts";
import { ROOT } from "@/cli/project.ts";
import { command as report } from "@/cli/report.ts";
import { ownFacts } from "@/progress/own_facts.ts";
import { FEATURES } from "@/results/frame_features.ts";
import { type FrameName, FRAMES } from "@/results/frames.ts";
import * as core from "judgebias";
import * as stats from "judgebias/stats";
import { inProcess } from "./in_process.ts";

/** Runs a task as a user does and returns what it printed and its status. */
async function task(name: string, ...args: string[]) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", name, ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

const COMMANDS: Record<string, string> = Object.fromEntries(
  Object.entries(
    JSON.parse(readFileSync(`${ROOT}deno.json`, "utf8")).tasks as Record<string, { command: string }>,
  )
    // Tasks of Deno's own (test, bench, doc) take its options and its --help.
    .flatMap(([name, { command }]) => command.startsWith("deno run ") ? [[name, command]] : []),
);

for (const [name, line] of Object.entries(COMMANDS)) {
  Deno.test(`deno task ${name} --help says what it does`, async () => {
    const [, file] = /^deno run .* ((?:lib|tests)\/\S+\.ts)$/.exec(line) ?? [];
    const { command } = await import(`${ROOT}${file}`);
    const { code, stdout, stderr } = await inProcess(command, "--help");
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`Usage: deno task ${name}\\b`));
    assert.match(stdout, /--help/);
    // Started, the file runs its command.
    assert.match(
      readFileSync(`${ROOT}${file}`, "utf8"),
      /^if \(import\.meta\.main\) await runCommand\(command\);$/m,
    );
  });
}

Deno.test("a task refuses an option that it does not have, with the nearest name", async () => {
  const { code, stderr } = await task("figures", "--ony", "birch-fig1");
  assert.equal(code, 2);
  assert.match(stderr, /found --ony \(is it --only\?\)/);
});

for (
  const [name, command, args, wrong] of [
    [
      "an option",
      figures,
      ["--only", "birch-fig1", "--only", "birch-fig3"],
      /--only once .*birch-fig1 and birch-fig3/,
    ],
    ["an option with a default", perturb, ["--seed", "1", "--seed", "2"], /--seed once/],
    [
      "a map",
      inspect,
      ["FILE", "--columns", "human=a", "--columns", "choice=b"],
      /--columns once .*human=a and choice=b/,
    ],
    ["a key of a map", inspect, ["FILE", "--columns", "human=a,human=b"], /wanted human once for --columns/],
    [
      "a value of a map",
      inspect,
      ["FILE", "--values", "human:1=A,human:1=B"],
      /wanted human:1 once for --values/,
    ],
    [
      "a setting",
      judge,
      ["--judge", "simulated", "--protocol", "base", "--set", "k=1,k=2"],
      /wanted k once for --set/,
    ],
    ["a family", report, ["FILE", "--family", "a=x;a=y"], /wanted a once for --family/],
  ] as const
) {
  Deno.test(`${name} given twice is refused: the last does not count alone`, async () => {
    const { code, stderr } = await inProcess(command, ...args);
    assert.equal(code, 2, stderr);
    assert.match(stderr, wrong);
  });
}

Deno.test("a limit counts each time, and the same word twice is once", async () => {
  const { stderr } = await inProcess(
    report,
    "none.csv",
    "--fail-on",
    "ib > 1",
    "--fail-on",
    "xx > 0",
    "--seed",
    "1",
    "--seed",
    "1",
  );
  assert.match(stderr, /xx/);
  assert.doesNotMatch(stderr, /once/);
});

Deno.test("a figure that does not exist: status 2 and the nearest names", async () => {
  const { code, stderr } = await inProcess(figures, "--only", "birch-fig33");
  assert.equal(code, 2);
  assert.match(stderr, /birch-fig3\b/);
});

Deno.test("inspect: layout, description, and what the file can feed", async () => {
  const { code, stdout, stderr } = await task("inspect", "data/examples/pairs.csv");
  assert.equal(code, 0, stderr);
  assert.match(stdout, /pairs/);
  assert.match(stdout, /informativenessBias/);
  assert.match(stdout, /birch-fig3/);
});

Deno.test("inspect: without human votes no metric of theirs is offered, and each says what it needs", async () => {
  const path = await Deno.makeTempFile({ suffix: ".csv" });
  await Deno.writeTextFile(path, "item_id,judge,human,choice\n1,j,,A\n2,j,,B\n");
  const { code, stdout, stderr } = await inProcess(inspect, path);
  await Deno.remove(path);
  assert.equal(code, 0, stderr);
  assert.match(
    stdout,
    /no {3}pairAccuracy, .*honestLeaderboard: needs human labels A or B \(no human votes\)\n/,
  );
  assert.match(stdout, /yes {2}slotPreference\n/);
  for (
    const metric of [
      "bradleyTerry, transitivity",
      "pairSelfPreference",
      "repeatability",
      "alternativeAnnotator",
    ]
  ) {
    assert.match(stdout, new RegExp(`no   ${metric}: needs `));
  }
});

Deno.test("inspect: the metrics that it names are there, and what they need is a feature", () => {
  const named = ownFacts<Record<FrameName, { names: string; needs: string[] }[]>>("metrics");
  assert.deepEqual(Object.keys(named).sort(), Object.keys(FRAMES).sort());
  for (const { names, needs } of Object.values(named).flat()) {
    const functions = names.replace(/\(.*?\)|, then/g, (text) => text === ", then" ? "," : "").split(",");
    for (const name of functions) {
      assert.ok(({ ...stats, ...core } as Record<string, unknown>)[name.trim()], name);
    }
    for (const need of needs) assert.ok(need in FEATURES, need);
  }
});

Deno.test("inspect: a file that is not there", async () => {
  const { code, stderr } = await inProcess(inspect, "data/examples/absent.csv");
  assert.equal(code, 1);
  assert.match(stderr, /absent\.csv/);
});

Deno.test("data: a source that does not exist is named with --check too, not passed over", async () => {
  const { code, stderr } = await task("data", "--check", "genai-bench", "genai-bank");
  assert.equal(code, 2);
  assert.match(stderr, /wanted genai-bench, .*, found genai-bank/);
});

Deno.test("report: - is no file, and --markdown takes none", async () => {
  const { code, stderr } = await inProcess(report, "data/examples/pairs.csv", "--markdown", "-");
  assert.equal(code, 2);
  assert.match(stderr, /wanted files by name, found "-"; --markdown takes none/);
});

Deno.test("inspect --map-template with --judge-from-file says how its map is read, and so it is", async () => {
  const folder = Deno.makeTempDirSync(), path = `${folder}/mine.csv`, map = `${folder}/map.json`;
  Deno.writeTextFileSync(path, "id,label,pred\n1,A,B\n");
  const { stdout } = await inProcess(inspect, path, "--map-template", map, "--judge-from-file");
  const said = stdout.trim().split("then read with ")[1];
  assert.equal(said, `--map ${map} --judge-from-file`);
  const read = await inProcess(inspect, path, ...said.split(" "));
  assert.equal(read.code, 0, read.stderr);
  assert.match(read.stdout, /^mine {2}/m);
});
