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
import { jsonLines } from "../judge/study.ts";
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
    const said = /^if \(import\.meta\.main\) await runCommand\(command\);$/m;
    assert.match(readFileSync(`${ROOT}${file}`, "utf8"), said);
  }
});

Deno.test("what is typed rightly or wrongly, the status with which it ends, and what is said", async () => {
  const commands = { figures, inspect, judge, perturb, report };
  // A task runs in a process of its own, a command in this one.
  for (const { name, task: own, command, args: given, status, said } of jsonLines("tests/cli/said.jsonl")) {
    const args = given.split(" ").filter((arg: string) => arg !== "");
    const start = own
      ? task(["task", "--quiet", own], ...args)
      : inProcess(commands[command as keyof typeof commands], ...args);
    const { code, stdout, stderr } = await start;
    assert.equal(code, status, `${name}: ${stdout}${stderr}`);
    for (const words of said) assert.match(status === 0 ? stdout : stderr, new RegExp(words), name);
    assert.doesNotMatch(stderr, /\n\s+at /, name);
  }
});

Deno.test("inspect: without human votes no metric of theirs is offered, and each says what it needs", async () => {
  using folder = tempFolder();
  const path = `${folder.path}/votes.csv`;
  Deno.writeTextFileSync(path, "item_id,judge,human,choice\n1,j,,A\n2,j,,B\n");
  const { code, stdout, stderr } = await inProcess(inspect, path);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /no {3}pairAccuracy, .*\bhonestLeaderboard\b[^:\n]*: needs human labels A or B\n/);
  assert.match(stdout, /yes {2}slotPreference\n/);
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
