import type pl from "nodejs-polars";
import { deviationExceedsNoise } from "../../hypotheses/exceeds_noise.ts";
import { jointLowersTradeoff } from "../../hypotheses/joint_judging.ts";
import { familySelfPreference, selfPreference } from "../../hypotheses/self_preference.ts";
import { referenceJudges } from "../../metrics/compare_criteria.ts";
import { criterionAccuracy, criterionConflicts } from "../../metrics/criterion_pairs.ts";
import { criteriaMetrics } from "../../metrics/criteria_shares.ts";
import { ratingAgreement } from "../../metrics/agreement.ts";
import { reliability } from "../../metrics/reliability.ts";
import { saturation } from "../../metrics/saturation.ts";
import { selfEnhancement } from "../../metrics/self_enhancement.ts";
import { BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import { fromTests, groupOf, NOTHING } from "../estimates.ts";
import type { Estimate, LookContext, Question } from "../report_types.ts";
import { type Asks, ESTIMATES, hasFamilies, inParts, look, of, WAYS } from "./common.ts";
import { levels } from "../../results/only.ts";
import { withOpen } from "./replies.ts";
import { CRITERIA_UNITS, type CriteriaMetric, criteriaOutcomes } from "../../metrics/criteria_outcomes.ts";
import { VERDICT } from "../../metrics/pair_outcomes.ts";
import { grouped, mean } from "../../stats/grouped.ts";

const askReliability = of(reliability, {
  ...ESTIMATES.reliability,
  note: ({ metric }) =>
    metric === "bd" ? "BD: how far scores fall, a rise counting as 0" : "BC: how steady scores are",
});
const reliabilities: Question["estimates"] = (frame, by, context) =>
  askReliability(frame, by, context)
    .map((one) => ({ ...one, quantity: one.note?.startsWith("BD") ? "BD" : "BC" }));

const bothSides = (frame: pl.DataFrame) => {
  const evaluators = levels(frame, "evaluator");
  return levels(frame, "generator").filter((name) => evaluators.includes(name));
};

const criteriaOf = of(criteriaMetrics, ESTIMATES.criteria);
const accuraciesOf = of(criterionAccuracy, ESTIMATES.criterion_accuracy);
const conflictsOf = of(criterionConflicts, ESTIMATES.conflicts);

export const SCORE_QUESTIONS = {
  notices: { estimates: byType("bd", "BD above noise"), looks: [look("reliability", reliabilities)] },
  steady: byType("bc", "BC against its ceiling"),
  reliability: {
    estimates: reliabilities,
    looks: inParts(reliabilities, "runs").filter(({ needs }) => needs?.includes("runs")),
  },
  self_enhancement: of(selfEnhancement, ESTIMATES.self_enhancement),
  philautia: {
    estimates: (frame, by, { alpha }) => {
      const models = bothSides(frame);
      return levels(frame, "setting").flatMap((setting) =>
        models.flatMap((model) =>
          fromTests(frame, by, (own) => selfPreference(own, { setting, model, alpha }), "philautia score")
            .map((one) => ({ ...one, group: { model, setting, ...one.group } }))
        )
      );
    },
    looks: [WAYS],
  },
  caption_family: {
    allowed: hasFamilies,
    estimates: (frame, by, { alpha, families }) => {
      const models = bothSides(frame);
      return levels(frame, "setting").flatMap((setting) =>
        Object.entries(families).flatMap(([family, names]) => {
          const members = names.filter((name) => models.includes(name));
          if (members.length < 2) return [];
          const test = (own: pl.DataFrame) =>
            familySelfPreference(own, { setting, members, name: family, alpha });
          return fromTests(frame, by, test, "mean of Φ̃ between members").map((one) => ({
            ...one,
            group: { family, setting, ...one.group },
            note: `${
              members.join(", ")
            }; compared with all sets of ${members.length} of ${models.length} models`,
          }));
        })
      );
    },
    looks: [WAYS],
  },
  saturation(frame, by, context) {
    const groups = [...by, ...["evaluator", "setting"].filter((name) => frame.columns.includes(name))];
    return of(saturation, {
      ...ESTIMATES.saturation,
      note: ({ value, n_values }) => `on ${Number(Number(value).toPrecision(4))}; ${n_values} values in use`,
    })(frame, groups, context);
  },
  agreement: {
    estimates: of(ratingAgreement, ESTIMATES.agreement),
    looks: [look("saturation", of(saturation, { ...ESTIMATES.saturation, also: ["evaluator"] }))],
  },
  criteria: {
    estimates: (frame, by, context) => withOpenCriteria(frame, by, criteriaOf(frame, by, context)),
    looks: [
      look("no_judges", (frame, by) => {
        const groups = by.filter((name) => name === "split"), rows = referenceJudges(frame, { by: groups });
        return rows.toRecords().map(({ value, n, ...row }) => ({
          ...NOTHING,
          group: groupOf(row, [...groups, "reference", "metric"]),
          ...{ quantity: "share", estimate: Number(value), n: Number(n), clusters: NaN },
        }));
      }),
    ],
  },
  criterion_accuracy: {
    estimates: (frame, by, context) => withOpenCriteria(frame, by, accuraciesOf(frame, by, context)),
    looks: [
      look(
        "conflicts",
        (frame, by, context) => conflictsOf(frame, by.filter((name) => name === "split"), context),
      ),
    ],
  },
  joint(frame, by, { alpha }) {
    const test = (own: pl.DataFrame) => jointLowersTradeoff(own, { alpha });
    return fromTests(frame, by.filter((name) => name !== "mode"), test, "TOS, joint minus single");
  },
} satisfies Asks;

function byType(metric: "bd" | "bc", quantity: string): Question["estimates"] {
  return (frame, by, { alpha }) => {
    const found = levels(frame, "bias_type");
    return BIAS_TAXONOMY.filter((spec) => spec.metric === metric && found.includes(spec.type)).flatMap(
      ({ type: biasType }) =>
        fromTests(frame, by, (own) => deviationExceedsNoise(own, { metric, biasType, alpha }), quantity)
          .map((one) => ({ ...one, group: { ...one.group, bias_type: biasType } })),
    );
  };
}

/** What missing answers of an item could have been, so that each of its units is as good and as bad as it can be: what people say, the other, one throughout, both in turn. */
const OTHERWISE: readonly ((human: number, turn: number) => number)[] = [
  (human) => human,
  (human) => 1 - human,
  () => VERDICT.A,
  () => VERDICT.B,
  (_, turn) => turn % 2,
];

/** Shares by criteria with what missing answers, and judgments of one of two results alone, could make of them: exact, unit by unit. */
export function withOpenCriteria(
  frame: pl.DataFrame,
  by: readonly string[],
  found: readonly Estimate[],
  { keyed = frame, sides }: { keyed?: pl.DataFrame; sides?: LookContext["sides"] } = {},
): Estimate[] {
  const outcomes = criteriaOutcomes("report", keyed), { human, choice, units, criterion } = outcomes;
  const isOpen = (row: number) => human[row] <= VERDICT.B && choice[row] === VERDICT.missing;
  const open = [...grouped([...choice.keys()].filter(isOpen), (row) => units[row]).values()];
  const ways = OTHERWISE.map((said) => {
    const told = choice.slice();
    for (const rows of open) rows.forEach((row, turn) => told[row] = said(human[row], turn));
    return { ...outcomes, choice: told };
  });
  const endsOf = (metric: CriteriaMetric, rows: readonly number[]) => {
    const all = ways.map((way) => CRITERIA_UNITS[metric](way, Int32Array.from(rows))), [{ keys }] = all;
    const { length } = metric === "criterion_average" ? criterion.levels : [0];
    const parts = [...grouped(keys.keys(), (i) => keys[i] % length).values()];
    const valueOf = (end: (...values: number[]) => number) =>
      mean(parts.map((part) => mean(part.map((i) => end(...all.map(({ values }) => values[i]))))));
    return [valueOf(Math.min), valueOf(Math.max)] as const;
  };
  const isOf = (row: number, name?: string) =>
    name === undefined || String(criterion.levels[criterion.codes[row]]) === name;
  return withOpen(frame, by, found, {
    isOpen,
    isBehind: (row, { group }) => human[row] <= VERDICT.B && isOf(row, group.criterion),
    ends: (rows, { group: { metric = "criterion_average" } }) => endsOf(metric as CriteriaMetric, rows),
    ...{ said: ["judgments", "are unread"], sides },
  });
}
