import { philautiaCoverage } from "./philautia_coverage.ts";
import { COVERAGE, type Scenario } from "./scenario.ts";

const SINGLE: readonly Scenario[] = ([
  [1000, 0.07, 1000],
  [1000, 0.2, 1000],
  [4500, 0.07, 250],
] as const).map(([images, noise]): Scenario => ({
  name: `philautia intervals: ${images} images, sd ${noise} of a single score`,
  kind: "coverage",
  band: COVERAGE,
  // A data set has 144 entries that depend on each other: it counts as 25 simulations.
  run: (simulations, seed) =>
    philautiaCoverage({
      images,
      noise,
      simulations: Math.ceil(simulations / 25),
      seed,
    }).entries,
}));

/** Of few models, whose two-way means take much of what each entry says. */
const FEW = [4, 5, 7].map((models): Scenario => ({
  name: `philautia intervals: ${models} models, 200 images`,
  kind: "coverage",
  band: models < 5 ? [0.89, 0.97] : COVERAGE,
  run: (simulations, seed) =>
    philautiaCoverage({
      images: 200,
      models,
      simulations: Math.ceil(simulations / 5),
      seed,
    }).entries,
}));

/** Limits that hold for all philautia scores, or for all 144 entries, at once (Bonferroni). */
const JOINT = (["diagonal", "matrix"] as const).flatMap((which) =>
  ([[200, 0.07], [1000, 0.07], [1000, 0.2]] as const).map(([images, noise]): Scenario => ({
    name: `philautia intervals, all of the ${which} at once: ${images} images, sd ${noise} of a single score`,
    kind: "coverage",
    band: COVERAGE,
    run: (simulations, seed) => philautiaCoverage({ images, noise, joint: which, simulations, seed }).joint,
  }))
);

/** Intervals over images of Φ̃: with the noise of the simulated caption scores, and with almost three times as much. */
export const PHILAUTIA_SCENARIOS: readonly Scenario[] = [...SINGLE, ...FEW, ...JOINT];
