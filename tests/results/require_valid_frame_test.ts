import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { readPairs } from "@/results/read_pairs.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import { distinctWords } from "@/results/check.ts";
import { requireValidFrame } from "@/results/require_valid_frame.ts";

const pairs = () => readPairs("data/examples/pairs.csv");

Deno.test("requireValidFrame: the frames of readers pass, parts of them too, and frames without rows", () => {
  requireValidFrame("example", "pairs", pairs());
  requireValidFrame("example", "pairs", pairs().head(0));
  requireValidFrame(
    "example",
    "pairs",
    pairs().select("item_id", "judge", "image", "swapped", "variant", "human"),
  );
  requireValidFrame("example", "pairs", pl.DataFrame({ judge: ["a", "a"], human: ["A", "A"] }));
  requireValidFrame("example", "score pairs", readScorePairs("data/examples/score_pairs.csv"));
});

Deno.test("distinctWords: one word, several and none, of texts and of categories", () => {
  const words = (values: (string | null)[], type: pl.DataType = pl.Utf8) =>
    distinctWords(pl.Series("provenance", values, pl.Utf8).cast(type)).sort();
  for (const type of [pl.Utf8, pl.Categorical]) {
    assert.deepEqual(words(["simulated", "simulated"], type), ["simulated"]);
    assert.deepEqual(words(["simulated", "results", "simulated"], type), ["results", "simulated"]);
    assert.deepEqual(words(["simulated", null, "simulated"], type), [null, "simulated"]);
    assert.deepEqual(words([], type), []);
  }
});

Deno.test("a frame that was read or checked and then changed in place is checked again", () => {
  const read = readPairs("data/examples/pairs.csv"), made = pl.DataFrame({ item_id: ["1"], words_a: [3] });
  for (const frame of [read, made] as pl.DataFrame[]) {
    requireValidFrame("lengthBias", "pairs", frame);
    const words = frame.getColumn("words_a").toArray().map((value, row) => row === 0 ? -5 : value);
    frame.replaceAtIdx(frame.columns.indexOf("words_a"), pl.Series("words_a", words, pl.Int32));
    assert.throws(() => requireValidFrame("lengthBias", "pairs", frame), /column words_a, found -5 in row 1/);
  }
});
