import pl from "nodejs-polars";
import { columnsOf, limitedIn, mainEstimate, toldUnitOf } from "../metrics/estimate_columns.ts";
import { behindOf, unselected } from "../progress/computed_behind.ts";
import { fixed } from "../progress/told.ts";
import { distinctWords } from "../results/check.ts";
import { saysSimulated, sourceOf } from "../results/frame.ts";
import { grouped } from "../stats/grouped.ts";
import type { TableCell } from "./figure_spec.ts";
import { ownValues, requireOwnLimits } from "./values/own_values.ts";
import { namesOf, type Value, warned } from "./values/value.ts";

export type Estimates = Readonly<Record<string, readonly (Value | undefined)[]>>;

export interface Told {
  frame: pl.DataFrame;
  estimates: Estimates;
  said: readonly string[];
  warnings: readonly string[];
}

/** The estimates of a frame that have limits, and the columns that are said beside them in their cells. */
export function estimatesIn(frame: pl.DataFrame): Told {
  const limited = limitedIn(frame);
  requireOwnLimits("toLatex", frame, limited, true);
  const said = limited.map((name) => columnsOf(frame, name)).flatMap((
    { low, high, unit },
  ) => [low, high, unit]);
  return {
    frame,
    estimates: Object.fromEntries(
      limited.map((name) => [name, inToldUnit(ownValues("toLatex", frame, { value: name }), frame, name)]),
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
  const said = note.replace(/^the column warning.* selected, says/, "a warning says").replaceAll("`", "");
  return `${said[0].toUpperCase()}${said.slice(1)}.`;
}

/** Tables of metrics as one with a row for each group that any of them has: its keys, each estimate by its table's name, and what it rests on, once where that is the same. */
export function tablesAsOne(tables: Readonly<Record<string, pl.DataFrame>>): Told {
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
  const byName: Estimates = Object.fromEntries(estimates.map(({ name, own }) => [name, own]));
  return { frame, estimates: byName, said: [], warnings: warned(values, nameOf, "estimate") };
}

interface Printed {
  unit: string;
  cells: readonly (TableCell | undefined)[];
}

export function estimateCells(values: Estimates[string], decimals: number | undefined): Printed {
  const units = [...new Set(values.flatMap((one) => one?.unit ?? []))];
  const cells = values.map((one): TableCell | undefined => {
    if (!one || !Number.isFinite(one.value)) return undefined;
    const { value, low, high, unit } = one, isShare = unit === "points" || unit === "percent";
    const text = (end: number) => fixed(isShare ? 100 * end : end, decimals ?? (isShare ? 1 : 3));
    const own = units.length > 1 && isShare ? [unit] : [];
    const limits = Number.isFinite(low) && Number.isFinite(high) ? [`[${text(low)}, ${text(high)}]`] : [];
    return { text: text(value), note: [...own, ...limits].join(" ") };
  });
  return { unit: units.length === 1 && units[0] !== "number" ? units[0] : "", cells };
}

/** Where a frame says that its rows come from; nothing where nobody says it. */
export function saidBy(frame: pl.DataFrame): string[] {
  if (behindOf(frame)?.isMixed) return ["results", "simulated"];
  if (!frame.columns.includes("provenance")) return [sourceOf(frame)].filter(Boolean);
  const said = distinctWords(frame.getColumn("provenance")).flatMap((one) => one ?? []).map(String).sort();
  return saysSimulated(frame) && !said.includes("simulated") ? ["simulated"] : said;
}
