import { behindOf } from "./computed_behind.ts";
import { ownFacts } from "./own_facts.ts";
import { fixed, HAIR, pText, shortly } from "./told.ts";

/** What is known of estimates by their names: the counts that they rest on, what their limits are called, which are differences of shares (points), which shares (percent), and which no shares at all. */
export const { counts: COUNTS, short: SHORT, points: POINTS, percent: SHARES, numbers: NUMBERS } = ownFacts<{
  counts: Record<string, string[]>;
  short: Record<string, string>;
  points: string[];
  percent: string[];
  numbers: string[];
}>("estimates");

export interface Columns {
  readonly columns: readonly string[];
  /** Without them every column may be an estimate. */
  readonly dtypes?: readonly unknown[];
}

/** Limits that have no estimate's name: of one table, and with a suffix of what was joined with it. */
export const LOW = /^low(_.*)?$/;

const LIMIT = /^(low|high)(_.*)?$/;

/** Whether an estimate is one of a metric here by its name, so that another's limits are none of its. */
export const isKnown = (estimand: string) =>
  Object.hasOwn(COUNTS, estimand) || POINTS.includes(estimand) || NUMBERS.includes(estimand);

/** The estimate that a lower end is of: as the frame remembers it, else the one whose name it bears, of `low` the one that stands left of it, which may be a copy by one's own name; undefined where none does. */
export function ownerOf(frame: Columns, low: string): string | undefined {
  const { columns } = frame, own = behindOf(frame)?.limits?.[low];
  if (!LOW.test(low)) return own ?? columns.find((name) => `${SHORT[name] ?? name}_low` === low);
  const left = leftOf(frame, low);
  const isOwn = own !== undefined && (columns.includes(own) || left === undefined || isKnown(left));
  return isOwn ? own : left;
}

function leftOf({ columns, dtypes }: Columns, low: string): string | undefined {
  const end = columns.indexOf(low), first = columns.slice(0, end).findLastIndex((name) => LIMIT.test(name));
  const before = columns.slice(first + 1, end).filter((name, i) =>
    /Float/.test(String(dtypes?.[first + 1 + i] ?? "Float")) && !/^(se|sd|n|n_.*)$/.test(name) &&
    !columns.includes(`${SHORT[name] ?? name}_low`)
  );
  // Between a share and its limits stands of what it is the share.
  return before.includes("share") ? "share" : before.at(-1);
}

/** The limits of each estimate of a frame that has some, in the order of its columns. */
export function limitsIn(frame: Columns): Map<string, readonly [low: string, high: string]> {
  const { columns } = frame, found = new Map<string, readonly [string, string]>();
  for (const low of columns) {
    const high = low.replace(/^low(?=_|$)|(?<=_)low$/, "high");
    if (high === low || !columns.includes(high)) continue;
    const of = ownerOf(frame, low);
    if (of !== undefined && columns.includes(of) && !found.has(of)) found.set(of, [low, high]);
  }
  return new Map([...found].sort(([a], [b]) => columns.indexOf(a) - columns.indexOf(b)));
}

const P = /^(p|pValue|p_(first|value|adjusted|equivalence.*))$/;

/** The p that verdicts of a frame follow: the adjusted one where there is one. */
export const isDeciding = ({ columns }: Columns, name: string): boolean =>
  columns.includes("p_adjusted") ? name === "p_adjusted" : /^(p|p_value)$/.test(name);

/**
 * How a frame's cells are written: nothing where there is nothing, a p by `pText`, whole numbers in full. Other numbers have as many decimals as the rest
 * of their column, an estimate as its limits: what four digits of them need, at most `most` (3 or 2 beyond 1 and 10); where that would make a value 0 each has
 * its own four digits.
 */
export function cellTexts(frame: Columns, records: readonly Record<string, unknown>[], most = 4) {
  const ends = [...limitsIn(frame)];
  const family = (name: string) =>
    ends.find(([, limits]) => limits.includes(name))?.[0] ?? name.replace(/(^|_)(low|high)$/, "");
  const decimals = new Map(
    frame.columns.map(family).map((of) => {
      const own = frame.columns.filter((name) => family(name) === of);
      const values = own.flatMap((name) => records.map((record) => record[name]));
      return [of, decimalsOf(values.filter((value) => typeof value === "number"), most)];
    }),
  );
  return (name: string, value: unknown): string => {
    if (value === null || value === undefined || Number.isNaN(value)) return "";
    if (typeof value === "object" && !(value instanceof Date)) return JSON.stringify(value);
    if (typeof value !== "number") return String(value);
    if (P.test(name)) return pText(value);
    const places = decimals.get(family(name)) ?? null;
    return places === null ? String(shortly(value)).replace("-", "−") : fixed(value, places);
  };
}

/** A column as tables show it: of an estimate with its limits in the same cells. */
export interface ShownColumn {
  name: string;
  /** Of an estimate with limits their columns, else empty. */
  limits: readonly string[];
  head: string;
  cells: string[];
  isRight: boolean;
}

/** The columns that tables show of a frame's rows: limits stand in the cells of their estimate. */
export function shownColumns(
  frame: Columns,
  records: readonly Record<string, unknown>[],
  most?: number,
): ShownColumn[] {
  const limitsOf = limitsIn(frame), ends = [...limitsOf.values()].flat();
  const textOf = cellTexts(frame, records, most);
  return frame.columns.filter((name) => !ends.includes(name)).map((name) => {
    const texts = (column: string) =>
      records.map((record) => textOf(column, record[column]).replace(/\s+/g, " "));
    const isRight = records.some((record) => typeof record[name] === "number"), own = texts(name);
    const limits = limitsOf.get(name);
    if (!limits) return { name, limits: [], head: name, cells: own, isRight };
    const [lows, highs] = limits.map(texts);
    const both = lows.map((low, i) => low || highs[i] ? `[${low}, ${highs[i]}]` : "");
    const cells = own.map((text, i) => `${text} ${both[i]}`.trim());
    return { name, limits, head: `${name} [low, high]`, cells, isRight };
  });
}

function decimalsOf(values: readonly number[], digits: number): number | null {
  const sizes = values.filter(Number.isFinite).map(Math.abs);
  if (sizes.every(Number.isInteger)) return null;
  const largest = Math.max(...sizes), before = Math.floor(Math.log10(largest));
  const most = largest > 1 ? Math.max(2, 3 - before) : Math.max(digits, 2 - before);
  const wanted = Math.max(...sizes.map((size) => String(shortly(size)).split(".")[1]?.length ?? 0));
  const places = Math.min(most, wanted),
    isLost = (size: number) => size > HAIR.size && size < 0.5 * 10 ** -places;
  return sizes.some(isLost) ? null : places;
}
