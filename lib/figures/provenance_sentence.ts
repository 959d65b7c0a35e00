import type { FigureContext } from "./figure_spec.ts";
import type { Provenance } from "./provenance.ts";

/**
 * The sentence of a caption that says where the numbers come from; none for published ones, of which the badge says all. What a paper's simulation is calibrated to, and how
 * published numbers are told from simulated ones, only that paper's figures know: `simulated` says it, given whether any
 * number is published.
 */
export function provenanceSentence(
  sources: Iterable<Provenance>,
  { source, origin }: Pick<FigureContext, "source" | "origin">,
  simulated: (anyPublished: boolean) => string,
): string {
  const all = new Set(sources);
  if (source === "results") {
    return origin === "simulated"
      ? "Simulated: all numbers are computed from results that say so of themselves."
      : "All numbers are computed from the given results.";
  }
  return all.has("simulated") ? simulated(all.has("published")) : "";
}
