import { PHILAUTIA_MODELS, PHILAUTIA_SIGNS } from "@/papers/philautia.ts";
import { combinations } from "simple-statistics";

/** Models, and so rows and columns of the matrices. */
export const M = PHILAUTIA_MODELS.length;

/** Place of a model in the matrices. */
export const at = (model: string) => (PHILAUTIA_MODELS as readonly string[]).indexOf(model);

/** The evaluator that "tends to give extreme scores", and the models on which it does. */
export const INTERN = "InternVL2.5-8B";
export const NAMED = new Set(
  PHILAUTIA_SIGNS.filter(({ evaluator }) => evaluator === INTERN).map(({ generator }) => generator),
);

/** An entry of Φ̃ by the names of its models. */
export type Entry = (generator: string, evaluator: string) => number;

export function entryOf(phiTilde: ArrayLike<number>): Entry {
  return (generator, evaluator) => phiTilde[at(generator) * M + at(evaluator)];
}

export function columnOf(entry: Entry, evaluator: string): number[] {
  return PHILAUTIA_MODELS.map((generator) => entry(generator, evaluator));
}

export function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Standard deviations of its column by which a model's score of itself lies above the column's mean. */
export function ownDistance(entry: Entry, model: string): number {
  const values = columnOf(entry, model), mean = average(values);
  return (entry(model, model) - mean) / Math.sqrt(average(values.map((value) => (value - mean) ** 2)));
}

/** How many entries beside the diagonal are positive in the submatrix (row-major, `width` columns) of some models. */
export function positivePairs(matrix: ArrayLike<number>, width: number, members: readonly number[]): number {
  return members.reduce(
    (sum, g) => sum + members.filter((e) => e !== g && matrix[g * width + e] > 0).length,
    0,
  );
}

/** The same of every family of four models. */
export function positivePairsOfFours(matrix: ArrayLike<number>, width: number): number[] {
  const fours = combinations(Array.from({ length: width }, (_, model) => model), 4);
  return fours.map((four) => positivePairs(matrix, width, four));
}
