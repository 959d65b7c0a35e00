import { simulatePower } from "@/hypotheses/simulate_power.ts";
import type { StudyDesign } from "@/hypotheses/study_design.ts";
import { bootstrap } from "@/stats/bootstrap.ts";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { mcnemar } from "@/stats/mcnemar.ts";
import { permutationTest } from "@/stats/permutation_test.ts";
import { type Random, random } from "@/stats/random.ts";
import { wilson } from "@/stats/wilson.ts";
import { CLAIM_SCENARIOS } from "./claim_scenarios.ts";
import { PAIR_SCENARIOS } from "./pair_scenarios.ts";
import { LENGTH_SCENARIOS } from "./length_scenarios.ts";
import { METRIC_SCENARIOS } from "./metric_scenarios.ts";
import { PADDING_SCENARIOS } from "./padding_scenarios.ts";
import { PEOPLE_SCENARIOS } from "./people_scenarios.ts";
import designs from "./designs.json" with { type: "json" };
import { PHILAUTIA_SCENARIOS } from "./philautia_scenarios.ts";
import { SCORE_SCENARIOS } from "./score_scenarios.ts";
import { AT_MOST, COVERAGE, covers, LEVEL, rejects, type Scenario } from "./scenario.ts";
import { VERDICT_SCENARIOS } from "./verdict_scenarios.ts";

/** Coverage or power of a design on the cluster interval, as `simulatePower` finds it. */
const DESIGNS = designs as unknown as { name: string; design: StudyDesign; n: number }[];

/** Clusters as the grid has none: one of 30 holds 40%, or a cluster is all of one subset; of unequal sizes the rest are. */
const CLUSTERED = ([
  ["one of 30 holds 40%", () => [...new Array<number>(29).fill(10), 193], false],
  ["40 unequal ones, each all of one subset", unequal, true],
] as const).flatMap(([name, sizes, isConstant]) =>
  [false, true].map((isIb) => {
    const ask = (g: Random, n: number) => {
      const values: number[] = [], parts: number[] = [], clusters: number[] = [];
      for (let study = 0; study < n; study++) {
        sizes(g).forEach((size, c) => {
          const level = 0.7 + g.normal(), whole = g.uniform();
          for (let i = 0; i < size; i++) {
            const part = (isConstant ? whole : g.uniform()) < 0.4 ? 1 : 0;
            values.push(g.uniform() < 1 / (1 + Math.exp(part - level)) ? 1 : 0);
            parts.push(isIb ? part : 0);
            clusters.push(100 * study + c);
          }
        });
      }
      return clusterInterval({ values, parts, clusters, weights: isIb ? [1, -1] : [1] });
    };
    let truth: number | undefined;
    return covers(`small-sample interval of ${isIb ? "IB" : "accuracy"}: ${name}`, (generator) => {
      truth ??= ask(random(99), 1000).estimate;
      const { low, high } = ask(generator, 1);
      return Number.isNaN(low) ? undefined : low <= truth && truth <= high;
    }, [0.93, 0.99]);
  })
);
function unequal(g: Random): number[] {
  return Array.from({ length: 40 }, () => Math.max(1, Math.round(8 * Math.exp(1.2 * g.normal()))));
}

/** All claims about error rates that the library makes; `deno task calibrate` runs them at full size. */
export const SCENARIOS: readonly Scenario[] = [
  ...DESIGNS.map(({ name, design, n }): Scenario => {
    const isNull = name.includes("excludes 0");
    return {
      name,
      ...isNull ? { kind: "rejection", band: LEVEL } : { kind: "coverage", band: COVERAGE },
      run: (replicates, seed) =>
        simulatePower(design, { n, replicates, seed })[isNull ? "power" : "coverage"],
    };
  }),
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
  ...CLUSTERED,
  ...PAIR_SCENARIOS,
  ...SCORE_SCENARIOS,
  ...PHILAUTIA_SCENARIOS,
  ...LENGTH_SCENARIOS,
  ...PADDING_SCENARIOS,
  ...PEOPLE_SCENARIOS,
  ...VERDICT_SCENARIOS,
  ...CLAIM_SCENARIOS,
  ...METRIC_SCENARIOS,
];
