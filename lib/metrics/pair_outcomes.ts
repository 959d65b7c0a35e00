import pl from "nodejs-polars";
import { requireOneOf } from "../progress/require.ts";
import { requireNoMore } from "../progress/require_no_more.ts";
import { columnNumbers, factor } from "../results/factor.ts";
import { requireFrame } from "../results/frame.ts";
import { requireValidFrame } from "../results/require_valid_frame.ts";
import { grouped, lazily } from "../stats/grouped.ts";
import type { ClusterCodes } from "../stats/infer.ts";
import { counted, type Part } from "./metric_columns.ts";
import type { Column } from "./metric_table.ts";
import { type ClusterColumns, frameClusters, matchRows, SLOT, swappedRows, votesIn } from "./pair_rows.ts";
import { repliesIn } from "../results/votes.ts";
import { said } from "./said.ts";

export const VERDICT = { A: 0, B: 1, tie: 2, missing: 3 } as const;

/** What the codes but the last stand for. */
export const LABELS = ["A", "B", "tie"] as const;

/** Which side of a split a row is on; `none` where the split cannot be told. */
export const SIDE = { none: -1, first: 0, second: 1, equal: 2 } as const;

/** The subsets of pairs that metrics set against each other: their split, side and name in a warning. */
export const SUBSETS = {
  ids: ["informativeness", SIDE.first, "IDS"],
  cds: ["informativeness", SIDE.second, "CDS"],
  longer: ["length", SIDE.first, "the subset longer"],
  shorter: ["length", SIDE.second, "the subset shorter"],
  first: ["slot", SIDE.first, "the subset first"],
  second: ["slot", SIDE.second, "the subset second"],
} as const;

export const PAIRS_BY = ["benchmark", "judge", "pipeline", "image", "variant"] as const;

export type PairOutcomes = ReturnType<typeof pairOutcomes>;

/**
 * Reads the columns of a `pairs` frame that decide right and wrong into typed arrays, each once and when first needed.
 *
 * A judge's tie or unparsable answer is wrong (0); a row whose human label is a tie or missing has no right answer
 * (−1). Columns that a metric does not need may be absent: their split is then `none` everywhere.
 */
export function pairOutcomes(
  action: string,
  pairs: pl.DataFrame,
  { by = [], unparsed = "wrong", clusters: columns }: {
    by?: readonly string[];
    unparsed?: "wrong" | "drop";
    clusters?: ClusterColumns;
  } = {},
) {
  requireFrame(action, pairs);
  requireOneOf(action, "unparsed", unparsed, ["wrong", "drop"]);
  requireValidFrame(action, "pairs", pairs, { needs: ["item_id", "human", "choice"], by });
  const { height } = pairs;
  const [human, choice] = ["human", "choice"].map((name) => verdictCodes(action, pairs, name));
  const correct = new Int8Array(height);
  for (let i = 0; i < height; i++) {
    const isOut = human[i] > VERDICT.B || unparsed === "drop" && choice[i] === VERDICT.missing;
    correct[i] = isOut ? -1 : human[i] === choice[i] ? 1 : 0;
  }
  const outcomes = lazily({
    height,
    /** 1 = the judge chose what the human chose, 0 = it did not, −1 = the human has no A or B (or the row is dropped). */
    correct,
    human,
    choice,
    part(subset?: keyof typeof SUBSETS): Part {
      const [split, side, name] = subset ? SUBSETS[subset] : [null, null, "the accuracy"] as const;
      const inside = split === null ? null : outcomes[split];
      const isIn = (row: number) => human[row] <= VERDICT.B && (inside === null || inside[row] === side);
      return { name, value: (row) => isIn(row) && correct[row] >= 0 ? correct[row] : NaN };
    },
    /** How many calls have a row that fulfils a condition: one on which several people voted (`annotator`) counts once. */
    calls(condition: (row: number) => boolean): Column {
      return { type: "count", of: ({ rows }) => outcomes.replies(rows.filter(condition)).length };
    },
  }, {
    /** first = IDS (the human-preferred answer is the more informative one), second = CDS. */
    informativeness: () => informativenessSide(action, pairs, human),
    /** first = the human-preferred answer is longer, second = shorter, equal = same number of words. */
    length: () => lengthSide(pairs, human),
    /** first = the human-preferred answer was shown first, second = second; none where nobody knows. */
    slot: () =>
      Int8Array.from(
        swappedRows(pairs),
        (shown, row) => human[row] > VERDICT.B || shown === SLOT.unknown ? SIDE.none : human[row] ^ shown,
      ),
    replies: () => repliesIn(pairs),
    isVote: () => votesIn(pairs),
    clustering: () => frameClusters(pairs, columns),
    clusters: (): ClusterCodes => outcomes.clustering.codes,
    clusterUnit: (): string => outcomes.clustering.unit,
    exceptions: (): ReturnType<typeof exceptionsOf> => exceptionsOf({ human, choice }, outcomes.calls),
  });
  return outcomes;
}

export const exceptionsOf = ({ human, choice }: Record<"human" | "choice", Uint8Array>, calls = counted) => ({
  n_human_tie: counted((row) => human[row] === VERDICT.tie),
  n_human_missing: counted((row) => human[row] === VERDICT.missing),
  n_tie: calls((row) => human[row] <= VERDICT.B && choice[row] === VERDICT.tie),
  n_unparsed: calls((row) => human[row] <= VERDICT.B && choice[row] === VERDICT.missing),
});

/** Throws when no row has a human label: an accuracy of NaN everywhere would hide that nobody was asked. */
export function requireHuman(action: string, { human, height }: PairOutcomes): void {
  if (height === 0 || human.some((code) => code !== VERDICT.missing)) return;
  throw new TypeError(said("no_human", { action, height }));
}

/** Throws when not one row can be put into IDS or CDS: a bias of NaN everywhere would hide a forgotten file. */
export function requireLabels(action: string, { informativeness, human, height }: PairOutcomes): void {
  const judged = human.some((code) => code <= VERDICT.B);
  if (!judged || informativeness.some((side) => side !== SIDE.none)) return;
  throw new TypeError(said("no_labels", { action, height }));
}

export function verdictCodes(action: string, frame: pl.DataFrame, column: string): Uint8Array {
  const { codes, levels } = factor(frame.getColumn(column));
  const lookup = levels.map((level) => {
    if (level === null) return VERDICT.missing;
    if (level === "A" || level === "B" || level === "tie") return VERDICT[level];
    const found = JSON.stringify(level);
    throw new RangeError(`${action}: wanted A, B, tie or null in the column ${column}, found ${found}`);
  });
  return Uint8Array.from(codes, (code) => lookup[code]);
}

function informativenessSide(action: string, pairs: pl.DataFrame, human: Uint8Array): Int8Array {
  if (!pairs.columns.includes("more_informative")) return new Int8Array(pairs.height).fill(SIDE.none);
  const informative = verdictCodes(action, pairs, "more_informative");
  return Int8Array.from(human, (own, row) => {
    if (own > VERDICT.B || informative[row] > VERDICT.B) return SIDE.none;
    return own === informative[row] ? SIDE.first : SIDE.second;
  });
}

function lengthSide(pairs: pl.DataFrame, human: Uint8Array): Int8Array {
  const names = ["words_a", "words_b"];
  if (names.some((name) => !pairs.columns.includes(name))) return new Int8Array(pairs.height).fill(SIDE.none);
  const [a, b] = names.map((name) => columnNumbers(pairs.getColumn(name)));
  return Int8Array.from(human, (own, row) => {
    const difference = own === VERDICT.A ? a[row] - b[row] : b[row] - a[row];
    if (own > VERDICT.B || Number.isNaN(difference)) return SIDE.none;
    return difference > 0 ? SIDE.first : difference < 0 ? SIDE.second : SIDE.equal;
  });
}

const NAMES = {
  informativeness: ["IDS", "CDS"],
  length: ["longer", "shorter", "equal"],
  slot: ["first", "second"],
};

/**
 * Adds to a `pairs` frame the columns on which the bias metrics split.
 *
 * `informativeness_subset`: `IDS` where the human-preferred answer is the more informative one (informativeness-driven
 * subset), `CDS` where the other answer is (correctness-driven subset), null where either label is a tie or missing.
 * `length_subset`: whether the human-preferred answer has more words than the other (`longer`), fewer (`shorter`) or as
 * many (`equal`); null without a human A or B or without word counts. `slot_subset`: whether it was shown `first` or `second`; null
 * where nobody knows. `correct`: whether the judge chose the
 * human-preferred answer; a judge's tie or unparsable answer is false; null without a human A or B.
 *
 * Source: informativeness-bias paper, sections 3.4 and 3.5. `equal` is ours: the paper does not say what happens to
 * pairs of equal length; length bias leaves them out and counts them.
 *
 * @throws {TypeError} without the columns item_id, human, choice
 * @throws {RangeError} when human, choice or more_informative holds anything but A, B, tie or null
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { withSubsets } from "judgebias";
 *
 * const pairs = withSubsets(pl.DataFrame({
 *   item_id: ["1"], human: ["A"], choice: ["B"], more_informative: ["B"],
 *   words_a: [10], words_b: [25],
 * }));
 * assert.deepEqual(
 *   pairs.select("informativeness_subset", "length_subset", "correct").row(0),
 *   ["CDS", "shorter", false],
 * );
 * ```
 */
export function withSubsets(pairs: pl.DataFrame): pl.DataFrame {
  requireNoMore("withSubsets", arguments, 1, "rows are chosen by only(frame, { … }) or frame.filter(…)");
  const outcomes = pairOutcomes("withSubsets", pairs);
  return pairs.withColumns(
    ...(["informativeness", "length", "slot"] as const).map((split) =>
      pl.Series(`${split}_subset`, Array.from(outcomes[split], (side) => NAMES[split][side] ?? null), pl.Utf8)
    ),
    pl.Series("correct", Array.from(outcomes.correct, (c) => c < 0 ? null : c === 1), pl.Bool),
  );
}

export interface Behind {
  splits?: readonly ("informativeness" | "length")[];
  matched?: boolean;
}

const UNSPLIT = { informativeness: "more informative", length: "longer" };

/** The rows behind numbers on pairs: every vote, and a reply once however many people voted on its item; and how many others are left out, by the first thing that they lack. */
export function rowsBehind(
  action: string,
  pairs: pl.DataFrame,
  { splits = [], matched = false }: Behind,
): { votes: readonly number[]; rows: Int32Array; left: Map<string, number> } {
  const outcomes = pairOutcomes(action, pairs), { human } = outcomes;
  const sides = splits.map((split) => outcomes[split]);
  const unsplit = splits.map((split) => UNSPLIT[split]).join(" or the ");
  const partner = matched ? matchRows(action, pairs, "image").partner : undefined;
  const lack = (row: number) => {
    if (human[row] === VERDICT.tie) return "on which people tie";
    if (human[row] === VERDICT.missing) return "without people’s preference";
    if (partner && partner[row] < 0) return "not judged both with and without the image in the same order";
    const isSplit = sides.some((side) => side[row] === SIDE.first || side[row] === SIDE.second);
    if (isSplit || sides.length === 0) return "";
    return `in which neither answer is known to be the ${unsplit} one`;
  };
  const { "": votes = [], ...others } = Object.fromEntries(grouped(human.keys(), lack));
  const left = new Map(Object.entries(others).map(([what, own]) => [what, own.length]));
  return { votes, rows: outcomes.replies(votes), left };
}
