import type pl from "nodejs-polars";
import { deviationExceedsNoise } from "../../hypotheses/exceeds_noise.ts";
import { jointLowersTradeoff } from "../../hypotheses/joint_judging.ts";
import { familySelfPreference, selfPreference } from "../../hypotheses/self_preference.ts";
import { criteriaMetrics } from "../../metrics/criteria_metrics.ts";
import { ratingAgreement } from "../../metrics/rating_agreement.ts";
import { reliability } from "../../metrics/reliability.ts";
import { saturation } from "../../metrics/saturation.ts";
import { selfEnhancement } from "../../metrics/self_enhancement.ts";
import { BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import { fromTests } from "../estimates.ts";
import type { Question } from "../report_types.ts";
import { type Asks, hasFamilies, inParts, look, of, WAYS } from "./common.ts";
import { levels } from "../../results/only.ts";

const reliabilities = of(reliability, {
  quantity: "BD or BC",
  estimate: "value",
  also: ["bias_type"],
  note: ({ metric }) =>
    metric === "bd" ? "BD: how far scores fall, a rise counting as 0" : "BC: how steady scores are",
});

/** Models that both write and evaluate captions. */
const bothSides = (frame: pl.DataFrame) => {
  const evaluators = levels(frame, "evaluator");
  return levels(frame, "generator").filter((name) => evaluators.includes(name));
};

const SATURATION = { quantity: "share on one value", estimate: "share" };

/** What is asked of scores of whole and perturbed inputs, of caption scores and ratings, and of judgments by criteria. */
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
    estimates: (frame, by, { alpha, families, seed }) => {
      const models = bothSides(frame);
      return levels(frame, "setting").flatMap((setting) =>
        Object.entries(families).flatMap(([family, names]) => {
          const members = names.filter((name) => models.includes(name));
          if (members.length < 2) return [];
          const test = (own: pl.DataFrame) =>
            familySelfPreference(own, { setting, members, name: family, alpha, seed });
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
    estimates: of(ratingAgreement, {
      quantity: "Kendall's tau-b",
      estimate: "tau_b",
      nullValue: 0,
      also: ["evaluator"],
    }),
    looks: [look("saturation", of(saturation, { ...SATURATION, also: ["evaluator"] }))],
  },
  criteria: of(criteriaMetrics, { quantity: "share", estimate: "value", also: ["metric"] }),
  joint: (frame, by, { alpha }) =>
    fromTests(
      frame,
      by.filter((name) => name !== "mode"),
      (own) => jointLowersTradeoff(own, { alpha }),
      "TOS, joint minus single",
    ),
} satisfies Asks;

/** A test of every bias type of a metric that the scores have. */
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
