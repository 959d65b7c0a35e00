import { refusing } from "../results/said.ts";
import pl from "nodejs-polars";
import { columnsOf, mainEstimate, toldUnitOf } from "../metrics/estimate_columns.ts";
import { limitsIn, limitsText } from "../progress/estimate_cells.ts";
import { behindOf, unselected } from "../progress/computed_behind.ts";
import { fixed, HAIR, inUnit } from "../progress/told.ts";
import { distinctWords, isText } from "../results/check.ts";
import { saysSimulated, sourceOf } from "../results/frame.ts";
import { grouped } from "../stats/grouped.ts";
import type { TableCell } from "./figure_spec.ts";
import { ownValues, requireOwnLimits } from "./values/own_values.ts";
import { namesOf, type Value, warned, withoutCode } from "./values/value.ts";

export type Estimates = Readonly<Record<string, readonly (Value | undefined)[]>>;

export type Told = Record<"said" | "warnings", readonly string[]> & {
  frame: pl.DataFrame;
  estimates: Estimates;
};

/** The estimates of a frame that have limits, and the columns that are said beside them in their cells. */
export function estimatesIn(frame: pl.DataFrame): Told {
  const limited = [...limitsIn(frame).keys()];
  requireOwnLimits("toLatex", frame, limited, true);
  const said = limited.map((name) => columnsOf(frame, name)).flatMap((
    { low, high, unit },
  ) => [low, high, unit]);
  return {
    frame,
    estimates: Object.fromEntries(
      limited.map((name) => [
        name,
        // Of a file a column that is empty throughout is read as text.
        isText(frame.getColumn(name))
          ? []
          : inToldUnit(ownValues("toLatex", frame, { value: name }), frame, name),
      ]),
    ),
    said: said.filter((name) => name !== undefined),
    warnings: unselected(frame).map(inLatex),
  };
}

const inToldUnit = (values: readonly Value[], frame: pl.DataFrame, name: string): Value[] => {
  const told = toldUnitOf(frame, name);
  return values.map((one) => ({ ...one, unit: told ?? one.unit }));
};

function inLatex(note: string): string {
  const said = withoutCode(note).replace(/^the column warning.* selected, says/, "a warning says").replaceAll(
    "`",
    "",
  );
  return `${said[0].toUpperCase()}${said.slice(1)}.`;
}

/** A cell of text as a paper has it: what a warning says to a program is left out. */
const inPrint = (text: string, column: string) => /(^|_)warning(_|$)/.test(column) ? withoutCode(text) : text;

/** Tables of metrics as one with a row for each group that any of them has: its keys, each estimate by its table's name, and what it rests on, once where that is the same. */
export function tablesAsOne(tables: Readonly<Record<string, pl.DataFrame>>, isCounted = true): Told {
  const values = Object.entries(tables).flatMap(([name, table]) =>
    inToldUnit(ownValues("toLatex", { [name]: table }, {}), table, mainEstimate(table))
  );
  const keys = Object.keys(values[0]?.keys ?? {});
  const idOf = ({ keys: own }: Value) => JSON.stringify(keys.map((key) => own[key]));
  const rows = new Map(values.map((value) => [idOf(value), value]));
  const nameOf = ({ quantity, keys: own }: Value) =>
    [quantity, ...keys.filter((key) => namesOf(values, key).length > 1).map((key) => own[key])].join(" · ");
  const estimates = Object.keys(tables).map((name) => {
    const own = values.filter(({ quantity }) => quantity === name), byRow = grouped(own, idOf);
    const other = own.find((value) => Object.keys(value.keys).sort().join() !== keys.toSorted().join());
    if (other || byRow.size < own.length || keys.includes(name)) {
      const of = other && `of ${Object.keys(other.keys).join(", ")}`;
      throw refusing("same_by", { keys, name, of: of ?? `with ${own.length} rows for ${byRow.size}` });
    }
    return { name, own: [...rows.keys()].map((id) => byRow.get(id)?.[0]) };
  });
  const counts = estimates.map(({ own }) => own.map((one) => one?.n || null));
  const alike = grouped(counts.keys(), (i) => String(counts[i]));
  const countOf = (i: number) => {
    const own = alike.get(String(counts[i]))!, names = own.map((one) => estimates[one].name).join(", ");
    return !isCounted || own[0] < i || counts[i].every((n) => n === null)
      ? []
      : [pl.Series(alike.size === 1 ? "n" : `n (${names})`, counts[i], pl.Float64).cast(pl.Int32)];
  };
  const frame = pl.DataFrame([
    ...keys.map((key) => pl.Series(key, [...rows.values()].map((own) => own.keys[key]), pl.Utf8)),
    ...estimates.flatMap(({ name, own }, i) => [
      ...countOf(i),
      pl.Series(name, own.map((one) => one?.value ?? null), pl.Float64),
    ]),
  ]);
  const byName: Estimates = Object.fromEntries(estimates.map(({ name, own }) => [name, own]));
  return { frame, estimates: byName, said: [], warnings: warned(values, nameOf, "estimate") };
}

/** A column as it is printed: the unit of all its numbers, else a row's own beside it, limits behind theirs; a missing value is empty, a p that would round to 0 is less than what is printed. */
export function printedCells(
  { frame, estimates }: Pick<Told, "frame" | "estimates">,
  name: string,
  asked: number | undefined,
): { unit: string; numbers: number[]; isNumber: boolean; cells: TableCell[] } {
  const column = frame.getColumn(name), given = column.toArray() as unknown[];
  const known = given.filter((value) => value !== null && value !== undefined);
  const isNumber = known.length > 0 &&
    known.every((value) => typeof value === "number" || typeof value === "bigint");
  const numbers = given.map((value) => isNumber ? Number(value ?? NaN) : NaN);
  const own = Object.hasOwn(estimates, name) ? estimates[name] : undefined;
  const unit = own || !/Float/.test(String(column.dtype)) ? "number" : toldUnitOf(frame, name);
  const unitAt = (i: number) => own ? own[i]?.unit : unit;
  const isOpen = (i: number) => own !== undefined && Number.isNaN(own[i]?.value ?? NaN);
  const units = [...new Set(given.flatMap((_, i) => isOpen(i) ? [] : unitAt(i) ?? "number"))];
  const sizes = numbers.filter(Number.isFinite).map(Math.abs), most = Math.max(0, ...sizes);
  const isP = /^p(_|$)/.test(name),
    isWhole = isP || own && /Float/.test(String(column.dtype)) ? false : sizes.every(isCount);
  const base = isP || most === 0 ? 3 : Math.max(3, 1 - Math.floor(Math.log10(most)));
  // As on a terminal up to two more, where one would be 0.
  const isKept = (places: number) => sizes.every((size) => size <= HAIR.size || size >= 0.5 * 10 ** -places);
  const usual = isP ? base : [base, base + 1, base + 2].find(isKept) ?? base;
  const cells = given.map((value, i): TableCell => {
    if (!isNumber || typeof value === "bigint") return { text: inPrint(String(value ?? ""), name) };
    const unit = unitAt(i) ?? "number", isShare = unit !== "number";
    const decimals = isShare ? asked ?? 1 : isWhole ? 0 : asked ?? usual;
    const text = (end: number) => inUnit(end, unit, decimals),
      number = own ? own[i]?.value ?? NaN : numbers[i];
    if (Number.isNaN(number)) return { text: "" };
    if (isP && Number(text(number)) === 0) return { text: `<${fixed(10 ** -decimals, decimals)}` };
    const { low = NaN, high = NaN } = own?.[i] ?? {}, isLimited = ![low, high].some(Number.isNaN);
    const beside = units.length > 1 && isShare ? [unit] : [];
    const note = [...beside, ...isLimited ? [limitsText(text(low), text(high))] : []].join(" ");
    return { text: text(number), ...note && { note } };
  });
  return { unit: units.length === 1 && units[0] !== "number" ? units[0] : "", numbers, isNumber, cells };
}

const isCount = (value: number) =>
  Number.isInteger(value) || Math.abs(value) > 0.5 && Math.abs(value % 1) < 1e-9;

export function saidBy(frame: pl.DataFrame): string[] {
  if (behindOf(frame)?.isMixed) return ["results", "simulated"];
  if (!frame.columns.includes("provenance")) return [sourceOf(frame)].filter(Boolean);
  const said = distinctWords(frame.getColumn("provenance")).flatMap((one) => one ?? []).map(String).sort();
  return saysSimulated(frame) && !said.includes("simulated") ? ["simulated"] : said;
}
