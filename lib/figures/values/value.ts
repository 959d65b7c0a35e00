import { refusing } from "../../results/said.ts";
import pl from "nodejs-polars";
import { type Effect, NONE, shared } from "../../progress/computed_behind.ts";
import { inWords } from "../../progress/told.ts";
import { percentOf } from "../../results/frame.ts";
import type { Provenance } from "../provenance.ts";

/** One number that a figure draws, whatever it is of and wherever it comes from. */
export interface Value {
  /** What it is of: `{ judge: "GPT-4o", benchmark: "MLLM-as-a-Judge" }`; columns of the CSV, in this order. */
  keys: Readonly<Record<string, string>>;
  /** What is measured: `IB`, `Acc_IDS`. */
  quantity: string;
  /** A fraction where the quantity is one; NaN where only bounds are known. */
  value: number;
  /** As the paper prints it; null for a number of our own. */
  printed: string | null;
  /** Lower end of the interval; NaN where there is none. */
  low: number;
  /** Upper end of the interval; NaN where there is none. */
  high: number;
  /** What the interval is: one of confidence, the bounds that printed facts leave, or where half of the rows lie. */
  interval: "95%" | "bounds" | "middle half" | null;
  /** The level of an interval of confidence, 0.95 where it is absent; null where nobody says it. */
  level?: number | null;
  /** What it is held against; 0 where it is absent. */
  effect?: Effect;
  /** What it is read in, where that is known. */
  unit?: "percent" | "points" | "number";
  /** Rows that it rests on; NaN where not known. */
  n: number;
  /** Clusters of these rows (images, items); NaN where not known. */
  clusters: number;
  /** Where the value comes from; empty where nobody says it. */
  provenance: Provenance | "";
  /** Where the interval comes from; null where there is none. */
  intervalProvenance: Provenance | "" | null;
  /** What makes its interval a rough guess; null where nothing does, absent where its frame has no such column. */
  warning?: string | null;
  /** Further numbers for the CSV: a standard deviation, a share on an axis. */
  more: Readonly<Record<string, number>>;
}

export function valueOf(known: Pick<Value, "keys" | "quantity" | "value"> & Partial<Value>): Value {
  const { low = NaN, high = NaN, provenance = "results" } = known;
  // Bounds without an end at either side bound nothing.
  const isOpen = [low, high, known.interval === "bounds" ? low + high : 0].some(Number.isNaN);
  const interval = isOpen ? null : known.interval ?? "95%";
  const intervalProvenance = interval === null ? null : known.intervalProvenance ?? provenance;
  const usual = { printed: null, n: NaN, clusters: NaN, more: {} };
  return { ...usual, ...known, low, high, interval, provenance, intervalProvenance };
}

export const printedValue = (keys: Value["keys"], quantity: string, printed: string): Value =>
  valueOf({ keys, quantity, value: Number(printed), printed, provenance: "published" });

export const boundsOf = (
  keys: Value["keys"],
  quantity: string,
  low: number,
  high: number,
  provenance: Provenance = "published",
): Value => valueOf({ keys, quantity, value: NaN, low, high, interval: "bounds", provenance });

export const derivedValue = (keys: Value["keys"], quantity: string, value: number): Value =>
  valueOf({ keys, quantity, value, provenance: "computed from published" });

/** By how much numbers differ from others that they are held against, of other keys than theirs: nothing where there is no other. */
export const differences = (
  values: readonly Value[],
  other: (value: Value) => Value | undefined,
  quantity: string,
  keys: (value: Value) => Value["keys"] = (value) => value.keys,
): Value[] =>
  values.flatMap((value) => {
    const less = other(value);
    return less ? [derivedValue(keys(value), quantity, value.value - less.value)] : [];
  });

export const known = (values: readonly Value[]): Value[] =>
  values.filter(({ value }) => !Number.isNaN(value));

export const pick = (values: readonly Value[], where: Readonly<Record<string, string | readonly string[]>>) =>
  values.filter(({ quantity, keys }) =>
    Object.entries(where).every(([key, wanted]) =>
      [wanted].flat().includes(key === "quantity" ? quantity : keys[key])
    )
  );

export const rekeyed = (values: readonly Value[], keys: (value: Value) => Value["keys"]): Value[] =>
  values.map((value) => ({ ...value, keys: keys(value) }));

export function withoutInterval(value: Value): Value {
  return { ...value, low: NaN, high: NaN, interval: null, intervalProvenance: null };
}

export function findValue(values: readonly Value[], quantity: string, keys: Value["keys"]) {
  const wanted = Object.entries(keys);
  return values.find((one) =>
    one.quantity === quantity && wanted.every(([name, key]) => one.keys[name] === key)
  );
}

export const namesOf = (values: readonly Value[], key: string): string[] => [
  ...new Set(values.map(({ keys }) => keys[key])),
];

const VALUE_COLUMNS: readonly string[] = [
  ...["quantity", "value", "printed", "low", "high", "interval", "n", "n_clusters"],
  ...["provenance", "interval_provenance"],
];

export const isExport = ({ columns }: pl.DataFrame): boolean =>
  VALUE_COLUMNS.every((name) => columns.includes(name));

export const effectOf = (values: readonly Value[]): Effect =>
  values.map(({ effect = NONE }) => effect).reduce(shared, values[0]?.effect ?? NONE);

export function ranked(values: readonly Value[], quantity: string, key = "judge"): string[] {
  return values.filter((value) => value.quantity === quantity).sort((a, b) => b.value - a.value)
    .map(({ keys }) => keys[key]);
}

export const withoutCode = (text: string): string => text.replace(/ \([^()]*\{[^}]*\}\)/g, "");

/** That some carry a warning, with one and whose that is: what is said of them is no surer than their table says. */
export function warned<Own extends { warning?: string | null }>(
  values: readonly Own[],
  nameOf: (value: Own) => string,
  what = "row",
): string[] {
  const own = values.filter(({ warning }) => warning);
  if (own.length === 0) return [];
  const name = nameOf(own[0]), of = name && ` (${name})`, first = withoutCode(own[0].warning!);
  const have = own.length === 1 ? "has a warning" : "have warnings, one of them";
  return [`${own.length} of ${inWords(values.length, what)} ${have}${of}: ${first}.`];
}

export function valueFrame(values: readonly Value[]): pl.DataFrame {
  const names = (of: (value: Value) => object) => [...new Set(values.flatMap((one) => Object.keys(of(one))))];
  const taken = [...names(({ keys }) => keys), ...names(({ more }) => more)]
    .filter((name) => VALUE_COLUMNS.includes(name));
  if (taken.length > 0) throw refusing("value_columns", { VALUE_COLUMNS, taken });
  const has = (name: "effect" | "unit" | "warning") => values.some((value) => value[name] !== undefined);
  const text = (name: string, of: (value: Value) => string | 0 | null | undefined) =>
    pl.Series(name, values.map((value) => of(value) ?? null), pl.Utf8);
  const number = (name: string, of: (value: Value) => number | undefined) =>
    pl.Series(name, values.map((value) => of(value) ?? NaN), pl.Float64);
  const count = (name: string, of: (value: Value) => number) => {
    const counts = values.map((value) => Number.isNaN(of(value)) ? null : of(value));
    return pl.Series(name, counts, pl.Float64).cast(pl.Int32);
  };
  return pl.DataFrame([
    ...names(({ keys }) => keys).map((name) => text(name, ({ keys }) => keys[name])),
    text("quantity", ({ quantity }) => quantity),
    number("value", ({ value }) => value),
    text("printed", ({ printed }) => printed),
    number("low", ({ low }) => low),
    number("high", ({ high }) => high),
    text("interval", ({ interval, level: of = 0.95 }) => interval === "95%" ? of && percentOf(of) : interval),
    count("n", ({ n }) => n),
    count("n_clusters", ({ clusters }) => clusters),
    ...names(({ more }) => more).map((name) => number(name, ({ more }) => more[name])),
    text("provenance", ({ provenance }) => provenance || null),
    text("interval_provenance", ({ intervalProvenance }) => intervalProvenance || null),
    ...has("effect") ? [number("null_value", ({ effect }) => effect?.none ?? 0)] : [],
    ...has("effect") ? [text("scale", ({ effect }) => effect?.isRatio ? "ratio" : "difference")] : [],
    ...has("unit") ? [text("unit", ({ unit }) => unit)] : [],
    ...has("warning") ? [text("warning", ({ warning }) => warning)] : [],
  ]);
}

/** What a drawing tells, as the rows of its CSV: texts, counts, other numbers, yes or no; all of one provenance. */
export function facts(
  rows: readonly Readonly<Record<string, string | number | boolean | null>>[],
  provenance: Provenance = "published",
): pl.DataFrame {
  const typeOf = (cells: readonly unknown[]) =>
    cells.every(Number.isInteger)
      ? pl.Int32
      : { number: pl.Float64, boolean: pl.Bool }[typeof cells[0] as string] ?? pl.Utf8;
  return pl.DataFrame([
    ...Object.keys(rows[0]).map((name) => {
      const cells = rows.map((row) => row[name]);
      return pl.Series(name, cells, typeOf(cells));
    }),
    pl.Series("provenance", rows.map(() => provenance), pl.Utf8),
  ]);
}
