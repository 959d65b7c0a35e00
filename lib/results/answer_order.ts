import pl from "nodejs-polars";
import { requireOneOf, typedIn } from "../progress/require.ts";
import { rowsInWords } from "../progress/show.ts";
import { wilson } from "../stats/wilson.ts";
import { isText } from "./check.ts";
import { disagreement, requireAgreement, telling } from "./check_rows.ts";
import { FRAMES } from "./frames.ts";
import type { JoinedTables } from "./join_tables.ts";
import type { ReadNote } from "./layouts/layout.ts";
import { surelyAgree } from "./opposition.ts";
import { said } from "./said.ts";

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

export type Orders = Partial<Record<"choiceOrder" | "answersOrder", ChoiceOrder>>;

type Found = { notes: ReadNote[]; warnings: string[]; areScored?: boolean };

export const requireOrders = (action: string) => ({ choiceOrder, answersOrder }: Orders) =>
  Object.entries({ choiceOrder, answersOrder })
    .forEach(([name, order]) => requireOneOf(action, name, order, [undefined, "canonical", "shown"]));

export function requireCanonical(action: string, orders: Orders): void {
  const option = (["choiceOrder", "answersOrder"] as const).find((one) => orders[one] === "shown");
  if (option) throw new RangeError(said("official_order", { action, option }));
}

export function canonicalChoices(pairs: pl.DataFrame, { areScored }: Pick<Found, "areScored">): pl.DataFrame {
  const swapped = pl.col("swapped"), scores = areScored ? exchanged(["score_a"], swapped) : [];
  return pairs.withColumns(turnedLetters("choice", swapped), ...scores);
}

function turnedLetters(column: string, rows: pl.Expr): pl.Expr {
  const letter = pl.col(column), is = (one: string) => rows.and(letter.eq(pl.lit(one)));
  return pl.when(is("A")).then(pl.lit("B")).when(is("B")).then(pl.lit("A")).otherwise(letter).alias(column);
}

const otherSide = (name: string) => name.replace(/_a$/, "_b");

function exchanged(names: readonly string[], rows: pl.Expr): pl.Expr[] {
  const filled = (to: string, from: string) =>
    pl.when(rows).then(pl.col(from)).otherwise(pl.col(to)).alias(to);
  return names.flatMap((name) => [filled(name, otherSide(name)), filled(otherSide(name), name)]);
}

/** Rows that tell the two models (or texts) of their item, with these in either order as `pair`; files differ in line breaks and blanks. */
function listed(frame: pl.DataFrame, side: string): pl.DataFrame {
  const names = [`${side}_a`, `${side}_b`];
  if (!names.every((name) => frame.columns.includes(name) && isText(frame.getColumn(name)))) {
    return frame.head(0).withColumns(pl.lit("").alias("pair"));
  }
  const [a, b] = names.map((name) => pl.col(name)),
    both = (pair: pl.Expr[]) => pl.concatString(pair, "\u0000");
  const bare = names.map((name) =>
    pl.col(name).cast(pl.Utf8).str.replaceAll("(\\s|\\\\[ntr])+", " ").str.strip().alias(name)
  );
  return frame.withColumns(...bare).filter(a.neq(b))
    .withColumns(pl.when(a.lt(b)).then(both([a, b])).otherwise(both([b, a])).alias("pair"));
}

export function inOneOrder(
  joined: JoinedTables,
  { notes, warnings, areScored = false, options: { choiceOrder, answersOrder } }: Found & { options: Orders },
  item: readonly string[],
): JoinedTables {
  const { frame } = joined, { columns } = frame, swapped = pl.col("swapped");
  const isDecided = (column: string) => pl.col(column).isIn(["A", "B"]);
  if (choiceOrder === "shown" && answersOrder === undefined) {
    const open = frame.filter(swapped.and(isDecided("choice")))
      .join(frame.filter(swapped.not()).select(...item).unique(), { on: [...item], how: "anti" }).height;
    const hasSides = ["answer_a", "words_a", "model_a"].some((one) =>
      columns.includes(one) && frame.getColumn(one).nullCount() < frame.height
    );
    if (open > 0 && hasSides) warnings.push(said("untold_order", { verdicts: open }));
  }
  const rows = frame.filter(swapped).height;
  if (answersOrder !== "shown" || rows === 0) return joined;
  notes.push({ name: "turned_models", rows, text: said("turned_models") });
  // A model that a verdict names is the row's own first or second.
  const named = ["choice", "human", "more_informative"].filter((column) => {
    const { rows = 0 } = notes.find(({ name }) => name === `named_${column}`) ?? {};
    return columns.includes(column) && frame.filter(isDecided(column)).height === rows;
  });
  const sides = columns.filter((name) => otherSide(name) !== name && columns.includes(otherSide(name)));
  return {
    ...joined,
    frame: frame.withColumns(
      ...exchanged(areScored ? sides.filter((name) => name !== "score_a") : sides, swapped),
      ...named.map((name) => turnedLetters(name, swapped)),
    ),
  };
}

/** Throws where the two models or texts of an item stand in both orders; a warning where only what else belongs to its answers differs. */
export function requireOneOrder(
  frame: pl.DataFrame,
  { locateIn, constant }: JoinedTables,
  item: readonly string[],
): string[] {
  for (const side of ["model", "answer"]) {
    const column = `${side}_a`, rows = constant.includes(column) ? frame.head(0) : listed(frame, side);
    const agreement = { column, key: [...item, "pair"], expected: "one_order" };
    requireAgreement(rows, agreement, locateIn(rows), constant);
  }
  const key = [...item, "annotator", "condition"].filter((column) => frame.columns.includes(column));
  return ["more_informative", "words_a"].filter((column) => frame.columns.includes(column)).flatMap(
    (column) => {
      const rows = frame.filter(pl.col(column).isNotNull());
      return disagreement(rows, { column, key, expected: "one_answer" }, locateIn(rows), constant)?.message ??
        [];
    },
  );
}

/** Whether judges of this library wrote the rows, whose choices it turned itself: of pairs they say beside each choice what the judge said of the order it saw. */
function isOurs(rows: pl.DataFrame): boolean {
  const own = rows.columns.includes("criterion") ? ["run", "image"] : ["shown"];
  if (![...own, "status"].every((column) => rows.columns.includes(column))) return false;
  const letters = rows.columns.includes("shown") ? rows.getColumn("shown").unique().toArray() : [];
  return letters.every((one) => one === null || ["A", "B", "tie"].includes(String(one)));
}

/** Says of rows that the judge saw in reverse what is open; only a note where each judge surely agrees with people in these rows. */
export function sayOrder(
  action: string,
  rows: pl.DataFrame,
  { notes, warnings, options: { choiceOrder }, replies }: Found & { options: Orders; replies?: unknown },
  isRead = false,
): void {
  if (notes.some(({ name }) => name === "named_choice")) return;
  const reversed = rows.columns.includes("swapped") ? rows.filter(pl.col("swapped")) : rows.head(0);
  const { height } = reversed;
  if (choiceOrder === "shown" && (height === 0 || isRead)) {
    warnings.push(said(height > 0 ? "turned_twice" : "turned_none"));
  }
  if (choiceOrder !== undefined || height === 0) return;
  if (replies) throw new RangeError(said("order_wanted", { action, rows: height }));
  if (isOurs(rows)) return;
  const text = said("reversed") + (isRead ? "" : said("reversed_open"));
  if (isRead || warnings.length > 0 || surelyAgree(reversed)) {
    notes.push({ name: "reversed", rows: height, text });
  } else warnings.push(`${rowsInWords(height)} ${text}`);
}

export function orderReport(all: pl.DataFrame, choiceOrder: ChoiceOrder, constant: readonly string[] = []) {
  // What was shown in no order, or in one that nobody knows, has none to flip between.
  const pairs = all.columns.includes("order")
    ? all.filter(pl.col("order").cast(pl.Utf8).eq(pl.lit("unknown")).fillNull(pl.lit(false)).not())
    : all;
  const swapped = pairs.getColumn("swapped");
  if (pairs.height === 0 || swapped.min() === swapped.max()) return { orders: [], warnings: [] };
  const calls = FRAMES.pairs.key.filter((column) => column !== "swapped" && column !== "annotator");
  const decided = pairs.select(
    pl.col("swapped"),
    pl.col("judge").cast(pl.Utf8),
    pl.col("choice").eq(pl.lit("A")).alias("chosen"),
    pl.col("choice").isIn(["A", "B"]).fillNull(pl.lit(false)).alias("decided"),
  ).withColumns(
    pairs.select(...telling(calls, constant)).hashRows().alias("key"),
    pairs.select("benchmark", "item_id", "variant").hashRows().alias("pair"),
  ).filter(pl.col("decided")).unique({ subset: ["key", "swapped"], keep: "first", maintainOrder: true });
  const orders = decided.filter(pl.col("swapped").not()).join(
    decided.filter(pl.col("swapped")).select(pl.col("key"), pl.col("chosen").alias("second")),
    { on: "key", how: "inner" },
  ).groupBy("judge").agg(
    pl.col("key").count().cast(pl.Int32).alias("both"),
    pl.col("pair").nUnique().cast(pl.Int32).alias("pairs"),
    pl.col("chosen").neq(pl.col("second")).cast(pl.Int32).sum().alias("flipped"),
  ).sort("judge").toRecords() as unknown as OrderReport[];
  const other = choiceOrder === "canonical" ? "shown" : "canonical";
  const way = `then read with choiceOrder: "${other}"${typedIn("choice-order", other, [])}`;
  const why = isOurs(pairs) ? ": the judge follows the slot" : said("follows_slot_or", { other, way });
  const slots = orders.filter(({ both, flipped }) => wilson(flipped, both).low > 0.5);
  return {
    orders,
    warnings: slots.map(({ judge, both, flipped }) =>
      said("follows_slot", { name: judge, flipped, both, why })
    ),
  };
}
