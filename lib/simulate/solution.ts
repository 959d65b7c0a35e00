import { fileURLToPath } from "node:url";
import pl from "nodejs-polars";
import type { FrameName } from "../results/frames.ts";
import { withHabits } from "../progress/pandas.ts";
import { requireSome } from "../progress/require.ts";

/** A frame that was solved once, as Parquet. Its judges have the names that the papers print: figures set them beside printed numbers. */
export function solvedFrame(kind: FrameName | "order pairs" | "model pairs" | "voted pairs"): pl.DataFrame {
  const file = new URL(`../../data/simulated/${kind.replaceAll(" ", "_")}.parquet`, import.meta.url);
  return pl.readParquet(fileURLToPath(file));
}

const FACTS = fileURLToPath(new URL("../../data/simulated/calibration.csv", import.meta.url));

const COLUMNS = {
  ...{ frame: pl.Utf8, source: pl.Utf8, of: pl.Utf8, quantity: pl.Utf8, published: pl.Utf8 },
  ...{ simulated: pl.Float64, deviation: pl.Float64, allowed: pl.Float64, met: pl.Bool },
};

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
  return chosen("calibration", pl.readCSV(FACTS, { schema: COLUMNS }), { frame: frame && [frame] });
}

const NAMING = ["judge", "evaluator", "generator", "labeller"];

/** A solved frame whose models are called what they are set to; invented judges and people keep their names. What is computed of it knows that it is simulated. */
export function withSettings(frame: pl.DataFrame): pl.DataFrame {
  const named = NAMING.filter((name) => frame.columns.includes(name));
  return withHabits(frame.withColumns(...named.map((name) => {
    const bare = pl.col(name).cast(pl.Utf8);
    return pl.when(bare.isNull().or(bare.str.contains("^Simulated|^human$"))).then(bare)
      .otherwise(pl.concatString([pl.lit("set to"), bare], " "))
      .cast(frame.getColumn(name).dtype).alias(name);
  })));
}

export function chosen(
  action: string,
  frame: pl.DataFrame,
  wanted: Readonly<Record<string, readonly string[] | undefined>>,
): pl.DataFrame {
  return Object.entries(wanted).reduce((rows, [column, names]) => {
    if (names === undefined) return rows;
    requireSome(action, names, frame.getColumn(column).unique({ maintainOrder: true }).toArray().map(String));
    return rows.filter(pl.col(column).isIn([...names]));
  }, frame);
}
