import type pl from "nodejs-polars";
import { factor } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { grouped } from "../stats/grouped.ts";
import { VERDICT } from "./pair_outcomes.ts";

/** By the models that wrote a pair's answers, by name, who `won`: 1, 0, ½ for a tie, NaN where there is no verdict; pairs of a model with itself or an unnamed one count for none. */
export function modelVerdicts(action: string, pairs: pl.DataFrame, rows: Iterable<number>) {
  requireColumns(action, pairs, ["model_a", "model_b"]);
  const [a, b] = ["model_a", "model_b"].map((name) => {
    const { codes, levels } = factor(pairs.getColumn(name));
    return (row: number) => levels[codes[row]];
  });
  const models = (row: number) =>
    a(row) === b(row) ? [] : [a(row), b(row)].filter((one) => typeof one === "string");
  const named = Array.from(rows, (row) => models(row).map((model) => ({ model, row }))).flat();
  return [...grouped(named, ({ model }) => model)].sort(([one], [other]) => one < other ? -1 : 1).map((
    [model, own],
  ) => ({
    model,
    rows: own.map(({ row }) => row),
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
