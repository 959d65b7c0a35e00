import { publishedTable } from "../papers/published_table.ts";

/** How one evaluator rates in the simulation. */
export interface EvaluatorTarget {
  name: string;
  /** τ-b × 100 with the human on each benchmark. */
  tau: { Nebula: number; "Flickr8k-Expert": number };
  /** Whether the paper prints them; the others are chosen. */
  published: boolean;
  /** Correlation of what is the evaluator's own (not shared with the first one) with what the first one misses. */
  own: number;
  /** Mean and standard deviation of its scores. */
  mean: number;
  sd: number;
}

/**
 * The evaluators in the order in which the paper's selection takes them (Table 1: variants (i) to (vi)), then those that
 * it leaves out. `own` falls in this order, which makes the order of selection; the values for the paper's members are
 * such that the gains in τ-b come near Table 1's. Not published, and chosen: every τ-b but those of the paper's
 * three baselines, `own`, means and standard deviations.
 */
const DESIGN: readonly [
  name: string,
  nebula: number,
  flickr: number,
  own: number,
  mean: number,
  sd: number,
][] = [
  ["GPT-4o", NaN, NaN, 0, 0.72, 0.13],
  ["InternVL2.5-8B", NaN, NaN, 0.118, 0.76, 0.12],
  ["Eagle2-9B", 50.8, 61, 0.098, 0.74, 0.14],
  ["LLaVA-OneVision-7B", 49.4, 42.0, 0.076, 0.78, 0.12],
  ["DeepSeek-VL2", 48.2, 38.0, 0.06, 0.79, 0.12],
  ["Qwen2.5-VL-7B", NaN, NaN, 0.046, 0.75, 0.13],
  ["Phi-3.5-Vision", 46.8, 46.0, 0.03, 0.77, 0.12],
  ["Gemini-2.5-Pro", 53.6, 58.0, 0.004, 0.71, 0.15],
  ["Gemma3-4B-IT", 48.0, 50.0, 0.004, 0.79, 0.12],
  ["LLaVA-NeXT-Vicuna-7B", 45.9, 45.0, 0.003, 0.8, 0.11],
  ["Molmo-7B-D", 44.6, 44.0, 0.002, 0.58, 0.16],
  ["LLaVA-1.5-13B", 43.8, 43.0, 0.001, 0.79, 0.1],
];

/** Sizes of the benchmarks: Nebula's splits, Flickr8k-Expert's captions with three judgments each on 1,000 images. */
export const RATING_SIZES = {
  Nebula: { train: 26_382, validation: 3_298, test: 3_298 },
  "Flickr8k-Expert": { captions: 5_664, images: 1_000, judgments: 3 },
} as const;

/**
 * How often each human score occurs, lowest first. Not published; τ-c/τ-b of Table 1 says how many pairs the human ties
 * (about 42% on Nebula, 47% on Flickr8k-Expert), and these shares tie that many.
 */
export const HUMAN_SHARES = {
  Nebula: { values: [0, 0.25, 0.5, 0.75, 1], shares: [0.04, 0.0525, 0.1, 0.2, 0.6075] },
  "Flickr8k-Expert": { values: [1, 2, 3, 4], shares: [0.655, 0.15, 0.115, 0.08] },
} as const;

/** Share of the variance of a human's latent judgment that the judges of a caption have in common. */
export const SHARED_JUDGMENT = 0.9;

/** A benchmark of rated captions. */
export type RatingBenchmark = keyof typeof RATING_SIZES;

/** What the simulated ratings aim at: published τ-b where Table 1 has them. */
export function ratingsTargets(): EvaluatorTarget[] {
  const printed = (model: string, dataset: string) =>
    publishedTable("philautia-table1").find((row) =>
      row.group === "G-VEval" && row.members === model && row.dataset === dataset && row.metric === "tau_b"
    )?.value;
  return DESIGN.map(([name, nebula, flickr, own, mean, sd]) => {
    const published = printed(name, "Nebula");
    return {
      name,
      tau: {
        Nebula: published ?? nebula,
        "Flickr8k-Expert": printed(name, "Flickr8k-Expert") ?? flickr,
      },
      published: published !== undefined,
      own,
      mean,
      sd,
    };
  });
}
