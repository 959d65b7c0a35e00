import { told } from "../progress/told.ts";
import type pl from "nodejs-polars";
import { requireColumns } from "../results/require_valid_frame.ts";
import { columnNumbers } from "../results/factor.ts";

/** One step of the selection: an ensemble with one member more than the one before. */
export interface PommsStep {
  /** Evaluators in the order of their selection. */
  members: string[];
  /** Penalty chosen by cross-validation on the training rows. */
  alpha: number;
  /** Weight of each member's score. */
  coefficients: number[];
  /** What is added to the weighted sum of the members' scores. */
  intercept: number;
  /** Kendall's τ (that of the criterion) with the human on the validation rows that picked the members, and so too high; NaN where the prediction is constant. */
  validationTau: number;
  /** What a reader should know of this fit, such as a best alpha at the end of the path. */
  notes: string[];
}

/** What a Pomms consists of, as it stands in a file. */
export interface PommsRecord {
  /** The ensembles in the order of the selection: `steps[k]` has k + 1 members. */
  steps: PommsStep[];
  /** Index of the step with the highest validation τ. */
  best: number;
  /** Which of Kendall's τ the selection and `best` went by. */
  criterion: "tau_b" | "tau_c";
  /** Share of the l1 penalty in the elastic nets: 1 = lasso, 0 = ridge. */
  l1Ratio: number;
  /** All evaluators that could have been chosen. */
  candidates: string[];
  /** Rows used, and rows left out for a missing score, in training and validation. */
  rows: { train: number; validation: number; droppedTrain: number; droppedValidation: number };
}

/** A panel of evaluators with weights, and every smaller one on the way to it. */
export interface Pomms extends PommsRecord {
  /**
   * Scores of an ensemble for every row of a frame with its members' columns: intercept + Σ weight · score, NaN where a
   * member's score is missing. `step` is an index of `steps`, by default `best`.
   */
  predict(frame: pl.DataFrame, step?: number): Float64Array;
  /** The plain record, for `JSON.stringify`. */
  toJSON(): PommsRecord;
}

/** Decimals to which scores are rounded, so that rows with equal scores tie in ranks whatever the order of summation. */
const DECIMALS = 1e12;

/** The weighted sum of columns of scores. */
export function weightedScores(
  { coefficients, intercept }: Pick<PommsStep, "coefficients" | "intercept">,
  scores: readonly Float64Array[],
  rows: number,
): Float64Array {
  const sums = new Float64Array(rows).fill(intercept);
  scores.forEach((column, m) => {
    const weight = coefficients[m];
    for (let i = 0; i < rows; i++) sums[i] += weight * column[i];
  });
  return sums.map((sum) => Math.round(sum * DECIMALS) / DECIMALS);
}

/** A record that can predict. */
export function pommsOf(record: PommsRecord): Pomms {
  return {
    ...record,
    predict(frame, step = record.best) {
      const chosen = stepOf("predict", record, step);
      requireColumns("predict", frame, chosen.members);
      const scores = chosen.members.map((name) => columnNumbers(frame.getColumn(name)));
      return weightedScores(chosen, scores, frame.height);
    },
    toJSON: () => record,
  };
}

/** The step with this index. */
export function stepOf(action: string, pomms: Pick<PommsRecord, "steps">, step: number): PommsStep {
  const steps = Object(pomms).steps as PommsRecord["steps"];
  if (!Array.isArray(steps)) {
    throw new TypeError(
      `${action}: wanted an ensemble (of fitPomms or readPomms) with its steps, found ${told(pomms)}`,
    );
  }
  if (!Number.isInteger(step) || step < 0 || step >= steps.length) {
    throw new RangeError(`${action}: wanted a step from 0 to ${steps.length - 1}, found ${step}`);
  }
  return steps[step];
}
