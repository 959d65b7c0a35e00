import { BIRCH_BENCHMARKS, canonicalJudge } from "../papers/birch.ts";
import type { PaperName } from "../papers/papers.ts";
import { PHILAUTIA_MODELS } from "../papers/philautia.ts";
import { publishedTable } from "../papers/published_tables.ts";
import { BIAS_DIMENSIONS, BIAS_TAXONOMY } from "../results/bias_taxonomy.ts";
import { CRITERIA_SETS } from "../results/criteria_sets.ts";
import { DISPLAY_NAMES } from "./display_names.ts";

const BIRCH = {
  judge: [...new Set(publishedTable("birch-table3").map(({ model }) => canonicalJudge(model)))],
  benchmark: [...BIRCH_BENCHMARKS],
  pipeline: ["base", "image_caption", "standard_ref", "birch"],
};

/** What a paper has first of each key of its numbers, which all of its figures keep to. */
export const ORDERS = {
  birch: BIRCH,
  hypotheses: { judge: BIRCH.judge, benchmark: BIRCH.benchmark },
  "mm-judgebias": {
    quantity: [...BIAS_DIMENSIONS, "overall"],
    prompt: ["score", "abstention", "score_guided", "constraints", "reasoning"],
    difficulty: ["easy", "moderate", "hard"],
  },
  philautia: {
    generator: PHILAUTIA_MODELS as readonly string[],
    evaluator: [...PHILAUTIA_MODELS, "Pomms"],
    setting: ["ref_based", "ref_free"],
    dataset: ["Nebula", "Flickr8k-Expert", "SelfEval-Cap"],
  },
  "multi-crit": {
    items: ["conflict", "all"],
    split: ["open_ended", "reasoning"],
    quantity: ["pluralistic_accuracy", "conflict_matching_rate", "tradeoff_sensitivity", "criterion_average"],
  },
  real: {
    condition: ["natural", "adversarial", "image_generation", "image_edition", "video_generation"],
    model: ["GPT-4", "PaLM2", "ChatGPT", "LLaMA2", "Falcon"],
    strategy: ["Vanilla_NoRules", "Vanilla", "Metrics_Reference", "Swap"],
  },
} satisfies Record<PaperName, Readonly<Record<string, readonly string[]>>>;

/** How a paper's figures write keys and quantities. */
export const NAMES: Readonly<Record<PaperName, Readonly<Record<string, string>>>> = {
  birch: DISPLAY_NAMES.birch,
  hypotheses: {},
  "mm-judgebias": {
    ...Object.fromEntries(BIAS_TAXONOMY.map(({ type, label }) => [type, label])),
    ...DISPLAY_NAMES["mm-judgebias"],
  },
  philautia: {},
  "multi-crit": {
    ...Object.fromEntries(Object.values(CRITERIA_SETS).flat().map(({ id, short }) => [id, short])),
    ...DISPLAY_NAMES["multi-crit"],
  },
  real: DISPLAY_NAMES.real,
};
