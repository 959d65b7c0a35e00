import { inWords, told } from "../progress/told.ts";
import type pl from "nodejs-polars";
import { nearIn } from "../metrics/equalize_lengths.ts";
import { type PairOutcomes, SIDE, VERDICT } from "../metrics/pair_outcomes.ts";
import { columnNumbers, factor, frameCodes } from "../results/factor.ts";
import { clustersAt } from "../stats/estimand.ts";

/** How near in length both answers have to be: by so many words, or by a share of the longer one. */
export type Near = { words: number; ratio?: undefined } | { ratio: number; words?: undefined };

/** How near in length pairs are that are taken; nothing where all are. */
export function nearInWords(near?: Near): string {
  if (near === undefined) return "";
  return near.ratio === undefined ? inWords(near.words, "word") : `${100 * near.ratio}% of the longer answer`;
}

/** What taking length out needs of each usable pair, by its place. */
export type LengthRows = ReturnType<typeof lengthRows>;

/** The pairs for which subset and signed length difference are known. */
export function lengthRows(
  action: string,
  pairs: pl.DataFrame,
  { human, correct, informativeness, clusters }: PairOutcomes,
  near?: Near,
) {
  const most = near === undefined ? Infinity : near?.words ?? near?.ratio ?? NaN;
  const isNear = typeof most === "number" && most >= 0 && !(near?.ratio !== undefined && most > 1);
  if (!isNear || near?.words !== undefined && near.ratio !== undefined) {
    throw new RangeError(
      `${action}: wanted near as { words: 5 } or { ratio: 0.1 }, found ${told(near)}`,
    );
  }
  if (!["words_a", "words_b"].every((name) => pairs.columns.includes(name))) {
    throw new TypeError(
      `${action}: wanted the columns words_a and words_b, found ${pairs.columns.join(", ")}`,
    );
  }
  const a = columnNumbers(pairs.getColumn("words_a")), b = columnNumbers(pairs.getColumn("words_b"));
  const known = Int32Array.from(human.keys()).filter((row) =>
    correct[row] >= 0 && informativeness[row] !== SIDE.none && !Number.isNaN(a[row] + b[row])
  );
  if (known.length === 0 && human.length > 0) {
    throw new TypeError(
      `${action}: wanted pairs with human label, informativeness label and word counts, found none`,
    );
  }
  const rows = known.filter(nearIn(a, b, near?.words, near?.ratio));
  const isA = (row: number) => human[row] === VERDICT.A, first = preferredFirst(pairs, isA);
  const of = (value: (preferred: number, other: number) => number) =>
    Float64Array.from(rows, (row) => isA(row) ? value(a[row], b[row]) : value(b[row], a[row]));
  return {
    /** Rows of the frame with a human label, an informativeness label and word counts. */
    rows,
    /** 1 where the judge was right. */
    y: Float64Array.from(rows, (row) => correct[row]),
    /** 1 = IDS. */
    subset: Float64Array.from(rows, (row) => informativeness[row] === SIDE.first ? 1 : 0),
    /** One divided by how often the pair stands here (several judges, orders, runs): together the pairs themselves. */
    share: shares(frameCodes(pairs, ["benchmark", "item_id"]).codes, rows),
    /** Signed length difference (human-preferred − other). */
    gaps: {
      words: of((preferred, other) => preferred - other),
      // ln((words preferred + 1)/(words other + 1)); the 1 keeps an empty answer finite.
      "log ratio": of((preferred, other) => Math.log(preferred + 1) - Math.log(other + 1)),
    },
    preferredFirst: Float64Array.from(rows, first),
    clusters: clustersAt(clusters, rows),
    /** Rows that lack a label or a word count. */
    left: human.length - known.length,
  };
}

function shares(pair: Int32Array, rows: Int32Array): Float64Array {
  const times = new Map<number, number>();
  for (const row of rows) times.set(pair[row], (times.get(pair[row]) ?? 0) + 1);
  return Float64Array.from(rows, (row) => 1 / times.get(pair[row])!);
}

/** 1 where the human-preferred answer was shown first. */
export function preferredFirst(pairs: pl.DataFrame, isA: (row: number) => boolean): (row: number) => number {
  const swapped = pairs.columns.includes("swapped") ? factor(pairs.getColumn("swapped")) : null;
  return (row) => isA(row) !== (swapped !== null && swapped.levels[swapped.codes[row]] === true) ? 1 : 0;
}

/** Whether pairs were judged after lengthening. */
export function isLengthened(pairs: pl.DataFrame): boolean {
  return pairs.columns.includes("variant") &&
    pairs.getColumn("variant").unique().toArray().includes("length_equalized");
}
