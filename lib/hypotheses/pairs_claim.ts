import type pl from "nodejs-polars";
import { ordersApart } from "../metrics/contrast_sets.ts";
import { groupRows } from "../metrics/metric_table.ts";
import { pairOutcomes, requireLabels, type SUBSETS, VERDICT } from "../metrics/pair_outcomes.ts";
import { holdOnce, matchSides } from "../metrics/pair_rows.ts";
import { undecidedSides } from "../metrics/undecided.ts";
import { requireNamed } from "../progress/require.ts";
import { WrongValue } from "../progress/require_no_more.ts";
import { inWords, rowsInWords, told } from "../progress/told.ts";
import { factor } from "../results/factor.ts";
import { requireFrame, requireOneCondition } from "../results/frame.ts";
import { FRAMES } from "../results/frames.ts";
import { rowsHolding } from "../results/only.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { takeRows } from "../results/take_rows.ts";
import { type Estimand, gains, infer } from "../stats/infer.ts";
import { askedAgain, type ClaimedOn, claimOn, type ClaimPart, looksAt } from "./claim.ts";
import { interval } from "./hypothesis_display.ts";
import type { HypothesisResult, TestOptions } from "./hypothesis_types.ts";

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
  /** The way of judging that is looked at: plain judging of untouched pairs with the image unless told otherwise, or unless `where` names the column. */
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
  for (const [column, value] of Object.entries(condition)) {
    if (value === null || typeof value === "string" || typeof value === "boolean") continue;
    const wanted = `a text, true, false or null for rows with ${column}`;
    throw new TypeError(`${action}: wanted ${wanted}, found ${told(value)}`);
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

const wayName = (way: object) => Object.values(way).map((value) => value ?? "no condition").join(", ");

/**
 * What every claim on pairs begins with: options checked, the rows of `where` and of the condition, verdicts as numbers, clusters. Its estimands'
 * values are asked by rows of `pairs`.
 *
 * @param compares columns of the condition that the claim itself compares
 * @param again the claim itself, of fewer rows: it is asked again without replies that name no answer, where these are wrong on whichever side they stand
 */
export function pairsClaim(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  options: PairsTestOptions,
  { own = [], compares = [], labels = false, needs = [], again }: {
    own?: readonly string[];
    compares?: readonly (keyof Condition)[];
    labels?: boolean;
    needs?: readonly string[];
    again?: (pairs: pl.DataFrame) => HypothesisResult;
  } = {},
) {
  const { frame, level, result } = claimOn(action, called, given, options, [...own, "condition", "clusters"]);
  const { condition } = options;
  const settled = Object.fromEntries(
    Object.entries(condition ?? BASE_CONDITION).filter(([name]) =>
      !compares.some((column) => column === name) &&
      (condition !== undefined || !(name in (options.where ?? {})))
    ),
  );
  const pairs = takeRows(frame, conditionRows(action, frame, settled, compares));
  /** Rows that nobody named and that are of no plain judging. */
  const others = Object.entries(settled).flatMap(([name, value]) => {
    const found = frame.columns.includes(name) ? factor(frame.getColumn(name)).levels : [];
    const more = found.filter((one) => one !== value).map(String).join(", ");
    return more && condition === undefined ? [`${name} ${more}`] : [];
  }).join("; ");
  const left = others && `; ${rowsInWords(frame.height - pairs.height)} left out (${others})`;
  const outcomes = pairOutcomes(action, pairs, { clusters: options.clusters });
  if (labels) requireLabels(action, outcomes);
  requireColumns(action, pairs, needs);
  const { human, choice } = outcomes;
  let caution = "";
  /** The rows that the claim rests on, of a comparison each side by its name. */
  let sides: readonly (readonly [name: string, rows: Iterable<number>])[] = [
    ["", [...choice.keys()].filter((row) => !labels || human[row] <= VERDICT.B)],
  ];
  const undecided = (counted: typeof sides) => {
    const { unread, ties, share } = undecidedSides(outcomes, counted);
    if (!again || unread + ties === 0) return undefined;
    const none = new Set(counted.flatMap(([, rows]) => [...rows]).filter((row) => choice[row] > VERDICT.B));
    const without = () => {
      const rest = takeRows(pairs, Int32Array.from(choice.keys()).filter((row) => !none.has(row)));
      askedAgain.add(rest);
      return again(rest);
    };
    return { unread, ties, share, without };
  };
  /** Parts in which judges that count as one lie on different sides of the null value, each beyond chance (Bonferroni). */
  const opposed = ({ parts, compares = [], unit = "points" }: ClaimedOn) => {
    if (compares.includes("judge") || !pairs.columns.includes("judge")) return "";
    const judges = groupRows(pairs, ["judge"]);
    return parts.flatMap(({ name, nullValue, within }) => {
      const sure = !within || judges.length < 2 ? [] : judges
        .map(({ key: { judge }, rows }) => ({ ...within(rows), judge }))
        .filter(({ pOf }) => judges.length * pOf(nullValue) < 1 - level)
        .toSorted((a, b) => b.estimate - a.estimate);
      if (new Set(sure.map(({ estimate }) => estimate > nullValue)).size < 2) return [];
      const said = sure.map((one) => `${one.judge} ${interval(one, { unit })}`);
      return [`${name} hides judges of opposite sign: ${said.join(", ")}`];
    }).join("; ");
  };
  const { part, ...looks } = looksAt(pairs.height, outcomes.clusters, level);
  return {
    ...{ pairs, outcomes, level, ...looks },
    part: (name: string, estimand: Estimand, nullValue?: number): ClaimPart => ({
      ...part(name, estimand, nullValue),
      within: (own) => infer(estimand, own, outcomes.clusters, { level }),
    }),
    result({ assumptions = [], counted, ...declared }: ClaimedOn & { counted?: Iterable<number> }) {
      const own: typeof sides = counted ? [["", counted]] : sides;
      // What a judge of which nothing could be read is said to have got wrong says nothing of it.
      const { silent, mute } = undecidedSides(outcomes, own);
      return result({
        frames: [pairs],
        ...declared,
        method: `${declared.method}${left}`,
        silent: declared.silent || silent || (again ? mute : ""),
        undecided: undecided(own),
        caution: [declared.caution || caution, opposed(declared)].filter(Boolean).join("; "),
        assumptions: [`pairs on different ${outcomes.clusterUnit}s are independent`, ...assumptions],
      });
    },
    /** The same pairs judged in two ways: accuracy in IDS, CDS, … or all, what the second way gains of each pair, and how many have no partner. */
    matched: (one: Condition & { judge?: string }, other: Condition & { judge?: string }) => {
      const { first, partner, unmatched } = matchConditions(action, pairs, one, other);
      const isFirst = new Uint8Array(pairs.height);
      for (const row of first) isFirst[row] = 1;
      const decided = first.filter((row) => human[row] <= VERDICT.B);
      const names = [wayName(one), wayName(other)], again = decided.map((row) => partner[row]);
      sides = [[names[0], decided], [names[1], again]];
      caution = ordersApart(pairs, [decided, again], names);
      /** Of a subset, and of pairs without an unread reply where these are left out. */
      const of = (subset?: keyof typeof SUBSETS, isRead = false) => {
        const { name, value } = outcomes.part(subset);
        const isIn = (row: number) =>
          isFirst[row] === 1 &&
          !(isRead && [row, partner[row]].some((one) => choice[one] === VERDICT.missing));
        const seen = (row: number) => isIn(row) ? value(row) : NaN;
        const again = (row: number) => isIn(row) ? value(partner[row]) : NaN;
        const mean = (value: typeof seen): Estimand => [{ name, weight: 1, value }];
        const change = gains(name, (row) => again(row) - seen(row));
        return { first: mean(seen), second: mean(again), change };
      };
      const judged = outcomes.replies(decided).length;
      return { of, judged, isMatched: first.length > 0, unmatched: inWords(unmatched, "row") };
    },
  };
}
