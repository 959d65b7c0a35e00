import { limitsIn } from "./computed_behind.ts";
import { cellTexts, cut as cutText } from "./told.ts";

/** What tables are made of: a frame, or what has rows as one. */
export interface FrameLike {
  columns: string[];
  height: number;
  head(rows: number): FrameLike;
  toRecords(): Record<string, unknown>[];
  getColumn?(name: string): { unique(): { toArray(): unknown[] } };
}

export const SHOWN_CHARACTERS = 60;

const CUTS = [24, 16, 12], LONGEST = 120;

export const WARNING = /(^|_)(warning|note|assumes)$/;

export const cut = (text: string, most = SHOWN_CHARACTERS) => cutText(text.replace(/\s+/g, " "), most);

export interface Column {
  /** The columns of the frame in it: of an estimate its limits too. */
  names: string[];
  /** Its head, and the cells below it. */
  cells: string[];
  width: number;
  isRight: boolean;
}

/** The columns that a width has room for, an estimate with its limits in one; numbers with a digit less, texts of several words cut; which others there are, and what is said of these. */
export function narrowed(
  frame: FrameLike,
  names: readonly string[],
  records: readonly Record<string, unknown>[],
  width: number,
) {
  const textOf = cellTexts(frame, records, 3), limitsOf = limitsIn(frame);
  const limits = [...limitsOf.values()].flat(), rankOf = ranks(frame, names, records);
  const { alike, said } = alikeIn(
    frame,
    records,
    textOf,
    names.filter((name) => !limits.includes(name) && ![ESTIMATE, VERDICT].includes(rankOf(name))),
  );
  const textsOf = (name: string) => records.map((record) => textOf(name, record[name]));
  const own = names.filter((name) => !limits.includes(name) && !alike.includes(name))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const mains = own.filter((name) => [ESTIMATE, VERDICT].includes(rankOf(name)));
  const keys = own.filter((name) => rankOf(name) === KEY);
  // Where not all have room keys go before what they are of.
  const ordered = [...new Set([...mains, ...keys, ...own])];
  const columnsOf = (most: number) =>
    ordered.map((name): Column => {
      const [low, high] = limitsOf.get(name) ?? [], texts = textsOf(name), isRight = isNumbers(records, name);
      if (low === undefined || high === undefined) {
        const cells = cellsOf(
          name,
          texts,
          keys.includes(name) ? most : Math.min(most, CUTS[0]),
          most < CUTS[0],
        );
        return { names: [name], isRight, ...cells };
      }
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
  const fit = (columns: readonly Column[]) =>
    columns.reduce((room, one) => room - one.width - 2, width + 2) >= 0;
  const most =
    [SHOWN_CHARACTERS, ...CUTS].find((most) => fit(columnsOf(most).slice(0, mains.length + keys.length))) ??
      CUTS.at(-1)!;
  const fitting = columnsOf(most).reduce<Column[]>(
    (all, one) => all.length === 0 || fit([...all, one]) ? [...all, one] : all,
    [],
  );
  const drawn = fitting.flatMap(({ names }) => names), left = names.filter((name) => !drawn.includes(name));
  const unsaid = left.filter((name) => !alike.includes(name) && !WARNING.test(name));
  const room = unsaid.length === 0 ? said : [
    ...said,
    `no room for ${unsaid.join(", ")}; frame.select("…") chooses, writeFrame(frame, "x.csv") writes all`,
  ];
  const columns = fitting.toSorted((a, b) => names.indexOf(a.names[0]) - names.indexOf(b.names[0]));
  return { columns, room, left, most: Math.min(most, CUTS[0]) };
}

/** Names of models differ at their beginning or their end. */
const cutInside = (text: string, most: number) =>
  text.length > most
    ? `${text.slice(0, Math.ceil(most / 2) - 1)}…${text.slice(-Math.floor(most / 2))}`
    : text;

/** Those of some columns that have the same cell in several rows, and what is said of these below. */
export function alikeIn(
  { height }: FrameLike,
  records: readonly Record<string, unknown>[],
  textOf: (name: string, value: unknown) => string,
  names: readonly string[],
): { alike: string[]; said: string[] } {
  const first = (name: string) => textOf(name, records[0][name]);
  const alike = names.filter((name) =>
    records.length > 1 && records.every((record) => textOf(name, record[name]) === first(name)) &&
    (first(name) === "" || !WARNING.test(name))
  );
  const said = alike.filter((name) => first(name) !== "").map((name) =>
    `${name} ${cut(first(name), LONGEST)}`
  );
  const shown = height > records.length ? " shown" : "";
  return { alike, said: said.length > 0 ? [`all rows${shown}: ${said.join(", ")}`] : [] };
}

/** Texts in one line each below their head; those of several words (or `all`, in their middle) are cut where the column is narrower then, no further than they can be told apart. */
export function cellsOf(
  head: string,
  texts: readonly string[],
  most: number,
  all = false,
): Pick<Column, "cells" | "width"> {
  const cutTo = (most: number) => {
    const cells = texts.map((text) =>
      all ? cutInside(text, most) : cut(text, text.includes(" ") ? most : SHOWN_CHARACTERS)
    );
    return { cells: [head, ...cells], width: Math.max(...[head, ...cells].map(({ length }) => length)) };
  };
  const whole = cutTo(SHOWN_CHARACTERS), count = new Set(whole.cells).size;
  const short = [most, ...CUTS.toReversed().filter((one) => one > most)].map(cutTo)
    .find(({ cells }) => new Set(cells).size === count);
  return short && short.width < whole.width ? short : whole;
}

const ROW = /^(item_id|judge|human|choice|hypothesis|part)$/;
const RESTS = /^(n|p|df|effect|method|clusters|delta|null_value)$|^(n|p|effect)_|_(clusters|df)$/;

/** How much columns are looked for: what tells rows apart, the main estimate and its verdict, p, n, others with limits, the rest, warnings (which stand below), what they rest on. */
const [KEY, ESTIMATE, VERDICT, P, N, LIMITED, OTHER, REMARK, REST] = Array(9).keys();

function ranks(
  frame: FrameLike,
  names: readonly string[],
  records: readonly Record<string, unknown>[],
): (name: string) => number {
  const limits = limitsIn(frame), main = mainOf(limits);
  const keys = names.filter((name) =>
    ROW.test(name) || names.indexOf(name) < names.indexOf(main ?? "") && !isNumbers(records, name)
  );
  const apart = (count: number) =>
    new Set(records.map((record) => JSON.stringify(keys.slice(0, count).map((key) => record[key])))).size;
  // Beside an estimate those alone which tell more rows apart than the ones before them.
  const telling = keys.filter((_, i) => main === undefined || i === 0 || apart(i + 1) > apart(i));
  return (name) => {
    if (telling.includes(name)) return KEY;
    if (name === main) return ESTIMATE;
    if (name === "verdict") return VERDICT;
    if (/^(p|p_value)$/.test(name)) return P;
    if (name === "n") return N;
    return limits.has(name) ? LIMITED : RESTS.test(name) ? REST : WARNING.test(name) ? REMARK : OTHER;
  };
}

/** The estimate that a table is of: whose limits are `low` and `high`, else the first that has any. */
const mainOf = (limits: ReturnType<typeof limitsIn>): string | undefined =>
  ([...limits].find(([, [low]]) => low === "low") ?? [...limits][0])?.[0];

export function isNumbers(records: readonly Record<string, unknown>[], name: string): boolean {
  return records.some((record) => typeof record[name] === "number");
}
