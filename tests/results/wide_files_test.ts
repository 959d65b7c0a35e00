import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { inspectFile } from "@/results/inspect_file.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { ResultsError } from "@/results/results_error.ts";

Deno.test("a file of too many columns is refused by name, as CSV, JSONL and Parquet, before it is read", () => {
  const folder = Deno.makeTempDirSync(), names = Array.from({ length: 10_001 }, (_, i) => `c${i}`);
  const frame = pl.DataFrame(Object.fromEntries(names.map((name) => [name, ["1"]])));
  frame.writeParquet(`${folder}/w.parquet`);
  Deno.writeTextFileSync(`${folder}/w.csv`, `${names.join(",")}\n${names.map(() => "1").join(",")}\n`);
  Deno.writeTextFileSync(
    `${folder}/w.jsonl`,
    JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))),
  );
  // Each record has few; together they are too many.
  const record = (line: number) =>
    JSON.stringify(Object.fromEntries(names.slice(line * 100, line * 100 + 100).map((name) => [name, 1])));
  Deno.writeTextFileSync(
    `${folder}/lines.jsonl`,
    Array.from({ length: 101 }, (_, line) => record(line)).join("\n"),
  );
  for (const file of ["w.parquet", "w.csv", "w.jsonl", "lines.jsonl"]) {
    // Of a file that is no frame `inspectFile` looks at the first record alone.
    const readers = [readPairs, readCaptionScores, ...file === "lines.jsonl" ? [] : [inspectFile]];
    for (const read of readers) {
      assert.throws(
        () => read(`${folder}/${file}`),
        (error) =>
          error instanceof ResultsError && /at most 10000 columns \(limits\.columns\)/.test(error.message),
        `${read.name} ${file}`,
      );
    }
  }
  // Seen while the lines are walked, before any is parsed.
  assert.throws(() => readPairs(`${folder}/lines.jsonl`), /lines\.jsonl, line 101: .*found more/);
  // Whatever stands behind the footer is not looked at.
  const bytes = Deno.readFileSync(`${folder}/w.parquet`);
  bytes.fill(0, 4, 1000);
  Deno.writeFileSync(`${folder}/broken.parquet`, bytes);
  assert.throws(() => readPairs(`${folder}/broken.parquet`), /at most 10000 columns/);
});
