import type { Estimand } from "../stats/infer.ts";
import type { LengthRows } from "./length_rows.ts";

/** A difference of accuracies in IDS and CDS with length taken out, for `infer`, or why there is none. */
export interface LengthEstimate {
  /** Of the rows of the study, by their place; null where a model could not be fitted. */
  estimand: Estimand | null;
  /** Accuracies in IDS and in CDS. */
  means: [number, number];
  /** How it was made, or why it was not, in words. */
  text: string;
  /** That weights leave it worth few pairs, where they do. */
  few?: string;
}

/** No estimate, with the reason. */
export function none(text: string): LengthEstimate {
  return { estimand: null, means: [NaN, NaN], text };
}

/** Why pairs of one subset alone, or none, or verdicts that the slot decides whole, say nothing of a difference between both. */
export function unfit(
  { y, subset, preferredFirst }: Pick<LengthRows, "y" | "subset" | "preferredFirst">,
): LengthEstimate | null {
  const preferred = ["less informative answer (CDS)", "more informative answer (IDS)"];
  const gone = preferred.filter((_, side) => !subset.includes(side));
  if (gone.length > 0) return none(`no pair left whose human label is the ${gone.join(" or the ")}`);
  const follows = y.filter((right, row) => right === preferredFirst[row]).length;
  if (follows > 0 && follows < y.length || !varies(preferredFirst)) return null;
  return none(
    `every verdict is for the answer shown ${
      follows > 0 ? "first" : "second"
    }: with the order adjusted for nothing is left to compare, the effect cannot be told from slot`,
  );
}

/** Why subsets of which no length difference of one lies among those of the other cannot be compared at the same difference. */
export function apart({ subset, gaps: { words } }: LengthRows): LengthEstimate | null {
  const [cds, ids] = [0, 1].map((side) => words.filter((_, row) => subset[row] === side));
  if (Math.max(...cds) >= Math.min(...ids) && Math.max(...ids) >= Math.min(...cds)) return null;
  return none(
    "IDS and CDS have no length difference in common: what is due to length and what to informativeness cannot be told apart",
  );
}

/** Whether a column has several values: others explain nothing. */
export function varies(column: Float64Array): boolean {
  return column.some((value) => value !== column[0]);
}
