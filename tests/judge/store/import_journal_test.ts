import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { journalResults, planJudge, runJudge, type RunOptions, writeResults } from "judgebias/judge";
import { tempFolder } from "../temp_folder.ts";

/**
 * Journals of earlier releases. `standard_ref--j.jsonl` is of a time when neither data sets nor endpoints were part of a call;
 * `standard_ref--lines.jsonl` is the last form of lines, of both files under seed 3 (two samples, then under temperature 0.5, then all).
 */
const OLD = join(dirname(fileURLToPath(import.meta.url)), "old");

const journalIn = (folder: string) => join(folder, "journals/standard_ref--j.jsonl");

function journalOf(folder: string, name: string, change: (text: string) => string = (text) => text): string {
  mkdirSync(dirname(journalIn(folder)), { recursive: true });
  writeFileSync(journalIn(folder), change(readFileSync(join(OLD, name), "utf8")));
  return journalIn(folder);
}

const plan = (folder: string, name: string): RunOptions => ({
  ...{ protocol: "standard_ref", data: join(OLD, `${name}.jsonl`), judge: "j", dataSet: name, endpoint: "e" },
  ...{ baseURL: "http://127.0.0.1:9/v1", out: folder, silent: true, retries: 0, decoding: { seed: 3 } },
  conditions: { orders: ["given", "swapped"] },
});

Deno.test("a journal of lines is taken over once: nothing is asked again, results are the same, the journal stays", async () => {
  for (const first of ["run", "dry run", "results"]) {
    using folder = tempFolder();
    const journal = journalOf(folder.path, "standard_ref--lines.jsonl"),
      before = readFileSync(journal, "utf8");
    if (first === "run") {
      const { done, skipped, tokens } = await runJudge(plan(folder.path, "first"));
      assert.deepEqual([done, skipped], [0, 12]);
      assert.ok(tokens.input > 1000 && tokens.output > 100, JSON.stringify(tokens));
    } else if (first === "dry run") {
      const { calls, done } = await planJudge(plan(folder.path, "second"));
      assert.deepEqual([calls, done], [9, 9]);
    }
    const { frame, missing } = journalResults(journal);
    // What the release that wrote it made of it.
    assert.deepEqual([frame.getColumn("choice").toArray().join(""), missing], ["BBAAAABBAAAA", 0]);
    assert.equal((await writeResults(folder.path))[0].rows, 12);
    assert.equal(readFileSync(journal, "utf8"), before);
  }
});

Deno.test("a torn last line is left out; a line that is damaged before, an older form and open batches are refused by name", async () => {
  const torn = (text: string) => text.slice(0, -40);
  using whole = tempFolder();
  journalOf(whole.path, "standard_ref--lines.jsonl", torn);
  assert.equal((await planJudge(plan(whole.path, "first"))).done, 9);
  const cases: [name: string, change: (text: string) => string, message: RegExp][] = [
    [
      "standard_ref--lines.jsonl",
      (text) => text.replace('{"kind":"sample"', '{"kind":"sam'),
      /j\.jsonl, line 2: .*damaged/,
    ],
    ["standard_ref--j.jsonl", (text) => text, /standard_ref--j\.jsonl: .*this one is older.*--out/s],
  ];
  for (const [name, change, message] of cases) {
    using folder = tempFolder();
    const journal = journalOf(folder.path, name, change);
    for (
      const act of [() => runJudge(plan(folder.path, "first")), () => planJudge(plan(folder.path, "first"))]
    ) {
      await assert.rejects(act, { name: "ResultsError", message });
    }
    assert.throws(() => journalResults(journal), { name: "ResultsError", message });
    assert.ok(!existsSync(journal.replace(".jsonl", ".sqlite")));
  }
  using folder = tempFolder();
  journalOf(folder.path, "standard_ref--lines.jsonl");
  const state = join(folder.path, "batches/standard_ref--j/state.json");
  mkdirSync(dirname(state), { recursive: true });
  writeFileSync(state, '{"shards":[{"status":"submitted"}]}');
  await assert.rejects(
    () => runJudge(plan(folder.path, "first")),
    /state\.json: .*are taken by that release/s,
  );
});
