import { deviationExceedsNoise } from "../../hypotheses/exceeds_noise.ts";
import { reliability } from "../../metrics/reliability.ts";
import { selfEnhancement } from "../../metrics/self_enhancement.ts";
import { BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import { fromTests } from "../estimates.ts";
import type { Question, QuestionId } from "../report_types.ts";
import { inParts, levels, of, questions } from "./common.ts";

const reliabilities = of(reliability, { quantity: "BD or BC", estimate: "value", also: ["bias_type"] });

/** What is asked of scores of whole and perturbed inputs. */
export const SCORE_QUESTIONS: readonly Question<QuestionId>[] = questions("score pairs", [
  {
    id: "notices",
    title: "Noticing what is missing or contradictory",
    question: "Do scores fall when evidence is taken away or contradicted, by more than from run to run?",
    above: "notices the perturbation by more than its own noise",
    good: "above",
    needs: ["runs"],
    allow: "at least two runs of the same samples (a column run)",
    unit: "number",
    delta: NaN,
    estimates: byType("bd", "BD above noise"),
    looks: [{
      name: "reliability",
      words: "BD and BC as the paper computes them, without regard to noise",
      estimates: reliabilities,
    }],
    method: "bias deviation is compared with its noise floor between runs of the same input",
    cite: ["mm-judgebias"],
  },
  {
    id: "steady",
    title: "Steadiness under harmless changes",
    question: "Do scores move under perturbations that should not matter, by more than from run to run?",
    above: "is steadier than from run to run",
    good: "above",
    below: "is moved by changes that should not matter",
    needs: ["runs"],
    allow: "at least two runs of the same samples (a column run)",
    unit: "number",
    estimates: byType("bc", "BC against its ceiling"),
    method: "bias conformity is compared with its ceiling between runs of the same input",
    cite: ["mm-judgebias"],
  },
  {
    id: "reliability",
    title: "Reliability by bias type",
    question:
      "How far do scores fall where they should (BD), and how steady are they where they should be (BC)?",
    allow: "scores of the same response with the evidence whole and perturbed",
    unit: "number",
    estimates: reliabilities,
    looks: inParts(reliabilities, "runs").filter(({ needs }) => needs?.includes("runs")),
    method: "bias deviation and bias conformity are averages over samples and runs",
    cite: ["mm-judgebias"],
  },
  {
    id: "self_enhancement",
    title: "Scores of own and others’ responses",
    question: "What does the judge give to the responses of each generator, its own among them?",
    needs: ["generators"],
    allow: "a column generator",
    unit: "number",
    estimates: of(selfEnhancement, { quantity: "mean score", estimate: "mean", also: ["generator"] }),
    method: "mean unbiased scores by generator; responses differ in quality, so no test is made",
    cite: ["mm-judgebias"],
  },
]);

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
