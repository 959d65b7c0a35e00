import type pl from "nodejs-polars";
import { isFunctionOf, isNested, isText } from "./check.ts";
import { FRAMES } from "./frames.ts";
import { OTHER_NAMES, plain, several } from "./other_names.ts";
import { distinct } from "./rating_warnings.ts";

/** Names of columns that may say an order, and pairs of values that say one whatever the column is called. */
const SOUNDS_LIKE_ORDER =
  /(^|_)(order|shown|displayed|positions?|swap\w*|flip\w*|presentation|presented|revers\w*)(_|$)/;
const ORDERS =
  /^(ab,ba|a.b,b.a|1.?2,2.?1|(normal|original|forward),(backward|flipped|revers\w*|swapped)|a.first,b.first)$/;

/** A column that sounds like the order in which the judge saw the answers, while all count as seen in the file's. */
export function* unreadOrder({ frame, filled }: { frame: pl.DataFrame; filled: readonly string[] }) {
  if (!filled.includes("swapped")) return;
  // Of our own column `order` metrics know the word.
  const isOurs = (column: string) =>
    column === "order" && distinct(frame, column).every((value) => value === "known" || value === "unknown");
  const isTold = (one: string) => {
    if (Object.hasOwn(FRAMES.pairs.columns, one) || isOurs(one)) return false;
    if (OTHER_NAMES.swapped.includes(one.toLowerCase())) return true;
    if (isNested(frame.getColumn(one))) return false;
    const values = distinct(frame.head(LOOKED_AT), one).map((value) => String(value).trim().toLowerCase());
    return values.length === 2 && (SOUNDS_LIKE_ORDER.test(plain(one)) || ORDERS.test(values.sort().join()));
  };
  const name = frame.columns.find(isTold);
  if (name === undefined) return;
  yield `the column ${name} is not read: if it says in which order the judge saw the answers, name it (columns: { swapped: ` +
    `"${name}" }, with values: { swapped: { … } } where it is not true and false); now all answers count as seen in the ` +
    "order of the file";
}

/** Scripts that are written without blanks between words. */
const NO_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Longest text in such a script that may be one word, and how many texts are looked at. */
const ONE_WORD = 8, LOOKED_AT = 1000;

/** Answers whose words were counted by blanks that their script does not have. */
export function* unspaced({ frame }: { frame: pl.DataFrame }) {
  const answers = ["answer_a", "answer_b"].filter((one) =>
    frame.columns.includes(one) && isText(frame.getColumn(one))
  );
  const texts = answers.flatMap((one) =>
    frame.getColumn(one).dropNulls().head(LOOKED_AT).toArray() as string[]
  );
  const long = texts.filter((text) =>
    NO_BLANKS.test(text) && text.length > ONE_WORD * Math.max(1, text.trim().split(/\s+/).length)
  );
  if (long.length === 0 || 2 * long.length < texts.length) return;
  yield `${
    answers.join(", ")
  }: most texts are in a script without blanks between words, so that words_a and words_b count ` +
    "runs between blanks and not words: for lengths write counts of your own (characters do) into these two columns";
}

/** Items with several names of their picture: each counts as one. A condition may have pictures of its own. */
export function* twoPictures({ frame }: { frame: pl.DataFrame }) {
  const key = ["benchmark", "item_id", "condition"];
  if (isFunctionOf(frame, "image_id", key)) return;
  const rows = frame.select(...key, "image_id").unique().sort([...key, "image_id"]).rows() as string[][];
  const items = several(rows, (row) => JSON.stringify(row.slice(0, -1))), [own] = items;
  const [first, ...others] = own.map((row) => row.at(-1)!);
  const isPath = new Set([first, ...others].map((name) => name.split("/").at(-1))).size === 1;
  const way = isPath
    ? 'in pandas df.image_id = df.image_id.str.split("/").str[-1]'
    : `values: { image_id: ${JSON.stringify(Object.fromEntries(others.map((name) => [name, first])))} }`;
  const names = [first, ...others].map((name) => JSON.stringify(name)).join(" and ");
  yield `image_id: item ${own[0][1]} has ${names}${
    items.length > 1 ? ` (and ${items.length - 1} more have several)` : ""
  }: each counts as a picture of its own, which makes ` +
    `intervals too narrow; if they are one picture, give it one name, ${way}`;
}
