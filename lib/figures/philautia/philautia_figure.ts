import { type CaptionSetting, PHILAUTIA_MODELS, SETTING_NAMES } from "../../papers/philautia.ts";
import type { FigureContext, FigureSpec } from "../figure_spec.ts";
import { inOrder } from "../in_order.ts";
import type { Provenance } from "../provenance.ts";
import { provenanceSentence } from "../provenance_sentence.ts";

/** The notebook that tells the story of the matrices. */
const NOTEBOOK = "notebooks/02_philautia.ipynb";

/** What the figures of this paper have in common. */
export function philautiaFigure(
  spec: Pick<FigureSpec, "number" | "title" | "kind" | "available" | "build"> & {
    file: string;
    /** By default `philautia-` and the number: `Figure A` becomes `philautia-figA`. */
    id?: string;
    frames?: FigureSpec["frames"];
    needs?: FigureSpec["needs"];
    notebook?: string;
  },
): FigureSpec {
  const { file, id, frames = ["caption scores"], needs = [], notebook = NOTEBOOK, ...rest } = spec;
  return {
    ...rest,
    id: id ?? `philautia-${spec.number.replace("Figure ", "fig").replace("Table ", "table")}`,
    paper: "philautia",
    source: `lib/figures/philautia/${file}`,
    notebook,
    frames,
    needs,
  };
}

/** Models in the paper's order, then others by name. */
export function orderedModels(names: Iterable<string>): string[] {
  return inOrder(names, PHILAUTIA_MODELS);
}

/** A setting as it stands in a heading: `Reference-based`. */
export function settingName(setting: string): string {
  const name = SETTING_NAMES[setting as CaptionSetting] ?? setting;
  return name[0].toUpperCase() + name.slice(1);
}

/** The sentence of a caption that says where the numbers come from. */
export function provenanceNote(
  sources: Iterable<Provenance>,
  context: Pick<FigureContext, "source" | "origin">,
  /** How the published numbers are told from the others. */
  published = "Dotted cells",
): string {
  const simulation =
    "the library’s simulation, calibrated to all that the paper states, and describe it, not the models";
  return provenanceSentence(
    sources,
    context,
    (anyPublished) =>
      anyPublished
        ? `${published}: as published. All others are simulated: they come from ${simulation}.`
        : `Simulated: all numbers come from ${simulation}.`,
  );
}

/** What intervals over images describe: one sentence for every figure that has any. */
export function intervalNote({ origin }: Pick<FigureContext, "origin">): string {
  return origin === "simulated"
    ? "Intervals describe the simulation’s invented noise (image, caption, evaluator’s liking, single score; all normal), not the paper’s data."
    : "Intervals are about images alone: other prompts, runs and sets of models are another question.";
}
