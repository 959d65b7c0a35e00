import pl from "nodejs-polars";
import { distinctWords, isFunctionOf, isText, READY_TYPES, repeatedKeys, rule, unready } from "./check.ts";
import { ownFacts } from "../progress/own_facts.ts";
import { type ColumnSpec, expectation, type FrameName, frameName, FRAMES, PROVENANCES } from "./frames.ts";
import { said } from "./said.ts";
import { requireFrame, valueAt } from "./frame.ts";
import { isVoted } from "./votes.ts";

/** Columns one of which names the thing that is judged; without any of them rows cannot be told apart at all. */
const ITEMS = ["item_id", "sample_id", "image_id"];

/** What of a frame is known: that its values and its keys are right as those of a frame of some kind, the codes of its columns. */
const seen = new WeakMap<pl.DataFrame, { content: pl.DataFrame; known: Map<string, unknown> }>();

/** What is known of a frame as it is now. */
export function knownOf(frame: pl.DataFrame, columns?: readonly string[]): Map<string, unknown> {
  const found = seen.get(frame), part = (whole: pl.DataFrame) => columns ? whole.select(...columns) : whole;
  if (found && part(frame).frameEqual(part(found.content), true)) return found.known;
  const known = new Map<string, unknown>();
  seen.set(frame, { content: frame.clone(), known });
  return known;
}

/** Rows of a frame in its order: where it was checked they need not be, for what is left out breaks no rule; all rows are the frame itself to another eye. */
export function withChecked<Frame extends pl.DataFrame>(frame: pl.DataFrame, rows: Frame): Frame {
  if (!seen.has(frame) || rows === frame) return rows;
  const known = knownOf(frame), checked = [...known].filter(([, value]) => value === true);
  const own = rows.height === frame.height ? known : new Map(checked);
  if (own.size > 0) seen.set(rows, { content: rows.clone(), known: own });
  return rows;
}

/**
 * Throws where a frame breaks the rules that readers hold it to: every metric calls it first, for frames made by hand have passed no
 * reader. `needs` are columns without which the caller can do nothing, values of `except` are not looked at.
 */
export function requireValidFrame(
  action: string,
  name: FrameName,
  frame: pl.DataFrame,
  { needs = [], except = [], keys = true, by = [] }: {
    needs?: readonly string[];
    except?: readonly string[];
    keys?: boolean;
    by?: readonly string[];
  } = {},
): void {
  requireColumns(action, frame, needs);
  if (frame.height === 0) return;
  const known = knownOf(frame), isKnown = (part: string) => known.has(`${name} ${part}`);
  // By criterion, and by the modes that are told apart too, an item has a row for each.
  const apart = by.includes("criterion") ? FRAMES.criteria.key.filter((one) => by.includes(one)) : [];
  const called = ["keys", ...apart].join(" ");
  if (isKnown("values") && (isKnown(called) || !keys)) return;
  const columns = frame.columns;
  if (!isKnown("values")) {
    const asked = Object.entries(FRAMES[name].columns).filter(([column]) => !except.includes(column));
    for (const [column, spec] of unready(frame, asked)) {
      const series = frame.getColumn(column);
      if (!(spec.nullable && series.nullCount() === series.length)) {
        checkColumn(action, name, frame, series, spec);
      }
    }
    if (except.length === 0) known.set(`${name} values`, true);
  }
  if (!keys || isKnown(called)) return;
  const whole = [...FRAMES[name].key, ...apart, ...apart.length > 0 ? ["split"] : []];
  const key = [...new Set(whole)].filter((column) => columns.includes(column));
  if (ITEMS.some((column) => key.includes(column))) checkKeys(action, frame, key);
  const call = key.filter((column) => column !== "annotator");
  const isVerdict = name === "pairs" && ["item_id", "choice"].every((column) => columns.includes(column));
  if (isVerdict && isVoted(frame) && !isFunctionOf(frame, "choice", call)) {
    throw new RangeError(said("verdict_per_call", { action, call }));
  }
  known.set(`${name} ${called}`, true);
}

const KINDS = { text: "texts", integer: "numbers", number: "numbers", boolean: "true and false" };

function checkColumn(
  action: string,
  name: FrameName,
  frame: pl.DataFrame,
  series: pl.Series,
  spec: ColumnSpec,
): void {
  const column = series.name, dtype = String(series.dtype), isFloat = /Float/.test(dtype);
  const isKind = spec.type === "text"
    ? isText(series)
    : spec.type === "boolean"
    ? READY_TYPES.boolean.test(dtype)
    : isFloat || /Int/.test(dtype);
  if (!isKind && series.nullCount() < series.length) {
    const found = `${dtype}${takenBy(action, frame, (kind) => kind === name)}`;
    throw new TypeError(`${action}: wanted ${KINDS[spec.type]} in the column ${column}, found ${found}`);
  }
  const given = pl.col(column);
  const value = isFloat ? pl.when(given.isNan()).then(pl.lit(null)).otherwise(given) : given;
  const { bad } = rule(value, dtype, spec);
  const isBad = frame.select(bad.alias("bad")).getColumn("bad").toArray() as boolean[];
  const first = isBad.indexOf(true), count = isBad.filter(Boolean).length;
  if (count === 0) return;
  const cell = valueAt(frame, column, first), more = count > 1 ? ` (${count} rows are bad)` : "";
  const found = cell === null ? "nothing" : typeof cell === "string" ? JSON.stringify(cell) : cell;
  throw new RangeError(
    said("bad_value", { action, wanted: expectation(spec), column, found, row: first + 1, more }),
  );
}

function checkKeys(action: string, frame: pl.DataFrame, key: readonly string[]): void {
  const repeated = repeatedKeys(frame, key);
  if (repeated === null) return;
  const { count, first: [{ row, earlier }] } = repeated;
  const shown = key.map((column) => `${column} ${valueAt(frame, column, row)}`);
  const isOfCriteria = !key.includes("criterion") && frame.columns.includes("criterion");
  const more = (count > 1 ? said("rows_repeat", { count }) : "") + (isOfCriteria ? said("of_criteria") : "");
  throw new RangeError(
    said("row_per_key", { action, key, shown, first: earlier + 1, second: row + 1, more }),
  );
}

export function requireColumns(action: string, frame: pl.DataFrame, names: readonly string[]): void {
  requireProvenance(action, frame);
  const missing = names.filter((name) => !frame.columns.includes(name));
  if (missing.length === 0) return;
  const wanted = `the column${missing.length > 1 ? "s" : ""} ${missing.join(", ")}`;
  const found = frame.columns.map((name) => name || "one without a name").join(", ");
  const isOf = (kind: FrameName) => missing.some((name) => Object.hasOwn(FRAMES[kind].columns, name));
  const isOfNone = !(Object.keys(FRAMES) as FrameName[]).some(isOf);
  const way = takenBy(action, frame, (kind) => isOfNone || isOf(kind));
  throw new TypeError(`${action}: wanted ${wanted}, found ${found || "no column at all"}${way}`);
}

const METRICS = ownFacts<Record<FrameName, { names: string }[]>>("metrics");

/** Which metrics take a frame of another kind than the one that is wanted. */
function takenBy(action: string, frame: pl.DataFrame, isWanted: (kind: FrameName) => boolean): string {
  const kind = frameName(frame), names = kind ? METRICS[kind].flatMap(({ names }) => names.split(", ")) : [];
  if (kind === null || isWanted(kind) || names.includes(action)) return "";
  return `; ${kind} are for ${names.slice(0, 6).join(", ")}${names.length > 6 ? ", …" : ""}`;
}

/** Throws for an unknown word of origin: rows that are called `Simulated` would be taken for results. */
export function requireProvenance(
  action: string,
  frame: pl.DataFrame,
  { words = PROVENANCES, column = "provenance" }: { words?: readonly string[]; column?: string } = {},
): void {
  requireFrame(action, frame);
  if (!frame.columns.includes(column)) return;
  const found = distinctWords(frame.getColumn(column))
    .filter((word) => word !== null && !words.includes(String(word))).map((word) => JSON.stringify(word));
  if (found.length === 0) return;
  const wanted = `${words.join(", ")} or nothing in the column ${column}`;
  throw new RangeError(`${action}: wanted ${wanted}, found ${found.sort().join(", ")}`);
}
