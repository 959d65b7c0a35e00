import pl from "nodejs-polars";
import { shownPart } from "../hypotheses/hypothesis_display.ts";
import type { ClaimedPart, SensitivityRow } from "../hypotheses/hypothesis_types.ts";
import { mitigationLowersBias, type MitigationOptions } from "../hypotheses/mitigation.ts";
import { ordersApart } from "../metrics/contrast_sets.ts";
import { pairOutcomes, SIDE, VERDICT } from "../metrics/pair_outcomes.ts";
import { frameFeatures } from "../results/frame_features.ts";
import { withShared } from "./changed.ts";
import { COMPARED, numbered } from "./compare.ts";
import { otherLengths } from "./same_labels.ts";
import { levels, only } from "../results/only.ts";
import { takeRows } from "../results/take_rows.ts";
import { fromMetric, fromTests, groupOf, NOTHING, partName, tested } from "./estimates.ts";
import { amountText, intervalText, valueText } from "./number_text.ts";
import { type Asks, CLAIMS, mainRows, questions, SPLITS, WAYS } from "./questions/common.ts";
import { withOpenCriteria } from "./questions/scores.ts";
import { withReplies } from "./questions/replies.ts";
import type { Estimate, LookContext, Question } from "./report_types.ts";
import { judgesDiffer } from "../hypotheses/judges_differ.ts";
import { compareCriteria } from "../metrics/compare_criteria.ts";
import { groupRows } from "../metrics/metric_table.ts";
import { pText } from "../progress/told.ts";
import { unusedName } from "../results/frame.ts";
import { gains, infer, minus, type Term, times } from "../stats/infer.ts";
export const QUANTITY = "second − first";

export const reliabilityChange: Question["estimates"] = (scores, by, { alpha }) =>
  fromTests(scores, by, (own) => {
    const named = own.withColumns(pl.col(COMPARED).alias("judge"));
    return judgesDiffer(named, { first: "after", second: "before", alpha });
  }, QUANTITY);

function asJudges(frame: pl.DataFrame): { told: pl.DataFrame; called: string } {
  const called = unusedName(frame.columns, "judge"), judge = pl.col("judge").cast(pl.Utf8);
  const own = pl.concatString([pl.col(COMPARED), judge], " ").alias("judge");
  return { told: frame.withColumns(judge.alias(called), own), called };
}

export const criteriaChange: Question["estimates"] = (frame, by, { level, sides, whole = frame }) => {
  const { told, called } = asJudges(frame), names = by.map((name) => name === "judge" ? called : name);
  const results = { first: { [COMPARED]: "after" }, second: { [COMPARED]: "before" } };
  const compare = (own: pl.DataFrame) =>
    fromMetric(
      compareCriteria(own, { ...results, by: names, level }),
      names,
      { quantity: QUANTITY, estimate: "difference", nullValue: 0, also: ["metric"] },
    ).map(({ group: { [called]: judge, ...group }, ...one }) => ({
      ...one,
      group: judge === undefined ? group : { judge, ...group },
      // A trade-off that a judge sees may be none: a coin sees more of them than a good judge.
      ...group.metric === "tradeoff_sensitivity" && { said: CLAIMS.tradeoffs },
    }));
  // Effects of opposite sign are none in an average: of one criterion it is its accuracy.
  const criteria = levels(told, "criterion");
  const single = criteria.length < 2
    ? []
    : criteria.flatMap((criterion) =>
      compare(only(told, { criterion })).filter(({ group }) => group.metric === "criterion_average")
        .map(({ group: { metric: _, ...group }, ...one }) => ({ ...one, group: { ...group, criterion } }))
    );
  const found = [...compare(told), ...single];
  return withOpenCriteria(whole, by, found, { keyed: asJudges(whole).told, sides });
};

/** Of the judgments that all else in a report is of: a loss with the image is no gain without it. A reply that names no slot is left out of what slots do. */
function pairChange(split: keyof typeof SPLITS | null): Question["estimates"] {
  const names = split ? SPLITS[split].parts : ["what both have"], shown = split ? "points" : "percent";
  return (pairs, by, { level, sides, whole = pairs }) => {
    const main = mainRows(pairs, whole), { height } = main, half = height / 2;
    const outcomes = pairOutcomes("report", numbered(main)), { correct, clusters, choice } = outcomes;
    const ask = (leaving = Infinity): Estimate[] => {
      const isLeft = (row: number) => Math.max(choice[row], choice[(row + half) % height]) >= leaving;
      const side = (row: number) => {
        if (correct[row] < 0 || isLeft(row)) return -1;
        return split === null ? 0 : outcomes[split][row] > SIDE.second ? -1 : outcomes[split][row];
      };
      const values = (part: number, isAfter: boolean) => (row: number) =>
        row >= half === isAfter && side(row) === part ? correct[row] : NaN;
      const apart = [false, true].map((isAfter) =>
        names.map((name, part): Term => ({
          ...{ name, weight: 1 - 2 * part, range: [0, 1], value: values(part, isAfter) },
        }))
      );
      // Of shares what gains less what loses: results that hardly differ have narrow limits, whatever the shares are.
      const gained = (part: number) => (row: number) =>
        row < half ? values(part, true)(row + half) - values(part, false)(row) : NaN;
      const together = names.flatMap((name, part) => times(1 - 2 * part, gains(name, gained(part))));
      return groupRows(main, by).map(({ key, rows }) => {
        const unlike = split === "length" && otherLengths(takeRows(main, rows));
        if (unlike) return { group: groupOf(key, by), quantity: QUANTITY, ...NOTHING, warning: unlike };
        const isPaired = rows.every((row) => side(row) === side((row + half) % height));
        const found = infer(isPaired ? together : minus(apart[1], apart[0]), rows, clusters, { level });
        const [before, after] = apart.map((terms, isAfter) => {
          const one = infer(terms, rows, clusters, { level });
          return split
            ? intervalText(one, shown, isAfter ? undefined : "")
            : `${valueText(one.estimate, shown)}%`;
        });
        const { estimate, clusters: units, df, method } = found, own = rows.filter((row) => row < half);
        const first = split === "slot" ? [] : own;
        const why = ordersApart(main, [first, first.map((row) => row + half)], sides);
        return {
          ...{ group: groupOf(key, by), quantity: QUANTITY, estimate, clusters: units, df, method },
          n: own.filter((row) => side(row) >= 0).length,
          ...tested(found),
          ...why && { pEquivalence: NaN },
          warning: [why, found.warning].filter(Boolean).join("; "),
          low: Math.max(-names.length, found.low),
          high: Math.min(names.length, found.high),
          ...!Number.isNaN(estimate) && {
            note: `from ${before} to ${after}${
              split === "slot" && own.some(isLeft) ? ", where both replies could be read" : ""
            }`,
          },
        };
      });
    };
    const all = numbered(mainRows(whole));
    return split === "slot"
      ? withReplies(all, by, ask(VERDICT.missing), {
        split,
        sides,
        does: " and name no slot, and are left out",
      })
      : withReplies(all, by, ask(), { split, sides, without: () => ask(VERDICT.tie) });
  };
}

const keptAccuracy = (bias: NonNullable<MitigationOptions["bias"]>) =>
  withShared((both, by, context) => keptIn(both, by, context, bias));

function keptIn(
  both: pl.DataFrame,
  by: readonly string[],
  { alpha, sides, whole = both }: LookContext,
  bias: NonNullable<MitigationOptions["bias"]>,
): Estimate[] {
  const isFirst = pl.col(COMPARED).eq(pl.lit("before")), [first, second] = sides;
  const groups = by.filter((name) => name !== "condition");
  const rows = mainRows(both, whole).withColumns(
    pl.when(isFirst).then(pl.lit(first)).otherwise(pl.lit(second)).alias("condition"),
  );
  const found = fromTests(
    rows,
    groups,
    (own) => {
      const unlike = bias === "length" && otherLengths(own);
      if (unlike) throw new RangeError(unlike);
      return mitigationLowersBias(own, { first, second, condition: {}, alpha, bias });
    },
    "drop in the bias; verdict and p are on accuracy too",
    (result) => {
      const { parts: [drop, kept] = [], sensitivity, method, leftOut } = result;
      const isLost = shownPart(result)?.name === kept?.name;
      const alone = isLost ? `; p of ${partName(drop)} alone ${pText(drop.pValue)}, unadjusted` : "";
      const [, turned] = drop.name.split(", "), { estimate, low, high, n, clusters, df, nullValue } = drop;
      return {
        ...{ part: drop.name, estimate, low, high, df, nullValue, n, clusters, none: undefined },
        method: method.replace(/; \d[\d,]* rows? judged one way only left out/, "")
          .replace(/; shown: .*? with its own interval/, ""),
        said: { opposite: `takes ${bias} bias farther from 0` },
        ...isLost && { said: CLAIMS.lost, against: kept.name },
        ...isLost && { whose: "accuracy" },
        cost: turned && `and ${turned}`,
        note: `${partsText([kept])}; ${levelsOf(sensitivity)}${alone}`,
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

function levelsOf(looks: readonly SensitivityRow[]): string {
  const ways = looks.filter(({ name }) => /^[IL]B of /.test(name));
  const [before, after] = ways.map(({ estimate }) => valueText(estimate, "points"));
  return `${ways[0].name.slice(0, 2)} from ${before} to ${after} points`;
}

const unmetOf = (parts: readonly ClaimedPart[] = [], alpha: number) =>
  parts.filter(({ estimate, nullValue, pValue }) => !(estimate > nullValue && pValue < alpha))
    .map((one) => `whether ${partName(one)} is above ${amountText(one.nullValue, "points")}`);

const DIFFERENCES = {
  accuracy: withShared(pairChange(null)),
  ib: withShared(pairChange("informativeness")),
  lb: withShared(pairChange("length")),
  slot: withShared(pairChange("slot")),
  reliability: withShared(reliabilityChange),
  criteria: withShared(criteriaChange),
} satisfies Asks;

/** What is asked of any two ways of judging, by the ids of its questions. */
export const differencesAs = (ending: string): Asks =>
  Object.fromEntries(Object.entries(DIFFERENCES).map(([id, ask]) => [`${id}_${ending}`, ask]));

/** The same effect is tested once: the drop of a bias by the claim on it, the signed change where it is named. */
const asNamed = (bias: "ib" | "lb") => ({
  isQuiet: true,
  allowed: ({ asked }: LookContext) =>
    asked?.some((id) => [`${bias}_change`, `${bias}_by_condition`].includes(id)) ?? false,
});

const ofLength = ({ asked }: LookContext, pairs: pl.DataFrame) =>
  asked?.some((id) => id.startsWith("mitigation_lb")) || !frameFeatures(pairs).has("informativeness");

export const CHANGES: readonly Question[] = questions("changes", {
  ...differencesAs("change"),
  ib_change: { estimates: DIFFERENCES.ib, ...asNamed("ib") },
  mitigation_change: { estimates: keptAccuracy("informativeness"), looks: [WAYS] },
  lb_change: {
    estimates: DIFFERENCES.lb,
    isQuiet: true,
    allowed: (context, pairs) => asNamed("lb").allowed(context) || !ofLength(context, pairs),
  },
  mitigation_lb_change: {
    estimates: keptAccuracy("length"),
    allowed: ofLength,
    isQuiet: true,
    looks: [WAYS],
  },
});
