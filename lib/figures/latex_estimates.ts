import pl from "nodejs-polars";
import { columnsOf, limitedIn } from "../metrics/estimate_columns.ts";
import { fixed } from "../progress/told.ts";
import { ownValues, type Tables } from "./values/own_values.ts";
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
): { estimates: Estimates; said: readonly string[] } {
  const limited = limitedIn(frame), said = limited.flatMap((name) => ofEstimate(frame, name));
  const isJoined = limited.some((name) => ofEstimate(frame, name).length === 3);
  if (!isJoined || said.some((name) => named.includes(name))) return { estimates: {}, said: [] };
  const estimates = limited.map((name) => [name, ownValues("toLatex", frame, { value: name })]);
  return { estimates: Object.fromEntries(estimates), said };
}

/** Tables of metrics as one with a row for each group that any of them has: its keys, each estimate by its table's name, and what it rests on, once where that is the same. */
export function tablesAsOne(
  tables: Extract<Tables, Readonly<Record<string, pl.DataFrame>>>,
): { frame: pl.DataFrame; estimates: Estimates } {
  const values = ownValues("toLatex", tables, {}), keys = Object.keys(values[0]?.keys ?? {});
  const idOf = ({ keys: own }: Value) => JSON.stringify(keys.map((key) => own[key]));
  const rows = new Map(values.map((value) => [idOf(value), value.keys]));
  const estimates = Object.fromEntries(
    Object.keys(tables).map((name) => {
      const own = values.filter(({ quantity }) => quantity === name);
      const found = own.find((value) => Object.keys(value.keys).sort().join() !== keys.toSorted().join());
      if (found || keys.includes(name)) {
        throw new RangeError(
          `toLatex: wanted tables of the same groups, each with a name that is none of theirs (${
            keys.join(", ")
          }), found ${name}${
            found ? ` of ${Object.keys(found.keys).join(", ")}` : ""
          }; make all with the same by`,
        );
      }
      const byRow = new Map(own.map((value) => [idOf(value), value]));
      if (byRow.size < own.length) {
        throw new RangeError(
          `toLatex: wanted one row for each ${
            keys.join(", ")
          }, found ${own.length} rows of ${byRow.size} in ${name}; ` +
            "make it with the columns that tell them apart in by",
        );
      }
      return [name, [...rows.keys()].map((id) => byRow.get(id))];
    }),
  );
  const counts = Object.entries(estimates).map(([name, own]) =>
    [name, own.map((one) => one?.n || null)] as const
  )
    .filter(([, own]) => own.some((n) => n !== null));
  const isOne =
    new Set(Object.keys(tables).map((name) => String(Object.fromEntries(counts)[name]))).size === 1;
  const column = (name: string, own: readonly (number | null)[]) => pl.Series(name, [...own], pl.Float64);
  const countsBefore = (name: string) =>
    counts.filter(([one], i) => isOne ? i === 0 && name === Object.keys(tables)[0] : one === name)
      .map(([one, own]) => column(isOne ? "n" : `n (${one})`, own).cast(pl.Int32));
  const frame = pl.DataFrame([
    ...keys.map((key) => pl.Series(key, [...rows.values()].map((own) => own[key]), pl.Utf8)),
    ...Object.entries(estimates).flatMap(([name, own]) => [
      ...countsBefore(name),
      column(name, own.map((one) => one?.value ?? null)),
    ]),
  ]);
  return { frame, estimates };
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
