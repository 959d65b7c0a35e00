import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import { readTokenScores } from "@/results/read_token_scores.ts";
import { inFolder } from "./in_folder.ts";

const column = (frame: pl.DataFrame, name: string) => frame.getColumn(name).toArray();
const FILLER = -11.5;
const log = Math.log;

const OPTIONS = {
  itemId: "id",
  human: "gold",
  parsed: "printed",
  filler: FILLER,
  logProbabilities: { p1: 1, p2: 2, p3: 3 },
};
const HEADER = "id,p1,p2,p3,gold,printed\n";

Deno.test("expected scores by hand: normalised, fillers count for nothing, too little probability is no score", () => {
  inFolder({
    // 0.3·1 + 0.5·3 over 0.8 = 2.25; all fillers; 0.2 + 0.2 < 0.5; log-probabilities of 0 and nothing
    "a.csv": `${HEADER}01,${log(0.3)},${FILLER},${log(0.5)},2,3\n02,${FILLER},${FILLER},${FILLER},3,-1\n` +
      `03,${log(0.2)},${log(0.2)},${FILLER},1,2\n04,,0,,1,2\n`,
    "b.csv": `${HEADER}04,0,${FILLER},${FILLER},1,1\n05,${log(0.5)},${log(0.5)},${FILLER},2,9\n`,
  }, (folder) => {
    const ratings = readTokenScores(folder, OPTIONS);
    assert.deepEqual(ratings.columns, "item_id|image_id|split|human|a|a (parsed)|b|b (parsed)".split("|"));
    assert.deepEqual(column(ratings, "item_id"), ["01", "02", "03", "04", "05"]);
    assert.deepEqual(column(ratings, "a"), [2.25, null, null, 2, null]);
    assert.deepEqual(column(ratings, "a (parsed)"), [3, null, 2, 2, null]);
    assert.deepEqual(column(ratings, "b"), [null, null, null, 1, 1.5]);
    assert.deepEqual(column(ratings, "b (parsed)"), [null, null, null, 1, null], "9 is off the scale");
    assert.deepEqual(column(ratings, "human"), [2, 3, 1, 1, 2]);
  });
});

Deno.test("wrong files are refused with file, line and value", () => {
  inFolder({
    "twice.csv": `${HEADER}1,0,-9,-9,2,1\n1,0,-9,-9,2,1\n`,
    "text.csv": `${HEADER}1,0,-9,-9,2,1\n2,0,high,-9,2,1\n`,
    "no_id.csv": `${HEADER},0,-9,-9,2,1\n`,
    "other.csv": `${HEADER}1,0,-9,-9,3,1\n`,
  }, (folder) => {
    const fail = (names: string[], message: RegExp) =>
      assert.throws(() => readTokenScores(names.map((name) => `${folder}/${name}`), OPTIONS), {
        name: "ResultsError",
        message,
      });
    fail(["twice.csv"], /twice\.csv, line 3, column id: wanted each item once, found "1"/);
    fail(["text.csv"], /line 3, column p2: wanted a number or nothing, found "high"/);
    fail(["no_id.csv"], /line 2, column id/);
    inFolder({ "first.csv": `${HEADER}1,0,-9,-9,2,1\n` }, (first) =>
      assert.throws(
        () => readTokenScores([`${first}/first.csv`, `${folder}/other.csv`], OPTIONS),
        /other\.csv, line 2, column gold: wanted the same human score as in the files before \(2\), found 3/,
      ));
    assert.throws(() => readTokenScores(`${folder}/other.csv`, { ...OPTIONS, human: "h" }), /column h/);
    assert.throws(
      () => readTokenScores(`${folder}/other.csv`, { ...OPTIONS, logProbabilities: { p1: 1 } }),
      RangeError,
    );
  });
});
