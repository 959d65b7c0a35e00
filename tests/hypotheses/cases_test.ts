import * as core from "judgebias";
import { adjustVerdicts } from "@/hypotheses/adjust_verdicts.ts";
import * as labelErrors from "@/hypotheses/label_error.ts";
import { planStudy } from "@/hypotheses/study_design.ts";
import type { HypothesisResult } from "@/hypotheses/hypothesis_types.ts";
import { testCases } from "../cases.ts";

/** What stands beside a claim, by the first words of its name. */
const beside = (claim: HypothesisResult) => ({
  ...claim,
  text: String(claim),
  beside: Object.fromEntries(claim.sensitivity.map((row) => [row.name, row])),
});
const { biasAtEqualLength, equalizedBias } = core;
const inner = {
  atZero: (...given: Parameters<typeof biasAtEqualLength>) => biasAtEqualLength.atZero(...given),
  /** The steps of `equalizedBias` by their names. */
  steps: (...given: Parameters<typeof equalizedBias>) =>
    Object.fromEntries(equalizedBias(...given).steps.map((step) => [step.name, step])),
};
const claims = Object.fromEntries(
  ["longerAnswerWins", "biasBeyondPeople", "labelError", "mitigationLowersBias"].map((name) => [
    name,
    (...given: unknown[]) => beside(Reflect.apply(core[name as "labelError"], undefined, given)),
  ]),
);

// Claims by hand and what they refuse, a line each.
testCases(new URL("./cases.jsonl", import.meta.url), {
  ...core,
  ...labelErrors,
  adjustVerdicts,
  planStudy,
  ...inner,
  ...claims,
});
