import { refusing } from "../../results/said.ts";
import type pl from "nodejs-polars";
import {
  columnsOf,
  heldColumns,
  mainEstimate,
  noEffectOf,
  strayLimits,
  unitOf,
} from "../../metrics/estimate_columns.ts";
import { behindOf } from "../../progress/computed_behind.ts";
import { cut, isPlain, told } from "../../progress/told.ts";
import { isFrame, percentOf, requireFrame, sourceOf } from "../../results/frame.ts";
import { computed, type MetricColumns } from "./computed.ts";
import { isExport, type Value } from "./value.ts";

export type Tables = pl.DataFrame | Readonly<Record<string, pl.DataFrame>>;

export const areTables = (given: unknown): given is Readonly<Record<string, pl.DataFrame>> =>
  isPlain(given) && Object.keys(given).length > 0 && Object.values(given).every(isFrame);

/**
 * The estimates of tables of one's own as values, each with what its table says of it: the level of its interval, its unit, what it is held against. Of a table that is handed over by its name that is what is measured.
 *
 * @throws {RangeError} where limits are of another estimate, or intervals of several levels
 */
export function ownValues(
  action: string,
  given: Tables,
  { value, quantity, ...columns }: Partial<MetricColumns>,
): Value[] {
  const values = areTables(given)
    ? Object.entries(given).flatMap(([name, whole]) => {
      const said = NAMING.filter((one) =>
        whole.columns.includes(one) && whole.getColumn(one).nUnique() === 1
      );
      const table = said.reduce((own, one) => own.drop(one), whole);
      const main = value ?? mainEstimate(table);
      if (table.columns.includes(main)) {
        return valuesOf(action, table, { ...columns, value: main, quantity: name }, true);
      }
      throw refusing("tables_of_metrics", { action, name, has: cut(table.columns.join(", "), 200) });
    })
    : valuesOf(action, given, { ...columns, value: value ?? "value", quantity });
  requireOneLevel(action, values.flatMap(({ interval, level }) => interval === "95%" ? level ?? [] : []));
  return values;
}

/** The level of a metric's intervals, as a cell of its column `interval` says it (`95%`, `0.95`), else as the frame remembers it (NaN of several); undefined for any other frame. */
function levelOf(action: string, frame: pl.DataFrame, said?: unknown): number | undefined {
  const text = String(said ?? "").trim();
  if (text === "" || /^(bounds|middle half)$/.test(text)) return behindOf(frame)?.level;
  const level = text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text);
  if (level > 0 && level < 1) return level;
  if (text === percentOf(NaN)) return NaN;
  throw refusing("interval_level", { action, found: told(said) });
}

export function requireOneLevel(action: string, levels: readonly number[]): number | undefined {
  const [level, ...others] = new Set(levels);
  if (others.length === 0 && !Number.isNaN(level)) return level;
  throw refusing("one_level", { action, found: [level, ...others].map(percentOf).join(" and ") });
}

function valuesOf(action: string, frame: pl.DataFrame, columns: MetricColumns, isMain = false): Value[] {
  requireFrame(action, frame);
  const { value } = columns;
  const meant = isExport(frame) && value === "value"
    ? { metric: "quantity", keys: frame.columns.slice(0, frame.columns.indexOf("quantity")) }
    : {};
  const effect = noEffectOf(frame, value), held = heldColumns(frame, value);
  const own = columnsOf(frame, value), { unit: units = "" } = own;
  const { quantity = effect.called ?? soleName(frame, value) } = columns;
  const values = computed(frame, { ...meant, provenance: sourceOf(frame), ...columns, quantity });
  const rows = frame.toRecords() as Record<string, unknown>[];
  const isKnown = isMain || effect.isRatio || !/^(value|estimate)$/.test(value);
  const usual = isKnown ? unitOf(frame, value) : undefined;
  requireOwnLimits(action, frame, [value]);
  return values.map((one, i): Value => {
    const row = rows[i], none = row[held.none ?? ""], said = row.interval, unit = row[units];
    return {
      ...one,
      ...(said === "bounds" || said === "middle half"
        ? { interval: one.interval && said }
        : { level: levelOf(action, frame, said) ?? null }),
      ...(typeof none === "number"
        ? { effect: { none, isRatio: none > 0 && row[held.scale ?? ""] === "ratio" } }
        : effect.isTold
        ? { effect }
        : {}),
      unit: unit === "points" || unit === "percent" || unit === "number" ? unit : usual,
    };
  });
}

/** Throws where limits are of no estimate of their frame, or do not lie around the one that they stand beside; where an estimate's name is theirs (`ib_low`) they may be around what it is corrected to, and half of the rows may lie elsewhere than their mean. */
export function requireOwnLimits(
  action: string,
  frame: pl.DataFrame,
  estimates: readonly string[],
  ofAny = false,
): void {
  const stray = strayLimits(frame), own = estimates.map((name) => columnsOf(frame, name));
  if (stray && (ofAny || own.some(({ low }) => low === undefined))) {
    const { low, of = "" } = stray;
    const why = frame.columns.includes(of) ? "does not stand left of it" : "is not there";
    throw refusing("limits_with", { action, low, whose: of ? `${of}, which ${why}` : "none" });
  }
  const said = frame.columns.includes("interval") ? frame.getColumn("interval").toArray() : [];
  own.forEach(({ low = "", high = "" }, k) => {
    if (!/^low(_|$)/.test(low) || high === "") return;
    const numbers = (name: string) => frame.getColumn(name).toArray().map((one) => Number(one ?? NaN));
    const [values, lows, highs] = [estimates[k], low, high].map(numbers);
    const isOther = (i: number) => /^(bounds|middle half)$/.test(String(said[i]));
    const isOut = (one: number, i: number) => one < lows[i] - NEAR || one > highs[i] + NEAR;
    const i = values.findIndex((value, i) => !isOther(i) && isOut(value, i));
    if (i < 0) return;
    const found = `${values[i]} and ${low} to ${high} from ${lows[i]} to ${highs[i]}`;
    throw refusing("limits_around", { action, estimate: estimates[k], found });
  });
}

const NEAR = 1e-6;

const NAMING = ["quantity", "hypothesis", "metric"];

function soleName(frame: pl.DataFrame, value: string): string {
  const own = NAMING.filter((name) => frame.columns.includes(name))
    .flatMap((name) => [[...new Set(frame.getColumn(name).toArray())]]).find((names) => names.length === 1);
  return /^(estimate|value)$/.test(value) && own ? String(own[0]) : value;
}
