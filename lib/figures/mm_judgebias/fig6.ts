import pl from "nodejs-polars";
import type { Sample } from "../../perturb/sample.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { ownFigure, type OwnFigureOptions, requireTitle } from "../chart.ts";
import { drawnSamples } from "./drawn_samples.ts";
import { ninePanels, type NinePanelsOptions } from "./nine_panels.ts";

/** The seed of the figure's random choices. */
const SEED = 6;

export const fig6: NamedFigure<"mm-judgebias-fig6"> = figure("mm-judgebias-fig6", {
  title: "One sample under the nine perturbations",
  kind: "example",
  notebook: "05_perturbations",
  draw: async () => {
    const [sample, ...pool] = await drawnSamples();
    const drawn = await ninePanels(sample, { seed: SEED, pool: [sample, ...pool], content: "keywords" });
    return {
      ...drawn,
      data: drawn.data.withColumns(pl.lit("redrawn").alias("provenance")),
      caption:
        `Made by this library’s perturbations (seed ${SEED}) from a scene that it draws itself; the paper’s figure shows nine ` +
        "samples of its own. Marked: what the judge gets in place of, or after, the original query. Responses are the same on " +
        "both sides.",
      alt:
        "A drawn harbour with its query and response, and what nine perturbations make of them: a black picture, an empty " +
        "query, both, another sample’s query, another sample’s picture, a description after the query, an unneeded picture, a " +
        "transformed picture, and a keyword below the picture.",
    };
  },
});

/**
 * The nine perturbations of a sample of one's own, as Figure 6 shows them. Mismatched queries and pictures come from `pool`,
 * which also has to hold a task of text alone for the unnecessary image; a perturbation that lacks something says so.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { drawnSamples, nineBiasesFigure } from "judgebias/figures";
 *
 * const pool = await drawnSamples();
 * const { svg } = await nineBiasesFigure(pool[1], { pool, seed: 1, title: "A bowl of fruit" });
 * assert.match(svg, /A bowl of fruit/);
 * ```
 */
export async function nineBiasesFigure(
  sample: Sample,
  options: NinePanelsOptions & OwnFigureOptions,
): Promise<{ svg: string }> {
  requireTitle("nineBiasesFigure", options);
  const { title, caption, ...others } = options;
  return ownFigure(await ninePanels(sample, others), { title, caption });
}
