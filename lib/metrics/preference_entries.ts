import type { Philautia } from "./philautia.ts";

/** Entries of Φ̃ by the names of generator and evaluator. */
export function entriesOf(
  { generators, evaluators, phiTilde }: Pick<Philautia, "generators" | "evaluators" | "phiTilde">,
): (generator: string, evaluator: string) => number {
  const row = new Map(generators.map((name, i) => [name, i]));
  const column = new Map(evaluators.map((name, j) => [name, j]));
  return (generator, evaluator) => phiTilde[row.get(generator)!][column.get(evaluator)!];
}
