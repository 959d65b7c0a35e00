import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { namedSources } from "@/cli/findings.ts";
import { UsageError } from "@/cli/command.ts";
import { DATA_SOURCES, type DataSourceName } from "@/results/data_sources.ts";
import { cloneVerdicts, dataCard, fetchData } from "@/cli/fetch_data.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { tempFolder } from "../judge/temp_folder.ts";
import { realTest } from "../results/layouts/real_files.ts";

const VOTE = "[[A>B]]";
const LINE = { idx: 0, prompt: "a", response: VOTE, model_vote: VOTE, human_vote: "leftvote", correct: true };

/** A made-up working tree of a source, and a folder to fetch into. */
function tree() {
  const folder = tempFolder(), from = `${folder.path}/from`, out = `${folder.path}/out`;
  const judge = `${from}/results/image_generation/simulated-judge`, backup = `${from}/results/backup`;
  for (const path of [judge, `${judge}_8192`, backup, out]) Deno.mkdirSync(path, { recursive: true });
  for (const path of [judge, backup]) {
    Deno.writeTextFileSync(`${path}/pairwise.jsonl`, `${JSON.stringify(LINE)}\n`);
  }
  Deno.writeTextFileSync(`${judge}/pairwise.json`, JSON.stringify([LINE]));
  const git = (...args: string[]) => {
    const told = ["-C", from, "-c", "user.name=test", "-c", "user.email=test@example.org", ...args];
    const { stdout } = new Deno.Command("git", { args: told, stderr: "null" }).outputSync();
    return new TextDecoder().decode(stdout).trim();
  };
  const commit = () => {
    for (const args of [["init"], ["add", "-A"], ["commit", "-m", "x"]]) git(...args);
    return git("rev-parse", "HEAD");
  };
  return { from, out, judge, git, commit, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

Deno.test("data: a copy without history, or at another commit, is refused, and what stood there stays", () => {
  using at = tree();
  Deno.mkdirSync(`${at.out}/genai-bench`);
  const fetched = () => fetchData("genai-bench", at.out, at.from);
  const refused = (words: RegExp) =>
    assert.throws(fetched, (error) => error instanceof UsageError && words.test(error.message));
  refused(/wanted a clone, whose commit can be checked/);
  at.commit();
  refused(/wanted the commit f0b0334d41.*git -C/);
  assert.deepEqual(readdirSync(at.out), ["genai-bench"]);
});

Deno.test("data: from a repository comes the pinned commit, and of it only the verdicts", () => {
  using at = tree();
  Deno.writeTextFileSync(`${at.from}/large.json`, "{}");
  const commit = at.commit();
  for (const allowed of ["allowAnySHA1InWant", "allowFilter"]) {
    at.git("config", `uploadpack.${allowed}`, "true");
  }
  Deno.writeTextFileSync(`${at.judge}/pairwise.jsonl`, "later");
  at.git("commit", "-am", "second");
  const source = { ...DATA_SOURCES["genai-bench"], commit }, address = `file://${at.from}`;
  const none = () => cloneVerdicts({ ...source, leaveOut: "jsonl?$" }, address, at.out);
  assert.throws(none, /wanted files of verdicts, found none/);
  cloneVerdicts(source, address, at.out);
  assert.deepEqual(readdirSync(at.out), ["results"]);
  assert.deepEqual(readPairs(at.out).select("item_id", "judge", "choice", "human").toRecords(), [
    { item_id: "image_generation/0", judge: "simulated-judge", choice: "A", human: "A" },
  ]);
});

Deno.test("data: a folder without the source, a damaged table, a source that does not exist", () => {
  using at = tree();
  assert.throws(() => fetchData("llmbar", at.out, at.from), /wanted verdicts\.csv\.gz, or Dataset\/LLMBar/);
  Deno.writeTextFileSync(`${at.from}/verdicts.csv.gz`, "damaged");
  assert.throws(() => fetchData("llmbar", at.out, at.from), /wanted the SHA-256 2fa943def2.*found/);
  assert.deepEqual(readdirSync(at.out), []);
});

Deno.test("data: source, commit, licence, size and checksum are shown before anything is fetched; who names no source means all", () => {
  assert.deepEqual([namedSources([]), namedSources(["llmbar"])], [Object.keys(DATA_SOURCES), ["llmbar"]]);
  for (const [name, { commit, licence, tables }] of Object.entries(DATA_SOURCES)) {
    const card = dataCard(name as DataSourceName).join("\n");
    for (const part of [commit, licence, tables[0].sha256, "kB"]) {
      assert.ok(card.includes(part), `${name}: ${part}`);
    }
  }
});

realTest("data: the tables are taken from a local copy, checked, and read", "data/llmbar", (folder) => {
  using at = tree();
  const here = fetchData("llmbar", at.out, `${folder}/..`);
  assert.match(here, / 1 file, checked against the pinned source$/);
  assert.equal(readPairs(`${at.out}/llmbar`).height, 73370);
});
