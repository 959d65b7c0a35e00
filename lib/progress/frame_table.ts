import { behindOf, unselected } from "./computed_behind.ts";
import { escaped, folded, inHtml, terminalWidth } from "./shown_text.ts";
import { cellTexts, cut as cutText, limitedBefore, rowsInWords } from "./told.ts";

const SHOWN_ROWS = 20;

const SHOWN_CHARACTERS = 60, CUTS = [24, 16, 12], LONGEST = 120;

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

/** A frame as lines of text: all its columns, or on a terminal without room for them those that matter most, limits in one cell; what all rows have alike and the rest are told below. */
export function textTable(frame: FrameLike, shown = SHOWN_ROWS, width = terminalWidth()): string {
  const records = shownRecords(frame, shown), textOf = cellTexts(frame.columns, records);
  const names = shownColumns(frame, records);
  const all = names.map((name): Column => {
    const texts = records.map((record) => textOf(name, record[name])), isRight = isNumbers(records, name);
    return { names: [name], isRight, ...cellsOf(name, texts, SHOWN_CHARACTERS) };
  });
  const fits = all.reduce((room, one) => room - one.width - 2, width + 2) >= 0;
  const { columns, room, left, most } = fits
    ? { columns: all, room: [], left: [], most: SHOWN_CHARACTERS }
    : narrowed(frame, names, records, width);
  const padded = columns.map(({ cells, width, isRight }) =>
    cells.map((cell) => isRight ? cell.padStart(width) : cell.padEnd(width))
  );
  const lines = [...Array(records.length + 1).keys()].map((i) =>
    padded.map((cells) => cells[i]).join("  ").trimEnd()
  );
  const below = [...notes(frame, shown, most, left), ...room];
  return [...lines, ...below.map((note) => folded(note, width))].join("\n");
}

interface Column {
  /** The columns of the frame in it: of an estimate its limits too. */
  names: string[];
  /** Its head, and the cells below it. */
  cells: string[];
  width: number;
  isRight: boolean;
}

/** The columns that a width has room for, an estimate with its limits in one; numbers with a digit less, texts of several words cut; which others there are, and what is said of these. */
function narrowed(
  frame: FrameLike,
  names: readonly string[],
  records: readonly Record<string, unknown>[],
  width: number,
) {
  const textOf = cellTexts(frame.columns, records, 3), main = limitedBefore(names, names.indexOf("low"));
  const limitsOf = (name: string) =>
    (name === main ? ["low", "high"] : [`${name}_low`, `${name}_high`]).filter((one) => names.includes(one));
  const limits = names.flatMap(limitsOf), rankOf = ranks(names, records);
  const textsOf = (name: string) => records.map((record) => textOf(name, record[name]));
  const alike = names.filter((name) => {
    const [text, ...others] = new Set(textsOf(name)), isSaid = text === "" || !WARNING.test(name);
    return records.length > 1 && others.length === 0 && rankOf(name) !== MAIN && isSaid &&
      !limits.includes(name);
  });
  const own = names.filter((name) => !limits.includes(name) && !alike.includes(name))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const columnsOf = (most: number) =>
    own.map((name): Column => {
      const [low, high] = limitsOf(name), texts = textsOf(name), isRight = isNumbers(records, name);
      if (high === undefined) return { names: [name], isRight, ...cellsOf(name, texts, most) };
      const both = records.map((record) => `[${textOf(low, record[low])}, ${textOf(high, record[high])}]`)
        .map((text) => text === "[, ]" ? "" : text);
      const room = Math.max(...both.map(({ length }) => length));
      const cells = texts.map((text, i) => `${text} ${both[i].padStart(room)}`);
      return {
        names: [name, low, high],
        isRight,
        ...cellsOf(`${name} [low, high]`, cells, SHOWN_CHARACTERS),
      };
    });
  const matter = own.filter((name) => rankOf(name) <= MAIN).length;
  const fit = (columns: readonly Column[]) =>
    columns.reduce((room, one) => room - one.width - 2, width + 2) >= 0;
  const most = CUTS.find((most) => fit(columnsOf(most).slice(0, matter))) ?? CUTS.at(-1)!;
  const fitting = columnsOf(most).reduce<Column[]>(
    (all, one) => all.length === 0 || fit([...all, one]) ? [...all, one] : all,
    [],
  );
  const drawn = fitting.flatMap(({ names }) => names), left = names.filter((name) => !drawn.includes(name));
  const unsaid = left.filter((name) => !alike.includes(name) && !WARNING.test(name));
  const said = alike.map((name) => [name, cut(textsOf(name)[0], LONGEST)]).filter(([, text]) => text !== "");
  const room = [
    said.length > 0 &&
    `all rows${frame.height > records.length ? " shown" : ""}: ${
      said.map((one) => one.join(" ")).join(", ")
    }`,
    unsaid.length > 0 &&
    `no room for ${unsaid.join(", ")}; frame.select("…") chooses, writeFrame(frame, "x.csv") writes all`,
  ].filter((one) => one !== false);
  const columns = fitting.toSorted((a, b) => names.indexOf(a.names[0]) - names.indexOf(b.names[0]));
  return { columns, room, left, most };
}

/** Texts in one line each below their head; those of several words are cut, no further than they can be told apart. */
function cellsOf(head: string, texts: readonly string[], most: number): Pick<Column, "cells" | "width"> {
  const cutTo = (most: number) =>
    texts.map((text) => cut(text, text.includes(" ") ? most : SHOWN_CHARACTERS));
  const whole = cutTo(SHOWN_CHARACTERS), short = cutTo(most);
  const cells = [head, ...new Set(short).size === new Set(whole).size ? short : whole];
  return { cells, width: Math.max(...cells.map(({ length }) => length)) };
}

const ROW = /^(item_id|judge|human|choice|hypothesis|part)$/;
const RESTS = /^(n|p|df|effect|method|clusters|delta|null_value)$|^(n|p|effect)_|_(clusters|df)$/;

const MAIN = 1;

/** How much columns are looked for, by their names: what tells rows apart, the main estimate and its verdict, others with limits, the rest, warnings (which stand below), what they rest on. */
function ranks(names: readonly string[], records: readonly Record<string, unknown>[]) {
  const low = names.indexOf("low"), isLimited = (name: string) => names.includes(`${name}_low`);
  const main = low < 1 ? names.find(isLimited) : limitedBefore(names, low);
  return (name: string): number => {
    if (name === main || name === "verdict") return MAIN;
    const isKey = names.indexOf(name) < names.indexOf(main ?? "") && !isNumbers(records, name);
    if (ROW.test(name) || isKey) return 0;
    return isLimited(name) ? 2 : RESTS.test(name) ? 5 : WARNING.test(name) ? 4 : 3;
  };
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

export const CHOSEN = 10;

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
