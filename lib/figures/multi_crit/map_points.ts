import pl from "nodejs-polars";
import { multiCritValues, pairName } from "../../papers/multi_crit.ts";
import type { CriteriaSplit } from "../../results/criteria_sets.ts";
import type { Provenance } from "../provenance.ts";

/** A judge on the map: how often its preferences differ where the human's do, how often it gets conflicts right. */
export interface MapPoint {
  /** Colour: what a judge's ways of judging have in common. */
  judge: string;
  split: CriteriaSplit;
  /** Filled; else a ring: with thinking, or judged jointly. */
  plain: boolean;
  tos: number;
  tos_low: number;
  tos_high: number;
  cmr: number;
  cmr_low: number;
  cmr_high: number;
  n_items: number;
  n_pairs: number;
  provenance: Provenance;
  spread_provenance: Provenance | null;
}

/** A judge without judgment on the map. */
export interface MapReference {
  split: CriteriaSplit;
  label: string;
  tos: number;
  cmr: number;
}

/** What the reference judges are called on the map. */
const REFERENCES: Record<string, string> = {
  random: "random",
  one_side: "one side throughout",
  human: "the human",
};

/** Points of a `criteria` frame's judges, from the metrics in long form. */
export function mapPoints(metrics: pl.DataFrame, provenance: Provenance): MapPoint[] {
  type Long =
    & { judge: string; mode?: string; thinking?: boolean; split: CriteriaSplit; metric: string }
    & Record<
      "value" | "low" | "high" | "n",
      number
    >;
  const rows = metrics.toRecords() as unknown as Long[];
  return rows.filter(({ metric }) => metric === "tradeoff_sensitivity").map((tos) => {
    const cmr = rows.find((row) =>
      row.metric === "conflict_matching_rate" && row.judge === tos.judge && row.mode === tos.mode &&
      row.thinking === tos.thinking && row.split === tos.split
    )!;
    return {
      judge: pairName(tos.judge),
      split: tos.split,
      plain: !tos.thinking && tos.mode !== "joint",
      tos: tos.value,
      tos_low: tos.low,
      tos_high: tos.high,
      cmr: cmr.value,
      cmr_low: cmr.low,
      cmr_high: cmr.high,
      n_items: tos.n,
      n_pairs: cmr.n,
      provenance,
      spread_provenance: null,
    };
  }).filter(({ tos, cmr }) => !Number.isNaN(tos) && !Number.isNaN(cmr));
}

/** Those of the rows of `referenceJudges` that the map shows. */
export function mapReferences(references: pl.DataFrame): MapReference[] {
  type Row = { split: CriteriaSplit; reference: string; metric: string; value: number };
  const rows = references.toRecords() as unknown as Row[];
  return rows.filter(({ metric, reference }) => metric === "tradeoff_sensitivity" && REFERENCES[reference])
    .map((tos) => {
      const cmr = rows.find((row) =>
        row.split === tos.split && row.reference === tos.reference && row.metric === "conflict_matching_rate"
      )!;
      return { split: tos.split, label: REFERENCES[tos.reference], tos: tos.value, cmr: cmr.value };
    }).filter(({ tos }) => !Number.isNaN(tos));
}

/** Points with the published values in place of the simulated ones; the intervals move along. */
export function publishedPoints(simulated: readonly MapPoint[]): MapPoint[] {
  const published = multiCritValues();
  return simulated.map((point) => {
    const of = (metric: string) =>
      published.find((value) =>
        value.pair === point.judge && value.split === point.split && value.metric === metric &&
        (value.thinking || value.mode === "joint") !== point.plain
      )!.value / 100;
    const tos = of("tradeoff_sensitivity"), cmr = of("conflict_matching_rate");
    return {
      ...point,
      tos,
      tos_low: point.tos_low + tos - point.tos,
      tos_high: point.tos_high + tos - point.tos,
      cmr,
      cmr_low: point.cmr_low + cmr - point.cmr,
      cmr_high: point.cmr_high + cmr - point.cmr,
      provenance: "published",
      spread_provenance: "simulated",
    };
  });
}

/** Judges and reference judges as a tidy frame: what the CSV beside the figure holds. */
export function mapFrame(
  points: readonly MapPoint[],
  references: readonly MapReference[],
  origin: Provenance,
): pl.DataFrame {
  const none = { tos_low: NaN, tos_high: NaN, cmr_low: NaN, cmr_high: NaN };
  const rows = [
    ...points.map((point) => ({ kind: "judge", ...point })),
    ...references.map(({ label, split, tos, cmr }) => ({
      kind: "reference",
      judge: label,
      split,
      plain: null,
      tos,
      cmr,
      ...none,
      n_items: NaN,
      n_pairs: NaN,
      provenance: origin,
      spread_provenance: null,
    })),
  ];
  const text = (name: "kind" | "judge" | "split" | "provenance" | "spread_provenance") =>
    pl.Series(name, rows.map((row) => row[name]), pl.Utf8);
  const number = (name: "tos" | "tos_low" | "tos_high" | "cmr" | "cmr_low" | "cmr_high") =>
    pl.Series(name, rows.map((row) => row[name]), pl.Float64);
  const count = (name: "n_items" | "n_pairs") =>
    pl.Series(name, rows.map((row) => Number.isNaN(row[name]) ? null : row[name]), pl.Float64).cast(pl.Int32);
  return pl.DataFrame([
    ...(["kind", "judge", "split"] as const).map(text),
    pl.Series("plain", rows.map(({ plain }) => plain), pl.Bool),
    ...(["tos", "tos_low", "tos_high", "cmr", "cmr_low", "cmr_high"] as const).map(number),
    ...(["n_items", "n_pairs"] as const).map(count),
    ...(["provenance", "spread_provenance"] as const).map(text),
  ]);
}
