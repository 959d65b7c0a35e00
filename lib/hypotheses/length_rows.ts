import { inWords, told } from "../progress/told.ts";
import type pl from "nodejs-polars";
import { nearIn, WORDS } from "../metrics/longer_wins.ts";
import { type PairOutcomes, SIDE, VERDICT } from "../metrics/pair_outcomes.ts";
import { columnNumbers, factor, frameCodes } from "../results/factor.ts";
import { clustersAt, type Estimand } from "../stats/estimand.ts";
import { grouped } from "../stats/grouped.ts";
import { said } from "../metrics/said.ts";

/** How near in length both answers have to be: by so many words, or by a share of the longer one. */
export type Near = { words: number; ratio?: undefined } | { ratio: number; words?: undefined };

export function nearInWords(near?: Near): string {
  if (near === undefined) return "";
  return near.ratio === undefined ? inWords(near.words, "word") : `${100 * near.ratio}% of the longer answer`;
}

export type LengthRows = ReturnType<typeof lengthRows>;

/** The pairs for which subset and signed length difference are known. */
export function lengthRows(
  action: string,
  pairs: pl.DataFrame,
  { human, correct, informativeness, clusters, replies }: PairOutcomes,
  near?: Near,
) {
  const most = near === undefined ? Infinity : near?.words ?? near?.ratio ?? NaN;
  const isNear = typeof most === "number" && most >= 0 && !(near?.ratio !== undefined && most > 1);
  if (!isNear || near?.words !== undefined && near.ratio !== undefined) {
    throw new RangeError(`${action}: wanted near as { words: 5 } or { ratio: 0.1 }, found ${told(near)}`);
  }
  const { columns } = pairs;
  if (!WORDS.every((name) => columns.includes(name))) {
    throw new TypeError(said("no_words", { action, columns }));
  }
  const [a, b] = WORDS.map((name) => columnNumbers(pairs.getColumn(name)));
  const known = Int32Array.from(human.keys()).filter((row) =>
    correct[row] >= 0 && informativeness[row] !== SIDE.none && ![a[row], b[row]].some(Number.isNaN)
  );
  if (known.length === 0 && human.length > 0) throw new TypeError(said("nothing_known", { action }));
  const rows = known.filter(nearIn(a, b, near?.words, near?.ratio));
  const isA = (row: number) => human[row] === VERDICT.A, first = preferredFirst(pairs, isA);
  const { codes: pair } = frameCodes(pairs, ["benchmark", "item_id"]),
    times = grouped(rows, (row) => pair[row]);
  const of = (value: (preferred: number, other: number) => number) =>
    Float64Array.from(rows, (row) => isA(row) ? value(a[row], b[row]) : value(b[row], a[row]));
  return {
    /** Rows of the frame with a human label, an informativeness label and word counts. */
    rows,
    y: Float64Array.from(rows, (row) => correct[row]),
    /** 1 = IDS. */
    subset: Float64Array.from(rows, (row) => informativeness[row] === SIDE.first ? 1 : 0),
    /** One divided by how often the pair stands here (several judges, orders, runs): together the pairs themselves. */
    share: Float64Array.from(rows, (row) => 1 / times.get(pair[row])!.length),
    gaps: {
      words: of((preferred, other) => preferred - other),
      // ln((words preferred + 1)/(words other + 1)); the 1 keeps an empty answer finite.
      "log ratio": of((preferred, other) => Math.log(preferred + 1) - Math.log(other + 1)),
    },
    preferredFirst: Float64Array.from(rows, first),
    clusters: clustersAt(clusters, rows),
    /** How many people voted on a reply, in the mean. */
    votes: rows.length / replies(rows).length,
    left: replies(human.keys()).length - replies(known).length,
  };
}

export function preferredFirst(pairs: pl.DataFrame, isA: (row: number) => boolean): (row: number) => number {
  const swapped = pairs.columns.includes("swapped") ? factor(pairs.getColumn("swapped")) : null;
  return (row) => isA(row) !== (swapped !== null && swapped.levels[swapped.codes[row]] === true) ? 1 : 0;
}

export function isLengthened(pairs: pl.DataFrame): boolean {
  return pairs.columns.includes("variant") &&
    pairs.getColumn("variant").unique().toArray().includes("length_equalized");
}

/** A difference of accuracies in IDS and CDS with length taken out, for `infer`, or why there is none. */
export interface LengthEstimate {
  /** Of the rows of the study, by their place; null where a model could not be fitted. */
  estimand: Estimand | null;
  means: [number, number];
  /** How it was made, or why it was not, in words. */
  text: string;
  /** That weights leave it worth few pairs, where they do. */
  few?: string;
}

export const none = (text: string): LengthEstimate => ({ estimand: null, means: [NaN, NaN], text });

/** Why pairs of one subset alone, or none, or verdicts that the slot decides whole, say nothing of a difference between both. */
export function unfit(
  { y, subset, preferredFirst }: Pick<LengthRows, "y" | "subset" | "preferredFirst">,
): LengthEstimate | null {
  const preferred = ["less informative answer (CDS)", "more informative answer (IDS)"];
  const gone = preferred.filter((_, side) => !subset.includes(side));
  if (gone.length > 0) return none(`no pair left whose human label is the ${gone.join(" or the ")}`);
  const follows = y.filter((right, row) => right === preferredFirst[row]).length;
  if (follows > 0 && follows < y.length || !varies(preferredFirst)) return null;
  return none(said("slot_decides", { slot: follows > 0 ? "first" : "second" }));
}

/** Why subsets of which no length difference of one lies among those of the other cannot be compared at the same difference. */
export function apart({ subset, gaps: { words } }: LengthRows): LengthEstimate | null {
  const [cds, ids] = [0, 1].map((side) => words.filter((_, row) => subset[row] === side));
  if (Math.max(...cds) >= Math.min(...ids) && Math.max(...ids) >= Math.min(...cds)) return null;
  return none(said("no_common_length"));
}

/** Whether a column has several values: others explain nothing. */
export const varies = (column: Float64Array): boolean => column.some((value) => value !== column[0]);
