import assert from "node:assert/strict";
import fc from "fast-check";
import pl from "nodejs-polars";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readRatings } from "@/results/read_ratings.ts";
import { withGuards, withoutGuards } from "@/results/spreadsheet_text.ts";
import { csvText, writeFrame } from "@/results/write_frame.ts";

const HOSTILE = [
  "=cmd|'/c calc'!A1",
  "+1+1",
  "-1+1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "'=quoted",
  "''@",
  "'plain",
  "-1",
  "+2.5e3",
];

Deno.test("no text of a CSV begins as a formula does, numbers and other texts stay as they are", () => {
  const frame = pl.DataFrame({ judge: HOSTILE, "=ib": HOSTILE.map((_, i) => i - 5) });
  const cells = withGuards(frame).getColumn("judge").toArray();
  assert.deepEqual(cells, [
    "'=cmd|'/c calc'!A1",
    "'+1+1",
    "'-1+1",
    "'@SUM(A1)",
    "'\t=1",
    "'\r=1",
    "''=quoted",
    "'''@",
    "'plain",
    "-1",
    "+2.5e3",
  ]);
  const text = csvText(frame);
  assert.ok(text.startsWith("judge,'=ib\n") && text.includes(",-5.0\n"), text);
  assert.deepEqual(withGuards(frame).columns, ["judge", "'=ib"]);
});

Deno.test("what was guarded comes back, whatever the texts", () => {
  const marks = fc.constantFrom("'", "=", "+", "-", "@", "\t", "\r", "1", "a", ".", "é");
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: marks, maxLength: 6 }), { minLength: 1, maxLength: 200 }),
      (texts) => {
        const frame = pl.DataFrame([pl.Series("a", texts, pl.Utf8)]);
        assert.deepEqual(withoutGuards(withGuards(frame)).getColumn("a").toArray(), texts);
      },
    ),
    { seed: 20261122, numRuns: 20 },
  );
});

Deno.test("our readers read what the writer wrote: pairs, ratings with such a column, captions in one go", () => {
  const folder = Deno.makeTempDirSync();
  const names = HOSTILE.filter((name) => name.trim() === name);
  const pairs = pl.DataFrame({
    item_id: names,
    judge: names,
    human: names.map(() => "A"),
    choice: names.map(() => "B"),
  });
  for (const ending of ["csv", "csv.gz", "jsonl", "parquet"]) {
    writeFrame(pairs, `${folder}/p.${ending}`);
    const read = readPairs(`${folder}/p.${ending}`);
    assert.deepEqual(read.getColumn("judge").toArray(), names, ending);
    assert.deepEqual(read.getColumn("item_id").toArray(), names, ending);
  }
  writeFrame(pl.DataFrame({ item_id: ["1"], human: [1], "=score": [0.5] }), `${folder}/r.csv`);
  assert.ok(readRatings(`${folder}/r.csv`).columns.includes("=score"));
  const captions = pl.DataFrame({
    image_id: ["1", "1"],
    generator: ["=g", "h"],
    evaluator: ["@e", "@e"],
    setting: ["ref_free", "ref_free"],
    score: [0.5, 0.25],
  });
  writeFrame(captions, `${folder}/c.csv`);
  const read = readCaptionScores(`${folder}/c.csv`);
  assert.deepEqual(read.getColumn("generator").toArray(), ["=g", "h"]);
  assert.deepEqual(read.getColumn("evaluator").toArray(), ["@e", "@e"]);
});
