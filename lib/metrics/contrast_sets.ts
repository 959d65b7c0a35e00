import pl from "nodejs-polars";
import { columnNumbers, factor } from "../results/factor.ts";
import { FRAMES } from "../results/frames.ts";
import { WrongType, WrongValue } from "../progress/require_no_more.ts";
import { requireAsked, type RowSelection, selectedRows } from "../results/only.ts";
import { CRITERIA_BY } from "./criteria_outcomes.ts";
import { pairOutcomes, PAIRS_BY, verdictCodes } from "./pair_outcomes.ts";
import { matchSides } from "./pair_rows.ts";

/** For two sets whose every row has exactly one like it in the other but for the columns that they are chosen by: its number; else null. */
export function partners(
  frame: pl.DataFrame,
  cells: Readonly<Record<string, RowSelection>>,
  parts: Int16Array,
): Int32Array | null {
  const chosen = new Set(Object.values(cells).flatMap((selection) => Object.keys(selection)));
  const key = NAMING.filter((name) => frame.columns.includes(name) && !chosen.has(name));
  if (!key.some((name) => name.endsWith("_id"))) return null;
  try {
    const { partner } = matchSides("contrast", frame, key, (row) => parts[row]);
    return partner.every((other, row) => parts[row] < 0 || other >= 0) ? partner : null;
  } catch (error) {
    // Several rows of one thing on a side: they are no pairs.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Columns that name what was judged and how, in any frame. */
const NAMING = [...new Set(Object.values(FRAMES).flatMap(({ key }) => key)), "image_id"];

export function requireWeights(names: readonly string[], weights: Readonly<Record<string, number>>): void {
  const bad = [...new Set([...names, ...Object.keys(weights)])].find((name) =>
    !names.includes(name) || !Number.isFinite(weights[name])
  );
  if (bad === undefined && names.length > 0) return;
  throw new WrongValue(
    `contrast: wanted cells and a finite weight for each of them, found ${
      bad === undefined
        ? "no cell"
        : names.includes(bad)
        ? `weight ${weights[bad]} for ${bad}`
        : `a weight for ${bad}, no cell`
    }`,
  );
}

/** The cell of each row by its number, −1 for rows of none. */
export function partsOf(frame: pl.DataFrame, cells: Readonly<Record<string, RowSelection>>): Int16Array {
  const parts = new Int16Array(frame.height).fill(-1), names = Object.keys(cells);
  names.forEach((name, part) => {
    for (const row of selectedRows("contrast", frame, cells[name])) {
      if (parts[row] >= 0) {
        throw new RangeError(
          `contrast: wanted ${names[parts[row]]} and ${name} without a row in common, found row ${
            row + 1
          } in both`,
        );
      }
      parts[row] = part;
    }
  });
  return parts;
}

export function outcomeValues(
  frame: pl.DataFrame,
  outcome: string,
): { values: Float64Array; choice?: ArrayLike<number> } {
  if (!frame.columns.includes(outcome) && outcome === "correct") {
    const { part, choice } = pairOutcomes("contrast", frame), { value } = part();
    return { values: Float64Array.from({ length: frame.height }, (_, row) => value(row)), choice };
  }
  const made = frame.columns.includes("choice") ? ["correct"] : [];
  requireAsked("contrast", frame, [outcome], [...made, ...frame.columns]);
  const series = frame.getColumn(outcome);
  if (/String|Utf8|Categorical/.test(String(series.dtype))) {
    throw new WrongType(`contrast: wanted numbers in the column ${outcome}, found ${series.dtype}`);
  }
  // Replies that count as wrong are named beside `withSubsets` too.
  const isOurs = outcome === "correct" && frame.columns.includes("choice") &&
    frame.filter(pl.col("choice").cast(pl.Utf8).isIn(["A", "B", "tie"]).not()).height === 0;
  const told = isOurs ? { choice: verdictCodes("contrast", frame, "choice") } : {};
  if (!/Bool/.test(String(series.dtype))) return { values: columnNumbers(series), ...told };
  const flags = series.toArray() as (boolean | null)[];
  return { values: Float64Array.from(flags, (value) => value === null ? NaN : Number(value)), ...told };
}

/** Columns that metrics tell apart by themselves, in any frame: one value of each is one way of judging. */
export const WAYS = [
  ...new Set([...PAIRS_BY, ...CRITERIA_BY, "prompt", "evaluator", "setting", "condition"]),
];

/** What a set mixes without a word of its selection: `image (false, true) and condition (x, y) count together: …`. */
export function pooledWays(
  frame: pl.DataFrame,
  cells: Readonly<Record<string, RowSelection>>,
  parts: Int16Array,
): string {
  const found = WAYS.filter((name) => frame.columns.includes(name)).flatMap((name) => {
    const { codes, levels } = factor(frame.getColumn(name));
    const mixed = new Set(
      Object.values(cells).flatMap((selection, part) => {
        const own = new Set(name in selection ? [] : codes.filter((_, row) => parts[row] === part));
        return own.size > 1 ? [...own] : [];
      }),
    );
    const values = [...mixed].sort((a, b) => a - b).map((code) => String(levels[code] ?? "none"));
    const more = values.length > LISTED ? `, … ${values.length} in all` : "";
    return values.length > 0 ? [`${name} (${values.slice(0, LISTED).join(", ")}${more})`] : [];
  });
  return found.length === 0
    ? ""
    : `${
      found.join(", ")
    } count together: name one of each in every set, or in a list those that are meant as one`;
}

/** How many pooled values a warning lists. */
const LISTED = 4;
