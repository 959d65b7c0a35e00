import pl from "nodejs-polars";
import { FEW, isConstant } from "./factor.ts";
import { type ColumnSpec, expectation, type FrameName, FRAMES, PROVENANCES } from "./frames.ts";
import { type NativeColumn, nativeFrame, typeName } from "./native_frame.ts";
import { isFunctionOf, repeatedKeys } from "./repeated_keys.ts";
import { valueAt } from "./value_at.ts";
import { requireFrame } from "./require_frame.ts";

/** Columns one of which names the thing that is judged; without any of them rows cannot be told apart at all. */
const ITEMS = ["item_id", "sample_id", "image_id"];

/**
 * Throws where a frame breaks the rules of its kind that readers hold it to: a column that the caller needs and it lacks, a value that its column cannot have (a negative or
 * infinite count, an unknown bias type), or two rows with one key, which would count twice, or two verdicts of one call on rows of different people. Every metric calls it first, since
 * frames made or changed by hand have passed no reader. Words of `provenance` are held to the known ones. Columns that the frame lacks are not asked for; of the key those count
 * that it has. NaN counts as missing where a column may be empty. Costs about 1 ms for a thousand rows and 0.2 s for a million.
 *
 * @param needs columns without which the caller can do nothing
 * @param except columns whose values are not looked at (scores off the scale, as the authors of MM-JudgeBias take them)
 * @param keys false where the caller knows that no key is repeated
 * @throws {TypeError} for a column that is needed and lacks, or text in a column of numbers
 * @throws {RangeError} for a value or a repeated key, naming column, value, row and how many rows are bad
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { requireValidFrame } from "judgebias";
 *
 * const pairs = pl.DataFrame({ item_id: ["1", "1"], human: ["A", "A"], choice: ["A", "B"] });
 * assert.throws(() => requireValidFrame("lengthBias", "pairs", pairs), /lengthBias: wanted one row per item_id, found rows 1 and 2/);
 * ```
 */
export function requireValidFrame(
  action: string,
  name: FrameName,
  frame: pl.DataFrame,
  { needs = [], except = [], keys = true }: {
    needs?: readonly string[];
    except?: readonly string[];
    keys?: boolean;
  } = {},
): void {
  requireColumns(action, frame, needs);
  const native = nativeFrame(frame), columns = new Set(native.columns);
  if (native.height === 0) return;
  for (const [column, spec] of Object.entries(FRAMES[name].columns)) {
    if (columns.has(column) && !except.includes(column)) {
      checkColumn(action, frame, native.column(column), column, spec);
    }
  }
  if (!keys) return;
  const key = FRAMES[name].key.filter((column) => columns.has(column));
  if (ITEMS.some((column) => key.includes(column))) checkKeys(action, frame, key);
  if (name === "pairs" && ["item_id", "annotator", "choice"].every((column) => columns.has(column))) {
    checkVerdicts(action, frame, key.filter((column) => column !== "annotator"));
  }
}

/** Rows of several people speak of one verdict of the judge. */
function checkVerdicts(action: string, frame: pl.DataFrame, call: readonly string[]): void {
  if (frame.getColumn("annotator").nullCount() === frame.height || isFunctionOf(frame, "choice", call)) {
    return;
  }
  throw new RangeError(
    `${action}: wanted one verdict per ${
      call.join(", ")
    }, whoever votes on it (annotator), found several in choice; if the judge was asked again, say so in a column run (1, 2, …)`,
  );
}

function checkColumn(
  action: string,
  frame: pl.DataFrame,
  values: NativeColumn,
  column: string,
  spec: ColumnSpec,
): void {
  if (values.nullCount() === values.len()) return;
  if (spec.values) {
    const known = new Set<unknown>([...spec.values, null]);
    const bad = distinctTexts(values).filter((value) => !known.has(value)).sort();
    if (bad.length > 0) throw badValue(action, frame, column, spec, pl.col(column).cast(pl.Utf8).isIn(bad));
  }
  if (spec.type !== "integer" && spec.type !== "number") return;
  const type = typeName(values);
  if (/String|Utf8|Categorical|Bool|List|Struct|Array|Object|Binary/.test(type)) {
    throw new TypeError(
      `${action}: wanted numbers in the column ${column}, found ${frame.getColumn(column).dtype}`,
    );
  }
  const { min = -Number.MAX_VALUE, max = Number.MAX_VALUE } = spec;
  // Polars' extremes pass over NaN; of nothing but NaN they are NaN.
  const low = Number(values.min()), high = Number(values.max());
  const isFloat = /Float/.test(type);
  const isPart = isFloat && spec.type === "integer";
  if (!isPart && !(low < min) && !(high > max)) return;
  const value = pl.col(column);
  const outside = value.lt(pl.lit(min)).or(value.gt(pl.lit(max)));
  const strange = isPart ? outside.or(value.floor().neq(value)) : outside;
  const bad = isFloat ? strange.and(value.isNan().not()) : strange;
  if (low < min || high > max || frame.filter(bad).height > 0) {
    throw badValue(action, frame, column, spec, bad);
  }
}

function badValue(
  action: string,
  frame: pl.DataFrame,
  column: string,
  spec: ColumnSpec,
  bad: pl.Expr,
): RangeError {
  const rows = trueRows(frame.select(bad.alias("bad")).getColumn("bad"));
  const value = valueAt(frame, column, rows[0]);
  return new RangeError(
    `${action}: wanted ${expectation(spec)} in the column ${column}, found ${
      typeof value === "string" ? JSON.stringify(value) : value
    } in row ${rows[0] + 1}${rows.length > 1 ? ` (${rows.length} rows are bad)` : ""}`,
  );
}

function checkKeys(action: string, frame: pl.DataFrame, key: readonly string[]): void {
  const repeated = repeatedKeys(frame, key);
  if (repeated === null) return;
  const { count, first: [{ row, earlier }] } = repeated;
  const shown = key.map((column) => `${column} ${valueAt(frame, column, row)}`).join(", ");
  throw new RangeError(
    `${action}: wanted one row per ${key.join(", ")}, found rows ${earlier + 1} and ${
      row + 1
    } with the same (${shown})${count > 1 ? `; ${count} rows repeat an earlier one` : ""}`,
  );
}

function trueRows(mask: pl.Series): number[] {
  const rows: number[] = [];
  (mask.toArray() as (boolean | null)[]).forEach((is, row) => is && rows.push(row));
  return rows;
}

/** Throws a TypeError that names every column of `names` which the frame lacks. */
export function requireColumns(action: string, frame: pl.DataFrame, names: readonly string[]): void {
  requireProvenance(action, frame);
  if (names.length === 0) return;
  const columns = new Set(nativeFrame(frame).columns);
  const missing = names.filter((name) => !columns.has(name));
  if (missing.length === 0) return;
  throw new TypeError(
    `${action}: wanted the column${missing.length > 1 ? "s" : ""} ${missing.join(", ")}, found ${
      frame.columns.join(", ") || "no column at all"
    }`,
  );
}

/**
 * Throws where a frame says in a word that is none of ours where its rows come from: simulated rows that are called `Simulated` would be
 * taken for results. A frame without the column, and rows that leave it empty, say nothing.
 *
 * @throws {RangeError} naming the column and the word
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { requireProvenance } from "@/results/require_valid_frame.ts";
 *
 * const frame = pl.DataFrame({ provenance: ["simulated", "synthetic"] });
 * assert.throws(() => requireProvenance("chart", frame), /chart: wanted .* in the column provenance, found "synthetic"/);
 * ```
 */
export function requireProvenance(
  action: string,
  frame: pl.DataFrame,
  { words = PROVENANCES, column = "provenance" }: { words?: readonly string[]; column?: string } = {},
): void {
  requireFrame(action, frame);
  const native = nativeFrame(frame);
  if (!native.columns.includes(column)) return;
  const many = native.height > FEW;
  const found = (many ? distinctWords(frame.getColumn(column)) : wordsOf(native.column(column)))
    .filter((word) => word !== null && !words.includes(String(word))).map((word) => JSON.stringify(word));
  if (found.length === 0) return;
  throw new RangeError(
    `${action}: wanted ${words.join(", ")} or nothing in the column ${column}, found ${
      found.sort().join(", ")
    }`,
  );
}

/** The words of a column, null among them. Mostly a file says the same in every row, which costs less to see. */
export function distinctWords(column: pl.Series): (string | null)[] {
  // Of few rows the words themselves cost less than a query.
  if (column.length > FEW && isConstant(column)) return [column.get(0)];
  return wordsOf(column.inner());
}

function wordsOf(column: NativeColumn): (string | null)[] {
  if (/Categorical/.test(typeName(column)) && column.len() > 0 && column.nullCount() === 0) {
    const numbers = column.cast(pl.UInt32, false);
    if (numbers.min() === numbers.max()) column = column.head(1);
  }
  return distinctTexts(column);
}

function distinctTexts(column: NativeColumn): (string | null)[] {
  return column.unique().cast(pl.Utf8, false).toArray() as (string | null)[];
}
