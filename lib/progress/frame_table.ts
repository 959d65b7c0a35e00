import { behindOf, percentOf, unselected } from "./computed_behind.ts";
import { COUNTS, CUTS, cutTo, joined, LONG, pOf, type ShownColumn, shownColumns } from "./estimate_cells.ts";
import { escaped, folded, inHtml, terminalWidth } from "./shown_text.ts";
import { cut, rowsInWords } from "./told.ts";

/** What tables are made of: a frame, or what has rows as one. */
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

/** To how many characters texts are cut that are no names where not all columns have room, and those that all rows share. */
const SHORT = 24, LONGEST = 120;

const WARNING = /(^|_)(warning|note|assumes)$/;

/** What is said where no row is left: JavaScript answers a comparison of columns itself, with false. */
export const NO_ROW =
  'a filter with == or === keeps nothing: say pl.col("judge").eq(pl.lit("x")), or only(frame, { judge: "x" })';

/** What is said of the column that `withColumns(a === b)` makes. */
export const LITERAL =
  'the column literal is what withColumns makes of == or ===, true or false in every row: say pl.col("a").eq(pl.col("b")).alias("name")';

/** Notebooks keep the text of an output in one line where it has none of its own. */
const NOTE = ' style="max-width:60em;white-space:normal;overflow-wrap:anywhere"';

/** A frame as a table in HTML, with what stands below it. */
export function htmlTable(frame: FrameLike, withNotes = true): string {
  const records = shownRecords(frame, SHOWN_ROWS), all = columnsIn(frame, records);
  const isFew = frame.columns.length <= CHOSEN, isOfEstimates = all.some(({ limits }) => limits.length > 0);
  const { columns, said } = isFew || !isOfEstimates ? { columns: all, said: [] } : withoutAlike(frame, all);
  const sideOf = ({ isRight }: ShownColumn) =>
    isRight ? "text-align:right;white-space:nowrap" : "text-align:left"; // else notebooks set all at the right
  const cellOf = (column: ShownColumn, text: string) => {
    const isLong = text.length > LONG,
      isWhole = isOfEstimates || isFew && WARNING.test(column.name);
    // A sentence has room for words, and an id stays in one line.
    const wide = isWhole && !column.isRight && text.length > SHORT
      ? `;min-width:${isLong ? 24 : 16}em`
      : /^[^\s-]+-\S{1,40}$/.test(text)
      ? ";white-space:nowrap"
      : "";
    const title = isLong && !isWhole ? ` title="${escaped(text)}"` : "";
    const shown = isWhole ? inHtml(text) : escaped(cut(text, LONG));
    return `<td style="${sideOf(column)}${wide}"${title}>${shown}</td>`;
  };
  const head = columns.map((one) => `<th style="${sideOf(one)}">${escaped(one.head)}</th>`).join("");
  const body = records.map((_, i) => `<tr>${columns.map((one) => cellOf(one, one.cells[i])).join("")}</tr>`);
  const below = withNotes ? [...notes(frame, SHOWN_ROWS, all, isFew ? Infinity : 0), ...said] : [];
  // Judges' texts may hold dollar signs, which Jupyter would set as formulas.
  return `<table class="tex2jax_ignore"><thead><tr>${head}</tr></thead><tbody>${
    body.join("")
  }</tbody></table>${below.map((note, i) => `<p${i > 0 ? NOTE : ""}>${inHtml(note)}</p>`).join("")}`;
}

/** A frame as lines of text: all its columns, or on a terminal without room for them those that matter most; what all rows have alike, names that were cut, warnings and the rest are told below. */
export function textTable(frame: FrameLike, shown = SHOWN_ROWS, width = terminalWidth()): string {
  const records = shownRecords(frame, shown), all = columnsIn(frame, records);
  const whole = all.map((one) => ({ ...one, cells: one.cells.map((text) => cut(text, LONG)) }));
  const fits = roomLeft(whole, width) >= 0;
  const { columns, said } = fits
    ? { columns: whole, said: [] }
    : narrowed(frame, columnsIn(frame, records, 3), width);
  const padded = columns.map((one) => {
    const cells = [one.head, ...one.cells], room = widthOf(one);
    return cells.map((cell) => one.isRight ? cell.padStart(room) : cell.padEnd(room));
  });
  const lines = [...Array(records.length + 1).keys()].map((i) =>
    padded.map((cells) => cells[i]).join("  ").trimEnd()
  );
  const below = [...notes(frame, shown, all, fits ? LONG : 0), ...said];
  return [...lines, ...below.map((note) => folded(note, width))].join("\n");
}

const widthOf = ({ head, cells }: ShownColumn) => Math.max(...[head, ...cells].map(({ length }) => length));

const roomLeft = (columns: readonly ShownColumn[], width: number) =>
  columns.reduce((room, one) => room - widthOf(one) - 2, width + 2);

/** The columns that a width has room for, numbers with a digit less: names are cut as far as the most of what matters has room then. */
function narrowed(frame: FrameLike, all: readonly ShownColumn[], width: number) {
  const { columns, said, rankOf } = withoutAlike(frame, all), own = joined(frame, columns);
  const ordered = own.toSorted((a, b) => rankOf(a) - rankOf(b));
  const ways = CUTS.map((most) =>
    ordered.reduce<ShownColumn[]>((fitting, one, i) => {
      const rank = rankOf(one), next = [...fitting, cutTo(one, rank === KEY ? most : SHORT, rank === KEY)];
      const isWanted = rank < LAST || fitting.length === i;
      return rank <= ESTIMATE || i === 0 || isWanted && roomLeft(next, width) >= 0 ? next : fitting;
    }, [])
  );
  // A line that is broken is worst, then a verdict that has no room.
  const matters = (way: readonly ShownColumn[]) =>
    Math.min(0, roomLeft(way, width)) * 1000 +
    way.reduce((sum, one) => sum + (rankOf(one) <= VERDICT ? own.length : rankOf(one) < OTHER ? 1 : 0), 0);
  const most = Math.max(...ways.map(matters)), fitting = ways.find((way) => matters(way) === most)!;
  const names = (of: readonly ShownColumn[]) => of.flatMap(({ name, limits }) => [name, ...limits]);
  const ps = fitting.find(({ name }) => name === "verdict")?.limits.toSorted() ?? [];
  const follows = ps.map((p) => `${p.includes("equivalence") ? "of absent " : ""}${p}`).join(", ");
  const left = [...new Set(names(own))].filter((name) => !names(fitting).includes(name));
  const inFull = fitting.flatMap(({ name, cells }) => {
    const whole = own.find((one) => one.name === name)!.cells;
    const cutOnes = [...new Set(whole.filter((text, i) => text !== cells[i]))];
    return cutOnes.length === 0 ? [] : [`${name} in full: ${cutOnes.join("; ")}`];
  });
  const rest = left.length === 0
    ? []
    : [`no room for ${left.join(", ")}; frame.select("…") chooses, writeFrame(frame, "x.csv") writes all`];
  return {
    columns: own.flatMap(({ name }) => fitting.find((one) => one.name === name) ?? []),
    said: [...follows ? [`p of a verdict: ${follows}`] : [], ...inFull, ...said, ...rest],
  };
}

const ROW = /^(item_id|judge|human|choice|hypothesis|part)$/;
const UNDECIDED = /^n_(unparsed|tie)$/,
  RESTS = /^effect$|^n_|^effect_/,
  LASTS = /^(p|p_.*|df|unit|method|clusters|delta|null_value)$|_(clusters|df)$/;

/** How much columns are looked for: what tells rows apart and the main estimate, which always have room; its verdict or p, what it is counted from, others with limits, the rest, effects and other counts, and, where nothing else lacks room, methods and other p. */
const [KEY, ESTIMATE, VERDICT, N, COUNTED, LIMITED, OTHER, REST, LAST] = Array(9).keys();

/** The columns without those that have the same cell in several rows (said below instead) and without warnings, and how much each is looked for. */
function withoutAlike(frame: FrameLike, all: readonly ShownColumn[]) {
  const limited = all.filter(({ limits }) => limits.length > 0);
  const main = limited.find(({ limits: [low] }) => low === "low") ?? limited[0];
  const keys = all.filter(({ name, isRight }, i) =>
    ROW.test(name) || main !== undefined && i < all.indexOf(main) && !isRight
  );
  const apart = (count: number) =>
    new Set(all[0].cells.map((_, i) => JSON.stringify(keys.slice(0, count).map(({ cells }) => cells[i]))))
      .size;
  // Beside an estimate those alone which tell more rows apart than the ones before them.
  const telling = keys.filter((_, i) => main === undefined || i === 0 || apart(i + 1) > apart(i));
  const rankOf = ({ name, limits, isRight, cells }: ShownColumn) => {
    if (name === main?.name) return ESTIMATE;
    if (telling.some((key) => key.name === name)) return KEY;
    if (name === "verdict" || name === pOf(frame)) return VERDICT;
    if (name === "n" || COUNTS[main?.name ?? ""]?.includes(name)) return N;
    if (LASTS.test(name)) return LAST;
    if (RESTS.test(name)) return UNDECIDED.test(name) ? OTHER : REST;
    if (limits.length > 0) return LIMITED;
    return main && isRight && cells.every((text) => /^\d*$/.test(text)) ? COUNTED : OTHER;
  };
  const isAlike = ({ cells }: ShownColumn) => cells.length > 1 && new Set(cells).size === 1;
  const alike = all.filter((one) =>
    one !== main && one.name !== "verdict" && !WARNING.test(one.name) && isAlike(one)
  );
  const told = alike.flatMap(({ name, cells: [text] }) => text ? [`${name} ${cut(text, LONGEST)}`] : []);
  const shown = frame.height > (all[0]?.cells.length ?? 0) ? " shown" : "";
  return {
    columns: all.filter((one) => !alike.includes(one) && !WARNING.test(one.name)),
    said: told.length > 0 ? [`all rows${shown}: ${told.join(", ")}`] : [],
    rankOf,
  };
}

/** What stands below a table: its rows, warnings longer than `most`, each once, what its numbers are, and what a comparison in JavaScript made of it. */
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
  const { level } = behindOf(frame) ?? {}, isLimited = all.some(({ limits }) => limits.length > 0);
  const leveled = level === undefined || !isLimited
    ? ""
    : Number.isNaN(level)
    ? "; intervals of several levels"
    : `; ${percentOf(level)} intervals`;
  const isLiteral = typeof frame.head(1).toRecords()[0]?.literal === "boolean";
  return [
    rowCount(frame, shown) + leveled,
    ...warnings,
    ...ways.length > 0
      ? [`estimates are fractions: 0.05 is ${ways.map(([, said]) => said).join(" or ")}`]
      : [],
    ...unselected(frame),
    ...isLiteral ? [LITERAL] : [],
  ];
}

function soleProvenance(frame: FrameLike): string | null {
  if (!frame.columns.includes("provenance")) return null;
  const [one, ...others] = frame.getColumn?.("provenance").unique().toArray() ??
    new Set(frame.toRecords().map(({ provenance }) => provenance));
  return others.length === 0 && typeof one === "string" ? one : null;
}

/** Columns in the order of reading: of many what tells rows apart, then the estimate with its limits, then all else. */
function columnsIn(
  frame: FrameLike,
  records: readonly Record<string, unknown>[],
  most?: number,
): ShownColumn[] {
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
