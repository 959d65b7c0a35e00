import { clusterInterval } from "@/stats/cluster_interval.ts";
import { type Random, random } from "@/stats/random.ts";
import { COVERAGE, type Scenario } from "./scenario.ts";

/** Axes of the grid: clusters, how their sizes lie, share of the rarer subset, accuracy. */
const CLUSTERS = [15, 40, 200], SIZES = ["equal", "very unequal", "tied to difficulty"] as const;
const SHARES = [0.05, 0.2, 0.5], ACCURACIES = [0.5, 0.9, 0.98];

/** Rows of a cluster on average, spread of the logarithm of its size, correlation within, and logits by which a size of one SD is harder. */
const ROWS = 5, SPREAD = 1.1, ICC = 0.3, HARDER = 0.8;

type Sizes = (typeof SIZES)[number];

interface Cell {
  clusters: number;
  sizes: Sizes;
  share: number;
  accuracy: number;
}

/** What is estimated from rows that were judged twice (with and without the image), in two subsets; every true value but accuracy's is 0. */
const PROCEDURES: Record<string, { weights: number[]; parts: (ways: 0 | 1, cds: boolean) => number }> = {
  "accuracy": { weights: [1], parts: (way) => way === 0 ? 0 : -1 },
  "IB": { weights: [1, -1], parts: (way, cds) => way === 0 ? (cds ? 1 : 0) : -1 },
  "IRS": { weights: [1, -1], parts: (way) => way },
  "IRS in CDS − in IDS": { weights: [-1, 1, 1, -1], parts: (way, cds) => 2 * way + (cds ? 1 : 0) },
  "balanced accuracy": { weights: [0.5, 0.5], parts: (way, cds) => way === 0 ? (cds ? 1 : 0) : -1 },
};

function draw(generator: Random, { clusters, sizes, share, accuracy }: Cell) {
  const rows: { cluster: number; cds: boolean; right: [number, number] }[] = [];
  const logit = Math.log(accuracy / (1 - accuracy)), copies = Math.sqrt(ICC);
  for (let g = 0; g < clusters; g++) {
    const { size, z } = sizeOf(generator, sizes);
    const chance = sizes === "tied to difficulty" ? 1 / (1 + Math.exp(HARDER * z - logit)) : accuracy;
    const ease = generator.uniform();
    for (let k = 0; k < size; k++) {
      const cds = generator.uniform() < share;
      const way = () => (generator.uniform() < copies ? ease : generator.uniform()) < chance ? 1 : 0;
      rows.push({ cluster: g, cds, right: [way(), way()] });
    }
  }
  return rows;
}

function sizeOf(generator: Random, sizes: Sizes): { size: number; z: number } {
  if (sizes === "equal") return { size: ROWS, z: 0 };
  const z = generator.normal();
  return { size: Math.max(1, Math.round(ROWS * Math.exp(SPREAD * z - SPREAD * SPREAD / 2))), z };
}

/** The share of right answers in the long run: of rows, not of clusters. */
function trueAccuracy({ sizes, accuracy }: Cell): number {
  if (sizes !== "tied to difficulty") return accuracy;
  const generator = random(12345), logit = Math.log(accuracy / (1 - accuracy));
  let rows = 0, right = 0;
  for (let g = 0; g < 400_000; g++) {
    const { size, z } = sizeOf(generator, sizes);
    rows += size;
    right += size / (1 + Math.exp(HARDER * z - logit));
  }
  return right / rows;
}

function cover(procedure: string, cell: Cell, simulations: number, seed: number): number {
  const { weights, parts } = PROCEDURES[procedure];
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const truth = sum === 0 ? 0 : trueAccuracy(cell);
  let covered = 0, known = 0;
  for (let s = 0; s < simulations; s++) {
    const rows = draw(random(seed * 1_000_003 + s), cell);
    const ways = weights.length > 1 && procedure !== "IB" && procedure !== "balanced accuracy"
      ? [0, 1] as const
      : [0] as const;
    const values: number[] = [], places: number[] = [], clusters: number[] = [];
    for (const way of ways) {
      for (const { cluster, cds, right } of rows) {
        values.push(right[way]);
        places.push(parts(way, cds));
        clusters.push(cluster);
      }
    }
    const { low, high } = clusterInterval({ values, parts: places, clusters, weights });
    if (Number.isNaN(low)) continue; // a subset without a row: no interval, and said so
    known++;
    if (low <= truth && truth <= high) covered++;
  }
  return covered / Math.max(1, known);
}

/** Coverage of the metrics' interval over all cells of three axes. */
export const CLUSTER_GRID: readonly Scenario[] = Object.keys(PROCEDURES).flatMap((procedure) =>
  CLUSTERS.flatMap((clusters) =>
    SIZES.flatMap((sizes) =>
      (procedure === "accuracy" || procedure === "IRS" ? [0.5] : SHARES).flatMap((share) =>
        ACCURACIES.map((accuracy): Scenario => ({
          name: `${procedure}, ${clusters} ${sizes} clusters, CDS ${100 * share}%, accuracy ${accuracy}`,
          kind: "coverage",
          band: COVERAGE,
          modest: 200,
          cell: {
            procedure,
            clusters: `${clusters} clusters, ${sizes}`,
            setting: `CDS ${100 * share}%, acc. ${accuracy}`,
          },
          run: (simulations, seed) =>
            cover(procedure, { clusters, sizes, share, accuracy }, simulations, seed),
        }))
      )
    )
  )
);
