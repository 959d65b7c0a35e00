import type pl from "nodejs-polars";
import { factor } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { VERDICT } from "./pair_outcomes.ts";

/**
 * Pairs by the models that wrote their answers, by name; pairs of a model with itself, and of an unnamed one, count for none. `won`: 1 where a
 * verdict is for the model, 0 where it is for the other, ½ for a tie, NaN where there is none.
 */
export function modelVerdicts(action: string, pairs: pl.DataFrame, rows: Iterable<number>) {
  requireColumns(action, pairs, ["model_a", "model_b"]);
  const [a, b] = ["model_a", "model_b"].map((name) => {
    const { codes, levels } = factor(pairs.getColumn(name));
    return (row: number) => levels[codes[row]];
  });
  const found = new Map<string, number[]>();
  for (const row of rows) {
    for (const model of new Set([a(row), b(row)])) {
      if (typeof model !== "string" || a(row) === b(row)) continue;
      let own = found.get(model);
      if (!own) found.set(model, own = []);
      own.push(row);
    }
  }
  return [...found].sort(([one], [other]) => one < other ? -1 : 1).map(([model, own]) => ({
    model,
    rows: own,
    won: (verdict: number, row: number) =>
      verdict === VERDICT.missing
        ? NaN
        : verdict === VERDICT.tie
        ? 0.5
        : (verdict === VERDICT.A ? a(row) : b(row)) === model
        ? 1
        : 0,
  }));
}
