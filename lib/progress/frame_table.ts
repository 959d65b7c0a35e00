import {
  alikeIn,
  cellsOf,
  type Column,
  cut,
  type FrameLike,
  isNumbers,
  narrowed,
  SHOWN_CHARACTERS,
  WARNING,
} from "./columns_in_width.ts";
import { behindOf, limitsIn, unselected } from "./computed_behind.ts";
import { escaped, folded, inHtml, terminalWidth } from "./shown_text.ts";
import { cellTexts, rowsInWords } from "./told.ts";

const SHOWN_ROWS = 20;

/** What is said where no row is left: JavaScript answers a comparison of columns itself, with false. */
export const NO_ROW =
  'a filter with == or === keeps nothing: say pl.col("judge").eq(pl.lit("x")), or only(frame, { judge: "x" })';

/** What is said of the column that `withColumns(a === b)` makes. */
export const LITERAL =
  'the column literal is what withColumns makes of == or ===, true or false in every row: say pl.col("a").eq(pl.col("b")).alias("name")';

/** Notebooks keep the text of an output in one line where it has none of its own. */
const NOTE = ' style="max-width:60em;white-space:normal;overflow-wrap:anywhere"';

/** A frame as a table in HTML, with what stands below it. */
export function htmlTable(
  frame: FrameLike,
  below = notes(frame, SHOWN_ROWS, frame.columns.length > CHOSEN ? 0 : Infinity),
): string {
  const records = shownRecords(frame, SHOWN_ROWS);
  const all = below.length === 0 ? frame.columns : shownColumns(frame, records);
  // Of more a notebook shows the beginning: warnings stand below then.
  const textOf = cellTexts(frame, records), isFew = all.length <= CHOSEN;
  // Notebooks set all cells at the right unless told.
  const right = new Set(all.filter((name) => isNumbers(records, name)));
  const isOfEstimates = !isFew && limitsIn(frame).size > 0;
  const texts = all.filter((name) => isOfEstimates && !right.has(name) && name !== "verdict");
  const { alike, said } = alikeIn(frame, records, textOf, texts);
  const columns = all.filter((name) => !alike.includes(name));
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
  }</tbody></table>${
    [...below, ...said].map((note, i) => `<p${i > 0 ? NOTE : ""}>${inHtml(note)}</p>`).join("")
  }`;
}

/** A frame as lines of text: all its columns, or on a terminal without room for them those that matter most, limits in one cell; what all rows have alike and the rest are told below. */
export function textTable(frame: FrameLike, shown = SHOWN_ROWS, width = terminalWidth()): string {
  const records = shownRecords(frame, shown), textOf = cellTexts(frame, records);
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

/** What stands below a table: its rows, warnings that are cut (or left out) in it, each once, and what a comparison in JavaScript made of it. */
function notes(frame: FrameLike, shown: number, most: number, left: readonly string[] = []): string[] {
  const records = shownRecords(frame, shown), rows = new Map<string, string[]>();
  const textOf = cellTexts(frame, records);
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
  const [of, ends] = [...limitsIn(frame)].find(([, [low]]) => low === "low") ?? [];
  if (columns.length <= CHOSEN || of === undefined || !isNumbers(records, of)) return columns;
  const main = [of, ...ends!];
  const first = columns.findIndex((name) => isNumbers(records, name));
  return [
    ...columns.slice(0, first),
    ...main,
    ...columns.slice(first).filter((name) => !main.includes(name)),
  ];
}

function rowCount(frame: FrameLike, shown: number): string {
  const { columns, height } = frame;
  if (height === 0) {
    // A metric has a row per group, and one where nothing groups.
    const isMetric = columns.includes("n_clusters");
    const why = isMetric ? ": the frame that it was given is empty, or no row of it takes part" : "";
    return `0 rows${why}; ${NO_ROW}`;
  }
  const { simulated, isRead } = behindOf(frame) ?? { isRead: true }, source = isRead ? "" : "results";
  const made = soleProvenance(frame) ??
    (columns.includes("provenance") ? "" : simulated ? "simulated" : source);
  return `${rowsInWords(height)}${height > shown ? `, the first ${shown} shown` : ""}${made && `, ${made}`}`;
}

/** The first rows; beside conditions that have a name the one without has a word. */
function shownRecords(frame: FrameLike, shown: number): Record<string, unknown>[] {
  const records = frame.head(shown).toRecords();
  if (!records.some(({ condition }) => typeof condition === "string")) return records;
  return records.map((record) => record.condition === null ? { ...record, condition: "none" } : record);
}
