import type pl from "nodejs-polars";
import { familySelfPreference, selfPreference } from "../../hypotheses/self_preference.ts";
import { ratingAgreement } from "../../metrics/rating_agreement.ts";
import { saturation } from "../../metrics/saturation.ts";
import { fromMetric, fromTests, WAYS } from "../estimates.ts";
import type { Question, QuestionId } from "../report_types.ts";
import { levels, of, questions } from "./common.ts";

/** Models that both write and evaluate captions. */
const bothSides = (frame: pl.DataFrame) => {
  const evaluators = levels(frame, "evaluator");
  return levels(frame, "generator").filter((name) => evaluators.includes(name));
};

const SATURATION = { quantity: "share on one value", estimate: "share" };

/** What is asked of caption scores and of ratings. */
export const CAPTION_QUESTIONS: readonly Question<QuestionId>[] = questions("caption scores", [
  {
    id: "philautia",
    title: "Self-preference",
    question: "Does a model prefer its own captions, beyond their quality and its own level?",
    above: "prefers its own captions",
    below: "thinks less of its own captions than others do",
    needs: ["own_captions"],
    allow: "captions of models that are evaluators too",
    unit: "number",
    delta: 0.25,
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
    method:
      "philautia scores are the entries of the doubly standardised matrix of mean scores where a model evaluates itself, with jackknife intervals over images",
    cite: ["philautia"],
  },
  {
    id: "caption_family",
    title: "Preference within families",
    question: "Do the models of one family rate each other's captions higher than models of other sets do?",
    above: "rate each other higher than other sets of as many models do",
    below: "rate each other lower than other sets of as many models do",
    needs: ["own_captions"],
    allowed: ({ families }) => Object.keys(families).length > 0,
    allow:
      "the models of each family, two or more of them both writing and evaluating: report(scores, { families: { maker: [names] } }) or --family maker=name,name",
    unit: "number",
    delta: 0.25,
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
    method:
      "family preference is the mean of the doubly standardised matrix between different members of a family, tested against all other sets of as many models; its interval is over images",
    cite: ["philautia"],
  },
  {
    id: "saturation",
    title: "Saturation of the scale",
    question: "Does an evaluator give most captions one and the same score?",
    unit: "percent",
    estimates: (frame, by) => {
      const groups = [...by, ...["evaluator", "setting"].filter((name) => frame.columns.includes(name))];
      return fromMetric(saturation(frame, { by: groups }), groups, {
        ...SATURATION,
        note: ({ value, n_values }) =>
          `on ${Number(Number(value).toPrecision(4))}; ${n_values} values in use`,
      });
    },
    method:
      "saturation is the share of an evaluator's scores on its most frequent value: above a half it hardly tells captions apart",
  },
  {
    id: "agreement",
    title: "Agreement with ratings",
    question: "Does the evaluator rank as people do?",
    above: "ranks as people do",
    good: "above",
    below: "ranks against people",
    frame: "ratings",
    allow: "a column human and a column per evaluator",
    unit: "number",
    estimates: of(ratingAgreement, {
      quantity: "Kendall's tau-b",
      estimate: "tau_b",
      nullValue: 0,
      also: ["evaluator"],
    }),
    looks: [{
      name: "saturation",
      unit: "percent",
      words:
        "the share of an evaluator's scores on its most frequent value: above a half it hardly tells captions apart",
      estimates: of(saturation, { ...SATURATION, also: ["evaluator"] }),
    }],
    method: "agreement is Kendall's tau-b with intervals robust to captions of the same image",
    cite: ["philautia"],
  },
]);
