import { told } from "../progress/told.ts";
import type pl from "nodejs-polars";
import { conditionsOf, requireFrame, requireOneCondition } from "../results/frame.ts";
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

/** What names an item's judgment apart from the condition. */
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
 * @param fixed columns of the condition that the test itself sets: no way out is named for them
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
    const [one, two] = conditionsOf(frame).map((value) => JSON.stringify(value));
    const asked = `{ outcome: "correct", first: { condition: ${one} }, second: { condition: ${two} } }`;
    requireOneCondition(action, frame, `; or hold two against each other: contrast(pairs, ${asked})`);
  }
  const all = Object.entries(condition), asked = all.filter(([column]) => frame.columns.includes(column));
  const lacking = all.find(([column, wanted]) =>
    !frame.columns.includes(column) && (DEFAULTS[column] ?? null) !== wanted
  );
  if (lacking) {
    const [column, wanted] = lacking;
    if (Object.hasOwn(DEFAULTS, column)) {
      throw new RangeError(
        `${action}: wanted rows with ${column} ${wanted}, found no column ${column} (all rows count as ${
          DEFAULTS[column]
        })`,
      );
    }
    throw new TypeError(
      `${action}: wanted the column ${column} for rows with ${column} ${wanted}, found ${
        frame.columns.join(", ")
      }`,
    );
  }
  const rows = rowsHolding(frame, Object.fromEntries(asked));
  if (rows.length > 0 || frame.height === 0) return rows;
  // The column at which rows run out.
  const end = asked.findIndex((_, i) =>
    rowsHolding(frame, Object.fromEntries(asked.slice(0, i + 1))).length === 0
  );
  const [column, wanted] = asked[end], { levels } = factor(frame.getColumn(column));
  const way = !fixed.includes(column)
    ? wayOut(frame, condition, column, levels)
    : column === "pipeline"
    ? "; files of two ways of judging are compared by reportChange(one, other), or here by a column condition of their rows"
    : "";
  const found = levels.map(String).join(", ");
  const refusal = new WrongValue(
    `${action}: wanted rows with ${column} ${wanted}, found ${found}${way}`,
    column,
    (whole) => {
      // Names are the caller's; what a claim needs of a frame may stand nowhere.
      const isName = column === "judge" || column === "condition";
      if (isName && rowsHolding(whole, { [column]: wanted }).length === 0) throw refusal;
    },
  );
  throw refusal;
}

/** The option that asks for rows that the frame has; columns of the condition in which all its rows are alike need no word. */
function wayOut(
  frame: pl.DataFrame,
  condition: Condition | Record<string, string | boolean | null>,
  column: string,
  levels: readonly unknown[],
): string {
  const found = levels.find((level) => level !== null);
  if (!Object.hasOwn(BASE_CONDITION, column) || found === undefined) return "";
  const others = Object.entries(condition).filter(([name]) =>
    name !== column && frame.columns.includes(name) && frame.getColumn(name).nUnique() > 1
  );
  const said = [...others, [column, found]].map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `; say { condition: { ${said.join(", ")} } }${
    found === false ? " for judgments without the image" : ""
  }`;
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
  const used = isOnce ? unordered : key, matched = matchSides(action, pairs, used, (row) => side[row]);
  return { ...matched, lacks: matched.unmatched > 0 ? lackedBy(pairs, used, side, [one, other]) : "" };
}

/** What a way of judging is called: its values. */
export const wayName = (way: object) => Object.values(way).map((value) => value ?? "no condition").join(", ");

/** An order, run, … of which one way has no row at all while the other has: why rows find no partner. */
function lackedBy(
  pairs: pl.DataFrame,
  key: readonly string[],
  side: Int8Array,
  ways: readonly Condition[],
): string {
  for (const name of key.filter((name) => name !== "item_id")) {
    const { codes, levels } = factor(pairs.getColumn(name));
    const held = [0, 1].map((s) => new Set(codes.filter((_, row) => side[row] === s)));
    const said = ways.flatMap((way, s) => {
      const lacked = levels.filter((level, code) =>
        level !== null && !held[s].has(code) && held[1 - s].has(code)
      );
      return lacked.length > 0 ? [`${wayName(way)} has none with ${name} ${lacked.join(", ")}`] : [];
    });
    if (said.length > 0) return `: ${said.join(", ")}`;
  }
  return "";
}
