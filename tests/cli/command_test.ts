import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Command } from "@/cli/command.ts";
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
import { tempFolder } from "../judge/temp_folder.ts";
import { inProcess, task } from "./in_process.ts";

const TASKS: Record<string, { command: string }> = JSON.parse(readFileSync(`${ROOT}deno.json`, "utf8")).tasks;

Deno.test("every task says what it does with --help, and its file, started, runs its command", async () => {
  for (const [name, { command: line }] of Object.entries(TASKS)) {
    // Tasks of Deno's own (test, bench, doc) take its options and its --help.
    if (!line.startsWith("deno run ")) continue;
    const [, file] = /^deno run .* ((?:lib|tests)\/\S+\.ts)$/.exec(line) ?? [];
    const { command } = await import(`${ROOT}${file}`),
      { code, stdout, stderr } = await inProcess(command, "--help");
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`Usage: deno task ${name}\\b[^]*--help`));
    assert.match(
      readFileSync(`${ROOT}${file}`, "utf8"),
      /^if \(import\.meta\.main\) await runCommand\(command\);$/m,
    );
  }
});

/** What is typed (tasks by their names in a process of their own), the status with which it ends, and what is said. */
const SAID: [name: string, command: Command | string, args: string, code: number, ...said: RegExp[]][] = [
  ["the nearest name of an option", "figures", "--ony birch-fig1", 2, /found --ony \(is it --only\?\)/],
  // Not passed over with --check either.
  ["no such source", "data", "--check genai-bench genai-bank", 2, /wanted genai-bench, .*, found genai-bank/],
  // Given twice it is refused: the last does not count alone.
  ["an option", figures, "--only birch-fig1 --only birch-fig3", 2, /--only once .*birch-fig1 and birch-fig3/],
  ["an option with a default", perturb, "--seed 1 --seed 2", 2, /--seed once/],
  ["a map", inspect, "FILE --columns human=a --columns choice=b", 2, /--columns once .*human=a and choice=b/],
  ["a key of a map", inspect, "FILE --columns human=a,human=b", 2, /wanted human once for --columns/],
  ["a value of a map", inspect, "FILE --values human:1=A,human:1=B", 2, /wanted human:1 once for --values/],
  ["a setting", judge, "--protocol base --judge simulated --set k=1,k=2", 2, /wanted k once for --set/],
  ["a family", report, "FILE --family a=x;a=y", 2, /wanted a once for --family/],
  // A limit counts each time, and the same word twice is once.
  ["limits", report, "none.csv --fail-on ib>1 --fail-on xx>0 --seed 1 --seed 1", 2, /^(?![^]*once)[^]*xx/],
  [
    "a limit of two files",
    report,
    "a.csv --fail-on |ib_change|>0",
    2,
    /two files .*\(ib_by_condition\), found 1/,
  ],
  ["a limit of one file", report, "a.csv b.csv --fail-on ib>0", 2, /ib wants one file, found 2/],
  ["no such figure: the nearest names", figures, "--only birch-fig33", 2, /birch-fig3\b/],
  ["a file that is not there", inspect, "data/examples/absent.csv", 1, /absent\.csv/],
  [
    "- is no file",
    report,
    "a.csv --markdown -",
    2,
    /wanted files by name, found "-"; --markdown takes none/,
  ],
  ["nothing at all", perturb, "", 2, /wanted --in, found nothing/],
  [
    "no such bias type",
    perturb,
    "--in a --out b --bias colour",
    2,
    /wanted text_.* for --bias, found colour/,
  ],
  [
    "a seed in words",
    perturb,
    "--in a --out b --bias text_dominance --seed x",
    2,
    /a number for --seed, found x/,
  ],
  [
    "its work failed",
    perturb,
    "--in absent.jsonl --out b --bias text_dominance",
    1,
    /absent.jsonl/,
  ],
  [
    "what a file feeds",
    "inspect",
    "data/examples/pairs.csv",
    0,
    /pairs/,
    /informativenessBias/,
    /birch-fig3/,
  ],
];

Deno.test("what is typed rightly or wrongly, the status with which it ends, and what is said", async () => {
  for (const [name, command, given, status, ...said] of SAID) {
    const args = given.split(" ").filter((arg) => arg !== "");
    const start = typeof command === "string"
      ? task(["task", "--quiet", command], ...args)
      : inProcess(command, ...args);
    const { code, stdout, stderr } = await start;
    assert.equal(code, status, `${name}: ${stdout}${stderr}`);
    for (const words of said) assert.match(status === 0 ? stdout : stderr, words, name);
    assert.doesNotMatch(stderr, /\n\s+at /, name);
  }
});

Deno.test("inspect: without human votes no metric of theirs is offered, and each says what it needs", async () => {
  using folder = tempFolder();
  const path = `${folder.path}/votes.csv`;
  Deno.writeTextFileSync(path, "item_id,judge,human,choice\n1,j,,A\n2,j,,B\n");
  const { code, stdout, stderr } = await inProcess(inspect, path);
  assert.equal(code, 0, stderr);
  assert.match(
    stdout,
    /no {3}pairAccuracy, .*honestLeaderboard: needs human labels A or B \(no human votes\)\n/,
  );
  assert.match(stdout, /yes {2}slotPreference\n/);
  // No figure of theirs either.
  assert.doesNotMatch(stdout, /Draw them with/);
  for (
    const metric of "bradleyTerry, transitivity|pairSelfPreference|repeatability|alternativeAnnotator".split(
      "|",
    )
  ) {
    assert.match(stdout, new RegExp(`no   ${metric}: needs `));
  }
});

Deno.test("inspect: the metrics that it names are there, and what they need is a feature", () => {
  const named = ownFacts<Record<FrameName, { names: string; needs: string[] }[]>>("metrics");
  assert.deepEqual(Object.keys(named).sort(), Object.keys(FRAMES).sort());
  for (const { names, needs } of Object.values(named).flat()) {
    const functions = names.replace(/\(.*?\)|, then/g, (text) => text === ", then" ? "," : "").split(",");
    for (const name of functions) assert.ok(name.trim() in { ...stats, ...core }, name);
    for (const need of needs) assert.ok(need in FEATURES, need);
  }
});

Deno.test("inspect --map-template with --judge-from-file says how its map is read, and so it is", async () => {
  using folder = tempFolder();
  const path = `${folder.path}/mine.csv`, map = `${folder.path}/map.json`;
  Deno.writeTextFileSync(path, "id,label,pred\n1,A,B\n");
  const { stdout } = await inProcess(inspect, path, "--map-template", map, "--judge-from-file");
  const said = stdout.trim().split("then read with ")[1];
  assert.equal(said, `--map ${map} --judge-from-file`);
  const read = await inProcess(inspect, path, ...said.split(" "));
  assert.equal(read.code, 0, read.stderr);
  assert.match(read.stdout, /^mine {2}/m);
});
