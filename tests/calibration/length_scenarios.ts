import { adjustedBias } from "@/hypotheses/adjusted_bias.ts";
import type { HypothesisResult } from "@/hypotheses/hypothesis_types.ts";
import { matchedBias } from "@/hypotheses/matched_bias.ts";
import { LENGTH_PROCESSES, lengthPairs } from "./length_processes.ts";
import { COVERAGE, type Scenario, SIZE } from "./scenario.ts";

const TESTS: Record<string, (pairs: ReturnType<typeof lengthPairs>) => HypothesisResult> = {
  "regression": adjustedBias,
  "matched": (pairs) => matchedBias(pairs, { shuffles: 0 }),
};

/** Length as a confounder: the audit's processes. Matching has an estimand of its own, the same where there is no bias at any length. */
export const LENGTH_SCENARIOS: readonly Scenario[] = Object.entries(LENGTH_PROCESSES).flatMap((
  [process, { process: drawn, truth }],
) =>
  Object.entries(TESTS).filter(([test]) => truth === 0 || test === "regression").map((
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
