import pl from "nodejs-polars";
import type { Drawing, FigureContext } from "../figure_spec.ts";
import type { Provenance } from "../provenance.ts";
import { counted } from "../theme.ts";
import { barFrame, type BarRow } from "./bar_rows.ts";
import { intervalNote, orderedJudges, provenanceNote } from "./birch_figure.ts";
import { barLegend, type BarSeries, groupedBars } from "./grouped_bars.ts";

/** A metric by domain: the frame it gives, and which of its columns hold value and count. */
export interface DomainMetric {
  series: BarSeries;
  of(pairs: pl.DataFrame): pl.DataFrame;
  value: string;
  n: readonly string[];
}

/** The pairs that the figures by domain look at: one judge's base pipeline on one benchmark with domains. */
export async function domainPairs(
  { origin, frame }: FigureContext,
  judge: string,
): Promise<{ pairs: pl.DataFrame; judge: string; benchmark: string; provenance: Provenance }> {
  const all = await frame("pairs");
  const is = (column: string, value: string) => pl.col(column).eq(pl.lit(value));
  const base = all.filter(
    is("pipeline", "base").and(is("variant", "original")).and(pl.col("domain").isNotNull()),
  );
  if (base.height === 0) {
    throw new RangeError("figure by domain: wanted rows of the base pipeline with a domain, found none");
  }
  const names = (column: string) => base.getColumn(column).unique().toArray() as string[];
  const benchmark = names("benchmark").includes("MLLM-as-a-Judge")
    ? "MLLM-as-a-Judge"
    : names("benchmark").sort()[0];
  const inBenchmark = base.filter(is("benchmark", benchmark));
  const judges = orderedJudges(inBenchmark.getColumn("judge").unique().toArray() as string[]);
  const chosen = judges.includes(judge) ? judge : judges[0];
  return { pairs: inBenchmark.filter(is("judge", chosen)), judge: chosen, benchmark, provenance: origin };
}

/** Draws one or two metrics of a judge by domain as horizontal bars with intervals; n stands beside the domain. */
export async function domainBars(
  context: FigureContext,
  { metrics, label, caption, alt, footnotes }: {
    metrics: readonly DomainMetric[];
    label: string;
    caption: string;
    alt: string;
    footnotes: string[];
  },
): Promise<Drawing> {
  const { pairs, judge, benchmark, provenance } = await domainPairs(context, "GPT-4o");
  const seeing = pairs.filter(pl.col("image"));
  const rows = metrics.flatMap(({ series, of, value, n }) =>
    (of(seeing).toRecords() as Record<string, unknown>[]).map((row): BarRow => ({
      panel: `${judge} on ${benchmark}`,
      group: String(row.domain),
      series: series.key,
      value: row[value] as number,
      sd: NaN,
      low: row.low as number,
      high: row.high as number,
      n: n.reduce((sum, name) => sum + (row[name] as number), 0),
      n_clusters: row.n_clusters as number,
      provenance,
      spread_provenance: null,
    }))
  );
  // By the first metric, the largest on top; domains without a value last.
  const rank = new Map(
    rows.filter(({ series }) => series === metrics[0].series.key)
      .sort((a, b) => (Number.isNaN(b.value) ? -9 : b.value) - (Number.isNaN(a.value) ? -9 : a.value))
      .map(({ group }, i) => [group, i]),
  );
  rows.sort((a, b) => rank.get(a.group)! - rank.get(b.group)!);
  const data = barFrame(rows);
  const series = metrics.map(({ series }) => series);
  const counts = (group: string) => rows.filter((row) => row.group === group).map(({ n }) => counted(n));
  const panels = await groupedBars(data, {
    series,
    label,
    columns: 1,
    horizontal: true,
    groupLabel: (group) => `${group} (n = ${[...new Set(counts(group))].join(" / ")})`,
  });
  return {
    body: { kind: "panels", panels, columns: 1 },
    legend: barLegend(data, { series }),
    data,
    caption: `${caption} ${await intervalNote(context)} ${provenanceNote([provenance], context)}`,
    footnotes: context.source === "results" ? [] : footnotes,
    alt: `${alt} Judge: ${judge}; ${rank.size} domains.`,
  };
}
