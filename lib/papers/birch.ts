import { ownFacts } from "../progress/own_facts.ts";

const NAMES = ownFacts<Record<"judges" | "pipelines", Record<string, string>>>("names");

export const BIRCH_BENCHMARKS = ["MLLM-as-a-Judge", "VL-RewardBench"] as const;

/** Facts that the informativeness-bias paper states in its text (see `stated-values.csv` for where). */
export const BIRCH_FACTS = {
  /** Share of CDS pairs in MLLM-as-a-Judge, in percent. */
  cdsShare: 32,
  /** Largest IB without image less IB with image, in points; the judge is not named. */
  largestImageGap: 18.6,
} as const;

export const BIRCH_METHODS: Record<string, string> = NAMES.pipelines;
const ALIASES = NAMES.judges;

/** One name per judge: the informativeness-bias paper spells some in several ways (Llama-3.2-V-90B, Llama-3.2-90B, …). */
export function canonicalJudge(name: string): string {
  return Object.hasOwn(ALIASES, name) ? ALIASES[name] : name;
}
