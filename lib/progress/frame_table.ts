import { behindOf, percentOf, unselected } from "./computed_behind.ts";
import { CUTS, LONG, type ShownColumn, shownColumns, shownRecords } from "./estimate_cells.ts";
import { cutCell, inBlocks, SHORT, WARNING } from "./frame_blocks.ts";
import { escaped, folded, inHtml, terminalWidth } from "./shown_text.ts";
import { cut, rowsInWords } from "./told.ts";

export interface FrameLike {
  columns: string[];
  dtypes?: readonly unknown[];
  height: number;
  head(rows: number): FrameLike;
  toRecords(): Record<string, unknown>[];
  getColumn?(name: string): { unique(): { toArray(): unknown[] } };
}

const SHOWN_ROWS = 20;

/** Columns that a notebook shows as they are; of more estimates what all rows have alike and warnings stand below. */
export const CHOSEN = 10;

const PAGE = 120;

/** Notebooks keep the text of an output in one line where it has none of its own. */
const NOTE = ' style="max-width:min(60em,75vw);white-space:normal;overflow-wrap:anywhere"';
const BRACKETS = /\d.* \[\S+, \S+\]/; // 50.3% [47.6, 52.9]

/** A frame as a table in HTML, of many columns with estimates as several tables, with what stands below it. */
export function htmlTable(frame: FrameLike, withNotes = true): string {
  const records = shownRecords(frame, SHOWN_ROWS), all = columnsIn(frame, records);
  const isFew = frame.columns.length <= CHOSEN, isOfEstimates = all.some(({ limits }) => limits.length > 0);
  const room = (columns: readonly ShownColumn[]) => isOfEstimates ? roomLeft(columns, PAGE, pageWidthOf) : 0;
  const { blocks, said } = isFew || frame.height === 0
    ? { blocks: [all], said: [] }
    : inBlocks(frame, all, room);
  const sideOf = ({ isRight }: ShownColumn) =>
    isRight ? "text-align:right;white-space:nowrap" : "text-align:left"; // else notebooks set all at the right
  const cellOf = (column: ShownColumn, text: string) => {
    // A sentence has room for words, and an id stays in one line.
    const wide = column.isRight || text.length <= SHORT
      ? /^[^\s-]+-\S{1,40}$/.test(text) ? ";white-space:nowrap" : ""
      : ";min-width:16em";
    if (isOfEstimates || isFew && WARNING.test(column.name)) {
      return `<td style="${sideOf(column)}${wide}">${inHtml(text)}</td>`;
    }
    const title = text.length > LONG ? ` title="${escaped(text)}"` : "";
    return `<td style="${sideOf(column)}${wide}"${title}>${escaped(cut(text, LONG))}</td>`;
  };
  const tables = blocks.map((columns) => {
    const head = columns.map((one) => `<th style="${sideOf(one)}">${escaped(one.head)}</th>`).join("");
    const body = records.map((_, i) =>
      `<tr>${columns.map((one) => cellOf(one, one.cells[i])).join("")}</tr>`
    );
    // Judges' texts may hold dollar signs, which Jupyter would set as formulas.
    return `<table class="tex2jax_ignore"><thead><tr>${head}</tr></thead><tbody>${
      body.join("")
    }</tbody></table>`;
  });
  const below = withNotes ? [...notes(frame, SHOWN_ROWS, all, isFew ? Infinity : 0), ...said] : [];
  return tables.join("") + below.map((note, i) => `<p${i > 0 ? NOTE : ""}>${inHtml(note)}</p>`).join("");
}

/** A frame as lines of text with all its columns; below stand what all rows have alike where a terminal has no room for them side by side, names that were cut, warnings and the rest. */
export function textTable(frame: FrameLike, shown = SHOWN_ROWS, width = terminalWidth()): string {
  const records = shownRecords(frame, shown), all = columnsIn(frame, records);
  const whole = all.map((one) => ({ ...one, cells: one.cells.map(cutCell) }));
  const fits = frame.height === 0 || roomLeft(whole, width) >= 0;
  const { blocks, rows, said } = fits
    ? { blocks: [whole], rows: [], said: [] }
    : inBlocks(frame, columnsIn(frame, records, 3), (columns) => roomLeft(columns, width), CUTS);
  const tables = blocks.map((columns) => {
    const padded = columns.map((one) => {
      const cells = [one.head, ...one.cells], room = widthOf(one);
      return cells.map((cell) => one.isRight ? cell.padStart(room) : cell.padEnd(room));
    });
    return [...Array(records.length + 1).keys()].map((i) =>
      padded.map((cells) => cells[i]).join("  ").trimEnd()
    ).join("\n");
  });
  const below = [...rows, ...notes(frame, shown, all, fits ? LONG : 0), ...said];
  return [tables.join("\n\n"), ...below.map((note) => folded(note, width))].join("\n");
}

const widthOf = ({ head, cells }: ShownColumn) => Math.max(...[head, ...cells].map(({ length }) => length));

const pageWidthOf = (one: ShownColumn) =>
  one.isRight ? widthOf(one) : Math.max(one.head.length, Math.min(widthOf(one), SHORT));

const roomLeft = (columns: readonly ShownColumn[], width: number, sizeOf = widthOf) =>
  columns.reduce((room, one) => room - sizeOf(one) - 2, width + 2);

function notes(frame: FrameLike, shown: number, all: readonly ShownColumn[], most: number): string[] {
  const rows = new Map<string, string[]>(), warned = all.filter(({ name }) => WARNING.test(name));
  warned[0]?.cells.forEach((_, i) => {
    for (const { name, cells } of warned.filter(({ cells }) => cells[i].length > most)) {
      const key = `${name} of # ${cells[i]}`;
      rows.set(key, [...rows.get(key) ?? [], `row ${i + 1}`]);
    }
  });
  const warnings = [...rows].map(([key, at]) => key.replace("#", () => `${at.join(", ")}:`));
  const units = new Set(all.find(({ name }) => name === "unit")?.cells);
  const ways = [["points", "5 points"], ["percent", "5%"]].filter(([unit]) => units.has(unit));
  const { level } = behindOf(frame) ?? {},
    isLimited = all.some(({ name, limits, cells }) =>
      ![undefined, name].includes(limits[0]) || cells.some((cell) => BRACKETS.test(cell))
    );
  const leveled = Number.isNaN(level) ? "; intervals of several levels" : `; ${percentOf(level!)} intervals`;
  return [
    rowCount(frame, shown) + (level === undefined || !isLimited ? "" : leveled),
    ...warnings,
    ...ways.length > 0
      ? [`estimates are fractions: 0.05 is ${ways.map(([, said]) => said).join(" or ")}`]
      : [],
    ...unselected(frame),
  ];
}

function soleProvenance(frame: FrameLike): string | null {
  if (!frame.columns.includes("provenance")) return null;
  const [one, ...others] = frame.getColumn?.("provenance").unique().toArray() ??
    new Set(frame.toRecords().map(({ provenance }) => provenance));
  return others.length === 0 && typeof one === "string" ? one : null;
}

function columnsIn(frame: FrameLike, records: readonly Record<string, unknown>[], most?: number) {
  const isSole = soleProvenance(frame) !== null;
  const columns = shownColumns(frame, records, most).filter(({ name }) => name !== "provenance" || !isSole);
  const main = columns.find(({ limits: [low], isRight }) => low === "low" && isRight);
  if (frame.columns.length <= CHOSEN || main === undefined) return columns;
  const first = columns.findIndex(({ isRight }) => isRight);
  return [...columns.slice(0, first), main, ...columns.slice(first).filter((one) => one !== main)];
}

function rowCount(frame: FrameLike, shown: number): string {
  const { columns, height } = frame;
  if (height === 0) {
    // A metric has a row per group, and one where nothing groups.
    const isMetric = columns.includes("n_clusters");
    return `0 rows${isMetric ? ": the frame that it was given is empty, or no row of it takes part" : ""}`;
  }
  const { simulated, isRead } = behindOf(frame) ?? { isRead: true }, source = isRead ? "" : "results";
  const made = soleProvenance(frame) ??
    (columns.includes("provenance") ? "" : simulated ? "simulated" : source);
  return `${rowsInWords(height)}${height > shown ? `, the first ${shown} shown` : ""}${made && `, ${made}`}`;
}
