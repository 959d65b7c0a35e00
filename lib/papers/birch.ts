import { ownFacts } from "../progress/own_facts.ts";

const NAMES = ownFacts<Record<"judges" | "pipelines", Record<string, string>>>("names");

/** Names of the paper's two benchmarks, as its tables have them. */
export const BIRCH_BENCHMARKS = ["MLLM-as-a-Judge", "VL-RewardBench"] as const;

/** Facts that the informativeness-bias paper states in its text (see `stated-values.csv` for where). */
export const BIRCH_FACTS = {
  /** Share of CDS pairs in MLLM-as-a-Judge, in percent. */
  cdsShare: 32,
  /** Largest IB without image less IB with image, in points; the judge is not named. */
  largestImageGap: 18.6,
} as const;

/** Pipelines as the paper's tables call them → as our frames call them. */
export const BIRCH_METHODS: Record<string, string> = NAMES.pipelines;

/** Other spellings of a judge's name in the papers' tables and figures → the one that this library uses. */
const ALIASES = NAMES.judges;

/**
 * One name per judge: the informativeness-bias paper spells some in several ways (Llama-3.2-V-90B, Llama-3.2-90B, …).
 * Names that it does not know come back as they are.
 */
export function canonicalJudge(name: string): string {
  return Object.hasOwn(ALIASES, name) ? ALIASES[name] : name;
}
