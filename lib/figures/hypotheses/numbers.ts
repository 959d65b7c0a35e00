import type pl from "nodejs-polars";
import { groupRows } from "../../metrics/metric_table.ts";
import { factor } from "../../results/factor.ts";
import { takeRows } from "../../hypotheses/take_rows.ts";
import { ORDER } from "../birch/numbers.ts";
import type { FigureContext } from "../figure_spec.ts";
import { inOrder } from "../in_order.ts";
import { computed, type MetricColumns } from "../values/computed.ts";
import type { Value } from "../values/value.ts";

/** Judges in the order of the informativeness-bias paper, then others; its benchmarks likewise. */
export const JUDGES = ORDER.judges, BENCHMARKS = ORDER.benchmarks;

/** The estimates of a test's frame with what they are of; their provenance is that of the frame that was tested. */
export function tested(
  { origin }: FigureContext,
  frame: pl.DataFrame,
  columns: MetricColumns,
  keys: Readonly<Record<string, string>> = {},
): Value[] {
  return computed(frame, columns).map((value) => ({
    ...value,
    keys: { ...keys, ...value.keys },
    provenance: origin,
    intervalProvenance: value.interval && origin,
  }));
}

/** A judge's pairs on a benchmark. */
export interface ShownJudge {
  judge: string;
  benchmark: string;
  pairs: pl.DataFrame;
}

/**
 * The judges that a figure with a panel for each can show: on the benchmark with the most pairs, those whose pairs were lengthened
 * where there are any, at most `most`.
 */
export function shownJudges(pairs: pl.DataFrame, most = 4): ShownJudge[] {
  const by = ["benchmark", "judge"].filter((name) => pairs.columns.includes(name));
  const variant = pairs.columns.includes("variant") ? factor(pairs.getColumn("variant")) : null;
  const code = variant?.levels.indexOf("length_equalized") ?? -1;
  const groups = groupRows(pairs, by).map(({ key, rows }) => ({
    judge: String(key.judge ?? "judge"),
    benchmark: String(key.benchmark ?? ""),
    rows,
    lengthened: code >= 0 && rows.some((row) => variant!.codes[row] === code),
  }));
  const lengthened = groups.filter((group) => group.lengthened);
  const usable = lengthened.length > 0 ? lengthened : groups;
  const largest = usable.reduce((a, b) => b.rows.length > a.rows.length ? b : a).benchmark;
  const shown = usable.filter(({ benchmark }) => benchmark === largest).slice(0, most);
  const order = inOrder(shown.map(({ judge }) => judge), JUDGES);
  return shown.sort((a, b) => order.indexOf(a.judge) - order.indexOf(b.judge))
    .map(({ judge, benchmark, rows }) => ({ judge, benchmark, pairs: takeRows(pairs, rows) }));
}
