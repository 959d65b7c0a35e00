import pl from "nodejs-polars";
import { isFunctionOf, isText } from "./check.ts";
import { placed } from "./check_rows.ts";
import { valueAt } from "./frame.ts";
import { partsOf, stepsOf, valuesAt } from "./json_lines.ts";
import type { JoinedTables } from "./join_tables.ts";
import { OTHER_NAMES, plain } from "./other_names.ts";
import { distinct } from "./rating_warnings.ts";
import { toldColumns } from "../progress/require.ts";
import { FRAMES } from "./frames.ts";
import { ResultsError } from "./results_error.ts";
import { said } from "./said.ts";
import { grouped } from "../stats/grouped.ts";
import { frameCodes } from "./factor.ts";

/** How rows list the two answers of their item. */
export interface Listing {
  /** Number of a row's item with these two answers; -1 where the row tells neither by model nor by text which they are. */
  codes: number[];
  /** Whether the lesser of the two, by name or by text, stands first. */
  first: boolean[];
}

/** A text as its words: files differ in line breaks and blanks. */
export const asWords = (answer: string) =>
  pl.col(answer).cast(pl.Utf8).str.replaceAll("(\\s|\\\\[ntr])+", " ").str.strip();

/**
 * Rows with the two models (or texts, or lengths) of their item in either order as `pair`, and whether the lesser stands first as `first`; nothing where
 * one of them is not told, or both are the same.
 */
export function listed(frame: pl.DataFrame, side: "model" | "answer" | "words"): pl.DataFrame {
  const names = [`${side}_a`, `${side}_b`];
  const isTold = names.every((name) =>
    frame.columns.includes(name) && (side === "words" || isText(frame.getColumn(name)))
  );
  if (!isTold) {
    return frame.withColumns(
      pl.lit(null).cast(pl.Utf8).alias("pair"),
      pl.lit(null).cast(pl.Bool).alias("first"),
    );
  }
  const [a, b] = names.map((name) =>
    side === "answer" ? asWords(name).hash().cast(pl.Utf8) : pl.col(name).cast(pl.Utf8)
  );
  const isKnown = names.map((name) => pl.col(name).isNotNull()).reduce((one, other) => one.and(other)).and(
    a.neq(b),
  );
  const both = (pair: pl.Expr[]) => pl.concatString(pair, "\u0000");
  return frame.withColumns(
    pl.when(isKnown.and(a.lt(b))).then(both([a, b])).when(isKnown).then(both([b, a])).otherwise(pl.lit(null))
      .alias("pair"),
    pl.when(isKnown).then(a.lt(b)).otherwise(pl.lit(null)).alias("first"),
  );
}

/** Whether rows of an item have the same two texts in both orders; where each item has one text A, that costs a look at it alone. */
export function isExchanged(frame: pl.DataFrame, item: readonly string[]): boolean {
  const { columns } = frame;
  if (!columns.includes("answer_a") || isFunctionOf(frame, "answer_a", item)) return false;
  return !isFunctionOf(listed(frame, "answer"), "first", [...item, "pair"]);
}

/** How each row lists its answers: by the names of models, or by texts, which belong to models where some row has both. */
export function listing(byModel: pl.DataFrame, byText: pl.DataFrame, key: readonly string[]): Listing {
  const [models, texts] = [byModel, byText].map((rows) => ({
    ...frameCodes(rows, key),
    first: rows.getColumn("first").toArray() as (boolean | null)[],
  }));
  const links = new Map<number, { code: number; isSame: boolean }>();
  models.first.forEach((first, row) => {
    const text = texts.codes[row];
    if (first === null || texts.first[row] === null || links.has(text)) return;
    links.set(text, { code: models.codes[row], isSame: first === texts.first[row] });
  });
  const own = models.first.map((first, row) => {
    const text = texts.codes[row], known = links.get(text), byText = texts.first[row];
    if (first !== null) return { code: models.codes[row], first };
    if (byText === null) return { code: -1, first: false };
    return known
      ? { code: known.code, first: byText === known.isSame }
      : { code: models.size + text, first: byText };
  });
  return { codes: own.map(({ code }) => code), first: own.map(({ first }) => first) };
}

/**
 * The order of the two answers of every item: that of its first row which was not shown in reverse, if some was not. It is open where units (a
 * judge in a file) list the item in either, each by its own first row.
 */
export function itemOrders(
  { codes, first }: Listing,
  units: ArrayLike<number>,
  swapped: readonly boolean[],
): Map<number, { first: boolean; isOpen: boolean }> {
  const voices = new Map<number, Map<number, { first: boolean; isSwapped: boolean }>>();
  codes.forEach((code, row) => {
    if (code < 0) return;
    const own = voices.get(code) ?? new Map(), known = own.get(units[row]);
    voices.set(code, own);
    if (known === undefined || known.isSwapped && !swapped[row]) {
      own.set(units[row], { first: first[row], isSwapped: swapped[row] });
    }
  });
  return new Map([...voices].map(([code, own]) => {
    const all = [...own.values()], told = all.filter(({ isSwapped }) => !isSwapped);
    const [one, ...others] = told.length > 0 ? told : all;
    return [code, { first: one.first, isOpen: others.some(({ first }) => first !== one.first) }];
  }));
}

/**
 * Whether units (a judge in a file) list the answers of rows that were shown in reverse as the judge saw them: true where all of these stand the
 * other way round than rows of their code that were not, false where none does. A unit of which nothing tells is not there.
 */
export function shownUnits(
  { codes, first }: { codes: ArrayLike<number>; first: readonly unknown[] },
  units: ArrayLike<number>,
  swapped: readonly boolean[],
  { least = 1 } = {},
): Map<number, boolean> {
  const told = new Map<number, Set<unknown>>(), rows = swapped.map((_, row) => row);
  for (const row of rows) {
    if (!swapped[row]) told.set(codes[row], (told.get(codes[row]) ?? new Set()).add(first[row]));
  }
  const known = rows.filter((row) => codes[row] >= 0 && first[row] !== null && told.has(codes[row]));
  return new Map([...grouped(known, (row) => units[row])].flatMap(([unit, own]) => {
    const isOpen = (row: number) => told.get(codes[row])!.size > 1;
    const reversed = own.filter((row) => swapped[row] && !isOpen(row));
    const turned = reversed.filter((row) => !told.get(codes[row])!.has(first[row])).length;
    const isShown = turned > 0 && turned === reversed.length && !own.some(isOpen);
    return reversed.length >= least && (isShown || turned === 0) ? [[unit, isShown] as const] : [];
  }));
}

/** What is thrown where a row lists its item's answers the other way round than another does. */
export function inBothOrders(
  { frame, locate }: JoinedTables,
  { codes, isOther }: { codes: readonly number[]; isOther: readonly boolean[] },
  row: number,
  { where, todo }: Record<"where" | "todo", string>,
): ResultsError {
  const other = codes.findIndex((code, one) => code === codes[row] && !isOther[one]);
  const column = valueAt(frame, "model_a", row) === null ? "answer_a" : "model_a";
  const item = valueAt(frame, "item_id", row), place = placed(locate(other));
  const expected = said("in_both_orders", { where, item, place, todo });
  return new ResultsError({ ...locate(row), column, value: valueAt(frame, column, row), expected });
}

/** How many rows are looked at for that. */
const LOOKED_AT = 1000;

/** Names of columns of two values that may say an order, and of the answer shown first. */
const ORDER =
  /(^|_)(order|shown|displayed|pos|positions?|swap\w*|flip\w*|invert\w*|permut\w*|shuffl\w*|present(ed|ation)|revers\w*)(_|$)|^(first|left|slot)(_(answer|response|model|[ab]))?$/;

/** A column, or a value in its objects, that sounds like the order in which the judge saw the answers, while all count as seen in the file's. */
export function* unreadOrder({ frame, filled, nested }: {
  frame: pl.DataFrame;
  filled: readonly string[];
  nested: ReadonlySet<string>;
}) {
  if (frame.columns.includes("swapped") && !filled.includes("swapped")) return;
  const open = frame.columns.filter((one) => !Object.hasOwn(FRAMES.pairs.columns, one));
  const ownName = (one: string) => one.replace(/^([^.[]+)_in_file(?=[.[]|$)/, "$1");
  const [inner, flat] = [true, false].map((is) => open.filter((one) => nested.has(ownName(one)) === is));
  const records = inner.length > 0 ? objectsOf(frame.select(...inner).head(LOOKED_AT)) : [];
  const found = flat.find((one) => isOrder(one, distinct(frame.head(LOOKED_AT), one))) ??
    inner.flatMap((one) => partsOf(records, one)).find((path) => isOrder(path, valuesAt(records, path)));
  const name = found && ownName(found);
  if (name) yield said("unread_order", { name, way: toldColumns([["swapped", name]]) });
}

/** Rows of lists and objects, which may stand there as their JSON beside other texts. */
function objectsOf(frame: pl.DataFrame): Record<string, unknown>[] {
  const parsed = (column: string, cell: unknown) => {
    if (typeof cell !== "string" || !/^[[{]/.test(cell) || !frame.columns.includes(column)) return cell;
    try {
      return JSON.parse(cell);
    } catch {
      return cell;
    }
  };
  return JSON.parse(`${frame.writeJSON({ format: "json" })}`, parsed);
}

/** Whether a column, or what stands at the end of a path into records, says by its name and values which answer was shown first. */
function isOrder(path: string, values: readonly unknown[]): boolean {
  const each = [...new Set(values)].filter((value) => value != null),
    [place] = /\[[01]\]$/.exec(path) ?? [""];
  // Of our own column `order` metrics know the word.
  if (path === "order" && each.every((value) => value === "known" || value === "unknown")) return false;
  const last = plain(stepsOf(place ? path.slice(0, -place.length) : path).at(-1)!);
  const isUsual = OTHER_NAMES.swapped.includes(last);
  return isUsual && !/[.[]/.test(path) ||
    (each.length === 2 || place !== "" && each.length > 2) && (isUsual || ORDER.test(last));
}
