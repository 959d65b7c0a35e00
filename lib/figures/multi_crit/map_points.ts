import pl from "nodejs-polars";
import { pairName } from "../../papers/multi_crit.ts";
import type { CriteriaSplit } from "../../results/criteria_sets.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { Provenance } from "../provenance.ts";
import { judgeValues } from "./judge_values.ts";

/** A judge on the map: how often its preferences differ where the human's do, how often it gets conflicts right. */
export interface MapPoint {
  /** Colour: what a judge's ways of judging have in common. */
  judge: string;
  split: CriteriaSplit;
  /** What was compared, where several things were: a panel of its own. */
  experiment: string;
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
      experiment: "",
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

/** The judges of Tables 16 and 18 as printed; TOS with the interval of its counts, CMR without one. */
export async function publishedPoints(context: FigureContext): Promise<MapPoint[]> {
  const experiments = [["thinking", "Without and with thinking"], ["mode", "Single and joint"]] as const;
  const found = await Promise.all(experiments.map(async ([comparison, experiment]) => {
    const values = (await judgeValues(context, comparison, { spread: true })).filter(({ role }) =>
      role !== "difference"
    );
    return values.filter(({ metric }) => metric === "tradeoff_sensitivity").map((tos): MapPoint => {
      const cmr = values.find(({ metric, pair, role, split }) =>
        metric === "conflict_matching_rate" && pair === tos.pair && role === tos.role && split === tos.split
      )!;
      return {
        judge: tos.pair,
        split: tos.split,
        experiment,
        plain: tos.role === "second",
        tos: tos.value,
        tos_low: tos.low,
        tos_high: tos.high,
        cmr: cmr.value,
        cmr_low: NaN,
        cmr_high: NaN,
        n_items: tos.n,
        n_pairs: NaN,
        provenance: "published",
        spread_provenance: tos.spread_provenance,
      };
    });
  }));
  return found.flat();
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
      experiment: null,
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
  const text = (name: "kind" | "judge" | "split" | "experiment" | "provenance" | "spread_provenance") =>
    pl.Series(name, rows.map((row) => row[name]), pl.Utf8);
  const number = (name: "tos" | "tos_low" | "tos_high" | "cmr" | "cmr_low" | "cmr_high") =>
    pl.Series(name, rows.map((row) => row[name]), pl.Float64);
  const count = (name: "n_items" | "n_pairs") =>
    pl.Series(name, rows.map((row) => Number.isNaN(row[name]) ? null : row[name]), pl.Float64).cast(pl.Int32);
  return pl.DataFrame([
    ...(["kind", "judge", "split", "experiment"] as const).map(text),
    pl.Series("plain", rows.map(({ plain }) => plain), pl.Bool),
    ...(["tos", "tos_low", "tos_high", "cmr", "cmr_low", "cmr_high"] as const).map(number),
    ...(["n_items", "n_pairs"] as const).map(count),
    ...(["provenance", "spread_provenance"] as const).map(text),
  ]);
}
