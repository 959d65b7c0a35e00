/** How names of data sets, domains and settings are written that our keys have otherwise: the same in all figures. */
const NAMES: Readonly<Record<string, string>> = {
  coco: "COCO",
  mathvista: "MathVista",
  "mm-vet": "MM-Vet",
  textVQA: "TextVQA",
  infographicsVQA: "InfographicsVQA",
  llava_bench: "LLaVA-Bench",
  mind2web: "Mind2Web",
  diffusiondb: "DiffusionDB",
  VisitBench: "VisIT-Bench",
  "Concept Caption": "Conceptual Captions",
  open_ended: "Open-ended",
  reasoning: "Reasoning",
  ref_based: "Reference-based",
  ref_free: "Reference-free",
  no_hallucination: "No hallucination",
};

/**
 * A key as a figure writes it: by the figure's own names, else by the shared ones, else as it is.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { displayName } from "@/figures/display_names.ts";
 *
 * assert.deepEqual(["coco", "x", "a judge"].map((key) => displayName(key, { x: "X" })), ["COCO", "X", "a judge"]);
 * ```
 */
export function displayName(key: string, own: Readonly<Record<string, string>> = {}): string {
  for (const names of [own, NAMES]) if (Object.hasOwn(names, key)) return names[key];
  return key;
}
