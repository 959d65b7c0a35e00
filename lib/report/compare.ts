import pl from "nodejs-polars";
import { judgesDiffer } from "../hypotheses/judges_differ.ts";
import { verdictOf } from "../hypotheses/verdict.ts";
import { groupRows } from "../metrics/metric_table.ts";
import { type PairOutcomes, pairOutcomes, VERDICT } from "../metrics/pair_outcomes.ts";
import { swappedRows } from "../metrics/slot_preference.ts";
import type { FrameName } from "../results/frames.ts";
import { clusterContrast } from "../stats/cluster_contrast.ts";
import { fromTests } from "./estimates.ts";
import type { Estimate, Question } from "./report_types.ts";

/** Column of a compared frame that says which of the two results a row is from. */
export const COMPARED = "compared";

/** What names one judgment, whichever of the two results it is from. */
const KEYS: Partial<Record<FrameName, readonly string[]>> = {
  pairs: ["benchmark", "item_id", "judge", "pipeline", "image", "variant", "swapped", "run", "annotator"],
  "score pairs": ["judge", "prompt", "run", "sample_id", "bias_type"],
};

/** Columns that two results of one study often name differently; a single name on each side is taken for the same thing. */
const RENAMED = ["judge", "benchmark"];

/** Two results as one frame: the rows that both have, and how many only one of them has. */
export interface Compared {
  frame: pl.DataFrame;
  onlyBefore: number;
  onlyAfter: number;
}

/**
 * Puts two results of the same items side by side: rows are paired by their key (benchmark, item, judge, condition, run), rows without a
 * partner are counted and left out. Where each of the two has a single judge or benchmark and these differ, they are taken for the same
 * one under two names (`old → new`).
 *
 * @throws {TypeError} for a kind of results that cannot be compared, or two kinds
 * @throws {RangeError} when no row has a partner, or a judgment stands twice
 */
export function compared(before: pl.DataFrame, after: pl.DataFrame, name: FrameName): Compared {
  const wanted = KEYS[name];
  if (!wanted) {
    throw new TypeError(
      `report: wanted two results of ${Object.keys(KEYS).join(" or ")} to compare, found ${name}`,
    );
  }
  let [first, second] = [before, after];
  for (const column of RENAMED) {
    if (!first.columns.includes(column) || !second.columns.includes(column)) continue;
    const [old, renewed] = [first, second].map((frame) => frame.getColumn(column).unique().toArray());
    if (old.length !== 1 || renewed.length !== 1 || old[0] === renewed[0]) continue;
    const both = pl.lit(`${old[0]} → ${renewed[0]}`).alias(column);
    [first, second] = [first.withColumns(both), second.withColumns(both)];
  }
  const columns = first.columns.filter((column) => second.columns.includes(column) && column !== COMPARED);
  const key = wanted.filter((column) => columns.includes(column));
  const text = (frame: pl.DataFrame) =>
    frame.select(...columns).withColumns(
      pl.concatString(
        [...key.map((column) => pl.col(column).cast(pl.Utf8).fillNull(pl.lit("\u0001")))],
        "\u0000",
      )
        .alias("__key"),
    );
  const [left, right] = [text(first), text(second)];
  for (const frame of [left, right]) {
    if (frame.getColumn("__key").nUnique() !== frame.height) {
      throw new RangeError(
        `report: wanted each judgment once in either of the results compared, by ${key.join(", ")}`,
      );
    }
  }
  const common = left.select("__key").join(right.select("__key"), { on: "__key", how: "inner" });
  if (common.height === 0) {
    throw new RangeError(
      `report: wanted results of the same items to compare, found none with the same ${key.join(", ")}`,
    );
  }
  const kept = (frame: pl.DataFrame, side: string) =>
    frame.join(common, { on: "__key", how: "inner" }).sort("__key").withColumns(pl.lit(side).alias(COMPARED));
  const [one, two] = [kept(left, "before"), kept(right, "after")];
  if (columns.includes("human")) {
    const people = [one, two].map((frame) => frame.getColumn("human").toArray());
    const other = people[0].filter((human, i) => human !== people[1][i]).length;
    if (other > 0) {
      throw new RangeError(
        `report: wanted the same human labels in both results, found ${other} of ${one.height} that differ`,
      );
    }
  }
  return {
    frame: pl.concat([one, two.select(...one.columns)]).drop("__key"),
    onlyBefore: left.height - common.height,
    onlyAfter: right.height - common.height,
  };
}

/** Both results have the same keys: runs that count on tell them apart where keys are checked. */
export function numbered(frame: pl.DataFrame): pl.DataFrame {
  const half = frame.height / 2;
  const runs = Array.from({ length: frame.height }, (_, i) => i < half ? 2 * i + 1 : 2 * (i - half) + 2);
  return frame.withColumns(pl.Series("run", runs, pl.Int32));
}

/** A change between two results as a question: `weights` of the accuracies on both sides of a split, before; after they count the other way. */
function change(
  { id, title, short, words, needs, sides }: {
    id: string;
    title: string;
    short: string;
    words: string;
    needs: Question["needs"];
    sides: (outcomes: PairOutcomes, pairs: pl.DataFrame) => { sides: Int8Array; weights: number[] };
  },
): Question {
  return {
    id,
    title,
    short,
    question: `Did ${words} change from the first results to the second?`,
    above: `${words} rose`,
    below: `${words} fell`,
    frame: "pairs",
    needs,
    allow: "",
    unit: "points",
    nullValue: 0,
    delta: 0.05,
    estimates: (pairs, by) => changes(pairs, by, sides),
    looks: [],
    method:
      `changes are second minus first over the judgments that both have, with errors that keep what the two share`,
    cite: [],
  };
}

function changes(
  pairs: pl.DataFrame,
  by: readonly string[],
  sidesOf: (outcomes: PairOutcomes, pairs: pl.DataFrame) => { sides: Int8Array; weights: number[] },
): Estimate[] {
  const half = pairs.height / 2, told = numbered(pairs);
  const outcomes = pairOutcomes("report", told);
  const { sides, weights } = sidesOf(outcomes, told);
  const { correct, clusters } = outcomes, split = weights.length;
  return groupRows(pairs, by).map(({ key, rows }) => {
    const counts = (row: number) => correct[row] >= 0 && sides[row] >= 0 && sides[row] < split;
    const contrast = clusterContrast({
      values: rows.map((row) => correct[row]),
      // The sides of the first results, then those of the second.
      parts: rows.map((row) => !counts(row) ? -1 : row < half ? sides[row] : split + sides[row]),
      clusters: rows.map((row) => clusters[row]),
      weights: [...weights.map((weight) => -weight), ...weights],
      bounds: [-split, split],
    }, { nullValue: 0 });
    const { estimate, low, high, pValue } = contrast;
    const { pEquivalence } = verdictOf({
      estimate,
      low,
      high,
      df: contrast.df,
      pValue,
      delta: 0.05,
    });
    return {
      group: Object.fromEntries(by.map((name) => [name, String(key[name])])),
      quantity: "second − first",
      estimate,
      low,
      high,
      n: rows.filter((row) => row < half && counts(row)).length,
      clusters: contrast.clusters,
      pValue,
      pEquivalence,
      warning: contrast.warning,
    };
  });
}

/** What is asked of two results side by side. */
export const CHANGES: readonly Question[] = [
  change({
    id: "accuracy_change",
    title: "Change of accuracy",
    short: "Accuracy",
    words: "agreement with people",
    needs: [],
    sides: ({ height }) => ({ sides: new Int8Array(height), weights: [1] }),
  }),
  change({
    id: "ib_change",
    title: "Change of informativeness bias",
    short: "Informativeness",
    words: "informativeness bias",
    needs: ["informativeness"],
    sides: ({ informativeness }) => ({ sides: informativeness, weights: [1, -1] }),
  }),
  change({
    id: "lb_change",
    title: "Change of length bias",
    short: "Length",
    words: "length bias",
    needs: ["lengths"],
    sides: ({ length }) => ({ sides: length, weights: [1, -1] }),
  }),
  change({
    id: "slot_change",
    title: "Change of the preference for the first slot",
    short: "First slot",
    words: "the preference for the first slot",
    needs: [],
    sides: ({ human }, pairs) => {
      const swapped = swappedRows(pairs);
      return {
        sides: Int8Array.from(
          human,
          (verdict, row) =>
            verdict > VERDICT.B ? -1 : (verdict === VERDICT.A) === (swapped[row] === 0) ? 0 : 1,
        ),
        weights: [1, -1],
      };
    },
  }),
  {
    id: "reliability_change",
    title: "Change of reliability",
    short: "Reliability",
    question:
      "Did reliability (the mean of BD and BC over bias types) change from the first results to the second?",
    above: "reliability rose",
    below: "reliability fell",
    frame: "score pairs",
    needs: [],
    allow: "",
    unit: "points",
    nullValue: 0,
    delta: 0.05,
    estimates: (scores, by, { alpha, seed }) =>
      fromTests(scores, by, (own) => {
        const named = own.withColumns(pl.col(COMPARED).alias("judge"));
        return judgesDiffer(named, { first: "after", second: "before", flips: 0, alpha, seed });
      }, "second − first"),
    looks: [],
    method: "changes are second minus first over the samples that both have",
    cite: ["mm-judgebias"],
  },
];
