import { type Columns, COUNTS, cutTo, LONG, pOf, type ShownColumn } from "./estimate_cells.ts";
import { cut } from "./told.ts";

/** To how many characters texts are cut that are no names where not all columns have room, and those that all rows share. */
export const SHORT = 24, LONGEST = 120;

export const WARNING = /(^|_)(warning|note|assumes)$/;

export const cutCell = (text: string) => cut(text, LONG);

/** How an interval was made, for which a page without room has a line only. */
const MADE = /^(df|method|effective_clusters)$|_df$|(?<!^n)_clusters$/;

const ROW = /^(describe|item_id|judge|human|choice|hypothesis|part|metric)$/;

/** Names that are cut to fewer characters are none any more: rows have numbers then. */
const READABLE = 12;

/** In which order columns stand: what tells rows apart, the main estimate, its verdict with its p, what it is counted from, others with limits, the rest. */
const [KEY, ESTIMATE, VERDICT, N, LIMITED, OTHER] = Array(6).keys();

/** Columns in blocks, each behind what tells rows apart, names cut so far that the main estimate and, while they are names, its verdict and n stand in the first; below what rows have alike. */
export function inBlocks(
  frame: Columns & { height: number },
  all: readonly ShownColumn[],
  room: (columns: readonly ShownColumn[]) => number,
  cuts: readonly number[] = [],
) {
  const isAlike = ({ cells, isRight }: ShownColumn) =>
    new Set(cells).size === 1 && (cells.length > 1 || !isRight && cells[0].length > SHORT);
  const limited = all.filter(({ limits }) => limits.length > 0);
  const main = limited.find(({ limits: [low] }) => low === "low") ?? limited[0];
  // Of what was read each row says what it is of and what was said.
  const isShown = ({ name }: ShownColumn) => name === "verdict" || main === undefined && ROW.test(name);
  const alike = all.filter((one) => one !== main && !isShown(one) && isAlike(one));
  const left = main === undefined ? [] : all.filter((one) => MADE.test(one.name) && !alike.includes(one));
  const own = all.filter((one) => !alike.includes(one) && !WARNING.test(one.name) && !left.includes(one));
  const keys = own.filter(({ name, isRight }, i) =>
    ROW.test(name) || main !== undefined && i < own.indexOf(main) && !isRight
  );
  const apart = (count: number) =>
    new Set(all[0].cells.map((_, i) => JSON.stringify(keys.slice(0, count).map(({ cells }) => cells[i]))))
      .size;
  // Beside an estimate those alone which tell more rows apart than the ones before them.
  const telling = keys.filter(({ name }, i) =>
    main === undefined && keys[0].name !== "describe" || i === 0 || name === "metric" ||
    apart(i + 1) > apart(i)
  );
  const ps = all.find(({ name }) => name === "verdict")?.cells.map((verdict) => pOf(frame, verdict)) ??
    [pOf(frame)];
  const counts = COUNTS[main?.name ?? ""] ?? [];
  const rankOf = (one: ShownColumn) => {
    if (one === main) return ESTIMATE;
    if (telling.includes(one)) return KEY;
    if (one.name === "verdict" || ps.includes(one.name)) return VERDICT;
    if (one.name === "n" || counts.includes(one.name)) return N;
    return one.limits.length > 0 ? LIMITED : OTHER;
  };
  const ordered = own.toSorted((a, b) => rankOf(a) - rankOf(b));
  const cutBy = (most: number) =>
    cuts.length === 0
      ? ordered
      : ordered.map((one) =>
        rankOf(one) === KEY ? cutTo(one, most) : { ...one, cells: one.cells.map(cutCell) }
      );
  const hasRoom = (last: number) => (most: number) =>
    room(cutBy(most).filter((_, i) => rankOf(ordered[i]) <= last)) >= 0;
  const lasts = [N, VERDICT, ESTIMATE], readable = cuts.filter((most) => most >= READABLE);
  const most =
    [readable, cuts].flatMap((some) => lasts.map((last) => some.find(hasRoom(last)))).find(Boolean) ??
      cuts.at(-1) ?? Infinity;
  const shown = cutBy(most),
    cutKeys = shown.slice(0, telling.length),
    whole = ordered.slice(0, telling.length);
  const cutOnes = cutKeys.map(({ cells }, i) => whole[i].cells.filter((text, row) => text !== cells[row]));
  // Of a lone column of sentences what is cut is none any more.
  const isNumbered = cutOnes.some((one) => one.length > 0) &&
    (most < READABLE || telling.length === 1 && cutOnes[0].some((text) => / .* /.test(text)));
  const numbers = all[0]?.cells.map((_, i) => String(i + 1)) ?? [];
  const names = isNumbered
    ? [{ name: "row", limits: [], head: "row", cells: numbers, isRight: true }]
    : cutKeys;
  const blocks = [names], byRow: ShownColumn[] = [];
  for (const one of shown.slice(telling.length)) {
    const i = blocks.findIndex((block) => block === names || room([...block, one]) >= 0);
    if (i >= 0) blocks[i] = [...blocks[i], one];
    // A count at the side is worth no table of its own.
    else if (numbers.length > 1 && /^n_/.test(one.name) && !counts.includes(one.name)) byRow.push(one);
    else blocks.push([...names, one]);
  }
  const inFull = cutOnes.flatMap((one, i) =>
    isNumbered || one.length === 0 ? [] : [`${whole[i].name} in full: ${[...new Set(one)].join("; ")}`]
  );
  const told = alike.filter(({ name }) => !WARNING.test(name))
    .map(({ name, cells: [text] }) => `${name} ${cut(text, LONGEST) || "empty"}`);
  const some = frame.height > (all[0]?.cells.length ?? 0) ? " shown" : "";
  const made = left.map(({ name }) => name).join(", ");
  return {
    blocks,
    rows: isNumbered
      ? numbers.map((one, i) =>
        `row ${one}: ${whole.map(({ name, cells }) => `${name} ${cells[i]}`).join(", ")}`
      )
      : [],
    said: [
      ...inFull,
      ...byRow.map(({ name, cells }) => `${name} row by row: ${cells.join(", ")}`),
      ...told.length > 0 ? [`${numbers.length > 1 ? `all rows${some}: ` : ""}${told.join(", ")}`] : [],
      ...made ? [`not shown: ${made}; frame.select("…") shows them`] : [],
    ],
  };
}
