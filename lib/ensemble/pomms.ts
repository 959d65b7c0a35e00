import { readFileSync, writeFileSync } from "node:fs";
import type pl from "nodejs-polars";
import { requireRight, requireText } from "../progress/require.ts";
import { told } from "../progress/told.ts";
import { columnNumbers } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { writeWhole } from "../results/write_frame.ts";
import { said } from "../metrics/said.ts";

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

export function stepOf(action: string, pomms: Pick<PommsRecord, "steps">, step: number): PommsStep {
  const steps = Object(pomms).steps as PommsRecord["steps"];
  if (!Array.isArray(steps)) throw new TypeError(said("no_steps", { action, found: told(pomms) }));
  const isStep = Number.isInteger(step) && step >= 0 && step < steps.length;
  requireRight(isStep, action, `a step from 0 to ${steps.length - 1}`, step);
  return steps[step];
}

/**
 * Reads a Pomms that `writePomms` wrote, or `JSON.stringify(pomms)` made. It predicts the same numbers, to the last bit.
 *
 * @throws {SyntaxError} for a file that is no JSON, or holds something else, naming the file
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { fitPomms, readPomms, writePomms } from "judgebias";
 *
 * const human = [1, 2, 3, 4, 5, 1, 2],
 *   frame = pl.DataFrame({ human, judge: human.map((score) => score / 5) });
 * const path = `${Deno.makeTempDirSync()}/pomms.json`;
 * const pomms = fitPomms({ train: frame, validation: frame });
 * writePomms(pomms, path);
 * assert.deepEqual(readPomms(path).predict(frame), pomms.predict(frame));
 * ```
 */
export function readPomms(path: string): Pomms {
  requireText("readPomms", "the path of a file", path);
  let record: Partial<PommsRecord>;
  try {
    // JSON has no NaN: a step without τ has null there.
    record = JSON.parse(
      readFileSync(path, "utf8"),
      (name, value) => name === "validationTau" ? value ?? NaN : value,
    );
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new SyntaxError(`readPomms: wanted JSON in ${path}: ${error.message}`);
  }
  const { steps, best = NaN } = Object(record) as Partial<PommsRecord>;
  const isWhole = Array.isArray(steps) && steps[best] !== undefined &&
    steps.every(({ members, coefficients, intercept }) =>
      members?.length > 0 && coefficients?.length === members.length &&
      [...coefficients, intercept].every(Number.isFinite)
    );
  if (isWhole) return pommsOf(record as PommsRecord);
  throw new SyntaxError(said("no_pomms", { path }));
}

/**
 * Writes a Pomms as JSON, all steps with members, weights, penalty and validation τ, for `readPomms`, and for people.
 * Folders are made; a crash leaves the old file or none.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { fitPomms, writePomms } from "judgebias";
 *
 * const frame = pl.DataFrame({
 *   human: [1, 2, 3, 4, 5], judge: [0.1, 0.3, 0.4, 0.9, 1],
 * });
 * const path = `${Deno.makeTempDirSync()}/pomms.json`;
 * writePomms(fitPomms({ train: frame, validation: frame }), path);
 * assert.deepEqual(JSON.parse(Deno.readTextFileSync(path)).steps[0].members, [
 *   "judge",
 * ]);
 * ```
 */
export function writePomms(pomms: Pomms, path: string): void {
  writeWhole(path, (temporary) => writeFileSync(temporary, `${JSON.stringify(pomms, null, 2)}\n`));
}
