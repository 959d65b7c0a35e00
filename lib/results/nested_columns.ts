import type { RawTable } from "./load_table.ts";
import { seriesOf } from "./rows_table.ts";

/**
 * A table with a column for each path into its records (`meta.gold.label`, `outputs[0].verdict`), under the path as its name. A
 * column of that very name goes before; where a record has nothing at the end of the path the cell is empty.
 */
export function withNested(table: RawTable, names: readonly string[]): RawTable {
  const { frame, records } = table;
  const paths = [...new Set(names)].filter((name) => !frame.columns.includes(name)).map((name) => ({
    name,
    steps: stepsOf(name),
  })).filter(({ steps }) => steps.length > 1 && frame.columns.includes(steps[0]));
  if (paths.length === 0 || !records) return table;
  const all = records(), nested = new Map(table.nested);
  const series = paths.map(({ name, steps }) =>
    seriesOf(
      name,
      all.map((record, row) => {
        const value = steps.reduce<unknown>(inside, record) ?? null;
        if (typeof value !== "object" || value === null) return value as string | number | boolean | null;
        if (!nested.has(name)) nested.set(name, table.linesOf([row])[0] ?? row + 1);
        return JSON.stringify(value);
      }),
    )
  );
  // A path that leads nowhere is a column that is missing: the message names it.
  const found = series.filter((one) => one.nullCount() < one.length);
  return { ...table, nested, frame: frame.withColumns(...found) };
}

/** The names and numbers along a path; a minus counts lists from their end. */
function stepsOf(path: string): string[] {
  return path.split(/\.|(?=\[-?\d+\])/).map((step) => step.replace(/^\[(-?\d+)\]$/, "$1"));
}

function inside(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return /^-?\d+$/.test(step) ? value.at(Number(step)) : undefined;
  return typeof value === "object" && value !== null && Object.hasOwn(value, step)
    ? (value as Record<string, unknown>)[step]
    : undefined;
}
