import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { describe } from "@/results/describe.ts";
import { inspectFile } from "@/results/inspect_file.ts";
import { readReport } from "@/results/read_report.ts";
import { readResults } from "@/results/read_results.ts";

const EXAMPLES = "data/examples";

Deno.test("readResults: each file by its columns or its layout", () => {
  const frames = readResults([`${EXAMPLES}/labels.csv`, `${EXAMPLES}/pairs.csv`]);
  assert.deepEqual(Object.keys(frames), ["labels", "pairs"]);
  const official = readResults(`${EXAMPLES}/mllm_as_a_judge`);
  assert.deepEqual(Object.keys(official), ["pairs"]);
  assert.equal(readReport(official.pairs!)?.format, "mllm-as-a-judge");
});

Deno.test("readResults: several layouts of one frame, and a stranger, are refused by name", () => {
  assert.throws(
    () => readResults([`${EXAMPLES}/judgebench.jsonl`, `${EXAMPLES}/pairs.csv`]),
    /pairs\.csv.*layout judgebench.*found native/,
  );
  const folder = Deno.makeTempDirSync();
  try {
    Deno.writeTextFileSync(`${folder}/x.csv`, "name,value\na,1\n");
    assert.throws(() => readResults(folder), /x\.csv.*found name, value/);
    assert.deepEqual(inspectFile(folder).strangers.map(({ path }) => path.endsWith("x.csv")), [true]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("describe: frames without groups or without a key", () => {
  const ratings = pl.DataFrame({ item_id: ["1", "1", "2"], human: [1, null, 3] });
  assert.deepEqual(describe(ratings).toRecords(), [
    { rows: 3, items: 2, missing: 0, unrated: 1, duplicates: 0 },
  ]);
  const scores = pl.DataFrame({
    image_id: ["1", "2", "1", "1"],
    generator: ["g", "g", "h", "h"],
    evaluator: ["e", "e", "e", "e"],
    setting: ["ref_free", "ref_free", "ref_free", "ref_free"],
    score: [0.5, null, 0.1, 0.1],
  });
  // h has no row for image 2, and two for image 1.
  assert.deepEqual(
    describe(scores).toRecords().map(({ generator, rows, items, missing, unscored, duplicates }) => [
      generator,
      rows,
      items,
      missing,
      unscored,
      duplicates,
    ]),
    [["g", 2, 2, 0, 1, 0], ["h", 2, 1, 1, 0, 1]],
  );
});
