import { ownFacts } from "../progress/own_facts.ts";
import { publishedCells, publishedTable } from "./published_tables.ts";

/** A setting of the experiment: captions are scored with the human references at hand, or without. */
export type CaptionSetting = "ref_based" | "ref_free";

/** An entry of Φ̃ of which the text states the sign alone. */
export interface StatedSign {
  setting: CaptionSetting;
  generator: string;
  evaluator: string;
  /** 1 for a positive entry, −1 for a negative one. */
  sign: 1 | -1;
  source: string;
}

/** A caption that a figure shows: who wrote it, how its writer scored it, and the mean score of that evaluator. */
export interface CaptionExample {
  figure: string;
  image: string;
  model: string;
  setting: CaptionSetting;
  score: number;
  /** The evaluator's mean over all captions. */
  mean: number;
}

/** What `data/facts/philautia.json` holds. */
interface Held {
  models: readonly string[];
  families: typeof PHILAUTIA_FAMILIES;
  signs: readonly StatedSign[];
  examples: readonly CaptionExample[];
}

const held = ownFacts<Held>("philautia");

/** The paper's twelve models, each generator and evaluator, in the order of its figures. */
export const PHILAUTIA_MODELS: readonly string[] = held.models;

/** The two model families of section 6.2. */
export const PHILAUTIA_FAMILIES: Record<"Qwen" | "LLaVA", readonly string[]> = held.families;

/** Signs that the text states for a setting, and those for which it names none: these are taken to hold in both. */
export const PHILAUTIA_SIGNS: readonly StatedSign[] = held.signs;

/** The captions of figures 5, B and C. */
export const PHILAUTIA_EXAMPLES: readonly CaptionExample[] = held.examples;

/** Facts that the paper states in text and captions (`stated-values.csv` says where). */
export const PHILAUTIA_FACTS = {
  images: 4500,
  /** Entries of Φ̃ beside the diagonal: setting, generator, evaluator, value. */
  entries: [
    ["ref_based", "Qwen2.5-VL-7B", "LLaVA-1.5-13B", -3.25],
    ["ref_free", "LLaVA-NeXT-Vicuna-7B", "LLaVA-1.5-13B", 1.4],
    ["ref_free", "LLaVA-OneVision-7B", "LLaVA-1.5-13B", 1.3],
  ],
  /** Mean scores that evaluators give to all captions: setting, evaluator, value; Fig. 5 does not name its setting. */
  columnMeans: [
    ["ref_based", "DeepSeek-VL2", 0.819],
    ["ref_based", "Molmo-7B-D", 0.49],
    ["ref_based", "Gemini-2.5-Pro", 0.761],
    ["ref_free", "LLaVA-1.5-13B", 0.791],
  ],
  /** Fig. 2: mean scores of captions of Gemini-2.5-Pro by evaluator; its setting is not named. */
  geminiCaptions: { "Gemini-2.5-Pro": 0.8, "GPT-4o": 0.69 },
  /** Philautia score of Molmo-7B-D with Pomms as a thirteenth evaluator, reference-free. */
  molmoWithPomms: 0.92,
} as const;

/**
 * The published philautia scores (section 6.1, Table 2): 11 with references (Phi-3.5-Vision's is not stated), 12 without.
 */
export function philautiaScores() {
  return publishedCells("philautia-phi-scores").filter(({ phi_score }) => phi_score !== "")
    .map(({ model, setting, phi_score: printed }) => ({
      model,
      setting: (setting === "reference-based" ? "ref_based" : "ref_free") as CaptionSetting,
      value: Number(printed),
      printed,
    }));
}

/** Table 2, the row of Pomms (iv): its entry of Φ̃ for every generator, reference-free. */
export function pommsColumn(): { model: string; value: number }[] {
  return publishedTable("philautia-table2").filter(({ evaluator }) => evaluator === "Pomms (iv)")
    .map(({ generator, phi_tilde }) => ({ model: generator, value: phi_tilde }));
}
