import pl from "nodejs-polars";
import { columnsOf, limitedIn } from "../metrics/estimate_columns.ts";
import { sayOnce } from "../progress/say_once.ts";
import { fixed, inWords } from "../progress/told.ts";
import { grouped } from "../stats/grouped.ts";
import { ownValues } from "./values/own_values.ts";
import type { Value } from "./values/value.ts";

/** Estimates that a table prints with their intervals, by column; a row of another table has none. */
export type Estimates = Readonly<Record<string, readonly (Value | undefined)[]>>;

/** Columns of a frame that speak of its estimates: their limits and units. */
const ofEstimate = (frame: pl.DataFrame, name: string) => {
  const { low = "", high = "", unit = "" } = columnsOf(frame, name);
  return [low, high, unit].filter((one) => frame.columns.includes(one));
};

/** The estimates of a frame where a unit stands beside one, and what is then said of it in one cell; none where an option names that. */
export function estimatesIn(
  frame: pl.DataFrame,
  named: readonly string[],
): { frame: pl.DataFrame; estimates: Estimates; said: readonly string[] } {
  const limited = limitedIn(frame), said = limited.flatMap((name) => ofEstimate(frame, name));
  const isJoined = limited.some((name) => ofEstimate(frame, name).length === 3);
  if (!isJoined || said.some((name) => named.includes(name))) return { frame, estimates: {}, said: [] };
  const estimates = limited.map((name) => [name, ownValues("toLatex", frame, { value: name })]);
  return { frame, estimates: Object.fromEntries(estimates), said };
}

/** Tables of metrics as one with a row for each group that any of them has: its keys, each estimate by its table's name, and what it rests on, once where that is the same. */
export function tablesAsOne(
  tables: Readonly<Record<string, pl.DataFrame>>,
): { frame: pl.DataFrame; estimates: Estimates; said: readonly string[] } {
  const values = ownValues("toLatex", tables, {}), keys = Object.keys(values[0]?.keys ?? {});
  const idOf = ({ keys: own }: Value) => JSON.stringify(keys.map((key) => own[key]));
  const rows = new Map(values.map((value) => [idOf(value), value]));
  const warned = values.filter(({ warning }) => warning), [first] = warned;
  if (first) {
    sayOnce(
      `toLatex: a warning stands at ${warned.length} of ${
        inWords(values.length, "estimate")
      }, the first of ` +
        `${[first.quantity, ...Object.values(first.keys)].join(" · ")}: ${first.warning}`,
    );
  }
  const estimates = Object.keys(tables).map((name) => {
    const own = values.filter(({ quantity }) => quantity === name), byRow = grouped(own, idOf);
    const other = own.find((value) => Object.keys(value.keys).sort().join() !== keys.toSorted().join());
    if (other || byRow.size < own.length || keys.includes(name)) {
      throw new RangeError(
        `toLatex: wanted tables with one row for each ${
          keys.join(", ")
        }, and names that are none of these, found ${name} ` +
          (other ? `of ${Object.keys(other.keys).join(", ")}` : `with ${own.length} rows for ${byRow.size}`) +
          "; make all with the same by",
      );
    }
    return { name, own: [...rows.keys()].map((id) => byRow.get(id)?.[0]) };
  });
  const counts = estimates.map(({ own }) => own.map((one) => one?.n || null));
  const isOne = new Set(counts.map(String)).size === 1;
  const countOf = (name: string, i: number) =>
    isOne && i > 0 || counts[i].every((n) => n === null)
      ? []
      : [pl.Series(isOne ? "n" : `n (${name})`, counts[i], pl.Float64).cast(pl.Int32)];
  const frame = pl.DataFrame([
    ...keys.map((key) => pl.Series(key, [...rows.values()].map((own) => own.keys[key]), pl.Utf8)),
    ...estimates.flatMap(({ name, own }, i) => [
      ...countOf(name, i),
      pl.Series(name, own.map((one) => one?.value ?? null), pl.Float64),
    ]),
  ]);
  return { frame, estimates: Object.fromEntries(estimates.map(({ name, own }) => [name, own])), said: [] };
}

/** The cells of an estimate, `14.8 [9.1, 20.3]`, and its unit where all rows share one; the unit of each stands in its cell otherwise. */
export function estimateCells(
  values: Estimates[string],
  decimals: number | undefined,
): { unit: string; cells: readonly (string | null)[] } {
  const units = [...new Set(values.flatMap((one) => one?.unit ?? []))];
  const cells = values.map((one) => {
    if (!one || !Number.isFinite(one.value)) return null;
    const { value, low, high, unit } = one, isShare = unit !== "number";
    const text = (end: number) => fixed(isShare ? 100 * end : end, decimals ?? (isShare ? 1 : 3));
    const limits = Number.isFinite(low) && Number.isFinite(high) ? ` [${text(low)}, ${text(high)}]` : "";
    return text(value) + (units.length > 1 && isShare ? ` ${unit}` : "") + limits;
  });
  return { unit: units.length === 1 && units[0] !== "number" ? units[0] : "", cells };
}
