import pl from "nodejs-polars";
import type { Estimate, Line, Section } from "./report_types.ts";

/** Every estimate of a report as a row. */
export function estimateRows(sections: readonly Section[]): pl.DataFrame {
  const all = sections.flatMap(({ question, lines, looks }) => [
    ...lines.map((one) => ({
      one: one as Estimate,
      question: question.id,
      look: "main",
      line: one as Line | null,
    })),
    ...looks.flatMap(({ look, estimates }) =>
      estimates.map((one) => ({ one, question: question.id, look: look.name, line: null }))
    ),
  ]);
  const columns = [...new Set(all.flatMap(({ one }) => Object.keys(one.group)))];
  const texts = (values: (string | null)[], name: string) => pl.Series(name, values, pl.Utf8);
  const numbers = (name: string, value: (entry: (typeof all)[number]) => number) =>
    pl.Series(name, all.map(value), pl.Float64);
  return pl.DataFrame([
    texts(all.map(({ question }) => question), "question"),
    texts(all.map(({ look }) => look), "look"),
    ...columns.map((name) => texts(all.map(({ one }) => one.group[name] ?? null), name)),
    texts(all.map(({ one }) => one.quantity), "quantity"),
    numbers("estimate", ({ one }) => one.estimate),
    numbers("low", ({ one }) => one.low),
    numbers("high", ({ one }) => one.high),
    numbers("n", ({ one }) => one.n),
    numbers("clusters", ({ one }) => one.clusters),
    numbers("p", ({ one }) => one.pValue),
    numbers("p_adjusted", ({ line }) => line?.pAdjusted ?? NaN),
    texts(all.map(({ line }) => line?.verdict ?? null), "verdict"),
    texts(all.map(({ one }) => one.note ?? ""), "note"),
    texts(all.map(({ one }) => one.warning), "warning"),
  ]);
}
