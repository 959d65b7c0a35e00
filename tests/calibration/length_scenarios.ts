import { biasAtEqualLength } from "@/hypotheses/bias_at_equal_length.ts";
import type { HypothesisResult } from "@/hypotheses/hypothesis_types.ts";
import { LENGTH_PROCESSES, lengthPairs } from "./length_processes.ts";
import { COVERAGE, type Scenario, SIZE } from "./scenario.ts";

const TESTS: Record<string, (pairs: ReturnType<typeof lengthPairs>) => HypothesisResult> = {
  "same difference": biasAtEqualLength,
  "at no difference": biasAtEqualLength.atZero,
};

/** Length as a confounder. The same difference has an estimand of its own, 0 where there is no bias at any length (`matched`). */
export const LENGTH_SCENARIOS: readonly Scenario[] = Object.entries(LENGTH_PROCESSES).flatMap((
  [process, { process: drawn, truth, matched = truth }],
) =>
  Object.entries(TESTS).filter(([test]) => matched === 0 || test === "at no difference").map((
    [test, run],
  ): Scenario => ({
    name: `length, ${process}: ${test}`,
    kind: truth === 0 ? "rejection" : "coverage",
    band: truth === 0 ? SIZE : COVERAGE,
    modest: drawn.pairs > 1000 ? 1 : 8,
    run: (simulations, seed) => {
      let hits = 0, known = 0;
      for (let s = 0; s < simulations; s++) {
        const { low, high, pValue } = run(lengthPairs(drawn, seed * 1_000_003 + s));
        if (Number.isNaN(low)) continue;
        known++;
        if (truth === 0 ? pValue < 0.05 : low <= truth && truth <= high) hits++;
      }
      return hits / Math.max(1, known);
    },
  }))
);
