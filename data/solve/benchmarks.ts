import type { BIRCH_BENCHMARKS } from "@/papers/birch.ts";
import { solution } from "./simulated_frame.ts";

/** What a simulated benchmark is like. */
export interface BenchmarkDesign {
  name: (typeof BIRCH_BENCHMARKS)[number];
  pairs: number;
  images: number;
  /** CDS pairs. */
  cds: number;
  /** Share of pairs in which the human-preferred answer is the longer one. */
  longerInIds: number;
  longerInCds: number;
  /** Source data sets with their relative sizes. */
  domains: Record<string, number>;
  /** Quartiles of an answer's length in words. */
  wordQuartiles: [number, number, number];
}

/**
 * The two benchmarks of the informativeness-bias paper as the simulation builds them.
 *
 * Published: numbers of pairs, 4,414 images, 14 and 7 source data sets, a CDS share of 32%, quartiles of answer lengths
 * (Multi-Crit, Table 5). Chosen: 2,475 CDS pairs, the only count that prints every row of Tables 4 and 8; 593 on
 * VL-RewardBench, which prints every IB of Table 2; the preferred answer longer in 60% of IDS and 36% of CDS pairs, with
 * which all printed LBs can hold at once on the same pairs. Domain sizes of MLLM-as-a-Judge are proportional to the numbers
 * of answers per source in its scoring task; those of VL-RewardBench are not known and taken as equal.
 */
export const BENCHMARK_DESIGNS: readonly BenchmarkDesign[] = solution("benchmarks");

/** Pairs in the four cells subset × which answer is longer: what every verdict table shares. */
export interface CellSizes {
  idsLonger: number;
  idsShorter: number;
  cdsLonger: number;
  cdsShorter: number;
}

/** The cells of a benchmark, from its design. */
export function cellSizes({ pairs, cds, longerInIds, longerInCds }: BenchmarkDesign): CellSizes {
  const ids = pairs - cds;
  const idsLonger = Math.round(ids * longerInIds), cdsLonger = Math.round(cds * longerInCds);
  return { idsLonger, idsShorter: ids - idsLonger, cdsLonger, cdsShorter: cds - cdsLonger };
}

/** What one table of verdicts must be like: a judge on a benchmark with a pipeline, with or without image. */
export interface PairsTarget {
  benchmark: BenchmarkDesign["name"];
  judge: string;
  pipeline: string;
  image: boolean;
  /** Right verdicts per cell. */
  right: CellSizes;
  /** Accuracy, IB and LB aimed at, as fractions: published or modelled. */
  accuracy: number;
  ib: number;
  lb: number;
}

/**
 * The counts of right verdicts that every simulated table must have, solved from the printed tables (`data/solve/solve_pairs.ts`
 * says how, and what stands where nothing is printed).
 */
export function pairsTargets(): PairsTarget[] {
  return solution("pairs_targets");
}
