import { BIRCH_BENCHMARKS, BIRCH_FACTS } from "../papers/birch.ts";

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
export const BENCHMARK_DESIGNS: readonly BenchmarkDesign[] = [
  {
    name: BIRCH_BENCHMARKS[0],
    pairs: BIRCH_FACTS.pairs["MLLM-as-a-Judge"],
    images: BIRCH_FACTS.images,
    cds: 2475,
    longerInIds: 0.6,
    longerInCds: 0.36,
    domains: {
      "AesBench": 392,
      "ChartQA": 400,
      "Concept Caption": 398,
      "ScienceQA": 396,
      "VisitBench": 397,
      "WIT": 399,
      "coco": 397,
      "diffusiondb": 299,
      "infographicsVQA": 398,
      "llava_bench": 396,
      "mathvista": 789,
      "mind2web": 398,
      "mm-vet": 258,
      "textVQA": 399,
    },
    wordQuartiles: [54, 89, 153],
  },
  {
    name: BIRCH_BENCHMARKS[1],
    pairs: BIRCH_FACTS.pairs["VL-RewardBench"],
    images: BIRCH_FACTS.pairs["VL-RewardBench"],
    cds: 593,
    longerInIds: 0.6,
    longerInCds: 0.36,
    domains: {
      "mathverse": 1,
      "mmmu-pro": 1,
      "povid": 1,
      "rlaif-v": 1,
      "rlhf-v": 1,
      "vlfeedback": 1,
      "wildvision-battle": 1,
    },
    wordQuartiles: [48, 99, 136],
  },
];

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
