import { correctedRate } from "@/metrics/corrected_rate.ts";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { cohenKappa } from "@/stats/cohen_kappa.ts";
import { type Random, random } from "@/stats/random.ts";
import { COVERAGE, type Scenario, type Tally } from "./scenario.ts";
import { SCORE_PROCEDURES } from "./score_grid.ts";

/** Axes of the grid: clusters, how their sizes lie, share of the rarer subset, accuracy. */
const CLUSTERS = [15, 40, 200], SIZES = ["equal", "very unequal", "tied to difficulty"] as const;
const SHARES = [0.05, 0.2, 0.5], ACCURACIES = [0.5, 0.9, 0.98];

/** Rows of a cluster on average, spread of the logarithm of its size, correlation within, and logits by which a size of one SD is harder. */
const ROWS = 5, SPREAD = 1.1, ICC = 0.3, HARDER = 0.8;

/** Rows that a data set has at most: 200 clusters have 1,000 on average, ± 120. */
const ROOM = 20_000;

/** Between the seed of a data set and that of what a procedure draws besides. */
const FURTHER = 2 ** 40;

type Sizes = (typeof SIZES)[number];

type Cell = { clusters: number; sizes: Sizes; share: number; accuracy: number };

/** Rows of a data set: which cluster and subset, and whether each of two ways of judging was right. The arrays are used again for the next. */
export interface Study {
  n: number;
  cluster: Int32Array;
  cds: Uint8Array;
  right: readonly [Uint8Array, Uint8Array];
}

export interface Procedure {
  /** Of which shares of the rarer side it is tried. */
  shares: readonly number[];
  /** Of which accuracies; a judge that tells nothing cannot be corrected. */
  accuracies?: readonly number[];
  /** The true value, given the share of rows that are right in the long run. */
  truth: (cell: Cell, right: number) => number;
  /** Limits of a data set; what else needs drawing comes from `extra`. */
  limits: (study: Study, extra: Random) => { low: number; high: number; warning: string };
}

/** A weighted sum of means over parts: −1 takes no part. Every true value but those of accuracies is 0. */
function ofParts(
  weights: readonly number[],
  { ways = 1, shares = SHARES, part }: {
    ways?: 1 | 2;
    shares?: readonly number[];
    part: (way: number, cds: number) => number;
  },
): Procedure {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const values = new Float64Array(2 * ROOM),
    parts = new Int8Array(2 * ROOM),
    clusters = new Int32Array(2 * ROOM);
  return {
    shares,
    truth: (_, right) => sum === 0 ? 0 : right,
    limits({ n, cluster, cds, right }) {
      for (let way = 0, to = 0; way < ways; way++) {
        for (let i = 0; i < n; i++, to++) {
          values[to] = right[way][i];
          parts[to] = part(way, cds[i]);
          clusters[to] = cluster[i];
        }
      }
      const all = ways * n;
      return clusterInterval({
        ...{ values: values.subarray(0, all), parts: parts.subarray(0, all) },
        ...{ clusters: clusters.subarray(0, all), weights },
      });
    },
  };
}

/** Labels that people give (1 in `share` of the rows) and what the judge makes of them. */
function labels({ n, cds, right: [right] }: Study) {
  const human = Array.from(cds.subarray(0, n));
  return { human, judge: human.map((label, i) => right[i] ? label : 1 - label) };
}

/** The share of label 1 from labels of every second cluster and the judge's of all. */
const corrected = (method: "ppi" | "rogan_gladen"): Procedure => ({
  shares: SHARES,
  accuracies: ACCURACIES.filter((accuracy) => method === "ppi" || accuracy > 0.5),
  truth: ({ share }) => share,
  limits(study) {
    const { human, judge } = labels(study);
    const side = (odd: number) => (_: unknown, i: number) => study.cluster[i] % 2 === odd;
    const clusters = Array.from(study.cluster.subarray(0, study.n), String);
    return correctedRate({
      method,
      predicted: judge.filter(side(1)),
      clusters: clusters.filter(side(1)),
      labelled: {
        predicted: judge.filter(side(0)),
        truth: human.filter(side(0)),
        clusters: clusters.filter(side(0)),
      },
    });
  },
});

/** What is estimated from rows in two subsets that were judged twice (with and without the image). LB, gaps between slots and positions are IB with
 * another subset; PAcc, TOS, CMR, order consistency and shares of the first slot are accuracies. */
const PROCEDURES: Record<string, Procedure> = {
  "accuracy": ofParts([1], { shares: [0.5], part: () => 0 }),
  "IB": ofParts([1, -1], { part: (_, cds) => cds }),
  "IRS": ofParts([1, -1], { ways: 2, shares: [0.5], part: (way) => way }),
  "IRS in CDS − in IDS": ofParts([-1, 1, 1, -1], { ways: 2, part: (way, cds) => 2 * way + cds }),
  "balanced accuracy": ofParts([0.5, 0.5], { part: (_, cds) => cds }),
  "κ": {
    shares: SHARES,
    truth: ({ share }, right) => {
      const one = share * right + (1 - share) * (1 - right);
      const chance = share * one + (1 - share) * (1 - one);
      return (right - chance) / (1 - chance);
    },
    limits: (study) => {
      const { human, judge } = labels(study);
      return cohenKappa(human, judge, { clusters: study.cluster.subarray(0, study.n) });
    },
  },
  "prediction-powered share": corrected("ppi"),
  "Rogan–Gladen share": corrected("rogan_gladen"),
  ...SCORE_PROCEDURES,
};

const study: Study = {
  ...{ n: 0, cluster: new Int32Array(ROOM), cds: new Uint8Array(ROOM) },
  right: [new Uint8Array(ROOM), new Uint8Array(ROOM)],
};

function draw({ uniform, normal }: Random, { clusters, sizes, share, accuracy }: Cell): Study {
  const logit = Math.log(accuracy / (1 - accuracy)), copies = Math.sqrt(ICC);
  const { cluster, cds, right: [seen, blind] } = study;
  let n = 0;
  for (let g = 0; g < clusters; g++) {
    const z = sizes === "equal" ? 0 : normal(), end = Math.min(ROOM, n + sizeOf(sizes, z));
    const chance = sizes === "tied to difficulty" ? 1 / (1 + Math.exp(HARDER * z - logit)) : accuracy;
    const ease = uniform();
    for (; n < end; n++) {
      cluster[n] = g;
      cds[n] = uniform() < share ? 1 : 0;
      seen[n] = (uniform() < copies ? ease : uniform()) < chance ? 1 : 0;
      blind[n] = (uniform() < copies ? ease : uniform()) < chance ? 1 : 0;
    }
  }
  study.n = n;
  return study;
}

function sizeOf(sizes: Sizes, z: number): number {
  return sizes === "equal"
    ? ROWS
    : Math.max(1, Math.round(ROWS * Math.exp(SPREAD * z - SPREAD * SPREAD / 2)));
}

const truths = new Map<number, number>();

/** The share of right answers in the long run: of rows, not of clusters. */
function trueAccuracy({ sizes, accuracy }: Cell): number {
  if (sizes !== "tied to difficulty") return accuracy;
  const known = truths.get(accuracy);
  if (known !== undefined) return known;
  const { normal } = random(12345), logit = Math.log(accuracy / (1 - accuracy));
  let rows = 0, right = 0;
  for (let g = 0; g < 400_000; g++) {
    const z = normal(), size = sizeOf(sizes, z);
    rows += size;
    right += size / (1 + Math.exp(HARDER * z - logit));
  }
  truths.set(accuracy, right / rows);
  return right / rows;
}

function cover({ truth, limits }: Procedure, cell: Cell, simulations: number, seed: number): Tally {
  const wanted = truth(cell, trueAccuracy(cell));
  let covered = 0, known = 0, warned = 0, silent = 0;
  for (let s = 0; s < simulations; s++) {
    const own = seed * 1_000_003 + s;
    const { low, high, warning } = limits(draw(random(own), cell), random(own + FURTHER));
    if (Number.isNaN(low + high)) continue; // a subset without a row: no interval, and said so
    const holds = low <= wanted && wanted <= high ? 1 : 0;
    known++;
    covered += holds;
    if (warning !== "") warned++;
    else silent += holds;
  }
  return {
    rate: covered / Math.max(1, known),
    warned: warned / Math.max(1, known),
    silent: silent / Math.max(1, known),
  };
}

/** Coverage of the metrics' interval over all cells of three axes. */
export const CLUSTER_GRID: readonly Scenario[] = Object.entries(PROCEDURES).flatMap(([procedure, own]) =>
  CLUSTERS.flatMap((clusters) =>
    SIZES.flatMap((sizes) =>
      own.shares.flatMap((share) =>
        (own.accuracies ?? ACCURACIES).map((accuracy): Scenario => ({
          name: `${procedure}, ${clusters} ${sizes} clusters, CDS ${100 * share}%, accuracy ${accuracy}`,
          kind: "coverage",
          band: COVERAGE,
          cell: {
            procedure,
            clusters: `${clusters} clusters, ${sizes}`,
            setting: `CDS ${100 * share}%, acc. ${accuracy}`,
          },
          run: (simulations, seed) =>
            cover(own, { clusters, sizes, share, accuracy }, simulations, seed).rate,
          tally: (simulations, seed) => cover(own, { clusters, sizes, share, accuracy }, simulations, seed),
        }))
      )
    )
  )
);
