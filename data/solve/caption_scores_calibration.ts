import type pl from "nodejs-polars";
import {
  type CaptionSetting,
  PHILAUTIA_EXAMPLES,
  PHILAUTIA_FACTS,
  PHILAUTIA_MODELS,
} from "@/papers/philautia.ts";
import { captionCodes } from "@/results/caption_codes.ts";
import { type CaptionCalibrationRow, facts, type Stated } from "./caption_fact.ts";
import { captionMatrixFacts } from "./caption_matrix_facts.ts";
import { at, average, M } from "./philautia_matrix.ts";

/**
 * Compares a simulated `caption scores` frame with everything that the philautia paper states about SelfEval-Cap: one row
 * per fact. Written independently of the metrics, with plain sums.
 *
 * @throws {RangeError} when a cell of the twelve models has no score
 */
export function captionScoresCalibration(frame: pl.DataFrame): CaptionCalibrationRow[] {
  const means = { ref_based: cellMeans(frame, "ref_based"), ref_free: cellMeans(frame, "ref_free") };
  return [
    ...captionMatrixFacts(means),
    ...meanScores(means),
    ...examples(frame, means),
  ];
}

type Means = Record<CaptionSetting, Float64Array>;

/** Mean scores. */
function meanScores(means: Means): CaptionCalibrationRow[] {
  const based = means.ref_based, gemini = at("Gemini-2.5-Pro");
  const others = PHILAUTIA_MODELS.map((_, j) => based[gemini * M + j]).filter((_, j) => j !== gemini);
  const highest = Math.max(...others);
  return [
    ...PHILAUTIA_FACTS.columnMeans.flatMap(([setting, evaluator, value]) => {
      const column = PHILAUTIA_MODELS.map((_, i) => means[setting][i * M + at(evaluator)]);
      return facts("Appendix B", setting, [
        [`mean score by ${evaluator}`, value.toFixed(3), average(column)],
      ]);
    }),
    ...facts("Figure 2", "ref_based", [
      ...Object.entries(PHILAUTIA_FACTS.geminiCaptions).map(([evaluator, value]): Stated => [
        `mean score of Gemini-2.5-Pro's captions by ${evaluator}`,
        value.toFixed(2),
        based[gemini * M + at(evaluator)],
      ]),
      [
        "highest mean score of Gemini-2.5-Pro's captions by another",
        "< 0.80",
        highest,
        highest < based[gemini * M + gemini],
      ],
    ]),
  ];
}

/** The captions of figures 5, B and C. */
function examples(frame: pl.DataFrame, means: Means): CaptionCalibrationRow[] {
  const { image, generator, evaluator, setting, score, height } = captionCodes(frame);
  return PHILAUTIA_EXAMPLES.flatMap(({ figure, model, setting: its, ...example }) => {
    const place = image.levels.indexOf(example.image);
    if (place < 0) return [];
    const writer = generator.levels.indexOf(model), where = setting.levels.indexOf(its);
    let own = NaN, below = 0;
    for (let i = 0; i < height; i++) {
      if (image.codes[i] !== place || generator.codes[i] !== writer || setting.codes[i] !== where) continue;
      const name = String(evaluator.levels[evaluator.codes[i]]);
      const mean = average(PHILAUTIA_MODELS.map((_, g) => means[its][g * M + at(name)]));
      if (name === model) own = score[i];
      else if (score[i] < mean) below++;
    }
    return facts(figure, its, [
      [`score of ${model}'s caption by itself`, example.score.toFixed(3), own],
      ["other evaluators below their mean", "most of 11", below, below > (M - 1) / 2],
    ]);
  });
}

function cellMeans(frame: pl.DataFrame, setting: CaptionSetting): Float64Array {
  const codes = captionCodes(frame), wanted = codes.setting.levels.indexOf(setting);
  const place = ({ levels }: { levels: readonly unknown[] }) =>
    Int32Array.from(levels, (level) => at(String(level)));
  const row = place(codes.generator), column = place(codes.evaluator);
  const sums = new Float64Array(M * M), counts = new Float64Array(M * M);
  for (let i = 0; i < codes.height; i++) {
    if (codes.setting.codes[i] !== wanted || Number.isNaN(codes.score[i])) continue;
    const g = row[codes.generator.codes[i]], e = column[codes.evaluator.codes[i]];
    if (g < 0 || e < 0) continue;
    sums[g * M + e] += codes.score[i];
    counts[g * M + e]++;
  }
  const empty = counts.indexOf(0);
  if (empty >= 0) {
    const names = [PHILAUTIA_MODELS[Math.floor(empty / M)], PHILAUTIA_MODELS[empty % M]];
    throw new RangeError(
      `captionScoresCalibration: wanted scores of all models in ${setting}, found none by ${names[1]} for ${
        names[0]
      }`,
    );
  }
  return sums.map((sum, k) => sum / counts[k]);
}
