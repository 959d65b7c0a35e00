import { clusterInterval } from "@/stats/cluster_interval.ts";
import { cohenKappa } from "@/stats/cohen_kappa.ts";
import { kendallInterval } from "@/stats/kendall.ts";
import { gains, infer } from "@/stats/infer.ts";
import { type Random, random } from "@/stats/random.ts";
import { COVERAGE, type Scenario } from "./scenario.ts";

/** Rows of a study: right or wrong, which subset, which cluster; two rows of each for a paired design. */
interface Study {
  right: number[];
  part: number[];
  cluster: number[];
}

/** A study's process: cluster sizes, and what makes its rows right. */
interface Process {
  sizes: (generator: Random) => number[];
  /** Log odds of a right answer in IDS; of the bias; of the image. */
  base?: number;
  bias?: number;
  image?: number;
  /** Standard deviation of a cluster's level, and how much it grows with the logarithm of the cluster's size. */
  spread?: number;
  tied?: number;
  /** Share of CDS; whether it is the same for all rows of a cluster. */
  cds?: number;
  constant?: boolean;
}

const chance = (logit: number) => 1 / (1 + Math.exp(-logit));
const equal = (clusters: number, size: number) => () => new Array<number>(clusters).fill(size);
const unequal = (clusters: number, spread = 1.2) => (generator: Random) =>
  Array.from({ length: clusters }, () => Math.max(1, Math.round(8 * Math.exp(spread * generator.normal()))));
const dominated = () => [...new Array<number>(29).fill(10), 193]; // one of 30 holds 40%

/** Verdicts, one row per pair; with `image` two, first with the image. */
function draw(
  generator: Random,
  { sizes, base = 0.7, bias = 0, image, spread = 1, tied = 0, cds = 0.4, constant = false }: Process,
): Study {
  const study: Study = { right: [], part: [], cluster: [] };
  sizes(generator).forEach((size, cluster) => {
    const level = base + spread * generator.normal() + tied * Math.log(size);
    const gain = image === undefined ? 0 : image + 0.5 * spread * generator.normal();
    const whole = generator.uniform() < cds ? 1 : 0;
    for (let i = 0; i < size; i++) {
      const part = constant ? whole : generator.uniform() < cds ? 1 : 0;
      const item = image === undefined ? 0 : 2 * generator.normal();
      for (const seen of image === undefined ? [0] : [1, 0]) {
        const logit = level + item - (part ? bias : 0) + seen * gain;
        study.right.push(generator.uniform() < chance(logit) ? 1 : 0);
        study.part.push(image === undefined ? part : 1 - seen);
        study.cluster.push(cluster);
      }
    }
  });
  return study;
}

/** Studies whose mean counts as the truth: its error is a thirtieth of a study's. */
const LARGE = 1000;

/** What the process makes of an endless study: the mean of many. */
function truthOf(process: Process): { accuracy: number; difference: number } {
  const generator = random(99), sums = [0, 0], counts = [0, 0];
  for (let s = 0; s < LARGE; s++) {
    const { right, part } = draw(generator, process);
    right.forEach((value, i) => {
      sums[part[i]] += value;
      counts[part[i]]++;
    });
  }
  return {
    accuracy: (sums[0] + sums[1]) / (counts[0] + counts[1]),
    difference: sums[0] / counts[0] - sums[1] / counts[1],
  };
}

const ESTIMATES = {
  accuracy: ({ right, cluster }: Study) =>
    clusterInterval({
      values: right,
      parts: right.map(() => 0),
      clusters: cluster,
      weights: [1],
      bounds: [0, 1],
    }),
  IB: ({ right, part, cluster }: Study) =>
    clusterInterval({ values: right, parts: part, clusters: cluster, weights: [1, -1], bounds: [-1, 1] }),
  IRS: ({ right, cluster }: Study) => {
    const seen = right.filter((_, i) => i % 2 === 0), blind = right.filter((_, i) => i % 2 === 1);
    const gained = gains("the image", (i) => seen[i] - blind[i]);
    return infer(gained, seen.length, cluster.filter((_, i) => i % 2 === 0));
  },
} as const;

function scenario(
  name: string,
  estimate: keyof typeof ESTIMATES,
  process: Process,
  band = COVERAGE,
): Scenario {
  let known: ReturnType<typeof truthOf> | undefined;
  return {
    name: `small-sample interval of ${estimate}: ${name}`,
    kind: "coverage",
    band,
    run(simulations, seed) {
      known ??= truthOf(process);
      const truth = known[estimate === "accuracy" ? "accuracy" : "difference"];
      const generator = random(seed * 1_000_003);
      let held = 0, counted = 0;
      while (counted < simulations) {
        const study = draw(generator, process);
        // A study without one of the subsets has no estimate to cover with.
        if (estimate === "IB" && !(study.part.includes(0) && study.part.includes(1))) continue;
        const { low, high } = ESTIMATES[estimate](study);
        counted++;
        if (low <= truth && truth <= high) held++;
      }
      return held / simulations;
    },
  };
}

/** Where few rows of a side or a rare label make discrete data coarse, intervals are a little wider than they need be. */
const COARSE: Scenario["band"] = [0.93, 0.99];

/** Two raters of pairs in clusters: with a chance that varies by cluster the second says what the first says. */
function raters(generator: Random, sizes: number[], agreement: number, spread: number, share = 0.5) {
  const a: number[] = [], b: number[] = [], cluster: number[] = [];
  sizes.forEach((size, c) => {
    const copies = Math.min(0.98, Math.max(0.02, agreement + spread * generator.normal()));
    for (let i = 0; i < size; i++) {
      a.push(generator.uniform() < share ? 1 : 0);
      b.push(generator.uniform() < copies ? a[a.length - 1] : generator.uniform() < share ? 1 : 0);
      cluster.push(c);
    }
  });
  return { a, b, cluster };
}

function kappaScenario(
  name: string,
  sizes: (generator: Random) => number[],
  agreement: number,
  spread: number,
  share?: number,
): Scenario {
  let known: number | undefined;
  const truthOf = () => {
    const { a, b } = raters(random(7), new Array(40_000).fill(5), agreement, spread, share);
    return cohenKappa(a, b).kappa;
  };
  return {
    name: `κ: ${name}`,
    kind: "coverage",
    band: [0.93, 0.98],
    run(simulations, seed) {
      const truth = known ??= truthOf(), generator = random(seed * 1_000_003);
      let held = 0;
      for (let s = 0; s < simulations; s++) {
        const { a, b, cluster } = raters(generator, sizes(generator), agreement, spread, share);
        const { low, high } = cohenKappa(a, b, { clusters: cluster });
        if (low <= truth && truth <= high) held++;
      }
      return held / simulations;
    },
  };
}

/** Scores and ratings of captions: image and caption both move them; on coarse scales. */
function ratings(generator: Random, sizes: number[], heavy = false) {
  // Student's t with two degrees of freedom.
  const noise = () =>
    generator.normal() / (heavy ? Math.sqrt((generator.normal() ** 2 + generator.normal() ** 2) / 2) : 1);
  const x: number[] = [], y: number[] = [], cluster: number[] = [];
  sizes.forEach((size, c) => {
    const shared = generator.normal(), other = generator.normal();
    for (let i = 0; i < size; i++) {
      const quality = shared + noise();
      x.push(Math.round(2 * (quality + other + noise())));
      y.push(Math.round(quality + 0.5 * noise()));
      cluster.push(c);
    }
  });
  return { x, y, cluster };
}

const tau = (heavy: boolean): Scenario => ({
  name: `τ-b: 30 unequal clusters${heavy ? ", tails of t with 2 degrees of freedom" : ""}`,
  kind: "coverage",
  band: COVERAGE,
  run(simulations, seed) {
    const sizes = unequal(30, 0.8), generator = random(seed * 1_000_003), first = random(5);
    const large = ratings(first, Array.from({ length: 100 }, () => sizes(first)).flat(), heavy);
    const truth = kendallInterval(large.x, large.y).tau;
    let held = 0;
    for (let s = 0; s < simulations; s++) {
      const { x, y, cluster } = ratings(generator, sizes(generator), heavy);
      const { low, high } = kendallInterval(x, y, { clusters: cluster });
      if (low <= truth && truth <= high) held++;
    }
    return held / simulations;
  },
});

/** Few, unequal and extreme data: what an outside audit found wanting. */
export const INTERVAL_SCENARIOS: readonly Scenario[] = [
  scenario("15 very unequal clusters", "accuracy", { sizes: unequal(15) }),
  scenario("40 very unequal clusters", "accuracy", { sizes: unequal(40) }),
  scenario("15 very unequal clusters", "IB", { sizes: unequal(15) }),
  scenario("40 very unequal clusters", "IB", { sizes: unequal(40) }),
  scenario("40 very unequal clusters, subset constant within a cluster", "IB", {
    sizes: unequal(40),
    constant: true,
    bias: 1,
  }),
  scenario("30 clusters, one holds 40%", "accuracy", { sizes: dominated }, COARSE),
  scenario("30 clusters, one holds 40%", "IB", { sizes: dominated }, COARSE),
  scenario("40 clusters, size tied to difficulty", "accuracy", {
    sizes: unequal(40, 1),
    tied: 0.4,
    spread: 0.7,
  }),
  scenario("40 clusters, size tied to difficulty", "IB", {
    sizes: unequal(40, 1),
    tied: 0.4,
    spread: 0.7,
    bias: 1,
  }),
  scenario("200 pairs, CDS 5%", "IB", { sizes: equal(200, 1), cds: 0.05, bias: 1 }, COARSE),
  scenario("40 images of 5, CDS 5%, constant within an image", "IB", {
    sizes: equal(40, 5),
    cds: 0.05,
    constant: true,
  }, [0.93, 1]),
  scenario("150 pairs at 0.971", "accuracy", { sizes: equal(150, 1), base: 3.51, spread: 0 }),
  scenario("100 pairs at 0.967", "accuracy", { sizes: equal(100, 1), base: 3.377, spread: 0 }),
  scenario("150 pairs at 0.971", "IB", { sizes: equal(150, 1), base: 3.51, spread: 0 }, [0.93, 1]),
  scenario("15 very unequal clusters", "IRS", { sizes: unequal(15), image: 0.3 }),
  scenario("40 very unequal clusters", "IRS", { sizes: unequal(40), image: 0.3 }),
  scenario(
    "240 pairs, hardly a verdict changes",
    "IRS",
    { sizes: equal(240, 1), image: 0.2, spread: 4 },
    COARSE,
  ),
  kappaScenario("30 pairs", equal(30, 1), 0.6, 0),
  kappaScenario("50 pairs, 98% agree", equal(50, 1), 0.96, 0),
  kappaScenario("200 pairs, one in 20 says yes", equal(200, 1), 0.5, 0, 0.05),
  kappaScenario("30 very unequal clusters", unequal(30), 0.5, 0.25),
  tau(false),
  tau(true),
];
