import type pl from "nodejs-polars";
import { behindOf, type Effect } from "../progress/computed_behind.ts";
import {
  COUNTS,
  isKnown,
  limitsIn,
  LOW,
  NUMBERS,
  ownerOf,
  POINTS,
  SHARES,
  SHORT,
} from "../progress/estimate_cells.ts";
import type { Unit } from "../progress/told.ts";
import type { Inference } from "../stats/infer.ts";

export const countsOf = (estimand: string): readonly string[] | undefined =>
  Object.hasOwn(COUNTS, estimand) ? COUNTS[estimand] : undefined;

const saidIn = (frame: pl.DataFrame, name: string | undefined): unknown[] =>
  name !== undefined && frame.columns.includes(name) ? frame.getColumn(name).unique().toArray() : [];

/** Whether a column may be an own estimate by another name: none that a metric here has, and the frame has none by its own name. */
const isRenamed = (frame: pl.DataFrame, column: string) =>
  !frame.columns.includes("estimate") && !countsOf(column) &&
  !/^(mean|n|p|df|se|sd|clusters)(_|$)/.test(column);

/** Which columns say what an estimate of one's own is held against: its own by their names (`estimate_right_scale`), else `null_value` and `scale`. */
export function heldColumns(frame: pl.DataFrame, estimand: string) {
  const isOwn = estimand === "estimate" || isRenamed(frame, estimand);
  const one = (name: string) =>
    [`${estimand}_${name}`, ...isOwn ? [name] : []].find((name) => frame.columns.includes(name));
  return { none: one("null_value"), scale: one("scale") };
}

/** Shares of one of two slots: half is none. */
const HALVES: readonly string[] = ["share_first", "first_when_inconsistent"];

/** Where the effect that a column estimates is none (NaN where rows differ in it), whether it is a ratio, and what its owner calls it: as its frame remembers it, or says it in `null_value` and `scale`, of its `estimate`, or of what that was renamed to; else 0, and whether that is told. */
export function noEffectOf(frame: pl.DataFrame, column: string) {
  const effects = behindOf(frame)?.effects ?? {}, held = heldColumns(frame, column);
  const [gone] = Object.keys(effects).filter((name) => !frame.columns.includes(name));
  const known = effects[column] ?? (gone && isRenamed(frame, column) ? effects[gone] : undefined);
  if (known) return { ...known, called: effects[column] && known.called, isTold: true };
  const nulls = saidIn(frame, held.none), scales = saidIn(frame, held.scale);
  const usual = HALVES.includes(column) ? 0.5 : 0;
  const none = nulls.length > 1 || nulls.length === 1 && scales.length > 1 ? NaN : Number(nulls[0] ?? usual);
  return {
    none,
    isRatio: none > 0 && scales[0] === "ratio",
    called: undefined,
    isTold: nulls.length > 0 || usual > 0,
  };
}

export const fromNone = (value: number, { none = 0, isRatio = false }: Partial<Effect> = {}): number =>
  Math.abs(isRatio ? Math.log(value / none) : value - none);

/** What estimates of metrics here are read in, by their names; the gap to what two people agree in is one of correlations. */
export function namedUnit(columns: readonly string[], estimand: string): Unit | undefined {
  if (NUMBERS.includes(estimand) || estimand === "gap" && columns.includes("tau")) return "number";
  return POINTS.includes(estimand) ? "points" : SHARES.includes(estimand) ? "percent" : undefined;
}

const isFraction = (column: pl.Series): boolean =>
  /Float/.test(String(column.dtype)) &&
  column.toArray().every((value) => value === null || !(Math.abs(Number(value)) > 1));

/** What an estimate is read in: differences in points, shares in percent, others (and what is no fraction) as they are; as its frame says it, where it does. */
export function unitOf(frame: pl.DataFrame, estimand: string): Unit {
  const said = saidIn(frame, columnsOf(frame, estimand).unit), [one] = said;
  if (said.length === 1 && (one === "points" || one === "percent" || one === "number")) return one;
  if (noEffectOf(frame, estimand).isRatio || !isFraction(frame.getColumn(estimand))) return "number";
  return namedUnit(frame.columns, estimand) ?? "percent";
}

/** The same where nothing is guessed by the size of numbers: in points or percent is what a column says to be, what its frame remembers, and what a metric here has, in a table of ours or beside its limits; undefined where a column says it by row. */
export function toldUnitOf(frame: pl.DataFrame, estimand: string): Unit | undefined {
  if (columnsOf(frame, estimand).unit !== undefined) return undefined;
  const behind = behindOf(frame), unit = behind?.units?.[estimand];
  if (unit !== undefined) return unit !== "number" && isFraction(frame.getColumn(estimand)) ? unit : "number";
  const isOurs = behind !== undefined || frame.columns.includes("provenance");
  const isNamed = isKnown(estimand) || SHARES.includes(estimand);
  const isTold = limitsIn(frame).has(estimand) ? isOurs || isKnown(estimand) : isOurs && isNamed;
  return isTold && !/^(estimate|value)$/.test(estimand) ? unitOf(frame, estimand) : "number";
}

/** Which columns speak of an estimate: its own by their names (`gap_low`), else those of the limits that are its own (`low, high`, after a join `low_right`) and their kin, and the counts that it rests on. */
export function columnsOf(frame: pl.DataFrame, estimand: string) {
  const { columns } = frame, has = (name: string) => columns.includes(name);
  const prefix = SHORT[estimand] ?? estimand, [own] = limitsIn(frame).get(estimand) ?? [];
  const [plain, ...others] = columns.filter((name) =>
    name === "low" || LOW.test(name) && has(`high${name.slice(3)}`)
  );
  const first = plain && ownerOf(frame, plain);
  // Limits that stand before all estimates are of any.
  const isFree = plain !== undefined && (first === undefined || estimand === "value" && first !== "share");
  const low = own ?? (isFree ? plain : undefined), isPlain = low !== undefined && LOW.test(low);
  const isMain = isPlain || plain === undefined && !(has("estimate") && countsOf(estimand));
  const suffix = isPlain ? low.slice("low".length) : "";
  const find = (name: string, kin = name) => [`${prefix}_${name}`, ...isMain ? [kin + suffix] : []].find(has);
  const sole = estimand === "estimate" && has("unit") ? "unit" : undefined;
  const counts = countsOf(estimand) ?? (isMain ? [has("n_triples") ? "n_triples" : `n${suffix}`] : []);
  return {
    ...{ low: find("low"), high: find("high"), df: find("df") },
    // Of joined tables only those with an estimate of that name say its unit.
    unit: others.length === 0 || suffix
      ? find("unit") ?? sole
      : [`${prefix}_unit`, sole].find((one) => one && has(one)),
    clusters: find("clusters", has("n_clusters") ? "n_clusters" : "clusters"),
    ...{ method: find("method"), warning: find("warning"), n: counts.every(has) ? counts : [] },
  };
}

/** The first limits that are of no estimate of their frame: their lower end, and of what they are. */
export function strayLimits(frame: pl.DataFrame): { low: string; of?: string } | undefined {
  const { columns, dtypes } = frame, floats = columns.filter((_, i) => /Float/.test(String(dtypes[i])));
  const isAlone = floats.every((name) => /^(low|high)(_.*)?$|_(low|high)$|^(se|sd|df)$/.test(name));
  return floats.filter((low) =>
    /^low(_|$)|_low$/.test(low) && columns.includes(low.replace(/^low|low$/, "high"))
  ).map((low) => {
    const prefix = low.slice(0, -"_low".length);
    return { low, of: ownerOf(frame, low) ?? (countsOf(prefix) && prefix) };
  }).find(({ low, of }) => of === undefined ? LOW.test(low) && isAlone : !columns.includes(of));
}

/** The estimate that a metric's table is of: the first with limits, else the first that is read in points, else the last number. */
export function mainEstimate(frame: pl.DataFrame): string {
  const floats = frame.columns.filter((_, i) => /Float/.test(String(frame.dtypes[i])));
  return ["estimate", "value", ...limitsIn(frame).keys(), ...POINTS].find((name) => floats.includes(name)) ??
    floats.at(-1) ?? "estimate";
}

/** What `infer` said of a table's columns, by row; a table that is changed is another one. */
const inferred = new WeakMap<pl.DataFrame, readonly ReadonlyMap<string, Inference>[]>();

export function keptBeside<Table extends pl.DataFrame>(
  table: Table,
  rows: readonly ReadonlyMap<string, Inference>[],
): Table {
  inferred.set(table, rows);
  return table;
}

/** The rows of estimates that a metric gives beside its table, those of one of its columns; a table that `infer` did not make is read by its columns' names (`columnsOf`). */
export function estimatesOf(table: pl.DataFrame, estimand: string) {
  const made = inferred.get(table), columns = columnsOf(table, estimand);
  const counts = columns.n.length > 0 ? columns.n : ["n"];
  return (table.toRecords() as Record<string, unknown>[]).map((row, i) => {
    const cell = (name = "") => row[name] ?? undefined;
    const numberIn = (name?: string) => typeof cell(name) === "number" ? Number(cell(name)) : NaN;
    // Of a whole table made otherwise all estimates share their rows.
    const n = counts.reduce((sum, name) => sum + numberIn(name), 0);
    const clusters = columns.clusters ?? "n_clusters";
    const read = {
      ...{ low: numberIn(columns.low), high: numberIn(columns.high), df: numberIn(columns.df) },
      ...{ n, warning: "" },
      clusters: cell(clusters) === undefined ? n : numberIn(clusters),
      method: String(cell(columns.method) ?? ""),
      /** Two-sided p of a null value, by the test that the interval is of; absent where a metric has limits only. */
      pOf: undefined,
    };
    const { low, high, df, method, pOf, ...found } = made?.[i].get(estimand) ?? read;
    return {
      ...{ row, estimand, estimate: numberIn(estimand), low, high, n: found.n, clusters: found.clusters, df },
      ...{ method: String(method), warning: String(cell(columns.warning) ?? found.warning), pOf },
    };
  });
}
