/** Other spellings of a judge's name in the papers' tables and figures → the one that this library uses. */
const ALIASES: Record<string, string> = {
  "Llama-3.2-V-90B": "Llama-3.2-Vision-90B",
  "Llama-3.2-90B": "Llama-3.2-Vision-90B",
  "LLaMA-3.2-Vision-Instruct-90B": "Llama-3.2-Vision-90B",
  "LLaVA-OV-1.5-8B": "LLaVA-OneVision-1.5-8B",
  "LLaVA-One-Vision-1.5-8B": "LLaVA-OneVision-1.5-8B",
  "Phi-4-Multimodal": "Phi-4-multimodal",
};

/**
 * One name per judge: the informativeness-bias paper spells some in several ways (Llama-3.2-V-90B, Llama-3.2-90B, …).
 * Names that it does not know come back as they are.
 */
export function canonicalJudge(name: string): string {
  return Object.hasOwn(ALIASES, name) ? ALIASES[name] : name;
}
