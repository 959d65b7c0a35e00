import { told } from "../progress/told.ts";
import pl from "nodejs-polars";
import { captionCodes } from "../results/caption_codes.ts";
import { factor } from "../results/factor.ts";
import { type PommsRecord, stepOf } from "./pomms.ts";
import { POMMS_COLUMN, requireMembers } from "./pomms_philautia.ts";
import { requireOptions } from "../progress/require.ts";

/**
 * The `caption scores` of one setting with those of a Pomms as one more evaluator, `Pomms`, behind them: what
 * `philautiaIntervals` and every other metric of caption scores then take for an evaluator like the others. Its score is
 * intercept + Σ weight · the member's score of the same caption, on the humans' scale, and missing where a member has none.
 *
 * @throws {RangeError} for an unknown setting, a member that evaluates nothing in it, or a step out of range
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readCaptionScores, withPommsScores } from "judgebias";
 *
 * const scores = readCaptionScores("data/examples/caption_scores.csv");
 * const step = {
 *   members: ["simulated-model-a", "simulated-model-b"], coefficients: [0.5, 0.5],
 *   intercept: 0,
 * };
 * const pomms = {
 *   steps: [{ ...step, alpha: 0, validationTau: NaN, notes: [] }], best: 0,
 * };
 * const joined = withPommsScores(scores, pomms, { setting: "ref_free" });
 * // 12 images × 3 generators × 3 evaluators, and the ensemble's
 * assert.equal(joined.height, 108 + 36);
 * ```
 */
export function withPommsScores(
  captionScores: pl.DataFrame,
  pomms: Pick<PommsRecord, "steps" | "best">,
  options: { setting: string; step?: number },
): pl.DataFrame {
  requireOptions("withPommsScores", options, ["setting", "step"], arguments);
  const { setting, step = pomms.best } = options;
  const { members, coefficients, intercept } = stepOf("withPommsScores", pomms, step);
  const { image, generator, evaluator, setting: settings, score, height } = captionCodes(
    captionScores,
    "withPommsScores",
  );
  const wanted = settings.levels.indexOf(setting);
  if (wanted < 0) {
    throw new RangeError(
      `withPommsScores: wanted a setting out of ${settings.levels.join(", ")}, found ${told(setting)}`,
    );
  }
  requireMembers("withPommsScores", members, evaluator.levels.map(String), setting);
  const memberOf = evaluator.levels.map((name) => members.indexOf(String(name)));
  const run = captionScores.columns.includes("run") ? factor(captionScores.getColumn("run")) : null;
  const runs = run?.levels.length ?? 1, generators = generator.levels.length;
  const places = image.levels.length * generators * runs;
  const sums = new Float64Array(places).fill(intercept), found = new Int32Array(places);
  const first = new Int32Array(places).fill(-1);
  const [ofSetting, ofImage, ofGenerator, ofEvaluator] = [settings, image, generator, evaluator]
    .map(({ codes }) => codes);
  for (let i = 0; i < height; i++) {
    if (ofSetting[i] !== wanted) continue;
    const place = (ofImage[i] * generators + ofGenerator[i]) * runs + (run?.codes[i] ?? 0);
    if (first[place] < 0) first[place] = i;
    const member = memberOf[ofEvaluator[i]];
    if (member < 0) continue;
    found[place]++;
    sums[place] += coefficients[member] * score[i];
  }
  const rows = Array.from(first.keys()).filter((place) => first[place] >= 0);
  const text = (name: string, { levels, codes }: typeof image) =>
    pl.Series(name, rows.map((place) => String(levels[codes[first[place]]])), pl.Utf8);
  const scores = rows.map((place) =>
    found[place] === members.length && !Number.isNaN(sums[place]) ? sums[place] : null
  );
  const own = pl.DataFrame([
    text("image_id", image),
    text("generator", generator),
    pl.Series("evaluator", rows.map(() => POMMS_COLUMN), pl.Utf8),
    pl.Series("setting", rows.map(() => setting), pl.Utf8),
    ...(run ? [pl.Series("run", rows.map((place) => run.levels[run.codes[first[place]]]), pl.Float64)] : []),
    pl.Series("score", scores, pl.Float64),
  ]);
  const columns = own.columns.map((name) =>
    pl.col(name).cast(name === "score" || name === "run" ? pl.Float64 : pl.Utf8)
  );
  const others = captionScores.filter(pl.col("setting").cast(pl.Utf8).eq(pl.lit(setting)));
  return pl.concat([others.select(...columns), own]);
}
