import pl from "nodejs-polars";
import { isText } from "./check.ts";

/** A text that a spreadsheet would run as a formula, one that has been guarded from that, and a number: no formula, whatever its sign. */
const FORMULA = "^[=+\\-@\\t\\r]", GUARDED = "^'+[=+\\-@\\t\\r]";
const NUMBER = "^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?$";

export function withGuards(frame: pl.DataFrame): pl.DataFrame {
  const isRun = (text: pl.Expr) =>
    text.str.contains(GUARDED).or(text.str.contains(FORMULA).and(text.str.contains(NUMBER).not()));
  const isRunText = (text: string) =>
    isGuarded(text) || (new RegExp(FORMULA).test(text) && !new RegExp(NUMBER).test(text));
  const safe = mapped(frame, isRun, (text) => pl.concatString([pl.lit("'"), text], ""));
  return renamed(safe, (name) => isRunText(name) ? `'${name}` : name);
}

export function withoutGuards(frame: pl.DataFrame): pl.DataFrame {
  const bare = mapped(frame, (text) => text.str.contains(GUARDED), (text) => text.str.slice(1));
  return renamed(bare, (name) => isGuarded(name) ? name.slice(1) : name);
}

const isGuarded = (text: string): boolean => new RegExp(GUARDED).test(text);

/** The text of a CSV file with guarded texts, marked as such: its last line ends as in Windows, the others as elsewhere. */
export function marked(csv: string, rows: number): string {
  return rows === 0 ? `${csv}\r\n` : csv.replace(/\n$/, "\r\n");
}

function mapped(frame: pl.DataFrame, is: (text: pl.Expr) => pl.Expr, to: (text: pl.Expr) => pl.Expr) {
  const texts = frame.columns.filter((name) => isText(frame.getColumn(name)));
  if (texts.length === 0 || frame.height === 0) return frame;
  const text = (name: string) => pl.col(name).cast(pl.Utf8);
  const isOne = (name: string) => is(text(name)).fillNull(pl.lit(false));
  const [found] = frame.select(...texts.map((name) => isOne(name).any().alias(name))).toRecords();
  const changed = texts.filter((name) => found[name] === true);
  if (changed.length === 0) return frame;
  return frame.withColumns(
    ...changed.map((name) => pl.when(isOne(name)).then(to(text(name))).otherwise(text(name)).alias(name)),
  );
}

function renamed(frame: pl.DataFrame, to: (name: string) => string): pl.DataFrame {
  const names = frame.columns.map(to);
  if (names.every((name, i) => name === frame.columns[i]) || new Set(names).size < names.length) return frame;
  return frame.select(...frame.columns.map((name, i) => pl.col(name).alias(names[i])));
}
