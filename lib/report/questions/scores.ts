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
import { isScored } from "../../metrics/run_means.ts";
import { scoreOutcomes } from "../../metrics/score_outcomes.ts";
import { countText } from "../number_text.ts";
import type { Estimate, LookContext, Question } from "../report_types.ts";
import { isMany } from "../../metrics/undecided.ts";
import { type Asks, hasFamilies, inParts, look, of, rowsByGroup, WAYS } from "./common.ts";
import { levels } from "../../results/only.ts";
import { lackedIn, unknownReach } from "./replies.ts";
import { withOpenCriteria, withUnrated } from "./criteria.ts";

const askReliability = of(reliability, {
  quantity: "BD or BC",
  estimate: "value",
  also: ["bias_type"],
  note: ({ metric }) =>
    metric === "bd" ? "BD: how far scores fall, a rise counting as 0" : "BC: how steady scores are",
});
const reliabilities: Question["estimates"] = (frame, by, context) =>
  withUnscored(frame, [...by, "bias_type"], askReliability(frame, by, context))
    .map((one) => ({ ...one, quantity: one.note?.startsWith("BD") ? "BD" : "BC" }));

const bothSides = (frame: pl.DataFrame) => {
  const evaluators = levels(frame, "evaluator");
  return levels(frame, "generator").filter((name) => evaluators.includes(name));
};

const criteriaOf = of(criteriaMetrics, { quantity: "share", estimate: "value", also: ["metric"] });
const accuraciesOf = of(criterionAccuracy, { quantity: "accuracy", estimate: "value", also: ["criterion"] });

const SATURATION = { quantity: "share on one value", estimate: "share" };

export const SCORE_QUESTIONS = {
  notices: { estimates: byType("bd", "BD above noise"), looks: [look("reliability", reliabilities)] },
  steady: byType("bc", "BC against its ceiling"),
  reliability: {
    estimates: reliabilities,
    looks: inParts(reliabilities, "runs").filter(({ needs }) => needs?.includes("runs")),
  },
  self_enhancement: of(selfEnhancement, { quantity: "mean score", estimate: "mean", also: ["generator"] }),
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
      ...SATURATION,
      note: ({ value, n_values }) => `on ${Number(Number(value).toPrecision(4))}; ${n_values} values in use`,
    })(frame, groups, context);
  },
  agreement: {
    estimates: withUnrated(of(ratingAgreement, {
      quantity: "Kendall's tau-b",
      estimate: "tau_b",
      nullValue: 0,
      also: ["evaluator"],
    })),
    looks: [look("saturation", of(saturation, { ...SATURATION, also: ["evaluator"] }))],
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
      look("conflicts", (frame, by, context) =>
        of(criterionConflicts, {
          quantity: "conflicts",
          estimate: "share",
          also: ["criterion_a", "criterion_b"],
        })(frame, by.filter((name) => name === "split"), context)),
    ],
  },
  joint: (frame, by, { alpha }) =>
    fromTests(
      frame,
      by.filter((name) => name !== "mode"),
      (own) => jointLowersTradeoff(own, { alpha }),
      "TOS, joint minus single",
    ),
} satisfies Asks;

function byType(metric: "bd" | "bc", quantity: string): Question["estimates"] {
  return (frame, by, { alpha }) => {
    const found = levels(frame, "bias_type");
    const told = BIAS_TAXONOMY.filter((spec) => spec.metric === metric && found.includes(spec.type)).flatMap(
      ({ type: biasType }) =>
        fromTests(frame, by, (own) => deviationExceedsNoise(own, { metric, biasType, alpha }), quantity)
          .map((one) => ({ ...one, group: { ...one.group, bias_type: biasType } })),
    );
    return withUnscored(frame, [...by, "bias_type"], told);
  };
}

/** Estimates of score pairs that say, from 5% on, how many of their pairs lack a score: these may be others than the rest, and no effect is ruled out. */
export function withUnscored(
  frame: pl.DataFrame,
  by: readonly string[],
  found: readonly Estimate[],
  { keyed = frame, sides }: { keyed?: pl.DataFrame; sides?: LookContext["sides"] } = {},
): Estimate[] {
  const rowsOf = rowsByGroup(frame, by), outcomes = scoreOutcomes("report", keyed);
  const lackedOf = lackedIn(frame, (row) => !isScored(outcomes, row), sides);
  return found.map((one) => {
    const results = lackedOf(rowsOf(one.group)?.filter((row) => outcomes.type[row] >= 0) ?? []);
    const [lost, all] = (["unread", "all"] as const).map((name) =>
      results.reduce((sum, one) => sum + one[name], 0)
    );
    const told = { ...one, reach: unknownReach(results, "pairs", "lack a score") };
    if (!isMany(lost, all) || Number.isNaN(one.estimate)) return told;
    const said = `${countText(lost)} of ${countText(all)} pairs lack a score and are left out, ` +
      "though these may be the hard ones";
    return { ...told, pEquivalence: NaN, warning: [one.warning, said].filter(Boolean).join("; ") };
  });
}
