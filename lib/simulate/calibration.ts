import { fileURLToPath } from "node:url";
import pl from "nodejs-polars";
import type { FrameName } from "../results/frames.ts";
import { requireSome } from "../progress/require.ts";

const FILE = fileURLToPath(new URL("../../data/simulated/calibration.csv", import.meta.url));

/**
 * What the papers print or state beside what the simulated frames have: a row per number or fact.
 *
 * `frame`, `source` (`Table 1`, `Section 6.1`), `of` (judge, benchmark, pipeline, prompt, setting), `quantity`, `published` (as printed, or the
 * inequality that is stated), `simulated` (unrounded, in the unit of the fact), `deviation` (simulated − published; empty where no number is
 * stated), `allowed` (what half a unit of the last printed digit and one pair more or less come to; pairs alone), `met` (it prints as
 * published, or the inequality holds).
 *
 * Computed from the frames as they are simulated by `data/solve/solve.ts`; a test holds the two together.
 *
 * @param frame rows of this frame only: `pairs`, `score pairs`, `caption scores`, `ratings`, `criteria`
 * @throws {RangeError} for a frame that is calibrated to no table of numbers
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { calibration } from "judgebias/simulate";
 *
 * const facts = calibration("caption scores");
 * assert.ok(facts.getColumn("met").toArray().every((met) => met));
 * ```
 */
export function calibration(frame?: FrameName): pl.DataFrame {
  const rows = pl.readCSV(FILE, { schema: COLUMNS });
  if (frame === undefined) return rows;
  requireSome(
    "calibration",
    [frame],
    rows.getColumn("frame").unique({ maintainOrder: true }).toArray().map(String),
  );
  return rows.filter(pl.col("frame").eq(pl.lit(frame)));
}

const COLUMNS = {
  ...{ frame: pl.Utf8, source: pl.Utf8, of: pl.Utf8, quantity: pl.Utf8, published: pl.Utf8 },
  ...{ simulated: pl.Float64, deviation: pl.Float64, allowed: pl.Float64, met: pl.Bool },
};
