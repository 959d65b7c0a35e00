import pl from "nodejs-polars";
import { fitPomms } from "../../ensemble/fit_pomms.ts";
import type { Pomms } from "../../ensemble/pomms.ts";
import { pommsReport } from "../../ensemble/pomms_report.ts";
import { ratingAgreement } from "../../metrics/rating_agreement.ts";
import type { FigureContext } from "../figure_spec.ts";
import { inOrder } from "../in_order.ts";

/** The notebook of the ensembles. */
export const POMMS_NOTEBOOK = "notebooks/03_pomms.ipynb";

/** Benchmarks in the paper's order. */
export const BENCHMARKS = ["Nebula", "Flickr8k-Expert"];

/** Names of the paper's variants by the index of their step; step 0 is a single model. */
export const VARIANTS = ["", "(i)", "(ii)", "(iii)", "(iv)", "(v)", "(vi)"];

/** The variant that the paper chose, and the last that it shows. */
export const CHOSEN_STEP = 4, LAST_STEP = 6;

/** Agreement with the humans of a single evaluator (step −1) or of an ensemble, on one benchmark's test rows. */
export interface PommsValue {
  step: number;
  /** The evaluator, or the one that joined last. */
  added: string;
  members: string;
  benchmark: string;
  n: number;
  n_clusters: number;
  tau_b: number;
  tau_b_low: number;
  tau_b_high: number;
  tau_c: number;
  tau_c_low: number;
  tau_c_high: number;
}

/** A Pomms fitted to a ratings frame, and how it and its candidates do on the test rows. */
export interface FittedPomms {
  pomms: Pomms;
  benchmarks: string[];
  values: PommsValue[];
  /** Judgments of the split test that some candidate did not score: in none of the values. */
  left: number;
}

/** The fit to the context's ratings, made once for the figures that are drawn together. */
export function fittedPomms(context: Pick<FigureContext, "frame" | "once">): Promise<FittedPomms> {
  return context.once("pomms", async () => fit(await context.frame("ratings")));
}

/**
 * Fits to the rows of the splits train and validation, and looks at those of test that every candidate scored, by benchmark
 * where there are several: single evaluators and ensembles stand beside each other, so they have the same rows.
 */
function fit(ratings: pl.DataFrame): FittedPomms {
  const frame = ratings.columns.includes("benchmark")
    ? ratings
    : ratings.withColumns(pl.lit("test").alias("benchmark"));
  const split = (name: string) => frame.filter(pl.col("split").eq(pl.lit(name)));
  const pomms = fitPomms({ train: split("train"), validation: split("validation") });
  const by = ["benchmark"], tested = split("test");
  const test = tested.dropNulls(["human", ...pomms.candidates]);
  type Row = Record<string, unknown>;
  const single = ratingAgreement(test, { by, evaluators: pomms.candidates }).toRecords() as Row[];
  const steps = pommsReport(pomms, test, { by }).toRecords() as Row[];
  const values = [
    ...single.map((row) => ({ ...row, step: -1, added: row.evaluator, members: row.evaluator })),
    ...steps,
  ] as unknown as PommsValue[];
  const benchmarks = inOrder(values.map(({ benchmark }) => benchmark), BENCHMARKS);
  return { pomms, benchmarks, values, left: tested.height - test.height };
}

/** How a step is called: `(iv) + DeepSeek-VL2`. */
export function stepLabel({ step, added, members }: Pick<PommsValue, "step" | "added" | "members">): string {
  if (step <= 0) return added;
  const variant = VARIANTS[step] ?? `(${step})`;
  return step === 1 ? `${variant} ${members.replace("; ", " and ")}` : `${variant} + ${added}`;
}
