import type { Provenance } from "./provenance.ts";

/** A badge, in pictures and on the page: where the numbers come from and whether the words are ours, and whose colour it has. */
export function badgeOf(said: readonly Provenance[]): { text: string; tone: Provenance } | undefined {
  if (said.length === 0) return undefined;
  return {
    text: said.map((one) => one === "redrawn" ? "in our words" : one).join(" + "),
    tone: said.includes("simulated") ? "simulated" : said[0],
  };
}
