/** What words in a drawing are, apart from their text. */
export type Tone = "wrong" | "right" | "slot" | "soft";

/** Ink and ground of a tone's words. */
export const TONE: Record<Tone, { ink: string; fill?: string }> = {
  wrong: { ink: "#9b1c0c", fill: "#fbe4e0" },
  right: { ink: "#0b5c40", fill: "#e0f3ea" },
  slot: { ink: "#174a7c", fill: "#e2edf8" },
  soft: { ink: "#5a6775" },
};
