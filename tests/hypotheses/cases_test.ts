import type pl from "nodejs-polars";
import * as core from "judgebias";
import { adjustVerdicts } from "@/hypotheses/verdict.ts";
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
  /** A table of one's own contrasts, or of other tests by their names, each by its options. */
  contrastTable: (
    pairs: Parameters<typeof core.contrast>[0],
    asked: readonly ({ test?: "contrast"; title?: string } & Parameters<typeof core.contrast>[1])[],
    options: Parameters<typeof core.hypothesisTable>[2],
  ) =>
    core.hypothesisTable(
      pairs,
      asked.map(({ test: name = "contrast", title, ...one }) => {
        // In a list a function has no name.
        const [test]: core.HypothesisTest[] = [(rows) => core[name](rows, one)];
        return title ? { title, test } : test;
      }),
      options,
    ),
  atZero: (...given: Parameters<typeof biasAtEqualLength>) => biasAtEqualLength.atZero(...given),
  /** Power of one's own: A for the judge beside A for people (a ratio), or against a null value. */
  ownPower: (pilot: pl.DataFrame, options: object, nullValue?: number) => {
    const of = nullValue === undefined
      ? (mean: Record<string, number>) => mean.choice / mean.human
      : undefined;
    const isA = (name: string) => [name, (row: Record<string, unknown>) => row[name] === "A"] as const;
    const means = Object.fromEntries((of ? ["choice", "human"] : ["choice"]).map(isA)),
      own = { by: [], means, of };
    const shares = (rows: pl.DataFrame) => core.ownMetric(rows, { ...own, scale: of && "ratio", nullValue });
    return core.power(shares, { pilot, ...options });
  },
  /** A test of one's own of how often the judge says A. */
  saysA: (pairs: pl.DataFrame, options: object) =>
    core.hypothesisTable(
      pairs,
      (rows) => core.ownMetric(rows, { by: [], means: { isA: ({ choice }) => choice === "A" }, ...options }),
    ),
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
const planText = (...given: Parameters<typeof inner.ownPower>) => String(inner.ownPower(...given));
/** Of a contrast, or another claim by its name. */
const pilotText = (
  pilot: pl.DataFrame,
  { test = "contrast", ...asked }: { test?: "contrast" },
  options: object,
) => String(core.power((rows) => core[test](rows, asked as never), { pilot, ...options }));
const calls = {
  ...core,
  ...labelErrors,
  ...{ adjustVerdicts, planStudy },
  ...inner,
  ...claims,
  ...{ planText, pilotText },
};
testCases(new URL("./cases.jsonl", import.meta.url), calls);
