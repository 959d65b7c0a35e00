import pl from "nodejs-polars";
import { shownPart } from "../hypotheses/hypothesis_display.ts";
import { mitigationLowersBias, type MitigationOptions } from "../hypotheses/mitigation.ts";
import { ordersApart } from "../metrics/contrast_sets.ts";
import { swappedRows } from "../metrics/pair_rows.ts";
import { pairOutcomes, SIDE, VERDICT } from "../metrics/pair_outcomes.ts";
import { frameFeatures } from "../results/frame_features.ts";
import { changeOf, tauChanges } from "./change_of.ts";
import { COMPARED, numbered } from "./compare.ts";
import { fromTests } from "./estimates.ts";
import { intervalText } from "./number_text.ts";
import { type Asks, mainRows, questions, WAYS } from "./questions/common.ts";
import { withReach } from "./questions/reach.ts";
import { fromBoth, fromReplies, readable } from "./questions/unread_replies.ts";
import type { Estimate, LookContext, Question } from "./report_types.ts";
import { criteriaChange, reliabilityChange, scoreChange } from "./score_changes.ts";

/** What the two sides of a split are called whose accuracies are set against each other. */
const SPLITS = {
  informativeness: ["IDS", "CDS"],
  length: ["pairs whose longer answer is right", "pairs whose shorter answer is right"],
  slot: ["pairs whose right answer came first", "pairs whose right answer came second"],
} as const;

/** Of the judgments that all else in a report is of: a loss with the image is no gain without it. */
function pairChanges(
  pairs: pl.DataFrame,
  by: readonly string[],
  { split, leaving, level, sides }: Pick<LookContext, "level" | "sides"> & {
    split: keyof typeof SPLITS | null;
    /** Verdicts of which a row that either has is left out. */
    leaving?: number;
  },
): Estimate[] {
  const { height } = pairs, half = height / 2, told = numbered(pairs), slots = swappedRows(pairs);
  const outcomes = pairOutcomes("report", told), { correct, clusters, choice } = outcomes;
  const of = (row: number) =>
    split === null ? 0 : outcomes[split][row] > SIDE.second ? -1 : outcomes[split][row];
  const isRead = (row: number) => choice[row] !== leaving && choice[(row + half) % height] !== leaving;
  return changeOf(pairs, by, {
    value: (row) => correct[row],
    side: (row) => correct[row] >= 0 && isRead(row) ? of(row) : -1,
    weights: split ? [1, -1] : [1],
    names: split ? SPLITS[split] : ["what both have"],
    isShare: true,
    clusters,
    better: split ? "nearer to 0" : "larger",
    ...{ unit: "points", level },
    said: (own) => {
      const first = split === "slot" ? [] : own.filter((row) => row < half);
      return ordersApart(slots, [first, first.map((row) => row + half)], sides);
    },
  });
}

/** What is said of unread replies that are left out. */
const LEFT_OUT = "they name no slot and are left out";

/** A change of pairs with what is said of unread replies. */
function pairChange(split: keyof typeof SPLITS | null): Question["estimates"] {
  // As in the preference for the first slot itself: a reply that cannot be read names none.
  const readable = split === "slot", behind = readable || split === null ? {} : { splits: [split] };
  return (pairs, by, { level, sides: names, whole = pairs }) => {
    const main = mainRows(pairs, whole),
      rows = numbered(main),
      of = (leaving?: number) => pairChanges(main, by, { split, leaving, level, sides: names });
    const found = of(readable ? VERDICT.missing : undefined);
    const without = readable ? undefined : () => of(VERDICT.missing);
    const read = fromReplies(rows, by, found, { behind, without, says: LEFT_OUT, sides: names });
    const told = readable
      ? read
      : fromReplies(rows, by, read, { behind, without: () => of(VERDICT.tie), sides: names, ofTies: true });
    const reached = withReach(numbered(mainRows(whole)), by, told, split, names);
    // Whether less of a bias is a gain says the claim that accuracy is kept with it.
    return readable || split === null ? reached : reached.map(({ isGood: _, ...one }) => one);
  };
}

/** `mitigationLowersBias` of two results; the drop in the bias, with p of it and of accuracy together; the note has both. */
function keptAccuracy(
  both: pl.DataFrame,
  by: readonly string[],
  { alpha, sides, whole = both }: LookContext,
  bias: MitigationOptions["bias"] = "informativeness",
): Estimate[] {
  const isFirst = pl.col(COMPARED).eq(pl.lit("before")), [first, second] = sides;
  const groups = by.filter((name) => name !== "condition");
  const rows = mainRows(both, whole).withColumns(
    pl.when(isFirst).then(pl.lit(first)).otherwise(pl.lit(second)).alias("condition"),
  );
  const ask = (pairs: pl.DataFrame) =>
    fromTests(
      pairs,
      groups,
      (own) => mitigationLowersBias(own, { first, second, condition: {}, alpha, bias }),
      "drop in the bias; verdict and p are on accuracy too",
      (result) => {
        const { parts: [drop, kept] = [], sensitivity, method } = result;
        const [, turned] = drop.name.split(", "), { estimate, low, high, df, nullValue } = drop;
        // Either is of pairs of its own.
        const both = [drop, kept].map((one, i) => {
          const way = i === 0 ? "drop in" : "change of accuracy, on its own";
          const { n, clusters } = sensitivity.find(({ name }) => name.startsWith(way))!;
          return { ...one, n, clusters };
        });
        const [{ n, clusters }] = both;
        return {
          ...{ part: drop.name, estimate, low, high, df, nullValue, n, clusters, none: undefined },
          method: method.replace(/; shown: .*? with its own interval/, ""),
          said: {
            opposite: shownPart(result)?.name === LOSS
              ? "loses more than 5 points of accuracy"
              : `takes ${bias} bias farther from 0`,
          },
          ...turned && { cost: `and ${turned}` },
          note: [drop, kept].flatMap((one) =>
            Number.isNaN(one.estimate) ? [] : [`${one.name} ${intervalText(one, "points")}`]
          ).join(", "),
          held: drop,
          both,
          unmet: [drop, kept].filter(({ estimate, nullValue, pValue }) =>
            !(estimate > nullValue && pValue < alpha)
          )
            .map(({ name }) => name.replace(/,.*/, "")),
        };
      },
    );
  const told = fromBoth(numbered(rows), groups, ask(rows), {
    ...{ behind: {}, sides },
    without: (choices) => ask(readable(rows, choices)),
  });
  return withReach(numbered(mainRows(whole)), groups, told, bias, sides);
}

/** What `mitigationLowersBias` calls its second part. */
const LOSS = "the change of accuracy";

/** How far two results, or two judges, differ. */
export const DIFFERENCES = {
  ib: pairChange("informativeness"),
  lb: pairChange("length"),
  slot: pairChange("slot"),
  reliability: reliabilityChange,
  criteria: criteriaChange,
} satisfies Asks;

export const CHANGES: readonly Question[] = questions("changes", {
  accuracy_change: pairChange(null),
  ib_change: { estimates: DIFFERENCES.ib, testedAs: "mitigation_change" },
  mitigation_change: { estimates: (pairs, by, context) => keptAccuracy(pairs, by, context), looks: [WAYS] },
  lb_change: { estimates: DIFFERENCES.lb, testedAs: "mitigation_lb_change" },
  // Of two biases one line says it; whether length is asked after hangs on no number, by which it would be chosen.
  mitigation_lb_change: {
    estimates: (pairs, by, context) => keptAccuracy(pairs, by, context, "length"),
    allowed: ({ asked }, pairs) =>
      asked?.some((id) => id.startsWith("mitigation_lb")) || !frameFeatures(pairs).has("informativeness"),
    isQuiet: true,
    looks: [WAYS],
  },
  slot_change: DIFFERENCES.slot,
  reliability_change: DIFFERENCES.reliability,
  agreement_change: tauChanges,
  score_change: scoreChange(false),
  own_lead_change: scoreChange(true),
  criteria_change: DIFFERENCES.criteria,
});
