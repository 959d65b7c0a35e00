import pl from "nodejs-polars";
import { shownPart } from "../hypotheses/hypothesis_display.ts";
import type { ClaimedPart } from "../hypotheses/hypothesis_types.ts";
import { mitigationLowersBias, type MitigationOptions } from "../hypotheses/mitigation.ts";
import { ordersApart } from "../metrics/contrast_sets.ts";
import { swappedRows } from "../metrics/pair_rows.ts";
import { pairOutcomes, SIDE, VERDICT } from "../metrics/pair_outcomes.ts";
import { frameFeatures } from "../results/frame_features.ts";
import { changeOf, criteriaChange, reliabilityChange, scoreChange, tauChanges } from "./change_of.ts";
import { COMPARED, numbered } from "./compare.ts";
import { fromTests } from "./estimates.ts";
import { intervalText } from "./number_text.ts";
import { type Asks, mainRows, questions, WAYS } from "./questions/common.ts";
import { withReplies } from "./questions/replies.ts";
import type { Estimate, LookContext, Question } from "./report_types.ts";

const SPLITS = {
  informativeness: ["IDS", "CDS"],
  length: ["pairs whose longer answer is right", "pairs whose shorter answer is right"],
  slot: ["pairs whose right answer came first", "pairs whose right answer came second"],
} as const;

/** Of the judgments that all else in a report is of: a loss with the image is no gain without it. A reply that names no slot is left out of what slots do. */
function pairChange(split: keyof typeof SPLITS | null): Question["estimates"] {
  return (pairs, by, { level, sides, whole = pairs }) => {
    const main = mainRows(pairs, whole), { height } = main, half = height / 2, slots = swappedRows(main);
    const outcomes = pairOutcomes("report", numbered(main)), { correct, clusters, choice } = outcomes;
    const sideOf = (row: number) =>
      split === null ? 0 : outcomes[split][row] > SIDE.second ? -1 : outcomes[split][row];
    /** Without rows that either of the two has such a verdict on, or a later one. */
    const ask = (leaving = Infinity) =>
      changeOf(main, by, {
        value: (row) => correct[row],
        side: (row) => {
          const isLeft = Math.max(choice[row], choice[(row + half) % height]) >= leaving;
          return correct[row] >= 0 && !isLeft ? sideOf(row) : -1;
        },
        weights: split ? [1, -1] : [1],
        names: split ? SPLITS[split] : ["what both have"],
        isShare: true,
        clusters,
        better: split ? "nearer to 0" : "larger",
        level,
        said: (own) => {
          const first = split === "slot" ? [] : own.filter((row) => row < half);
          return ordersApart(slots, [first, first.map((row) => row + half)], sides);
        },
      });
    const all = numbered(mainRows(whole));
    if (split === "slot") {
      const says = "name no slot, and are left out";
      return withReplies(all, by, ask(VERDICT.missing), { split, sides, says });
    }
    const without = () => ask(VERDICT.tie);
    const found = withReplies(all, by, ask(), { split, sides, without });
    // Whether less of a bias is a gain says the claim that accuracy is kept with it.
    return split === null ? found : found.map(({ isGood: _, ...one }) => one);
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
  const found = fromTests(
    rows,
    groups,
    (own) => mitigationLowersBias(own, { first, second, condition: {}, alpha, bias }),
    "drop in the bias; verdict and p are on accuracy too",
    (result) => {
      const { parts: [drop, kept] = [], sensitivity, method, leftOut } = result;
      const [, turned] = drop.name.split(", "), { estimate, low, high, df, nullValue } = drop;
      // Either part is of pairs of its own.
      const { n, clusters } = sensitivity.find(({ name }) => name.startsWith("drop in"))!;
      return {
        ...{ part: drop.name, estimate, low, high, df, nullValue, n, clusters, none: undefined },
        method: method.replace(/; shown: .*? with its own interval/, ""),
        said: {
          opposite: shownPart(result)?.name === LOSS
            ? "loses more than 5 points of accuracy"
            : `takes ${bias} bias farther from 0`,
        },
        ...turned && { cost: `and ${turned}` },
        note: partsText([drop, kept]),
        held: drop,
        unmet: unmetOf([drop, kept], alpha),
        ...leftOut && {
          leftOut: {
            ...leftOut,
            estimate: leftOut.parts?.[0].estimate ?? NaN,
            unmet: unmetOf(leftOut.parts, alpha),
          },
          without: `${partsText(leftOut.parts) || "nothing to compare"} without ${leftOut.called}`,
        },
      };
    },
  );
  return withReplies(numbered(mainRows(whole)), groups, found, { split: bias, sides });
}

const partsText = (parts: readonly ClaimedPart[] = []) =>
  parts.flatMap((one) => Number.isNaN(one.estimate) ? [] : [`${one.name} ${intervalText(one, "points")}`])
    .join(", ");

const unmetOf = (parts: readonly ClaimedPart[] = [], alpha: number) =>
  parts.filter(({ estimate, nullValue, pValue }) => !(estimate > nullValue && pValue < alpha))
    .map(({ name }) => name.replace(/,.*/, ""));

const LOSS = "the change of accuracy";

/** How far two results, or two judges, differ. */
export const DIFFERENCES = {
  ib: pairChange("informativeness"),
  lb: pairChange("length"),
  slot: pairChange("slot"),
  reliability: reliabilityChange,
  criteria: criteriaChange,
} satisfies Asks;

/** The same effect is tested once: the drop of a bias by the claim on it, the signed change where it is named. */
const asNamed = (bias: "ib" | "lb") => ({
  isQuiet: true,
  allowed: ({ asked }: LookContext) =>
    asked?.some((id) => [`${bias}_change`, `${bias}_by_condition`].includes(id)) ?? false,
});

/** Whether the claim on length is asked: of two biases one line says it, which hangs on no number by which it would be chosen. */
const ofLength = ({ asked }: LookContext, pairs: pl.DataFrame) =>
  asked?.some((id) => id.startsWith("mitigation_lb")) || !frameFeatures(pairs).has("informativeness");

export const CHANGES: readonly Question[] = questions("changes", {
  accuracy_change: pairChange(null),
  ib_change: { estimates: DIFFERENCES.ib, ...asNamed("ib") },
  mitigation_change: { estimates: (pairs, by, context) => keptAccuracy(pairs, by, context), looks: [WAYS] },
  lb_change: {
    estimates: DIFFERENCES.lb,
    isQuiet: true,
    allowed: (context, pairs) => asNamed("lb").allowed(context) || !ofLength(context, pairs),
  },
  mitigation_lb_change: {
    estimates: (pairs, by, context) => keptAccuracy(pairs, by, context, "length"),
    allowed: ofLength,
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
