import pl from "nodejs-polars";
import type { Provenance } from "../provenance.ts";
import type { PairValue } from "./pair_values.ts";

/** A bar of a grouped bar chart, with what may be drawn on it. Values are fractions. */
export interface BarRow {
  /** Which chart it stands in. */
  panel: string;
  /** Its group on the axis. */
  group: string;
  /** Which bar of the group it is. */
  series: string;
  value: number;
  sd: number;
  low: number;
  high: number;
  n: number;
  n_clusters: number;
  provenance: Provenance;
  /** Where sd and interval come from, where that is not where the value comes from. */
  spread_provenance: Provenance | null;
}

/**
 * A bar from a value, with the spread of another (the simulation's) where the value is published without any. The interval
 * is moved along: its width is what the other tells.
 */
export function barRow(
  place: { panel: string; group: string; series: string },
  value: PairValue,
  spread: PairValue | undefined = undefined,
): BarRow {
  const own = !Number.isNaN(value.low) || !spread;
  const from = own ? value : spread;
  const shift = own ? 0 : value.value - spread.value;
  return {
    ...place,
    value: value.value,
    sd: from.sd,
    low: from.low + shift,
    high: from.high + shift,
    n: from.n,
    n_clusters: from.clusters,
    provenance: value.provenance,
    spread_provenance: own ? null : from.provenance,
  };
}

/** Bars as a tidy frame: what the CSV beside the figure holds. */
export function barFrame(rows: readonly BarRow[]): pl.DataFrame {
  const text = (name: keyof BarRow) => pl.Series(name, rows.map((row) => row[name]), pl.Utf8);
  const number = (name: keyof BarRow) => pl.Series(name, rows.map((row) => row[name]), pl.Float64);
  const count = (name: keyof BarRow) =>
    pl.Series(name, rows.map((row) => Number.isNaN(row[name]) ? null : row[name]), pl.Float64).cast(pl.Int32);
  return pl.DataFrame([
    text("panel"),
    text("group"),
    text("series"),
    number("value"),
    number("sd"),
    number("low"),
    number("high"),
    count("n"),
    count("n_clusters"),
    text("provenance"),
    text("spread_provenance"),
  ]);
}

/** The bars of a tidy frame with at least panel, group, series, value and provenance; the way back of `barFrame`. */
export function barRows(frame: pl.DataFrame): BarRow[] {
  return (frame.toRecords() as unknown as Partial<Record<keyof BarRow, unknown>>[]).map((record) => {
    const number = (value: unknown) => typeof value === "number" ? value : NaN;
    return {
      panel: String(record.panel ?? ""),
      group: String(record.group),
      series: String(record.series),
      value: number(record.value),
      sd: number(record.sd),
      low: number(record.low),
      high: number(record.high),
      n: number(record.n),
      n_clusters: number(record.n_clusters),
      provenance: record.provenance as Provenance,
      spread_provenance: (record.spread_provenance ?? null) as Provenance | null,
    };
  });
}
