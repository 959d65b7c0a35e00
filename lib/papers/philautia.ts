import { ownFacts } from "../progress/own_facts.ts";
import { publishedCells, publishedTable } from "./published_tables.ts";

/** A setting of the experiment: captions are scored with the human references at hand, or without. */
export type CaptionSetting = "ref_based" | "ref_free";

/** What belongs to a setting, with texts by these names. */
type Of<Names extends string> = { setting: CaptionSetting } & Record<Names, string>;

interface Held {
  models: readonly string[];
  families: Record<"Qwen" | "LLaVA", readonly string[]>;
  signs: readonly (Of<"generator" | "evaluator" | "source"> & { sign: 1 | -1 })[];
  examples: readonly (Of<"figure" | "image" | "model"> & Record<"score" | "mean", number>)[];
  facts: {
    images: number;
    entries: readonly (readonly [CaptionSetting, string, string, number])[];
    columnMeans: readonly (readonly [CaptionSetting, string, number])[];
    geminiCaptions: Readonly<Record<"Gemini-2.5-Pro" | "GPT-4o", number>>;
    molmoWithPomms: number;
  };
}

const held = ownFacts<Held>("philautia");

/** The paper's twelve models, each generator and evaluator, in the order of its figures. */
export const PHILAUTIA_MODELS: readonly string[] = held.models;

/** The two model families of section 6.2. */
export const PHILAUTIA_FAMILIES: Record<"Qwen" | "LLaVA", readonly string[]> = held.families;

/** Signs that the text states for a setting, and those for which it names none: these are taken to hold in both. */
export const PHILAUTIA_SIGNS: Held["signs"] = held.signs;
export const PHILAUTIA_EXAMPLES: Held["examples"] = held.examples;
export const PHILAUTIA_FACTS: Held["facts"] = held.facts;

/** The published philautia scores (section 6.1, Table 2): 11 with references (Phi-3.5-Vision's is not stated), 12 without. */
export function philautiaScores() {
  return publishedCells("philautia-phi-scores").filter(({ phi_score }) => phi_score !== "")
    .map(({ model, setting, phi_score: printed }) => ({
      model,
      setting: (setting === "reference-based" ? "ref_based" : "ref_free") as CaptionSetting,
      value: Number(printed),
      printed,
    }));
}

export function pommsColumn(): { model: string; value: number }[] {
  return publishedTable("philautia-table2").filter(({ evaluator }) => evaluator === "Pomms (iv)")
    .map(({ generator, phi_tilde }) => ({ model: generator, value: phi_tilde }));
}
