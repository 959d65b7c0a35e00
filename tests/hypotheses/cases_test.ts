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
  /** A table of one's own contrasts, each by its options. */
  contrastTable: (
    pairs: Parameters<typeof core.contrast>[0],
    asked: readonly Parameters<typeof core.contrast>[1][],
    options: Parameters<typeof core.hypothesisTable>[2],
  ) => core.hypothesisTable(pairs, asked.map((one) => (rows) => core.contrast(rows, one)), options),
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
const calls = { ...core, ...labelErrors, adjustVerdicts, planStudy, ...inner, ...claims };
testCases(new URL("./cases.jsonl", import.meta.url), calls);
