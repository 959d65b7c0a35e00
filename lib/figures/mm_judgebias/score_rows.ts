import pl from "nodejs-polars";
import { mmJudgeBiasTable2 } from "../../papers/mm_judgebias.ts";
import type { BiasDimension } from "../../results/bias_taxonomy.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { Provenance } from "../provenance.ts";
import { DIMENSION_COLOR } from "./dimension_color.ts";
import { inOrder } from "../in_order.ts";
import { provenanceSentence } from "../provenance_sentence.ts";

/** Names and colours of the dimensions, the same in all figures. */
export const DIMENSIONS: Record<BiasDimension, { label: string; short: string; color: string }> = {
  integrality: { label: "Integrality", short: "Int.", color: DIMENSION_COLOR.Integrality },
  congruity: { label: "Congruity", short: "Cong.", color: DIMENSION_COLOR.Congruity },
  robustness: { label: "Robustness", short: "Rob.", color: DIMENSION_COLOR.Robustness },
};

/** The experiments of the paper that the simulation keeps apart. */
export type Experiment = "main" | "prompts" | "ablation";

function part(frame: pl.DataFrame, column: string, value: string): pl.DataFrame {
  return frame.filter(pl.col(column).eq(pl.lit(value)));
}

/**
 * The rows of a `score pairs` frame that an experiment's figures are drawn from: all of the user's own; of the simulation those
 * of that experiment.
 */
export async function experimentRows(context: FigureContext, experiment: Experiment): Promise<pl.DataFrame> {
  const frame = await context.frame("score pairs");
  if (!frame.columns.includes("experiment")) return frame;
  const own = part(frame, "experiment", experiment);
  return own.height > 0 ? own : frame;
}

/** Only the rows of a prompt. */
export function withPrompt(figure: string, frame: pl.DataFrame, prompt: string): pl.DataFrame {
  const own = part(frame, "prompt", prompt);
  if (own.height > 0) return own;
  const found = frame.getColumn("prompt").unique().toArray().sort().join(", ");
  throw new RangeError(`${figure}: wanted rows of the prompt ${prompt} (column prompt), found ${found}`);
}

/** Judges: those of Table 2 in its order, then the others by name. */
export function orderedJudges(names: Iterable<string>): string[] {
  return inOrder(names, mmJudgeBiasTable2().map(({ judge }) => judge));
}

/** The sentence of a caption that says where the numbers come from. */
export function provenanceNote(
  sources: Iterable<Provenance>,
  context: Pick<FigureContext, "source" | "origin">,
): string {
  const simulation = "the library's simulation calibrated to the paper's Tables 2, 5, 6 and 13–16";
  return provenanceSentence(
    sources,
    context,
    (anyPublished) =>
      anyPublished
        ? `Values are as published; intervals are simulated: they come from ${simulation}, and describe it, not the models.`
        : `Simulated: all numbers come from ${simulation}, and describe it, not the models.`,
  );
}
