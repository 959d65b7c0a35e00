import type pl from "nodejs-polars";
import { groupRows } from "../../metrics/metric_table.ts";
import { factor } from "../../results/factor.ts";

/** A judge on a benchmark. */
export interface ShownJudge {
  judge: string;
  benchmark: string;
  rows: Int32Array;
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
  return usable.filter(({ benchmark }) => benchmark === largest).slice(0, most);
}
