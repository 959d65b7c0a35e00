import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { philautia } from "@/metrics/philautia.ts";
import { PHILAUTIA_MODELS, philautiaScores, pommsColumn } from "@/papers/philautia.ts";
import { describe } from "@/results/describe.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { writeFrame } from "@/results/write_frame.ts";
import { simulateCaptionScores } from "judgebias/simulate";
import { solvedFrame } from "@/simulate/solution.ts";
import { captionScoresCalibration } from "../../data/solve/caption_scores_calibration.ts";
import { CAPTION_NOISE, drawCaptionScores } from "../../data/solve/draw_caption_scores.ts";
import { exactMean } from "../../data/solve/exact_mean.ts";

const scores = solvedFrame("caption scores");

Deno.test("calibration: every stated fact of both settings is met, numbers to within a few millionths of their unrounded value", () => {
  const facts = captionScoresCalibration(scores);
  assert.deepEqual(facts.filter(({ met }) => !met), []);
  assert.equal(
    new Set(facts.map(({ source, setting, fact }) => `${source} ${setting} ${fact}`)).size,
    facts.length,
  );
  const off = (text: string) =>
    facts.filter(({ fact }) => fact.includes(text)).map(({ deviation }) => Math.abs(deviation));
  // Those of InternVL2.5-8B and Molmo-7B-D are held elsewhere within their rounding.
  const held = facts.filter(({ fact }) =>
    /^philautia score of (?!Intern|Molmo|Qwen2.5-VL-7B without)/.test(fact)
  );
  assert.ok(
    held.filter(({ deviation }) => Number.isFinite(deviation)).every((row) => Math.abs(row.deviation) < 5e-6),
  );
  assert.ok(off("Pomms on").length === 12 && off("Pomms on").every((deviation) => deviation < 5e-6));
  assert.ok(off("without LLaVA-1.5-13B")[0] < 1e-3);
});

Deno.test("real size, scores in [0, 1], one row per key, marked as simulated", () => {
  assert.equal(scores.height, 1_296_000);
  const score = scores.getColumn("score");
  assert.ok(Number(score.min()) >= 0 && Number(score.max()) <= 1);
  assert.deepEqual(scores.getColumn("provenance").unique().cast(pl.Utf8).toArray(), ["simulated"]);
  assert.equal(describe(scores).height > 0, true);
  // Around means that lie far from the ends scores vary as is said.
  const { shared: _, ...parts } = CAPTION_NOISE,
    sd = Math.hypot(...Object.values(parts)),
    own = pl.col("score");
  const spread = scores.groupBy("setting", "generator", "evaluator")
    .agg(own.mean().alias("mean"), own.std().alias("sd"))
    .filter(pl.col("mean").sub(pl.lit(0.5)).abs().lt(pl.lit(0.1))).getColumn("sd").toArray() as number[];
  assert.ok(spread.length > 20 && spread.every((one) => Math.abs(one / sd - 1) < 0.06), `${sd}: ${spread}`);
});

Deno.test("a seed gives the same rows, another seed others that are calibrated too; the reader takes the file", () => {
  const small = drawCaptionScores({ images: 300 }), other = drawCaptionScores({ images: 300, seed: 5 });
  const values = (frame: pl.DataFrame) => frame.getColumn("score").toArray();
  assert.deepEqual(values(small), values(drawCaptionScores({ images: 300 })));
  for (const name of ["generator", "evaluator"]) {
    const called = simulateCaptionScores().getColumn(name).unique().cast(pl.Utf8).toArray().map(String);
    assert.deepEqual(called.sort(), PHILAUTIA_MODELS.map((model) => `set to ${model}`).sort());
  }
  assert.notDeepEqual(values(small), values(other));
  const path = `${Deno.makeTempDirSync()}/scores.parquet`;
  writeFrame(other, path);
  const read = readCaptionScores(path);
  assert.deepEqual(values(read), values(other));
  const { scores: own } = philautia(read, { setting: "ref_free" });
  // A grain in 300 scores is 1.7e-7 of a mean, some 1e-5 of Φ̃.
  for (const { model, value } of philautiaScores().filter(({ setting }) => setting === "ref_free")) {
    if (!/Intern|Molmo/.test(model)) assert.ok(Math.abs(own[model] - value) < 1e-4, model);
  }
});

Deno.test("calibration: a changed frame is found out", () => {
  const small = drawCaptionScores({ images: 200 });
  const shifted = small.withColumns(
    pl.when(pl.col("generator").cast(pl.Utf8).eq(pl.lit("GPT-4o"))).then(pl.col("score").mul(pl.lit(0.9)))
      .otherwise(pl.col("score")).alias("score"),
  );
  const broken = captionScoresCalibration(shifted).filter(({ met }) => !met);
  assert.ok(broken.length > 5, String(broken.length));
  assert.equal(pommsColumn().length, 12);
  const half = small.filter(pl.col("evaluator").cast(pl.Utf8).neq(pl.lit("GPT-4o")));
  assert.throws(() => captionScoresCalibration(half), /found none by GPT-4o for GPT-4o/);
});

Deno.test("exactMean: cut at the ends, held values stay, impossible means are refused", () => {
  const values = Float64Array.of(0.1, -0.1, 0.4, 0, 0);
  exactMean(values, 0.9, { grain: 0.01, fixed: [NaN, 0.6] });
  assert.equal(values[1], 0.6);
  assert.ok(Math.abs(values.reduce((sum, value) => sum + value, 0) - 4.5) < 1e-9);
  assert.ok(values.every((value) => value >= 0 && value <= 1));
  const flat = new Float64Array(3); // equal deviations: one or two take the rest
  exactMean(flat, 0.5, { grain: 0.1 });
  assert.ok(Math.abs(flat.reduce((sum, value) => sum + value, 0) - 1.5) < 1e-9);
  assert.throws(() => exactMean(Float64Array.of(0, 0), 0.9, { grain: 0.01, fixed: [0] }), /wanted a mean/);
});
