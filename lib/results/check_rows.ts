import pl from "nodejs-polars";
import { factor, frameCodes } from "./factor.ts";
import { type FrameName, FRAMES } from "./frames.ts";
import type { JoinedTables, Locate } from "./join_tables.ts";
import { isFunctionOf, isText, repeatedKeys } from "./check.ts";
import { placeIn, ResultsError, shown } from "./results_error.ts";
import { valueAt } from "./frame.ts";
import { said } from "./said.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import { takeRows } from "./take_rows.ts";
import { withoutCopies } from "./copies.ts";
import { toldColumns } from "../progress/require.ts";

const TEXTS = ["answer_a", "answer_b", "query"];

/** Rows of a frame in which no key stands twice; copies are left out where the caller drops what is invalid, of others the first stays where he says so; else they are refused. */
export function checkKey(
  name: FrameName,
  joined: JoinedTables,
  onInvalid?: ShapeOptions["onInvalid"],
): JoinedTables {
  const { frame, locate, filled, constant } = joined, whole: readonly string[] = FRAMES[name].key;
  const key = whole.filter((column) => frame.columns.includes(column));
  if (key.length === 0 || frame.height < 2) return joined;
  const repeated = repeatedKeys(frame, telling(key, constant));
  if (repeated === null) return joined;
  const left = (own: pl.DataFrame) => ({ ...joined, frame: own, locate: joined.locateIn(own) });
  if (onInvalid === "first") return left(takeRows(frame, firstAnswered(frame, telling(key, constant))));
  const own = withoutCopies(frame), alike = frame.height - own.height;
  if (onInvalid === "drop" && alike > 0) return checkKey(name, left(own));
  const describeKey = (row: number) =>
    telling(key, constant).map((column) => `${column} ${valueAt(frame, column, row)}`).join(", ");
  const [first] = repeated.first,
    lacks = whole.filter((column) => filled.includes(column) || !key.includes(column)).join(", ");
  const again = ["annotator", "run"].find((one) => frame.columns.includes(one) && !key.includes(one));
  const way = again && filled.includes("condition")
    ? said("as_condition", { column: again, way: toldColumns([["condition", again]]) })
    : "";
  const isOfItem = (column: string) => {
    const ids = frame.getColumn(column), isId = isText(ids) || /Int/.test(String(ids.dtype));
    return isId && ids.nullCount() === 0 && ids.nUnique() < frame.height &&
      repeatedKeys(frame, telling(key, constant).map((one) => one === "item_id" ? column : one)) === null;
  };
  const isOther = TEXTS.some((column) =>
    frame.columns.includes(column) &&
    valueAt(frame, column, first.row) !== valueAt(frame, column, first.earlier)
  );
  // Whose values stand under several judges or orders, and never twice under one, names the item.
  const item = isOther
    ? frame.columns.find((column) =>
      !Object.hasOwn(FRAMES[name].columns, column) && !TEXTS.includes(column) && isOfItem(column)
    )
    : undefined;
  throw new ResultsError({
    ...locate(first.row),
    value: describeKey(first.row),
    expected: said("one_row", {
      ...{ key, same: placed(locate(first.earlier)) },
      apart: isOther
        ? said("other_texts", {
          way: item ? `name ${toldColumns([["item_id", item]])}` : said("number_rows"),
        })
        : lacks === ""
        ? ""
        : said("lacks_of_key", { lacks }) + way,
      copies: alike === 0
        ? ""
        : said("copies_of_rows", { some: alike === repeated.count ? "" : `${alike} of them ` }),
      others: isOther || alike === repeated.count ? "" : said("contradict"),
    }),
    count: repeated.count,
    examples: repeated.first.map(({ row }) => {
      const { line, record } = locate(row);
      return { line, record, column: null, value: describeKey(row) };
    }),
  });
}

/** What a row says: a call that failed says nothing, and gives way to its retry. */
const SAYS = ["choice", "more_informative", "unbiased", "biased", "parsed", "expected", "reply"]
  .flatMap((one) => /biased$/.test(one) ? [one, `${one}_reply`] : one);

/** Rows that have a verdict, a score or a reply. */
export function answered(frame: pl.DataFrame): boolean[] {
  const says = SAYS.filter((one) => frame.columns.includes(one)).map((one) => frame.getColumn(one).toArray());
  return Array.from({ length: frame.height }, (_, row) => says.some((one) => (one[row] ?? "") !== ""));
}

/** Of rows of one key the first that is answered, else the first, in the order of the frame. */
function firstAnswered(frame: pl.DataFrame, key: readonly string[]): Int32Array {
  const { codes, size } = frameCodes(frame, key), has = answered(frame), kept = new Int32Array(size).fill(-1);
  codes.forEach((code, row) => {
    if (kept[code] < 0 || has[row] && !has[kept[code]]) kept[code] = row;
  });
  return kept.filter((row) => row >= 0).sort();
}

export const placed = ({ file, ...at }: ReturnType<Locate>) => [file, placeIn(at)].filter(Boolean).join(", ");

interface Agreement {
  column: string;
  key: readonly string[];
  except?: readonly [column: string, value: string];
  expected: string;
}

/** The human's preference belongs to the item, not to the judge; several people may differ, where `annotator` tells them apart. */
export const ONE_HUMAN: Agreement = {
  column: "human",
  key: ["benchmark", "item_id", "annotator"],
  except: ["variant", "verbose"],
  expected: "one_human",
};

export const ONE_HUMAN_OF_CRITERION: Agreement = {
  column: "human",
  key: ["split", "item_id", "criterion"],
  expected: "one_human_of_criterion",
};

/** People vote on one verdict of a judge, and two are two runs. */
export const ONE_CHOICE: Agreement = {
  column: "choice",
  key: FRAMES.pairs.key.filter((column) => column !== "annotator"),
  expected: "one_choice",
};

export function requireAgreement(...asked: Parameters<typeof disagreement>): void {
  const error = disagreement(...asked);
  if (error) throw error;
}

export function disagreement(
  frame: pl.DataFrame,
  { column, key, except, expected }: Agreement,
  locate: Locate,
  constant: readonly string[] = [],
): ResultsError | undefined {
  if (constant.includes(column)) return undefined;
  const own = telling(key, constant), [name = "", value = ""] = except ?? [];
  const isLeft = pl.col(name).eq(pl.lit(value));
  const hasLeft = except !== undefined && !constant.includes(name) &&
    frame.getColumn(name).unique().toArray().includes(value);
  if (isFunctionOf(hasLeft ? frame.filter(isLeft.not()) : frame, column, own)) return undefined;
  const { codes, size } = frameCodes(frame, own);
  const left = hasLeft ? frame.select(isLeft.alias("left")).getColumn("left").toArray() : [];
  const values = factor(frame.getColumn(column)).codes, first = new Int32Array(size).fill(-1);
  for (let row = 0; row < codes.length; row++) {
    const earlier = first[codes[row]];
    if (left[row]) continue;
    if (earlier < 0) first[codes[row]] = row;
    else if (values[earlier] !== values[row]) {
      const of = (name: string) => valueAt(frame, name, row);
      const found = Object.fromEntries(own.map((name) => [name, of(name)]));
      const other = shown(valueAt(frame, column, earlier));
      const wanted = said(expected, { ...found, item: of("item_id"), other, place: placed(locate(earlier)) });
      return new ResultsError({ ...locate(row), column, value: of(column), expected: wanted });
    }
  }
  return undefined;
}

export function telling(key: readonly string[], constant: readonly string[]): readonly string[] {
  return key.filter((column) => !constant.includes(column));
}
