import { simulatePower } from "@/hypotheses/simulate_power.ts";
import type { StudyDesign } from "@/hypotheses/study_design.ts";
import { bootstrap } from "@/stats/bootstrap.ts";
import { mcnemar } from "@/stats/mcnemar.ts";
import { permutationTest } from "@/stats/permutation_test.ts";
import { wilson } from "@/stats/wilson.ts";
import { AUDIT_SCENARIOS } from "./audit_scenarios.ts";
import { CLAIM_SCENARIOS } from "./claim_scenarios.ts";
import { FAMILY_SCENARIOS } from "./family_scenarios.ts";
import { HYPOTHESIS_SCENARIOS } from "./hypothesis_scenarios.ts";
import { INTERVAL_SCENARIOS } from "./interval_scenarios.ts";
import { LENGTH_SCENARIOS } from "./length_scenarios.ts";
import { METRIC_SCENARIOS } from "./metric_scenarios.ts";
import { PADDING_SCENARIOS } from "./padding_scenarios.ts";
import { PEOPLE_SCENARIOS } from "./people_scenarios.ts";
import { PHILAUTIA_SCENARIOS } from "./philautia_scenarios.ts";
import { SCORE_SCENARIOS } from "./score_scenarios.ts";
import { AT_MOST, COVERAGE, covers, LEVEL, rejects, type Scenario } from "./scenario.ts";
import { TABLE_SCENARIOS } from "./table_scenarios.ts";
import { VERDICT_SCENARIOS } from "./verdict_scenarios.ts";

const intervals: [string, StudyDesign, number][] = [
  ["IB, 7,756 pairs, 1.76 per image", {
    metric: "ib",
    accIds: 0.85,
    accCds: 0.26,
    cdsShare: 0.32,
    pairsPerImage: 1.76,
    icc: 0.2,
  }, 7756],
  ["IB, 300 pairs, CDS share 0.1", { metric: "ib", accIds: 0.8, accCds: 0.5, cdsShare: 0.1 }, 300],
  ["IB, 400 pairs, 5 per image, subsets constant", {
    metric: "ib",
    accIds: 0.8,
    accCds: 0.5,
    cdsShare: 0.4,
    pairsPerImage: 5,
    icc: 0.4,
    subsetsWithinImage: "constant",
  }, 400],
  ["IRS, 300 pairs, 3 per image", {
    metric: "irs",
    accImage: 0.7,
    accNoImage: 0.65,
    correlation: 0.5,
    pairsPerImage: 3,
    icc: 0.4,
  }, 300],
  ["IB difference, 500 pairs, 4 per image", {
    metric: "ib_difference",
    first: { accIds: 0.8, accCds: 0.4 },
    second: { accIds: 0.75, accCds: 0.5 },
    cdsShare: 0.32,
    correlation: 0.4,
    pairsPerImage: 4,
    icc: 0.4,
  }, 500],
];

const nulls: [string, StudyDesign, number][] = [
  ["IB = 0, 400 pairs, 4 per image, CDS share 0.15", {
    metric: "ib",
    accIds: 0.65,
    accCds: 0.65,
    cdsShare: 0.15,
    pairsPerImage: 4,
    icc: 0.5,
  }, 400],
  ["IRS = 0, 500 pairs", { metric: "irs", accImage: 0.7, accNoImage: 0.7, correlation: 0.6 }, 500],
];

/** All claims about error rates that the library makes; `deno task calibrate` runs them at full size. */
export const SCENARIOS: readonly Scenario[] = [
  ...intervals.map(([name, design, n]): Scenario => ({
    name: `cluster interval: ${name}`,
    kind: "coverage",
    band: COVERAGE,
    run: (replicates, seed) => simulatePower(design, { n, replicates, seed }).coverage,
  })),
  ...nulls.map(([name, design, n]): Scenario => ({
    name: `cluster interval excludes 0: ${name}`,
    kind: "rejection",
    band: LEVEL,
    run: (replicates, seed) => simulatePower(design, { n, replicates, seed }).power,
  })),
  covers("Wilson interval: 60 items, share 0.8", (generator) => {
    let right = 0;
    for (let i = 0; i < 60; i++) right += generator.uniform() < 0.8 ? 1 : 0;
    const { low, high } = wilson(right, 60);
    return low <= 0.8 && 0.8 <= high;
  }),
  covers("BCa bootstrap: mean of 100 clusters of 3, skewed", (generator) => {
    const clusters = Array.from({ length: 300 }, (_, i) => Math.floor(i / 3));
    const level = Array.from({ length: 100 }, () => 0.5 * generator.normal());
    const values = clusters.map((cluster) => Math.exp(0.5 * generator.normal() + level[cluster]));
    const truth = Math.exp(0.25); // the mean of exp(N(0, ½))
    const { low, high } = bootstrap({
      clusters,
      statistic: (rows) => rows.reduce((sum, row) => sum + values[row], 0) / rows.length,
      replicates: 500,
      seed: generator.integer(1e9),
      method: "bca",
    });
    return low <= truth && truth <= high;
  }),
  rejects("permutation test: groups of 4 and 36", (generator) => {
    const values = Array.from({ length: 40 }, () => generator.normal());
    const { pValue } = permutationTest({
      data: values,
      statistic: (data) =>
        data.slice(0, 4).reduce((sum, x) => sum + x, 0) / 4 -
        data.slice(4).reduce((sum, x) => sum + x, 0) / 36,
      permute: (inner, data) => inner.shuffle(data),
      replicates: 199,
      seed: generator.integer(1e9),
      alternative: "two-sided",
    });
    return pValue <= 0.05;
  }, AT_MOST),
  ...([[true, 20, AT_MOST], [false, 200, AT_MOST]] as const).map(([exact, pairs, band]): Scenario =>
    rejects(`McNemar, ${exact ? "exact" : "asymptotic"}: ${pairs} disagreements`, (generator) => {
      let b = 0;
      for (let i = 0; i < pairs; i++) b += generator.uniform() < 0.5 ? 1 : 0;
      return mcnemar(b, pairs - b, { exact }).pValue <= 0.05;
    }, band)
  ),
  ...INTERVAL_SCENARIOS,
  ...HYPOTHESIS_SCENARIOS,
  ...SCORE_SCENARIOS,
  ...PHILAUTIA_SCENARIOS,
  ...LENGTH_SCENARIOS,
  ...PADDING_SCENARIOS,
  ...PEOPLE_SCENARIOS,
  ...TABLE_SCENARIOS,
  ...FAMILY_SCENARIOS,
  ...VERDICT_SCENARIOS,
  ...CLAIM_SCENARIOS,
  ...AUDIT_SCENARIOS,
  ...METRIC_SCENARIOS,
];
