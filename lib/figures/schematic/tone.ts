/** What words in a drawing are, apart from their text. */
export type Tone = "wrong" | "right" | "slot" | "soft" | "first" | "second";

/** Ink and ground of a tone's words, and whether they are a chip, bold and with margins; those of the first and the second answer are the same wherever one of them is meant. */
export const TONE: Record<Tone, { ink: string; fill?: string; chip?: boolean }> = {
  wrong: { ink: "#9b1c0c", fill: "#fbe4e0" },
  right: { ink: "#0b5c40", fill: "#e0f3ea" },
  slot: { ink: "#174a7c", fill: "#e2edf8" },
  soft: { ink: "#5a6775" },
  first: { ink: "#ffffff", fill: "#1f5f9e", chip: true },
  second: { ink: "#ffffff", fill: "#9a4f00", chip: true },
};
