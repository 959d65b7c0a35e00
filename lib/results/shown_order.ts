import pl from "nodejs-polars";
import { ownFacts } from "../progress/own_facts.ts";
import { telling } from "./check_rows.ts";
import { factor } from "./factor.ts";
import { FRAMES } from "./frames.ts";
import { surelyAgree } from "./opposition.ts";
import type { ReadNote } from "./layouts/layout.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import { said } from "./said.ts";
import { requireOneOf, typedIn } from "../progress/require.ts";
import { inWords, rowsInWords } from "../progress/show.ts";
import { wilson } from "../stats/wilson.ts";

/** Whether choices name the answers as the data list them, or as the judge saw them. */
export type ChoiceOrder = "canonical" | "shown";

/** How choices of one judge agree between the two orders of the answers. */
export interface OrderReport {
  /** Name in the column `judge`. */
  judge: string;
  /** Judgments of the same answers that chose A or B in both orders. */
  both: number;
  /** How many pairs these are of: fewer where runs, pictures or conditions repeat them. */
  pairs: number;
  /** How many of them name another answer when the order is reversed. */
  flipped: number;
}

/** From which share of flips on choices look as if they spoke of the other order, whatever the humans say. */
const NEARLY_ALL = 0.9;

/** From how many standard errors between the two orders on that is said. */
const DECIDED = 3;

/** Fewest items on which that is said. */
const FEWEST = 10;

/**
 * Choices in shown order turned into canonical ones: where the judge saw the answers in reverse, its A is our B. The scores that they were made of
 * (`areScored`) go with them.
 */
export function canonicalChoices(pairs: pl.DataFrame, { areScored = false }): pl.DataFrame {
  const reversed = pl.col("swapped");
  const scores = areScored ? exchanged([["score_a", "score_b"]], reversed) : [];
  return pairs.withColumns(turnedLetters("choice", reversed), ...scores);
}

/** Columns of two sides, each with the other's values in some rows. */
export function exchanged(sides: readonly (readonly [a: string, b: string])[], rows: pl.Expr): pl.Expr[] {
  return sides.flatMap(([one, other]) =>
    [[one, other], [other, one]].map(([to, from]) =>
      pl.when(rows).then(pl.col(from)).otherwise(pl.col(to)).alias(to)
    )
  );
}

/** Orders that a reader may be told. */
export type Orders = Partial<Record<"choiceOrder" | "answersOrder", ChoiceOrder>>;

/** Throws for an order that there is not. */
export const requireOrders = (action: string) => ({ choiceOrder, answersOrder }: Orders) =>
  Object.entries({ choiceOrder, answersOrder })
    .forEach(([name, order]) => requireOneOf(action, name, order, [undefined, "canonical", "shown"]));

/** Whether choices or answers stand as the judge saw them, which is refused of files of other tools. */
export function areShown(action: string, orders: Orders, native: boolean): boolean {
  const [option] = (["choiceOrder", "answersOrder"] as const).filter((one) => orders[one] === "shown");
  if (option && !native) throw new RangeError(said("official_order", { action, option }));
  return option !== undefined;
}

/** A column of letters with A and B exchanged in some rows. */
export function turnedLetters(column: string, rows: pl.Expr): pl.Expr {
  const letter = pl.col(column), is = (one: string) => rows.and(letter.eq(pl.lit(one)));
  return pl.when(is("A")).then(pl.lit("B")).when(is("B")).then(pl.lit("A")).otherwise(letter).alias(column);
}

/** Of names those that say one thing of either answer, in pairs: all that ends in `_a` and has its `_b`. */
export function sidesOf(names: readonly string[]): [a: string, b: string][] {
  return names.map((name): [string, string] => [name, name.replace(/_a$/, "_b")])
    .filter(([name, other]) => name !== other && names.includes(other));
}

/** What is said of swapped rows of which nothing tells whether they list answers as shown. */
export function untoldOrder(frame: pl.DataFrame, isUntold: (row: number) => boolean): string[] {
  const hasSides = ["answer_a", "words_a", "model_a"].some((one) =>
    frame.columns.includes(one) && frame.getColumn(one).nullCount() < frame.height
  );
  const choices = frame.getColumn("choice").toArray().map(String);
  const n = choices.filter((choice, row) => isUntold(row) && ["A", "B"].includes(choice)).length;
  return !hasSides || n === 0 ? [] : [said("untold_order", { verdicts: inWords(n, "verdict") })];
}

/** Words for an answer's place on the screen, among them all that a hint takes for one. */
const { A, B } = ownFacts<{ meanings: Record<"A" | "B", readonly string[]> }>("words").meanings;
const PLACES = new RegExp(
  `(?<!\\p{L})(1st|2nd|former|latter|${
    [...A, ...B].filter((word) => /^\p{L}+$/u.test(word)).join("|")
  })(?!\\p{L})|左|右`,
  "iu",
);

/** How replies to judges of this library end, or that there is none. */
const ENDED = "ok abstained refused empty truncated out_of_range unparsable missing".split(" ");

/**
 * Whether judges of this library wrote the rows, whose choices it turned itself: other people's files may have columns of these names, but hardly how
 * replies end in our words, and beside each choice of pairs what the judge said of the order it saw.
 */
function isOurs(rows: pl.DataFrame): boolean {
  const isPairs = !rows.columns.includes("criterion"), own = isPairs ? ["shown"] : ["run", "image"];
  if (![...own, "status"].every((column) => rows.columns.includes(column))) return false;
  const texts = (column: string) => rows.getColumn(column).cast(pl.Utf8).toArray() as (string | null)[];
  const isEnded = texts("status").every((one) => ENDED.includes(one ?? ""));
  if (!isEnded || !isPairs) return isEnded;
  const [shown, swapped] = [texts("shown"), texts("swapped")], turned = new Map([["A", "B"], ["B", "A"]]);
  return texts("choice").every((choice, row) =>
    (swapped[row] === "true" ? turned.get(choice ?? "") ?? choice : choice) === shown[row]
  );
}

/**
 * Says of rows that the judge saw in reverse what is open: that none was turned, or, where nobody said of which order their choices speak, that they
 * are read as canonical ones. That is a warning but where each judge surely agrees with people in these rows, as it hardly would with choices
 * of the other order, or where a reader of this library has read the rows before (`isRead`); nothing is said where we wrote them.
 *
 * @param options what was asked, among it how choices are spelt, where the caller says what they mean
 * @throws {RangeError} where choices are whole replies or speak of places, which are those of the order shown
 */
export function sayOrder(
  action: string,
  rows: pl.DataFrame,
  { choiceOrder, values = {} }: { choiceOrder?: ChoiceOrder; values?: ShapeOptions["values"] },
  { notes, warnings, isRead, areReplies = false }: {
    notes: ReadNote[];
    warnings: string[];
    isRead: boolean;
    areReplies?: boolean;
  },
): void {
  const reversed = rows.columns.includes("swapped") ? rows.filter(pl.col("swapped")) : rows.head(0);
  const { height } = reversed;
  if (choiceOrder === "shown" && (height === 0 || isRead)) {
    warnings.push(said(height > 0 ? "turned_twice" : "turned_none"));
  }
  if (choiceOrder !== undefined || height === 0) return;
  const place = Object.keys(values.choice ?? {}).find((word) => PLACES.test(word));
  if (areReplies || place !== undefined) {
    const are = areReplies ? "are whole replies" : `say ${JSON.stringify(place)}`;
    throw new RangeError(said("order_wanted", { action, are, rows: rowsInWords(height) }));
  }
  if (isOurs(rows)) return;
  const text = said("reversed", {
    more: isRead ? ", as this library hands them out" : said("reversed_open"),
  });
  if (isRead || warnings.length > 0 || surelyAgree(reversed)) {
    notes.push({ name: "reversed", rows: height, text });
  } else warnings.push(`${rowsInWords(height)} ${text}`);
}

/** The mean of the shares of A and of B that are found among those that the humans preferred, and its standard error. */
function balanced(
  counts: Record<string, number>,
  side: "first" | "second",
): { share: number; error: number } {
  const [a, b] = ["A", "B"].map((answer) => {
    const n = counts[`n${answer}`], p = counts[`${side}${answer}`] / n;
    // Never 0: all of a few is no certainty.
    return { p, variance: Math.max(p * (1 - p), 1 / (n + 2)) / n };
  });
  return { share: (a.p + b.p) / 2, error: Math.sqrt(a.variance + b.variance) / 2 };
}

/**
 * How many items flip between the two orders, by judge, and a warning for each judge whose choices look as if they were in the
 * other order than was said: nearly all flip, or most do and the reversed rows would agree better with the humans turned round. A
 * judge that always takes the same slot flips as well: the warning says both.
 */
export function orderReport(
  pairs: pl.DataFrame,
  choiceOrder: ChoiceOrder,
  constant: readonly string[] = [],
): { orders: OrderReport[]; warnings: string[] } {
  const swapped = pairs.getColumn("swapped");
  if (pairs.height === 0 || swapped.min() === swapped.max()) return { orders: [], warnings: [] };
  const calls = FRAMES.pairs.key.filter((column) => column !== "swapped" && column !== "annotator");
  const key = telling(calls, constant);
  const { codes, levels } = factor(pairs.getColumn("judge"));
  // Of each row two copies are made, and there may be millions: numbers and booleans instead of texts. What is not A is B.
  const is = (column: string, answer: string) => pl.col(column).eq(pl.lit(answer)).fillNull(pl.lit(false));
  const keyed = pairs.select(
    pl.col("swapped"),
    is("choice", "A").alias("chosen"),
    is("human", "A").alias("humanA"),
    is("human", "B").alias("humanB"),
    is("choice", "A").or(is("choice", "B")).alias("decided"),
  ).withColumns(
    pairs.select(...key).hashRows().alias("key"),
    pl.Series("judge", codes, pl.Int32),
    pairs.select("benchmark", "item_id", "variant").hashRows().alias("pair"),
  )
    .filter(pl.col("decided"));
  // A verdict is one, however many people voted on it: beside it stands the first one's vote.
  const once = constant.includes("annotator")
    ? keyed
    : keyed.unique({ subset: ["key", "swapped"], keep: "first", maintainOrder: true });
  const side = (isSwapped: boolean) => once.filter(isSwapped ? pl.col("swapped") : pl.col("swapped").not());
  const both = side(false).select("key", "pair", "judge", pl.col("chosen").alias("first")).join(
    side(true).select("key", pl.col("humanA"), pl.col("humanB"), pl.col("chosen").alias("second")),
    { on: "key", how: "inner" },
  );
  const count = (is: pl.Expr, name: string) => is.cast(pl.Int32).sum().alias(name);
  const first = pl.col("first"), second = pl.col("second"), A = pl.col("humanA"), B = pl.col("humanB");
  const orders = both.groupBy("judge").agg(
    pl.col("key").count().cast(pl.Int32).alias("both"),
    pl.col("pair").nUnique().cast(pl.Int32).alias("pairs"),
    count(first.neq(second), "flipped"),
    count(A.or(B), "labelled"),
    count(A.and(second).or(B.and(second.not())), "right"),
    ...[count(A, "nA"), count(A.and(first), "firstA"), count(A.and(second), "secondA")],
    ...[count(B, "nB"), count(B.and(first.not()), "firstB"), count(B.and(second.not()), "secondB")],
  ).sort("judge").toRecords() as Record<string, number>[];
  const other = choiceOrder === "canonical" ? "shown" : "canonical";
  const way = `then read with choiceOrder: "${other}"${typedIn("choice-order", other, [])}`;
  const ours = isOurs(pairs),
    follows = ours ? ": the judge follows the slot" : said("follows_slot_or", { other, way });
  const slots: string[] = [], turned: string[] = [];
  for (const { judge, both, flipped, labelled, right, ...counts } of orders) {
    const name = levels[judge], [first, second] = [balanced(counts, "first"), balanced(counts, "second")];
    if (both < FEWEST) continue;
    const isMost = labelled > 0
      ? flipped > both / 2 && right < 0.45 * labelled
      : wilson(flipped, both).low > 0.5;
    if (flipped >= NEARLY_ALL * both || isMost) {
      slots.push(said("follows_slot", { name, flipped, both, why: follows }));
    } else if (
      !ours &&
      // A preference for a slot raises one of the two shares of a balanced accuracy and lowers the other: only a mistaken order turns it round.
      second.share < 0.5 && first.share - second.share > DECIDED * Math.hypot(first.error, second.error)
    ) {
      const shares = [first, second].map(({ share }) => share.toFixed(2)).join(" and ");
      turned.push(said("turned_order", { name, shares, other, way }));
    }
  }
  const reported = orders.map(({ judge, both, pairs, flipped }) => ({
    judge: String(levels[judge]),
    ...{ both, pairs, flipped },
  }));
  return { orders: reported, warnings: [...slots, ...turned] };
}
