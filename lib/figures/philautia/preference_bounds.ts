import {
  type CaptionSetting,
  PHILAUTIA_FACTS,
  PHILAUTIA_MODELS,
  PHILAUTIA_SIGNS,
  philautiaScores,
  pommsColumn,
} from "../../papers/philautia.ts";
import { type Value, valueOf } from "../values/value.ts";
import { type Bounds, tightenedBounds } from "./tightened_bounds.ts";

const MODELS: readonly string[] = PHILAUTIA_MODELS;
const M = MODELS.length;

/** No entry of a row of twelve is beyond this: one extreme among equal ones. */
const FARTHEST = Math.sqrt(M - 1);

/** Half a unit of the second decimal: a printed entry lies within it. */
const ROUNDING = 0.005;

/** Entries of Φ̃ that the paper prints (section 6.1, 6.2, Table 2), with their printed form. */
export function printedEntries(setting: CaptionSetting): Value[] {
  const entry = (generator: string, evaluator: string, printed: string) =>
    valueOf({
      keys: { setting, generator, evaluator },
      quantity: "Φ̃",
      value: Number(printed),
      printed,
      provenance: "published",
    });
  return [
    ...philautiaScores().filter((score) => score.setting === setting)
      .map(({ model, printed }) => entry(model, model, printed)),
    ...PHILAUTIA_FACTS.entries.filter(([where]) => where === setting)
      .map(([, generator, evaluator, value]) => entry(generator, evaluator, value.toFixed(2))),
  ];
}

/**
 * Between which ends every entry of Φ̃ of a setting lies (generators × evaluators, in the paper's order), in all matrices that
 * meet these facts: a row has mean 0 and, dividing by n, variance 1; printed entries to their rounding; the signs of
 * `PHILAUTIA_SIGNS`; no philautia score above InternVL's; with references, no entry below the −3.25, the mean of Gemma's column,
 * and its own score more than two standard deviations above it; without, no entry of Eagle2's column beyond its 1.05.
 *
 * Not used, since they bound no single entry: counts (9 of 12 positive in the Qwen family, most of Qwen's row), distances in
 * other columns, whose means are not printed, and what "relatively high" says of 1.40 and 1.30. Qwen's 0.934 without LLaVA-1.5 follows from
 * its 0.49 and the −3.25.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { preferenceBounds } from "@/figures/philautia/preference_bounds.ts";
 *
 * // What GPT-4o gives to Qwen2.5-VL, with references: −3.25 by LLaVA-1.5 leaves the others little room.
 * const [low, high] = preferenceBounds("ref_based")[2][0];
 * assert.ok(low > -0.45 && high < 1);
 * ```
 */
export function preferenceBounds(setting: CaptionSetting): Bounds[][] {
  const rows = stated(setting);
  const own = MODELS.indexOf("Gemma3-4B-IT");
  for (let round = 0; round < 4; round++) {
    rows.forEach((row, i) => rows[i] = tightenedBounds(row, { sum: [0, 0], squares: M }));
    if (setting === "ref_free") continue;
    const mean = PHILAUTIA_FACTS.gemmaColumnMean, far = (rows[own][own][1] - mean) / 2;
    const column = tightenedBounds(rows.map((row) => row[own]), {
      sum: [M * (mean - ROUNDING / 100), M * (mean + ROUNDING / 100)],
      // Squares around the mean and the square of the mean itself, which is known to its fourth decimal.
      squares: M * ((far + ROUNDING / 100) ** 2 + (Math.abs(mean) + ROUNDING / 100) ** 2),
    });
    column.forEach((bounds, i) => rows[i] = rows[i].with(own, bounds));
  }
  return rows;
}

/** The bounds that facts about single entries set. */
function stated(setting: CaptionSetting): Bounds[][] {
  const at = (name: string) => MODELS.indexOf(name);
  const printed = printedEntries(setting);
  const highest = Math.max(
    ...philautiaScores().filter((one) => one.setting === setting).map((one) => one.value),
  );
  const lowest = setting === "ref_based"
    ? Math.min(...printed.map(({ value }) => value)) - ROUNDING
    : -FARTHEST;
  const rows = MODELS.map((_, i) =>
    MODELS.map((_, j): Bounds => i === j ? [0, highest + ROUNDING] : [lowest, FARTHEST])
  );
  const set = (i: number, j: number, [low, high]: Bounds) =>
    rows[i][j] = [Math.max(low, rows[i][j][0]), Math.min(high, rows[i][j][1])];
  if (setting === "ref_free") {
    const { evaluator, value } = PHILAUTIA_FACTS.smallestExtreme;
    MODELS.forEach((_, i) => set(i, at(evaluator), [-value - ROUNDING, value + ROUNDING]));
  }
  for (const { setting: where, generator, evaluator, sign } of PHILAUTIA_SIGNS) {
    if (where === setting) set(at(generator), at(evaluator), sign > 0 ? [0, FARTHEST] : [-FARTHEST, 0]);
  }
  for (const { keys, value } of printed) {
    set(at(keys.generator), at(keys.evaluator), [value - ROUNDING, value + ROUNDING]);
  }
  return rows;
}

/**
 * The same for the matrix with Pomms as a thirteenth evaluator (Figure D). Columns are standardised one by one, so the other twelve
 * stay as they are, and a row of twelve entries x that is joined by q becomes (x − q/13)/s, s² = (156 + 12q²)/169. Pomms' own entry
 * p = 12q/√(156 + 12q²) is printed (Table 2), hence q² = 13p²/(12 − p²).
 */
export function boundsWithPomms(): Bounds[][] {
  const column = new Map(pommsColumn().map(({ model, value }) => [model, value]));
  return preferenceBounds("ref_free").map((row, i) => {
    const printed = column.get(MODELS[i])!;
    const ends = [printed - ROUNDING, printed, printed + ROUNDING].map((p) => {
      const q = Math.sign(p) * Math.sqrt((M + 1) * p ** 2 / (M - p ** 2));
      const s = Math.sqrt(M * (M + 1) + M * q ** 2) / (M + 1);
      return (x: number) => (x - q / (M + 1)) / s;
    });
    return row.map(([low, high]): Bounds => [
      Math.min(...ends.map((end) => end(low))),
      Math.max(...ends.map((end) => end(high))),
    ]);
  });
}
