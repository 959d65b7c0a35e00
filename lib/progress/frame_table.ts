import { behindOf } from "./computed_behind.ts";
import { escaped, folded, inHtml, terminalWidth } from "./shown_text.ts";
import { cellTexts, cut as cutText, limitedBefore, rowsInWords } from "./told.ts";

/** Rows of a frame that are shown; the rest is counted. */
export const SHOWN_ROWS = 20;

/** Characters of a cell that are shown, answers of judges fill a page; and of texts of several words where a line is short. */
const SHOWN_CHARACTERS = 60, LEAST_CHARACTERS = 24;

/** What is said where no row is left: JavaScript answers a comparison of columns itself, with false. */
export const NO_ROW =
  'a filter with == or === keeps nothing: say pl.col("judge").eq(pl.lit("x")), or only(frame, { judge: "x" })';

/** What is said of the column that `withColumns(a === b)` makes. */
export const LITERAL =
  'the column literal is what withColumns makes of == or ===, true or false in every row: say pl.col("a").eq(pl.col("b")).alias("name")';

/** What tables are made of: a frame, or what has rows as one. */
export interface FrameLike {
  columns: string[];
  height: number;
  head(rows: number): FrameLike;
  toRecords(): Record<string, unknown>[];
  getColumn?(name: string): { unique(): { toArray(): unknown[] } };
}

/** A frame as a table in HTML, with what stands below it. */
export function htmlTable(
  frame: FrameLike,
  below = notes(frame, SHOWN_ROWS, frame.columns.length > CHOSEN ? 0 : Infinity),
): string {
  const records = shownRecords(frame, SHOWN_ROWS);
  const columns = below.length === 0 ? frame.columns : shownColumns(frame, records);
  // Of more a notebook shows the beginning: warnings stand below then.
  const textOf = cellTexts(columns, records), isFew = columns.length <= CHOSEN;
  // Notebooks set all cells at the right unless told.
  const right = new Set(columns.filter((name) => isNumbers(records, name)));
  const sideOf = (name: string) =>
    right.has(name) ? "text-align:right;white-space:nowrap" : "text-align:left";
  const head = columns.map((name) => `<th style="${sideOf(name)}">${escaped(name)}</th>`).join("");
  const body = records.map((record) => {
    const cells = columns.map((name) => {
      const text = textOf(name, record[name]), isLong = cut(text) !== text.replace(/\s+/g, " ");
      const isWhole = isFew && WARNING.test(name);
      // A warning has room for words, and an id stays in one line.
      const wide = isWhole && isLong
        ? ";min-width:24em"
        : /^[^\s-]+-\S{1,40}$/.test(text)
        ? ";white-space:nowrap"
        : "";
      const title = isLong && !isWhole ? ` title="${escaped(text)}"` : "";
      return `<td style="${sideOf(name)}${wide}"${title}>${isWhole ? inHtml(text) : escaped(cut(text))}</td>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  // Judges' texts may hold dollar signs, which Jupyter would set as formulas.
  return `<table class="tex2jax_ignore"><thead><tr>${head}</tr></thead><tbody>${
    body.join("")
  }</tbody></table>${below.map((note) => `<p>${inHtml(note)}</p>`).join("")}`;
}

/** A frame as lines of text; all its columns, unless a terminal has no room for them: those are named below. */
export function textTable(frame: FrameLike, shown = SHOWN_ROWS, width = terminalWidth()): string {
  const records = shownRecords(frame, shown), textOf = cellTexts(frame.columns, records);
  const columnsOf = (most: number) =>
    shownColumns(frame, records).map((name) => {
      const texts = records.map((record) => textOf(name, record[name]));
      const cells = [name, ...texts.map((text) => cut(text, text.includes(" ") ? most : SHOWN_CHARACTERS))];
      return { name, cells, width: Math.max(...cells.map((cell) => cell.length)) };
    });
  // Texts of several words are cut further where all columns have room then.
  const isRoom = (most: number) => columnsOf(most).reduce((sum, one) => sum + one.width + 2, -2) <= width;
  const most = [SHOWN_CHARACTERS, LEAST_CHARACTERS].find(isRoom) ?? SHOWN_CHARACTERS;
  const columns = columnsOf(most), fitting = fittingColumns(columns, width);
  const padded = fitting.map(({ name, cells, width }) => {
    const right = isNumbers(records, name);
    return cells.map((cell) => right ? cell.padStart(width) : cell.padEnd(width));
  });
  const lines = [...Array(records.length + 1).keys()].map((i) =>
    padded.map((cells) => cells[i]).join("  ").trimEnd()
  );
  const left = columns.filter((column) => !fitting.includes(column)).map(({ name }) => name);
  const unsaid = left.filter((name) => !WARNING.test(name));
  const room = unsaid.length > 0
    ? [`no room for ${unsaid.join(", ")}; frame.select("…") chooses, writeFrame(frame, "x.csv") writes all`]
    : [];
  const below = [...notes(frame, shown, most, left), ...room];
  return [...lines, ...below.map((note) => folded(note, width))].join("\n");
}

/** Columns of a row of pairs that are looked for first, and what an estimate is made of. */
const ROW = ["item_id", "judge", "human", "choice"], PARTS = /^(acc_.*|n_clusters)$/;

/** Columns that a width has room for: an estimate with its limits or a row's verdict first, then what tells rows apart, an estimate's parts, the others from the left. */
function fittingColumns<Column extends { name: string; cells: string[]; width: number }>(
  columns: readonly Column[],
  width: number,
): Column[] {
  const names = columns.map(({ name }) => name), low = names.indexOf("low");
  const main = low < 1 ? ROW : [limitedBefore(names, low), "low", "high"];
  const rank = ({ name, cells }: Column) =>
    main.includes(name)
      ? 0
      : new Set(cells).size > 2 && (low < 1 || names.indexOf(name) < low)
      ? 1
      : PARTS.test(name)
      ? 2
      : 3;
  let room = width + 2;
  const fitting = columns.toSorted((a, b) => rank(a) - rank(b)).filter((column, i) => {
    const fits = i === 0 || column.width + 2 <= room;
    if (fits) room -= column.width + 2;
    return fits;
  });
  return columns.filter((column) => fitting.includes(column));
}

/** What stands below a table: its rows, warnings that are cut (or left out) in it, each once, and what a comparison in JavaScript made of it. */
function notes(frame: FrameLike, shown: number, most: number, left: readonly string[] = []): string[] {
  const records = shownRecords(frame, shown), rows = new Map<string, string[]>();
  const textOf = cellTexts(frame.columns, records);
  records.forEach((record, i) => {
    for (const name of frame.columns.filter((name) => WARNING.test(name))) {
      const text = textOf(name, record[name]).replace(/\s+/g, " "), key = `${name} of # ${text}`;
      if (text.length <= (left.includes(name) ? 0 : most)) continue;
      rows.set(key, [...rows.get(key) ?? [], `row ${i + 1}`]);
    }
  });
  const warnings = [...rows].map(([key, at]) => key.replace("#", () => `${at.join(", ")}:`));
  const { warned = [] } = frame.columns.includes("warning") ? {} : behindOf(frame) ?? {};
  const [text, ...more] = warned, others = more.length > 0 ? ` (and ${more.length} more)` : "";
  const lost = text ? [`the column warning, which was not selected, says: ${text}${others}`] : [];
  const isLiteral = typeof frame.head(1).toRecords()[0]?.literal === "boolean";
  return [rowCount(frame, shown), ...warnings, ...lost, ...isLiteral ? [LITERAL] : []];
}

function isNumbers(records: readonly Record<string, unknown>[], name: string): boolean {
  return records.some((record) => typeof record[name] === "number");
}

/** A table of more columns than this is not as somebody chose them. */
export const CHOSEN = 10;

/** Where all rows of a frame come from, as its column `provenance` says: it then stands below the table. */
function soleProvenance(frame: FrameLike): string | null {
  if (!frame.columns.includes("provenance")) return null;
  const [one, ...others] = frame.getColumn?.("provenance").unique().toArray() ??
    new Set(frame.toRecords().map(({ provenance }) => provenance));
  return others.length === 0 && typeof one === "string" ? one : null;
}

/** Columns in the order of reading: of many what tells rows apart, then the estimate that `low` and `high` follow, with both, then all else. */
function shownColumns(frame: FrameLike, records: readonly Record<string, unknown>[]): readonly string[] {
  const columns = frame.columns.filter((name) => name !== "provenance" || soleProvenance(frame) === null);
  const low = columns.indexOf("low"), main = [limitedBefore(columns, low), "low", "high"];
  if (columns.length <= CHOSEN || low < 1 || !isNumbers(records, main[0])) return columns;
  const first = columns.findIndex((name) => isNumbers(records, name));
  return [
    ...columns.slice(0, first),
    ...main,
    ...columns.slice(first).filter((name) => !main.includes(name)),
  ];
}

const WARNING = /(^|_)(warning|note|assumes)$/;

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

const cut = (text: string, most = SHOWN_CHARACTERS) => cutText(text.replace(/\s+/g, " "), most);

/** The first rows; beside conditions that have a name the one without has a word. */
function shownRecords(frame: FrameLike, shown: number): Record<string, unknown>[] {
  const records = frame.head(shown).toRecords();
  if (!records.some(({ condition }) => typeof condition === "string")) return records;
  return records.map((record) => record.condition === null ? { ...record, condition: "none" } : record);
}
