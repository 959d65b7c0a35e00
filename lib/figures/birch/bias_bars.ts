import type { Drawing, FigureContext } from "../figure_spec.ts";
import { COLOR } from "../theme.ts";
import { barFrame, barRow } from "./bar_rows.ts";
import {
  benchmarkTitle,
  intervalNote,
  orderedBenchmarks,
  orderedJudges,
  provenanceNote,
} from "./birch_figure.ts";
import { barLegend, type BarSeries, groupedBars } from "./grouped_bars.ts";
import { figureValues, findValue, type PairQuantity } from "./pair_values.ts";

/** Two quantities per judge and benchmark, side by side. */
export interface BiasBarsOptions {
  series: readonly (BarSeries & { key: PairQuantity })[];
  label: string;
  /** Judges of the paper's figure; those of the results, when these are drawn. */
  judges: readonly string[];
  /** Tables with published values. */
  tables: readonly (1 | 2 | 3 | 4 | 8)[];
  /** Whether the downsampling spread is part of the figure. */
  spread: boolean;
  caption: string;
  footnotes?: string[];
  alt: string;
}

/** Series of informativeness and length bias. */
export const BIAS_SERIES = [
  { key: "IB", label: "Informativeness bias (IB)", color: COLOR.ib },
  { key: "LB", label: "Length bias (LB)", color: COLOR.lb },
] as const;

/** Draws the figures that compare two quantities over judges and benchmarks, published values before simulated ones. */
export async function biasBars(context: FigureContext, options: BiasBarsOptions): Promise<Drawing> {
  const { values, fill: simulate } = await figureValues(context, options.tables);
  const fill = await simulate();
  const quantities = options.series.map(({ key }) => key);
  const benchmarks = orderedBenchmarks(
    fill.filter(({ quantity }) => quantities.includes(quantity)).map((v) => v.benchmark),
  );
  const rows = benchmarks.flatMap((benchmark) => {
    const judges = context.source === "results"
      ? orderedJudges(fill.filter((value) => value.benchmark === benchmark).map(({ judge }) => judge))
      : options.judges;
    const counts = options.series.map(({ key, label }) => ({
      name: /\(([^)]*)\)/.exec(label)?.[1] ?? label.split(":")[0],
      counts: fill.filter((v) => v.benchmark === benchmark && v.quantity === key && v.pipeline === "base")
        .filter(({ judge }) => judges.includes(judge)).map(({ n }) => n),
    }));
    const panel = benchmarkTitle(benchmark, counts);
    return judges.flatMap((judge) =>
      quantities.flatMap((quantity) => {
        const simulated = findValue(fill, { benchmark, judge, quantity });
        const value = findValue(values, { benchmark, judge, quantity }) ?? simulated;
        if (!value) return [];
        const row = barRow({ panel, group: judge, series: quantity }, value, simulated);
        return [options.spread ? row : { ...row, sd: NaN }];
      })
    );
  });
  const data = barFrame(rows);
  const sources = rows.flatMap((row) =>
    row.spread_provenance ? [row.provenance, row.spread_provenance] : [row.provenance]
  );
  const layout = { ...options, columns: benchmarks.length > 1 && options.judges.length <= 4 ? 2 : 1 };
  return {
    body: { kind: "panels", panels: await groupedBars(data, layout), columns: layout.columns },
    legend: barLegend(data, options),
    data,
    caption: `${options.caption} ${await intervalNote(context, options.spread)} ${
      provenanceNote(sources, context)
    }`,
    footnotes: context.source === "results" ? [] : options.footnotes,
    alt: options.alt,
  };
}
