import { behindOf, unselected } from "./computed_behind.ts";
import { escaped, folded, inHtml, terminalWidth } from "./shown_text.ts";
import { cellTexts, cut as cutText, limitedBefore, rowsInWords } from "./told.ts";

/** Rows of a frame that are shown; the rest is counted. */
export const SHOWN_ROWS = 20;

/** Characters of a cell that are shown, answers of judges fill a page; and of texts of several words where a line is short. */
const SHOWN_CHARACTERS = 60, LEAST_CHARACTERS = 24, LONGEST = 120;

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

/** Notebooks keep the text of an output in one line where it has none of its own. */
const NOTE = ' style="max-width:60em;white-space:normal;overflow-wrap:anywhere"';

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
  }</tbody></table>${below.map((note, i) => `<p${i > 0 ? NOTE : ""}>${inHtml(note)}</p>`).join("")}`;
}

/** A frame as lines of text; all its columns, unless a terminal has no room for them: what all rows have alike and those are told below. */
export function textTable(frame: FrameLike, shown = SHOWN_ROWS, width = terminalWidth()): string {
  const records = shownRecords(frame, shown), textOf = cellTexts(frame.columns, records);
  const names = shownColumns(frame, records), rankOf = ranks(names, records);
  const columnsOf = (most: number) =>
    names.map((name): Column => {
      const texts = records.map((record) => textOf(name, record[name]));
      const isAlike = records.length > 1 && rankOf(name) !== MAIN && new Set(texts).size === 1 &&
        (texts[0] === "" || !WARNING.test(name));
      const cells = [name, ...apart(texts, most)], width = Math.max(...cells.map(({ length }) => length));
      return { name, cells, rank: rankOf(name), width, isAlike };
    });
  // Texts of several words are cut as far as all columns want, else those that matter most.
  const cuts = Array.from({ length: SHOWN_CHARACTERS }, (_, i) => SHOWN_CHARACTERS - i);
  const fit = (columns: readonly Column[]) =>
    columns.reduce((room, one) => room - one.width - 2, width + 2) >= 0;
  const all = cuts.find((most) => most >= LEAST_CHARACTERS && fit(columnsOf(most)));
  const ownOf = (most: number) => columnsOf(most).filter(({ isAlike }) => !isAlike);
  const most = all ?? cuts.find((most) => fit(ownOf(most).filter(({ rank }) => rank <= MAIN))) ??
    LEAST_CHARACTERS;
  const columns = columnsOf(most), fitting = all ? columns : fittingColumns(ownOf(most), width);
  const padded = fitting.map(({ name, cells, width }) => {
    const right = isNumbers(records, name);
    return cells.map((cell) => right ? cell.padStart(width) : cell.padEnd(width));
  });
  const lines = [...Array(records.length + 1).keys()].map((i) =>
    padded.map((cells) => cells[i]).join("  ").trimEnd()
  );
  const left = columns.filter(({ name }) => !fitting.some((one) => one.name === name));
  const unsaid = left.filter(({ name, isAlike }) => !isAlike && !WARNING.test(name)).map(({ name }) => name);
  const alike = left.filter(({ cells, isAlike }) => isAlike && cells[1] !== "");
  const said = alike.map(({ name }) => `${name} ${cut(textOf(name, records[0][name]), LONGEST)}`);
  const room = [
    ...said.length > 0 ? [`all rows${frame.height > shown ? " shown" : ""}: ${said.join(", ")}`] : [],
    ...unsaid.length > 0
      ? [`no room for ${unsaid.join(", ")}; frame.select("…") chooses, writeFrame(frame, "x.csv") writes all`]
      : [],
  ];
  const below = [...notes(frame, shown, most, left.map(({ name }) => name)), ...room];
  return [...lines, ...below.map((note) => folded(note, width))].join("\n");
}

interface Column {
  name: string;
  cells: string[];
  rank: number;
  width: number;
  /** All rows have the same in it. */
  isAlike: boolean;
}

/** Texts in one line each; those of several words are cut, no further than they can be told apart. */
function apart(texts: readonly string[], most: number): string[] {
  const cutTo = (most: number) =>
    texts.map((text) => cut(text, text.includes(" ") ? most : SHOWN_CHARACTERS));
  const kinds = new Set(cutTo(SHOWN_CHARACTERS)).size;
  const wanted = [most, LEAST_CHARACTERS, SHOWN_CHARACTERS].filter((one) => one >= most);
  return cutTo(wanted.find((one) => new Set(cutTo(one)).size === kinds)!);
}

/** Columns that tell rows of pairs and of hypotheses apart, parts of an estimate, and what it rests on. */
const ROW = /^(item_id|judge|human|choice|hypothesis|part)$/, PARTS = /^acc_|^unit$/;
const RESTS = /^(n|p|df|effect|method|clusters|delta|null_value)$|^(n|p|effect)_|_(clusters|df)$/;

/** The rank of the main estimate: what tells rows apart has less, all else more. */
const MAIN = 1;

/** How much columns are looked for, by their names: what tells rows apart, the main estimate with its limits and verdict, others with limits, the rest, what they rest on. */
function ranks(names: readonly string[], records: readonly Record<string, unknown>[]) {
  const low = names.indexOf("low"), has = (name: string) => names.includes(name);
  const own = names.find((name) => has(`${name}_low`)) ?? "";
  const main = low < 1 ? [own, `${own}_low`, `${own}_high`] : [limitedBefore(names, low), "low", "high"];
  return (name: string): number => {
    if (main.includes(name) || name === "verdict") return MAIN;
    const isKey = names.indexOf(name) < names.indexOf(main[0]) && !isNumbers(records, name);
    if (ROW.test(name) || isKey) return 0;
    const last = [WARNING, RESTS].findIndex((one) => one.test(name)), of = name.replace(/_(low|high)$/, "");
    if (last >= 0) return 7 - last;
    return has(`${of}_low`) ? of === name ? 2 : 3 : PARTS.test(name) ? 4 : 5;
  };
}

/** Columns that a width has room for, by their rank; what begins alike (`acc_ids, acc_cds`) together or not at all. */
function fittingColumns(columns: readonly Column[], width: number): Column[] {
  const kinOf = ({ name, rank }: Column) => `${rank} ${rank > MAIN ? name.split("_")[0] : name}`;
  const kins = new Set(columns.toSorted((a, b) => a.rank - b.rank).map(kinOf));
  let room = width + 2;
  const fitting = [...kins].filter((kin, i) => {
    const wanted = columns.filter((one) => kinOf(one) === kin).reduce((sum, one) => sum + one.width + 2, 0);
    const fits = i === 0 || wanted <= room;
    if (fits) room -= wanted;
    return fits;
  });
  return columns.filter((column) => fitting.includes(kinOf(column)));
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
  const isLiteral = typeof frame.head(1).toRecords()[0]?.literal === "boolean";
  return [rowCount(frame, shown), ...warnings, ...unselected(frame), ...isLiteral ? [LITERAL] : []];
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
