import assert from "node:assert/strict";
import { UsageError } from "@/cli/command.ts";
import { DATA_SOURCES } from "@/results/data_sources.ts";
import { cloneVerdicts, dataCard, fetchData } from "@/cli/fetch_data.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { realTest } from "../results/layouts/real_files.ts";

const files = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

/** A made-up working tree of a source. */
function tree(folder: string): void {
  const path = `${folder}/results/image_generation/simulated-judge`;
  for (const name of [path, `${path}_8192`, `${folder}/results/backup`]) {
    Deno.mkdirSync(name, { recursive: true });
  }
  const line = {
    idx: 0,
    prompt: "a",
    response: "[[A>B]]",
    model_vote: "[[A>B]]",
    human_vote: "leftvote",
    correct: true,
  };
  Deno.writeTextFileSync(`${path}/pairwise.jsonl`, JSON.stringify(line) + "\n");
  Deno.writeTextFileSync(`${path}/pairwise.json`, JSON.stringify([line]));
  Deno.writeTextFileSync(`${folder}/results/backup/pairwise.jsonl`, JSON.stringify(line) + "\n");
}

const head = (folder: string) => Deno.readTextFileSync(`${folder}/.git/HEAD`).trim().split("/").at(-1);

const git = (folder: string, ...args: string[]) =>
  new Deno.Command("git", {
    args: ["-C", folder, "-c", "user.name=test", "-c", "user.email=test@example.org", ...args],
    stdout: "null",
    stderr: "null",
  }).outputSync();

Deno.test("data: a copy without history is taken, said to be unchecked, and only its verdicts", () => {
  const copy = Deno.makeTempDirSync(), out = Deno.makeTempDirSync();
  tree(copy);
  const fetched = fetchData("genai-bench", out, copy);
  assert.deepEqual([fetched.checked, fetched.files], [false, 1]);
  assert.match(Deno.readTextFileSync(`${out}/genai-bench/SOURCE.txt`), /not checked: a copy without history/);
  const pairs = readPairs(`${out}/genai-bench`);
  assert.deepEqual(pairs.select("item_id", "judge", "choice", "human").toRecords(), [
    { item_id: "image_generation/0", judge: "simulated-judge", choice: "A", human: "A" },
  ]);
});

Deno.test("data: a clone at another commit is refused, and what stood there stays", () => {
  const clone = Deno.makeTempDirSync(), out = Deno.makeTempDirSync();
  tree(clone);
  fetchData("genai-bench", out, clone);
  for (const args of [["init"], ["add", "-A"], ["commit", "-m", "x"]]) git(clone, ...args);
  assert.throws(
    () => fetchData("genai-bench", out, clone),
    (error) => error instanceof UsageError && /wanted the commit f0b0334d41.*git -C/.test(error.message),
  );
  assert.deepEqual(files(out), ["genai-bench"]);
  assert.deepEqual(files(`${out}/genai-bench`), ["SOURCE.txt", "results"]);
});

Deno.test("data: from a repository comes the pinned commit, and of it only the verdicts", () => {
  const origin = Deno.makeTempDirSync(), to = Deno.makeTempDirSync();
  tree(origin);
  Deno.writeTextFileSync(`${origin}/large.json`, "{}");
  for (const args of [["init"], ["add", "-A"], ["commit", "-m", "first"]]) git(origin, ...args);
  for (const allowed of ["allowAnySHA1InWant", "allowFilter"]) {
    git(origin, "config", `uploadpack.${allowed}`, "true");
  }
  const commit = Deno.readTextFileSync(`${origin}/.git/refs/heads/${head(origin)}`).trim();
  Deno.writeTextFileSync(`${origin}/results/image_generation/simulated-judge/pairwise.jsonl`, "later");
  git(origin, "commit", "-am", "second");
  const source = { ...DATA_SOURCES["genai-bench"], commit };
  assert.equal(cloneVerdicts(source, `file://${origin}`, to), true);
  assert.deepEqual(files(to), ["results"]);
  assert.equal(readPairs(to).height, 1);
});

Deno.test("data: a folder without the source, a damaged table, a source that does not exist", () => {
  const folder = Deno.makeTempDirSync(), out = Deno.makeTempDirSync();
  assert.throws(() => fetchData("llmbar", out, folder), /wanted verdicts\.csv\.gz, or Dataset\/LLMBar/);
  Deno.writeTextFileSync(`${folder}/verdicts.csv.gz`, "damaged");
  assert.throws(() => fetchData("llmbar", out, folder), /wanted the SHA-256 2fa943def2.*found/);
  assert.throws(() => fetchData("other", out, folder), /wanted genai-bench, viescore/);
  assert.deepEqual(files(out), []);
});

Deno.test("data: source, commit, licence, size and checksum are shown before anything is fetched", () => {
  for (const [name, { commit, licence, tables }] of Object.entries(DATA_SOURCES)) {
    const card = dataCard(name).join("\n");
    for (const part of [commit, licence, tables[0].sha256, "kB"]) {
      assert.ok(card.includes(part), `${name}: ${part}`);
    }
  }
});

realTest("data: the tables are taken from a local copy, checked, and read", "data/llmbar", (folder) => {
  const out = Deno.makeTempDirSync();
  const { checked, files: count } = fetchData("llmbar", out, `${folder}/..`);
  assert.deepEqual([checked, count], [true, 1]);
  assert.equal(readPairs(`${out}/llmbar`).height, 73370);
});
