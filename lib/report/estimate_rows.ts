import type pl from "nodejs-polars";
import { metricFrame } from "../metrics/metric_table.ts";
import { columnKinds } from "../results/frame.ts";
import { kept } from "./number_text.ts";
import type { Estimate, Line, Section } from "./report_types.ts";

/** The numbers of an estimate, as a report keeps them. */
export function numbersOf(one: Estimate & Partial<Line>) {
  const { estimate, low, high, n, clusters, df, pValue: p, nullValue: null_value = NaN } = one;
  const { pAdjusted: p_adjusted = NaN, pEquivalenceAdjusted: p_equivalence_adjusted = NaN } = one;
  const numbers = { estimate, low, high, n, clusters, df, p, p_adjusted, p_equivalence_adjusted, null_value };
  for (const name of Object.keys(numbers) as (keyof typeof numbers)[]) numbers[name] = kept(numbers[name]);
  return numbers;
}

export function estimateRows(sections: readonly Section[]): pl.DataFrame {
  const rowOf = (one: Estimate & Partial<Line>, question: string, look: string, unit: string) => ({
    ...one.group,
    ...one,
    question,
    look,
    ...numbersOf(one),
    verdict: one.verdict ?? null,
    note: one.note ?? "",
    // What the numbers of this table are, whatever a page shows.
    unit: unit === "number" ? unit : "fraction",
  });
  const rows = sections.flatMap(({ question, lines, looks }) => [
    ...lines.map((line) => rowOf(line, question.id, "main", line.unit)),
    ...looks.flatMap(({ look, estimates }) =>
      estimates.map((one) => rowOf(one, question.id, look.name, one.unit ?? look.unit ?? question.unit))
    ),
  ]);
  const groups = [...new Set(rows.flatMap(({ group }) => Object.keys(group)))];
  return metricFrame([], {
    ...columnKinds("question look", "text"),
    ...Object.fromEntries(groups.map((name) => [name, "text" as const])),
    ...columnKinds(
      "quantity:text estimate low high n:count clusters:count p p_adjusted p_equivalence_adjusted verdict:text note:text warning:text df method:text unit:text null_value",
      "estimate",
    ),
  }, rows);
}
