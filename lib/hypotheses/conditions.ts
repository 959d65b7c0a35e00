import { told } from "../progress/told.ts";
import type pl from "nodejs-polars";
import { requireFrame, requireOneCondition } from "../results/frame.ts";
import { factor } from "../results/factor.ts";
import { rowsHolding } from "../results/only.ts";
import { FRAMES } from "../results/frames.ts";
import { holdOnce, matchSides } from "../metrics/pair_rows.ts";
import type { TestOptions } from "./hypothesis_types.ts";
import { requireNamed } from "../progress/require.ts";
import { WrongValue } from "../progress/require_no_more.ts";

/** A way of judging: rows of a `pairs` frame with these values. */
export interface Condition {
  /** How the judge was asked: base, image_caption, standard_ref or birch; without it rows of all. */
  pipeline?: string;
  /** Whether the judge saw the image; without it rows of both kinds. */
  image?: boolean;
  /** Which answers were judged: original, length_equalized or verbose; without it rows of all. */
  variant?: string;
  /** What you vary yourself, as the column `condition` names it, null for rows without one; without it the rows must be of one. */
  condition?: string | null;
}

/** What tests of `pairs` may be told. */
export interface PairsTestOptions extends TestOptions {
  /**
   * The way of judging that is looked at: plain judging of untouched pairs with the image unless told otherwise, or unless `where` names
   * the column.
   */
  condition?: Condition;
}

/** Plain judging of untouched pairs with the image: what a test looks at unless told otherwise. */
export const BASE_CONDITION: Required<Omit<Condition, "condition">> = {
  pipeline: "base",
  image: true,
  variant: "original",
};

const ITEM_KEY = ["benchmark", "item_id", "judge", "swapped", "run", "annotator", "condition"];

/** What a frame's rows are where it lacks the column: the same as readers fill in; other columns have no such value. */
const DEFAULTS: Record<string, unknown> = Object.fromEntries(
  [FRAMES.pairs, FRAMES["score pairs"], FRAMES.criteria].flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([name, spec]) =>
      spec.default === undefined || spec.default === null ? [] : [[name, spec.default]]
    )
  ),
);

/**
 * Rows of a condition, in order. A frame that lacks the column holds rows of its default only (pipeline base, with the image, variant
 * original, prompt score, …), as if a reader had read it: any other value asked for is then an error, never all rows.
 *
 * @param fixed columns of the condition that the test itself sets
 */
export function conditionRows(
  action: string,
  frame: pl.DataFrame,
  condition: Condition | Record<string, string | boolean | null>,
  fixed: readonly string[] = [],
): Int32Array {
  requireFrame(action, frame);
  requireNamed(action, condition, "the condition");
  for (const [column, wanted] of Object.entries(condition)) {
    if (wanted === null || typeof wanted === "string" || typeof wanted === "boolean") continue;
    throw new TypeError(
      `${action}: wanted a text, true, false or null for rows with ${column}, found ${told(wanted)}`,
    );
  }
  if (!Object.hasOwn(condition, "condition") && !fixed.includes("condition")) {
    requireOneCondition(action, frame);
  }
  const all = Object.entries(condition), asked = all.filter(([column]) => frame.columns.includes(column));
  for (const [column, wanted] of all) {
    if (frame.columns.includes(column) || (DEFAULTS[column] ?? null) === wanted) continue;
    const said = `${action}: wanted rows with ${column} ${wanted}, found`;
    if (!Object.hasOwn(DEFAULTS, column)) throw new TypeError(`${said} no column ${column}`);
    throw new RangeError(`${said} no column ${column} (all rows count as ${DEFAULTS[column]})`);
  }
  const rows = rowsHolding(frame, Object.fromEntries(asked));
  if (rows.length > 0 || frame.height === 0) return rows;
  // The column at which rows run out.
  const end = asked.findIndex((_, i) =>
    rowsHolding(frame, Object.fromEntries(asked.slice(0, i + 1))).length === 0
  );
  const [column, wanted] = asked[end], { levels } = factor(frame.getColumn(column));
  const isAsked = Object.hasOwn(BASE_CONDITION, column) && !fixed.includes(column);
  const way = isAsked ? `; say { condition: { ${column}: ${JSON.stringify(levels[0])} } }` : "";
  const found = levels.map(String).join(", ");
  throw new WrongValue(`${action}: wanted rows with ${column} ${wanted}, found ${found}${way}`, column);
}

/**
 * Pairs up the rows of two conditions, or of two judges, by benchmark, item, judge, answer order and run; not by the order where each way has
 * every item in one alone, as it is drawn anew for each.
 */
export function matchConditions(
  action: string,
  pairs: pl.DataFrame,
  one: Condition & { judge?: string },
  other: Condition & { judge?: string },
) {
  const compared = Object.keys({ ...one, ...other }).filter((name) =>
    one[name as keyof typeof one] !== other[name as keyof typeof other]
  );
  const side = new Int8Array(pairs.height).fill(-1);
  [one, other].forEach((own, s) => {
    for (const row of conditionRows(action, pairs, own, compared)) side[row] = s;
  });
  const key = ITEM_KEY.filter((name) => pairs.columns.includes(name) && !compared.includes(name));
  const unordered = key.filter((name) => name !== "swapped");
  const isOnce = key.includes("swapped") && holdOnce(pairs, unordered, (row) => side[row]);
  return matchSides(action, pairs, isOnce ? unordered : key, (row) => side[row]);
}

/** What a way of judging is called: its values. */
export const wayName = (way: object) => Object.values(way).map((value) => value ?? "no condition").join(", ");
