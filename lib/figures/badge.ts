import type { FigureSpec } from "./figure_spec.ts";
import type { Provenance } from "./provenance.ts";

/**
 * A badge, in pictures and on the page: where the numbers come from and whether the words are ours, and whose colour it has. What of
 * a card is printed stands at its head.
 */
export function badgeOf(
  sources: readonly Provenance[],
  kind?: FigureSpec["kind"],
): { text: string; tone: Provenance } | undefined {
  const card = kind === "example" && sources.includes("redrawn");
  const said = sources.filter((one) => !card || one !== "published");
  if (said.length === 0) return undefined;
  return {
    text: said.map((one) => one === "redrawn" ? "in our words" : one).join(" + "),
    tone: said.includes("simulated") ? "simulated" : said[0],
  };
}
