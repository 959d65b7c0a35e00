import { behindOf } from "./computed_behind.ts";
import { ownFacts } from "./own_facts.ts";
import { cut, fixed, HAIR, pText, shortly } from "./told.ts";

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
  // Between a share and its limits stands of what it is the share, but where a share is asked with the estimate of it.
  return before.includes("share") && before.at(-1) !== "estimate" ? "share" : before.at(-1);
}

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

/** The p that a verdict of a frame follows, of what is absent that of equivalence: the adjusted one where there is one. */
export const pOf = ({ columns }: Columns, verdict = ""): string | undefined =>
  (verdict === "absent" ? ["p_equivalence_adjusted", "p_equivalence"] : ["p_adjusted", "p_value", "p"])
    .find((name) => columns.includes(name));

/** How cells are written: p by `pText`, whole numbers in full, others with as many decimals as four digits of their column need (limits as their estimate), up to two more where one would be 0. */
export function cellTexts(frame: Columns, records: readonly Record<string, unknown>[], most = 4) {
  const ends = [...limitsIn(frame)];
  const family = (name: string) =>
    ends.find(([, limits]) => limits.includes(name))?.[0] ?? name.replace(/(^|_)(low|high)$/, "");
  const decimals = new Map(
    frame.columns.map(family).map((of) => {
      const own = frame.columns.filter((name) => family(name) === of);
      const values = own.flatMap((name) => records.map((record) => record[name]));
      const spare = own.length > 1 ? 2 : 0;
      return [of, decimalsOf(values.filter((value) => typeof value === "number"), most, spare)];
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

export interface ShownColumn {
  name: string;
  /** What stands in the same cells: of an estimate with limits their columns. */
  limits: readonly string[];
  head: string;
  cells: string[];
  isRight: boolean;
}

export const limitsText = (low: string, high: string): string => low || high ? `[${low}, ${high}]` : "";

/** The columns that tables show of a frame's rows: limits stand in the cells of their estimate. */
export function shownColumns(
  frame: Columns,
  records: readonly Record<string, unknown>[],
  most?: number,
): ShownColumn[] {
  const { columns } = frame, limitsOf = limitsIn(frame);
  // Of a range without a number in it both ends stand together.
  const ranges = columns.filter((name) => name.endsWith("_low") && ownerOf(frame, name) === undefined)
    .map((low) => [low, low.replace(/low$/, "high")] as const).filter(([, high]) => columns.includes(high));
  const ends = [...limitsOf.values()].flat().concat(ranges.map(([, high]) => high));
  const textOf = cellTexts(frame, records, most);
  const measure = columns.includes("effect") ? "effect_measure" : "";
  return columns.filter((name) => !ends.includes(name) && name !== measure).map((name) => {
    const texts = (column: string) =>
      records.map((record) => textOf(column, record[column]).replace(/\s+/g, " "));
    const isRight = records.some((record) => typeof record[name] === "number"), own = texts(name);
    const range = ranges.find(([low]) => low === name), limits = limitsOf.get(name) ?? range;
    if (name === "effect" && columns.includes(measure)) {
      const measures = texts(measure), cells = own.map((text, i) => `${text} ${measures[i]}`.trim());
      return { name, limits: [], head: "effect, measure", cells, isRight: false };
    }
    if (!limits) return { name, limits: [], head: name, cells: own, isRight };
    const [lows, highs] = limits.map(texts);
    const both = lows.map((low, i) => limitsText(low, highs[i]));
    const cells = range ? both : own.map((text, i) => `${text} ${both[i]}`.trim());
    const head = range ? `${name.replace(/_low$/, "")} [lowest, highest]` : `${name} [low, high]`;
    return { name, limits, head, cells, isRight };
  });
}

function decimalsOf(values: readonly number[], digits: number, spare: number): number | null {
  const sizes = values.filter(Number.isFinite).map(Math.abs);
  if (sizes.every(Number.isInteger)) return null;
  const largest = Math.max(...sizes), before = Math.floor(Math.log10(largest));
  const most = largest > 1 ? Math.max(2, 3 - before) : Math.max(digits, 2 - before);
  const wanted = Math.max(...sizes.map((size) => String(shortly(size)).split(".")[1]?.length ?? 0));
  const places = Math.min(most, wanted);
  const isKept = (places: number) => sizes.every((size) => size <= HAIR.size || size >= 0.5 * 10 ** -places);
  return [places, places + spare / 2, places + spare].find(isKept) ?? null;
}

export const LONG = 60;

export const CUTS = [LONG, 36, 24, 16, 12, 8, 7];

/** A column whose names are cut in their middle (those of models differ at either end), if they can be told apart then. */
export function cutTo(column: ShownColumn, most: number): ShownColumn {
  const first = Math.ceil(most / 2) - 1;
  const cells = column.cells.map((text) =>
    text.length <= most ? text : `${text.slice(0, first)}…${text.slice(first + 1 - most)}`
  );
  const isApart = new Set(cells).size === new Set(column.cells).size;
  return isApart && !column.isRight ? { ...column, cells, head: cut(column.head, most) } : column;
}

/** The first rows; beside conditions that have a name the one without has a word. */
export function shownRecords(
  frame: { head(rows: number): { toRecords(): Record<string, unknown>[] } },
  shown: number,
): Record<string, unknown>[] {
  const records = frame.head(shown).toRecords();
  if (!records.some(({ condition }) => typeof condition === "string")) return records;
  return records.map((record) => record.condition === null ? { ...record, condition: "none" } : record);
}
