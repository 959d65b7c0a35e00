import { biasAtEqualLength } from "@/hypotheses/bias_at_equal_length.ts";
import type { HypothesisResult } from "@/hypotheses/hypothesis_types.ts";
import { LENGTH_PROCESSES, lengthPairs } from "./length_processes.ts";
import { COVERAGE, covers, rejects, type Scenario, SIZE } from "./scenario.ts";

const TESTS: Record<string, (pairs: ReturnType<typeof lengthPairs>) => HypothesisResult> = {
  "same difference": biasAtEqualLength,
  "at no difference": biasAtEqualLength.atZero,
};

/** Length as a confounder. The same difference has an estimand of its own, 0 where there is no bias at any length (`matched`). */
export const LENGTH_SCENARIOS: readonly Scenario[] = Object.entries(LENGTH_PROCESSES).flatMap((
  [process, { process: drawn, truth, matched = truth }],
) =>
  Object.entries(TESTS).filter(([test]) => matched === 0 || test === "at no difference").map(([test, run]) =>
    (truth === 0 ? rejects : covers)(`length, ${process}: ${test}`, (_, seed) => {
      const { low, high, pValue } = run(lengthPairs(drawn, seed));
      if (Number.isNaN(low)) return undefined;
      return truth === 0 ? pValue < 0.05 : low <= truth && truth <= high;
    }, truth === 0 ? SIZE : COVERAGE)
  )
);
