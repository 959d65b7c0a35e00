import pl from "nodejs-polars";
import { clusterUnit } from "../../results/cluster_unit.ts";
import type { Drawing, FigureContext } from "../figure_spec.ts";
import type { TableCell, TableColumn } from "../table_spec.ts";
import { countRange, fixed, signed } from "../theme.ts";
import { orderedBenchmarks, orderedJudges, provenanceNote } from "./birch_figure.ts";
import { figureValues, findValue, type PairQuantity, type PairValue } from "./pair_values.ts";

/** A column of numbers: what it shows of a judge. */
export interface ValueColumn {
  key: string;
  label: string;
  quantity: PairQuantity;
  pipeline?: string;
}

/** A table of values: one row per judge (and pipeline), the columns once or once per benchmark. */
export interface ValueTableOptions {
  tables: readonly (1 | 2 | 3 | 4 | 8)[];
  /** Pipelines that have rows of their own under a judge; otherwise there is one row per judge. */
  pipelines?: readonly string[];
  columns: readonly ValueColumn[];
  /** One group of columns per benchmark; otherwise only the paper's (or the results') first benchmark. */
  perBenchmark: boolean;
  decimals: number;
  /** Judges of the paper's table, for computed values; all that have values by default. */
  judges?: readonly string[];
  /** Names of pipelines in rows. */
  pipelineNames?: Record<string, string>;
  /** Heading above some judges' rows. */
  heading?: (judge: string) => string;
  /** Marks the largest value of a row's group of columns. */
  boldMaximum?: boolean;
  caption: string;
  footnotes?: string[];
  alt: string;
}

/** Draws a table of published, simulated or computed values; computed ones have half an interval's width behind them. */
export async function valueTable(context: FigureContext, options: ValueTableOptions): Promise<Drawing> {
  const { values, provenance } = await figureValues(context, options.tables);
  const pipelines = options.pipelines ?? ["base"];
  const wanted = (value: PairValue) =>
    options.columns.some((column) =>
      column.quantity === value.quantity &&
      (column.pipeline ? [column.pipeline] : pipelines).includes(value.pipeline)
    );
  const relevant = values.filter(wanted);
  const all = orderedBenchmarks(relevant.map(({ benchmark }) => benchmark));
  const benchmarks = options.perBenchmark ? all : all.slice(0, 1);
  const judges = orderedJudges(
    relevant.filter((v) => benchmarks.includes(v.benchmark)).map(({ judge }) => judge),
  )
    .filter((judge) => context.source !== "simulated" || !options.judges || options.judges.includes(judge));
  const drawn: PairValue[] = [];
  const wide = benchmarks.length * options.columns.length > 6;
  const cell = (benchmark: string, judge: string, pipeline: string, column: ValueColumn): TableCell => {
    const value = findValue(relevant, {
      benchmark,
      judge,
      pipeline: column.pipeline ?? pipeline,
      quantity: column.quantity,
    });
    if (!value) return { text: "–" };
    if (!drawn.includes(value)) drawn.push(value);
    const text = value.printed?.replace("-", "−") ?? fixed(100 * value.value, options.decimals);
    const base = pipeline !== pipelines[0] && !column.pipeline
      ? findValue(relevant, { benchmark, judge, pipeline: pipelines[0], quantity: column.quantity })
      : undefined;
    // Printed values are subtracted as printed, as the paper does.
    const change = base &&
      `(${signed(Number((100 * (value.value - base.value)).toFixed(options.decimals)), options.decimals)})`;
    const half = 50 * (value.high - value.low);
    return {
      text,
      note: change ?? (Number.isNaN(half) || wide ? undefined : `±${fixed(half, options.decimals)}`),
    };
  };
  const columns: TableColumn[] = [
    { key: "judge", label: options.pipelines ? "Method" : "Judge", align: "left" },
    ...benchmarks.flatMap((benchmark) =>
      options.columns.map((column) => ({
        key: `${benchmark} ${column.key}`,
        label: column.label,
        ...(options.perBenchmark ? { group: benchmark } : {}),
      }))
    ),
  ];
  const rows = judges.flatMap((judge, j) =>
    pipelines.map((pipeline, p) => {
      const heading = options.pipelines ? (p === 0 ? judge : undefined) : options.heading?.(judge);
      const previous = j > 0 && !options.pipelines ? options.heading?.(judges[j - 1]) : undefined;
      const cells = Object.fromEntries(benchmarks.flatMap((benchmark) => {
        const own = options.columns.map((column) =>
          [`${benchmark} ${column.key}`, cell(benchmark, judge, pipeline, column)] as const
        );
        if (options.boldMaximum) {
          const numbers = own.map(([, { text }]) => Number(text.replace("−", "-")));
          const best = Math.max(...numbers.filter((n) => !Number.isNaN(n)));
          own.forEach(([, one], i) => one.bold = numbers[i] === best);
        }
        return own;
      }));
      const name = options.pipelines ? options.pipelineNames?.[pipeline] ?? pipeline : judge;
      return { ...(heading && heading !== previous ? { heading } : {}), cells: { judge: name, ...cells } };
    })
  );
  if (drawn.length === 0) throw new RangeError("table: wanted results with values for it, found none");
  const counts = drawn.map(({ n }) => n).filter((n) => !Number.isNaN(n));
  const intervals = drawn.some(({ low }) => !Number.isNaN(low));
  const unit = intervals ? clusterUnit(await context.frame("pairs")) : "";
  const computed = intervals
    ? ` ${countRange(counts)} pairs per value; ${
      wide
        ? `95% intervals (clustered by ${unit}) are in the CSV.`
        : `± half the width of the 95% interval clustered by ${unit}.`
    }`
    : "";
  return {
    body: { kind: "table", table: { columns, rows } },
    data: valueFrame(drawn),
    caption: `${options.caption}${computed} ${provenanceNote([provenance], context)}`,
    footnotes: provenance === "published" ? options.footnotes : [],
    alt: options.alt,
  };
}

/** Values as a tidy frame: what the CSV beside the table holds. */
export function valueFrame(values: readonly PairValue[]): pl.DataFrame {
  const text = (name: keyof PairValue) => pl.Series(name, values.map((value) => value[name]), pl.Utf8);
  const number = (name: keyof PairValue) => pl.Series(name, values.map((value) => value[name]), pl.Float64);
  const count = (name: "n" | "clusters", as: string) =>
    pl.Series(as, values.map((v) => Number.isNaN(v[name]) ? null : v[name]), pl.Float64).cast(pl.Int32);
  return pl.DataFrame([
    text("benchmark"),
    text("judge"),
    text("pipeline"),
    text("quantity"),
    number("value"),
    text("printed"),
    number("low"),
    number("high"),
    count("n", "n"),
    count("clusters", "n_clusters"),
    text("provenance"),
  ]);
}
