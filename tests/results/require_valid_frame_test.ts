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

Deno.test("requireValidFrame: exact duplicates and repeated keys, with both rows and how many", () => {
  const twice = pl.concat([pairs(), pairs().head(3)]);
  assert.throws(
    () => requireValidFrame("lengthBias", "pairs", twice),
    new RegExp(
      `^RangeError: lengthBias: wanted one row per benchmark, item_id, .*found rows 1 and ${
        pairs().height + 1
      } with the same .*; 3 rows repeat an earlier one$`,
    ),
  );
  // Another verdict on the same item by the same judge is no other row.
  const changed = pl.DataFrame({ item_id: ["1", "2", "1"], judge: ["j", "j", "j"], choice: ["A", "B", "B"] });
  assert.throws(
    () => requireValidFrame("x", "pairs", changed),
    /rows 1 and 3 with the same \(item_id 1, judge j\)$/,
  );
});

Deno.test("requireValidFrame: counts that are none, in whole and in floating columns", () => {
  const words = (values: (number | null)[], type: pl.DataType = pl.Float64) => {
    const ids = pl.Series("item_id", values.map((_, i) => String(i)), pl.Utf8);
    return pl.DataFrame([ids, pl.Series("words_a", values, type)]);
  };
  const wanted =
    "RangeError: lengthBias: wanted a whole number of at least 0 or nothing in the column words_a";
  for (const [bad, type] of [[-3, pl.Int32], [-3], [Infinity], [-Infinity], [2.5]] as const) {
    const given = words([4, bad, 7], type), said = new RegExp(`${wanted}, found ${bad} in row 2$`);
    assert.throws(() => requireValidFrame("lengthBias", "pairs", given), said);
  }
  for (const values of [[4, NaN, 7], [NaN, NaN], [null, null]]) {
    requireValidFrame("x", "pairs", words(values));
  }
  assert.throws(
    () => requireValidFrame("x", "pairs", pl.DataFrame({ item_id: ["1"], words_a: ["four"] })),
    /TypeError: x: wanted numbers in the column words_a/,
  );
});

Deno.test("requireValidFrame: unknown words, and scores off the scale unless they are excepted", () => {
  const scores = (type: string, biased: number) =>
    pl.DataFrame({
      sample_id: ["1", "2"],
      bias_type: ["text_dominance", type],
      unbiased: [8, 8],
      biased: [2, biased],
    });
  assert.throws(
    () => requireValidFrame("reliability", "score pairs", scores("text dominance", 2)),
    /RangeError: reliability: wanted text_dominance.* in the column bias_type, found "text dominance" in row 2; readScorePairs\(frame, /,
  );
  assert.throws(
    () => requireValidFrame("reliability", "score pairs", scores("blank_image", 11)),
    /from 1 to 10 or nothing in the column biased, found 11 in row 2$/,
  );
  requireValidFrame("reliability", "score pairs", scores("blank_image", 11), {
    except: ["unbiased", "biased"],
  });
  assert.throws(
    () => requireValidFrame("x", "pairs", pl.DataFrame({ item_id: ["1"], human: ["C"] })),
    /in the column human, found "C"/,
  );
});

Deno.test("requireValidFrame: what readers refuse in a record is refused in a frame", () => {
  const row = pairs().head(1).toRecords()[0];
  for (
    const bad of [{ human: "C" }, { words_a: -1 }, { words_a: 1.5 }, { image: "yes" }, { item_id: "" }, {
      run: -1,
    }]
  ) {
    const frame = pl.DataFrame([{ ...row, ...bad }]), [column] = Object.keys(bad);
    const wanted = new RegExp(`^(Type|Range)Error: x: wanted .*${column}`);
    assert.throws(() => requireValidFrame("x", "pairs", frame), wanted, JSON.stringify(bad));
  }
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
