import { CRITERIA_SETS, type CriteriaSplit } from "../../results/criteria_sets.ts";
import type { FigureContext, FigureSpec } from "../figure_spec.ts";
import type { Provenance } from "../provenance.ts";
import { provenanceSentence } from "../provenance_sentence.ts";

/** The notebook that tells the paper's story. */
const NOTEBOOK = "notebooks/06_multi_crit.ipynb";

/** What the figures of this paper have in common; charts of our own have an id and no number. */
export function multiCritFigure(
  spec: Pick<FigureSpec, "number" | "title" | "kind" | "available" | "build"> & {
    file: string;
    id?: string;
    frames?: FigureSpec["frames"];
    needs?: FigureSpec["needs"];
  },
): FigureSpec {
  const { file, frames = ["criteria"], needs = [], ...rest } = spec;
  const id = `multi-crit-${spec.number.replace("Figure ", "fig").replace("Table ", "table")}`;
  return {
    id,
    ...rest,
    paper: "multi-crit",
    source: `lib/figures/multi_crit/${file}`,
    notebook: NOTEBOOK,
    frames,
    needs,
  };
}

/** Names of the parts of the benchmark. */
export const SPLIT_NAMES: Record<CriteriaSplit, string> = {
  open_ended: "Open-ended",
  reasoning: "Reasoning",
};

/** The parts of the benchmark that occur, in the paper's order. */
export function orderedSplits(splits: Iterable<unknown>): CriteriaSplit[] {
  const found = new Set(splits);
  return (Object.keys(SPLIT_NAMES) as CriteriaSplit[]).filter((split) => found.has(split));
}

/** Short name of a criterion; those of one's own as they are. */
export function criterionName(split: CriteriaSplit, id: string): string {
  return CRITERIA_SETS[split].find((one) => one.id === id)?.short ?? id;
}

/** Names of the four metrics, short and in full. */
export const METRIC_NAMES: Record<string, { short: string; long: string }> = {
  pluralistic_accuracy: { short: "PAcc", long: "Pluralistic accuracy" },
  conflict_matching_rate: { short: "CMR", long: "Conflict matching" },
  tradeoff_sensitivity: { short: "TOS", long: "Trade-off sensitivity" },
  criterion_average: { short: "Average", long: "Criterion average" },
};

/** The sentence of a caption that says where the numbers come from. */
export function provenanceNote(
  sources: Iterable<Provenance>,
  context: Pick<FigureContext, "source" | "origin">,
): string {
  return provenanceSentence(
    sources,
    context,
    () =>
      "Simulated: all numbers come from the library's simulation calibrated to the paper's counts (Tables 5, 6, 16, 18), " +
      "and describe it, not people or models.",
  );
}
