import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { anchorScores } from "@/judge/anchor_scores.ts";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import { ratingsFrame, verdictFrame } from "@/judge/verdict_frame.ts";
import { reply } from "./reply.ts";
import { SAMPLES } from "./protocols/samples.ts";

Deno.test("verdicts of a pairwise run are a pairs frame that the metrics take", () => {
  const { sample, conditions, steps, rows } = PROTOCOLS.base;
  const all = ["1", "2", "3"].flatMap((item_id, i) => {
    const checked = sample.parse({ ...SAMPLES.base, item_id, more_informative: "B" });
    return conditions({ images: [true, false] }, checked).flatMap((condition) => {
      const text = ["Judgement: [[A]]", "Judgement: [[B]]", "Both are good."][i];
      const judgment = steps[0].parse(reply(text), checked, condition);
      return rows(checked, condition, { judgment }, "judge");
    });
  });
  const frame = verdictFrame("pairs", all, { benchmark: "mine" });
  assert.deepEqual(frame.columns.slice(0, 5), ["benchmark", "item_id", "image_id", "domain", "judge"]);
  assert.deepEqual(frame.getColumn("choice").toArray(), ["A", "A", "B", "B", null, null]);
  const bias = informativenessBias(frame);
  assert.deepEqual(bias.getColumn("n").toArray(), [3, 3]);
  assert.equal(verdictFrame("pairs", []).height, 0);
});

Deno.test("a repeated key or a value that the frame forbids is an error that names it", () => {
  const row = { item_id: "1", labeller: "x", more_informative: "B" };
  assert.throws(() => verdictFrame("labels", [row, row]), /one row per benchmark, item_id, labeller/);
  assert.throws(() => verdictFrame("labels", [{ ...row, more_informative: "C" }]), /A, B, tie/);
});

Deno.test("caption verdicts on rated captions are ratings, one column per evaluator, means over runs", () => {
  const row = { image_id: "i", split: "test", humans: "[0.5]", setting: "ref_free" };
  const rows = [
    { ...row, item_id: "1", evaluator: "b", run: 1, score: 0.25 },
    { ...row, item_id: "1", evaluator: "b", run: 2, score: 0.75 },
    { ...row, item_id: "1", evaluator: "a", run: 1, score: null },
    { ...row, item_id: "2", evaluator: "a", run: 1, score: 0.1 },
  ];
  const frame = ratingsFrame(pl.DataFrame(rows));
  assert.deepEqual(frame.getColumn("a").toArray(), [null, 0.1]);
  assert.deepEqual(frame.getColumn("b").toArray(), [0.5, null]);
  const refused = (rows: Record<string, unknown>[]) => () => ratingsFrame(pl.DataFrame(rows));
  assert.throws(refused([rows[0], { ...rows[1], setting: "ref_based" }]), /one setting/);
  assert.throws(
    refused([rows[0], { ...rows[1], humans: "[1]" }]),
    /the same human ratings of an item, found \[0.5\] and \[1\] for 1/,
  );
  assert.throws(refused([{ ...row, evaluator: "a", score: 1 }]), /found no item_id/);
  assert.throws(refused([rows[0], { ...rows[1], item_id: null }]), /without item_id/);
});

Deno.test("a caption that three people have rated is judged once and rated thrice", () => {
  const { sample, conditions, steps: [step], rows: rowsOf } = PROTOCOLS.caption_ref_free;
  const checked = sample.parse({ ...SAMPLES.caption_ref_free, item_id: "9", human: [1, 3, 3.5] });
  const [condition] = conditions({}, checked);
  const score = step.parse(reply("The final score is $60$."), checked, condition);
  const verdicts = verdictFrame("caption scores", rowsOf(checked, condition, { score }, "judge"));
  assert.deepEqual(verdicts.getColumn("human").toArray(), [2.5]);
  const ratings = ratingsFrame(verdicts);
  assert.deepEqual(ratings.getColumn("human").toArray(), [1, 3, 3.5]);
  assert.deepEqual(ratings.getColumn("judge").toArray(), [0.6, 0.6, 0.6]);
  const unrated = sample.parse({ ...SAMPLES.caption_ref_free, item_id: "9", human: null });
  const none = ratingsFrame(verdictFrame("caption scores", rowsOf(unrated, condition, { score }, "judge")));
  assert.deepEqual(none.getColumn("human").toArray(), [null]);
});

Deno.test("rated captions of one image without a generator are rows of their own, in both frames", () => {
  const { sample, conditions, steps: [step], rows: rowsOf } = PROTOCOLS.caption_ref_free;
  const { generator: _, ...caption } = SAMPLES.caption_ref_free;
  const rows = ["8", "9"].flatMap((item_id) => {
    const checked = sample.parse({ ...caption, item_id, human: 0.75, split: "train" });
    const [condition] = conditions({}, checked);
    const score = step.parse(reply("The final score is $60$."), checked, condition);
    return rowsOf(checked, condition, { score }, "judge");
  });
  const verdicts = verdictFrame("caption scores", rows);
  assert.deepEqual(verdicts.getColumn("generator").toArray(), ["8", "9"]);
  assert.deepEqual(ratingsFrame(verdicts).toRecords()[1], {
    item_id: "9",
    image_id: "7",
    split: "train",
    human: 0.75,
    judge: 0.6,
  });
});

Deno.test("anchor scores: means by text, clustered by image, replies without a score counted", () => {
  const text = ["Answer 1", "Answer 1", "Answer 1", "Answer 2"];
  const rows = pl.DataFrame([
    pl.Series("judge", text.map(() => "GPT-5"), pl.Utf8),
    pl.Series("image_id", ["a", "a", "b", "a"], pl.Utf8),
    pl.Series("text", text, pl.Utf8),
    pl.Series("score", [3, 5, null, 2], pl.Float64),
  ]);
  const [first, second] = anchorScores(rows).toRecords();
  assert.deepEqual(
    [first.text, first.score, first.n, first.n_clusters, first.n_unscored],
    ["Answer 1", 4, 2, 1, 1],
  );
  assert.deepEqual([second.text, second.score, second.n, second.n_unscored], ["Answer 2", 2, 1, 0]);
});
