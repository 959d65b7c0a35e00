import pl from "nodejs-polars";
import { type ColumnSpec, expectation, type FrameName, FRAMES } from "./frames.ts";
import { ResultsError } from "./results_error.ts";

export type LeftColumns = ReadonlyMap<string, string>;

/** Which columns can be looked at: of half-precision and long numbers others are made without loss, bytes (pictures) are left. */
export function heldColumns(frame: pl.DataFrame) {
  const left = new Map<string, string>(), turned: pl.Expr[] = [], names: string[] = [];
  for (const name of frame.columns) {
    const type = refusedType(frame.getColumn(name));
    if (type === "Float16") turned.push(pl.col(name).cast(pl.Float64));
    else if (type === "Int128" || type === "UInt128") turned.push(pl.col(name).cast(pl.Utf8));
    else if (type !== null) left.set(name, type);
    if (!left.has(name)) names.push(name);
  }
  return { names, turned, left };
}

function refusedType(column: pl.Series): string | null {
  try {
    void column.dtype;
    return null;
  } catch (error) {
    return /DataType (\w+)/.exec((error as Error).message)?.[1] ?? "unknown";
  }
}

/** Throws where a column of ours, or one that the caller names, has values that cannot be looked at. */
export function requireHeld(
  name: FrameName,
  { file, left = new Map() }: { file: string; left?: LeftColumns },
  columns: Record<string, string>,
): void {
  const specs: Record<string, ColumnSpec> = FRAMES[name].columns;
  for (const [column, type] of left) {
    const told = Object.keys(columns).find((one) => columns[one] === column), spec = specs[told ?? column];
    const isOurs = spec && spec.type !== "boolean" && !Object.hasOwn(columns, column);
    if (told === undefined && !isOurs) continue;
    const holds = spec ? expectation(spec) : "text or numbers";
    const expected = `${holds}, found ${type}: store the column as text or numbers`;
    throw new ResultsError({ file, column, expected });
  }
}
