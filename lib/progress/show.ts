import { behindOf } from "./computed_behind.ts";
import { escaped, inHtml, isPicture, pictureBundle } from "./picture.ts";
import { ShownText } from "./shown_text.ts";
import {
  cellTexts,
  cut as cutText,
  hasMethod,
  inWords,
  isPlain,
  printable,
  rowsInWords,
  shortly,
  told,
} from "./told.ts";

export { inWords, printable, rowsInWords };

/** Rows of a frame that are shown; the rest is counted. */
const SHOWN_ROWS = 20;

/** Characters of a cell that are shown; answers of judges fill a page. */
const SHOWN_CHARACTERS = 60;

/** What is said where no row is left: JavaScript answers a comparison of columns itself, with false. */
export const NO_ROW =
  'a filter with == or === keeps nothing: say pl.col("judge").eq(pl.lit("x")), or only(frame, { judge: "x" })';

/** What is said of the column that `withColumns(a === b)` makes. */
export const LITERAL =
  'the column literal is what withColumns makes of == or ===, true or false in every row: say pl.col("a").eq(pl.col("b")).alias("name")';

/** Deno's kernel reports a cell as idle before its last outputs are out; a front end may then stop listening. */
const SETTLE_MS = 100;

export interface FrameLike {
  columns: string[];
  height: number;
  head(rows: number): FrameLike;
  toRecords(): Record<string, unknown>[];
}

/**
 * Shows things in a notebook cell, each as what it is: a frame as a table (20 rows, a column's numbers with the same decimals, p to four of them, of more than ten columns an estimate and its limits first, texts at the left, numbers at the right, long texts cut, warnings
 * whole, empty where there is no value), a rendered figure (anything with an `svg`) as a picture, the result of a hypothesis as its own readable table (any
 * object with `Symbol.for("Jupyter.display")`), text as text, a record of up to ten values as a row, other values as JSON, to 4 digits. Outside Jupyter it prints.
 *
 * Make `await show(…)` the last statement of a cell: it waits until the outputs are out, which Deno's kernel does not do
 * by itself, so that none is lost.
 *
 * @example
 * ```ts
 * import { show } from "judgebias";
 *
 * await show("two lines", { of: "output" });
 * ```
 */
export async function show(...things: unknown[]): Promise<void> {
  const display = notebookDisplay(), [first, how] = things;
  if (isFrame(first) && (typeof how === "number" || isPlain(how) && "rows" in how)) {
    const way = "others by show(frame.head(5)), show(frame.slice(20, 20))";
    throw new TypeError(
      `show: wanted no more of a frame, found ${told(how)}; ${SHOWN_ROWS} rows are shown, ${way}`,
    );
  }
  for (const thing of things) {
    // What is there already is printed before what follows, also where nobody waits.
    const given = thing instanceof Promise ? await thing : thing;
    // A column is shown as a frame of it alone.
    const value = hasMethod(given, "toFrame") ? (given as { toFrame(): unknown }).toFrame() : given;
    if (display) await display(bundle(value), { raw: true });
    else console.log(printable(printed(value)));
  }
  if (display) await new Promise((settled) => setTimeout(settled, SETTLE_MS));
}

export function bundle(value: unknown): Record<string, unknown> {
  if (isFrame(value)) return { "text/html": htmlTable(value), "text/plain": textTable(value) };
  const own = ownDisplay(value);
  if (own) return own;
  if (isPicture(value)) return pictureBundle(value);
  if (typeof value === "string") return { "text/html": htmlText(value), "text/plain": value };
  const row = isPlain(value) ? flat(value) : null, columns = Object.keys(row ?? {});
  if (!row || columns.length === 0 || columns.length > CHOSEN) return { "text/plain": printed(value) };
  const frame = { columns, height: 1, head: () => frame, toRecords: () => [row] };
  return { "text/html": htmlTable(frame, []), "text/plain": printed(value) };
}

/** A text for reading is a paragraph whose lines stand; one that is set in columns or indented keeps its places. */
function htmlText(text: string): string {
  if (/^ |\S {2,}\S|^```/m.test(text)) {
    return String(ownDisplay(new ShownText(text))!["text/html"]);
  }
  return `<p class="tex2jax_ignore" style="white-space:pre-line;overflow-wrap:anywhere">${inHtml(text)}</p>`;
}

/** A record's values by their paths (`tokens.input`); null where one is a list or of a kind of its own. */
function flat(record: Record<string, unknown>, path = ""): Record<string, unknown> | null {
  const parts = Object.entries(record).map(([key, value]) => {
    if (isPlain(value)) return flat(value, `${path}${key}.`);
    return value !== null && ["object", "function"].includes(typeof value) ? null : { [path + key]: value };
  });
  return parts.includes(null) ? null : Object.assign({}, ...parts);
}

function printed(value: unknown): string {
  if (typeof value === "string") return value;
  if (isFrame(value)) return textTable(value);
  if (isPicture(value)) return "(a figure; notebooks show it)";
  const own = ownDisplay(value);
  if (own) return String(own["text/plain"]);
  if (typeof value === "number") return String(value);
  // What Polars has not worked out yet is thousands of lines of its own state.
  if (["collect", "agg", "alias"].some((method) => hasMethod(value, method))) return told(value);
  return JSON.stringify(
    value,
    function (key, one) {
      // Frames and columns write their bytes where they stand in a list or a record.
      const given: unknown = this[key];
      if (["toRecords", "toFrame"].some((method) => hasMethod(given, method))) return told(given);
      if (typeof one === "number" && Number.isFinite(one)) return shortly(one);
      return typeof one === "bigint" || typeof one === "number" ? String(one) : one;
    },
    2,
  ) ?? String(value);
}

function isFrame(value: unknown): value is FrameLike {
  return hasMethod(value, "toRecords");
}

/** What a value that knows its own display (`Symbol.for("Jupyter.display")`) gives a notebook. */
function ownDisplay(value: unknown): Record<string, unknown> | null {
  if (typeof value !== "object" || value === null) return null;
  const display = (value as Record<symbol, unknown>)[Symbol.for("Jupyter.display")];
  return typeof display === "function" ? display.call(value) : null;
}

function htmlTable(frame: FrameLike, below = [rowCount(frame, SHOWN_ROWS), ...literal(frame)]): string {
  const records = shownRecords(frame, SHOWN_ROWS);
  const columns = below.length === 0 ? frame.columns : shownColumns(frame, records);
  const textOf = cellTexts(columns, records);
  // Notebooks set all cells at the right unless told.
  const right = new Set(columns.filter((name) => isNumbers(records, name)));
  const sideOf = (name: string) =>
    right.has(name) ? "text-align:right;white-space:nowrap" : "text-align:left";
  const head = columns.map((name) => `<th style="${sideOf(name)}">${escaped(name)}</th>`).join("");
  const body = records.map((record) => {
    const cells = columns.map((name) => {
      const text = textOf(name, record[name]), isLong = cut(text) !== text.replace(/\s+/g, " ");
      const isWhole = WARNING.test(name), said = isWhole ? inHtml(text) : escaped(cut(text));
      const wide = isLong && isWhole ? ";min-width:24em" : "";
      const title = isLong && !isWhole ? ` title="${escaped(text)}"` : "";
      return `<td style="${sideOf(name)}${wide}"${title}>${said}</td>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  // Judges' texts may hold dollar signs, which Jupyter would set as formulas.
  return `<table class="tex2jax_ignore"><thead><tr>${head}</tr></thead><tbody>${
    body.join("")
  }</tbody></table>${below.map((note) => `<p>${inHtml(note)}</p>`).join("")}`;
}

/** All columns of a frame as lines of text, for terminals. */
export function textTable(frame: FrameLike, shown = SHOWN_ROWS): string {
  const records = shownRecords(frame, shown), textOf = cellTexts(frame.columns, records);
  const columns = shownColumns(frame, records).map((name) => {
    const cells = [name, ...records.map((record) => cut(textOf(name, record[name])))];
    const width = Math.max(...cells.map((cell) => cell.length));
    const right = isNumbers(records, name);
    return cells.map((cell) => right ? cell.padStart(width) : cell.padEnd(width));
  });
  const lines = [...Array(records.length + 1).keys()].map((i) =>
    columns.map((cells) => cells[i]).join("  ").trimEnd()
  );
  return [...lines, ...notes(frame, shown)].join("\n");
}

/** What stands below a table of text: its rows, warnings that are cut in it, each once, and what a comparison in JavaScript made of it. */
function notes(frame: FrameLike, shown: number): string[] {
  const records = shownRecords(frame, shown), rows = new Map<string, string[]>();
  const names = rowNames(frame.columns, records), textOf = cellTexts(frame.columns, records);
  records.forEach((record, i) => {
    for (const name of frame.columns.filter((name) => WARNING.test(name))) {
      const text = textOf(name, record[name]).replace(/\s+/g, " "), key = `${name} of # ${text}`;
      if (cut(text) !== text) rows.set(key, [...rows.get(key) ?? [], names[i]]);
    }
  });
  const warnings = [...rows].map(([key, at]) => key.replace("#", () => `${at.join("; ")}:`));
  return [rowCount(frame, shown), ...warnings, ...literal(frame)];
}

function literal(frame: FrameLike): string[] {
  const [first] = frame.head(1).toRecords();
  return typeof first?.literal === "boolean" ? [LITERAL] : [];
}

function isNumbers(records: readonly Record<string, unknown>[], name: string): boolean {
  return records.some((record) => typeof record[name] === "number");
}

/** A table of more columns than this is not as somebody chose them. */
const CHOSEN = 10;

/** Where all rows of a frame that is shown whole come from, as its column `provenance` says: it then stands below the table. */
function soleProvenance(frame: FrameLike): string | null {
  if (frame.height > SHOWN_ROWS || !frame.columns.includes("provenance")) return null;
  const [one, ...others] = new Set(frame.toRecords().map(({ provenance }) => provenance));
  return others.length === 0 && typeof one === "string" ? one : null;
}

/** Columns in the order of reading: what tells rows apart, then the estimate that `low` and `high` follow, with both, then all else. */
function shownColumns(
  frame: FrameLike,
  records: readonly Record<string, unknown>[],
): readonly string[] {
  const columns = frame.columns.filter((name) => name !== "provenance" || soleProvenance(frame) === null);
  const low = columns.indexOf("low");
  const isNumber = (name: string) => isNumbers(records, name);
  if (columns.length <= CHOSEN || low < 1 || columns[low + 1] !== "high" || !isNumber(columns[low - 1])) {
    return columns;
  }
  const first = columns.findIndex(isNumber), main = columns.slice(low - 1, low + 2);
  return [
    ...columns.slice(0, first),
    ...main,
    ...columns.slice(first).filter((name) => !main.includes(name)),
  ];
}

const WARNING = /(^|_)(warning|note|assumes)$/;

/** What tells rows apart before their numbers, as groups are told (`judge a, image true`); else their places. */
function rowNames(columns: readonly string[], records: readonly Record<string, unknown>[]): string[] {
  const isNumber = (name: string) => isNumbers(records, name);
  const first = columns.findIndex((name) => WARNING.test(name) || isNumber(name));
  const apart = columns.slice(0, first).filter((name) => new Set(records.map((one) => one[name])).size > 1);
  const textOf = cellTexts(apart, records);
  const said = (name: string, value: unknown) => `${name} ${cut(textOf(name, value)) || "none"}`;
  const names = records.map((record) => apart.map((name) => said(name, record[name])).join(", "));
  const isTold = apart.length > 0 && new Set(names).size === names.length;
  return isTold ? names : names.map((_, i) => `row ${i + 1}`);
}

function rowCount(frame: FrameLike, shown: number): string {
  const { columns, height } = frame;
  if (height === 0) {
    // A metric has a row per group, and one where nothing groups.
    const isMetric = columns.includes("n_clusters");
    const why = isMetric ? ": the frame that it was given is empty, or no row of it takes part" : "";
    return `0 rows${why}; ${NO_ROW}`;
  }
  const made = soleProvenance(frame) ??
    (behindOf(frame)?.simulated && !columns.includes("provenance") ? "simulated" : "");
  return `${rowsInWords(height)}${height > shown ? `, the first ${shown} shown` : ""}${made && `, ${made}`}`;
}

const cut = (text: string) => cutText(text.replace(/\s+/g, " "), SHOWN_CHARACTERS);

/** The first rows; beside conditions that have a name the one without has a word. */
function shownRecords(frame: FrameLike, shown: number): Record<string, unknown>[] {
  const records = frame.head(shown).toRecords();
  if (!records.some(({ condition }) => typeof condition === "string")) return records;
  return records.map((record) => record.condition === null ? { ...record, condition: "none" } : record);
}

/** Gives an object a face for notebooks, made when it is asked for and no field: copies and comparisons see data only. */
export function displayed<T extends object>(value: T, face: (value: T) => unknown): T {
  return Object.defineProperty(value, Symbol.for("Jupyter.display"), {
    value: () => bundle(face(value)),
    // Spreading a frame asks its proxy, which knows no such property and may hide those alone that could go.
    configurable: true,
  });
}

type Display = (bundle: Record<string, unknown>, options: Record<string, unknown>) => Promise<void>;

/** Jupyter's display function, or null outside a kernel (where the mere look at it throws). */
export function notebookDisplay(): Display | null {
  try {
    return Deno.jupyter.display;
  } catch {
    return null;
  }
}
