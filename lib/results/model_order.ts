import pl from "nodejs-polars";
import { disagreement, ONE_ORDER, oneAnswer, requireAgreement } from "./check_rows.ts";
import { isFunctionOf } from "./check.ts";
import { frameCodes } from "./factor.ts";
import { asWords, inBothOrders, isExchanged, itemOrders, listed, listing, shownUnits } from "./item_order.ts";
import { FILE } from "./load_table.ts";
import { rowsInWords } from "../progress/show.ts";
import type { JoinedTables } from "./join_tables.ts";
import { said } from "./said.ts";
import { exchanged, type Orders, sidesOf, turnedLetters, untoldOrder } from "./shown_order.ts";
import type { ReadNote } from "./layouts/layout.ts";

/**
 * One order of its two answers for every item, so that A is the same one throughout. Where verdicts name models, or the caller says that letters
 * speak of what was shown, a row that lists its models (or texts) the other way round was shown so: it is turned with all that it says of either
 * answer, but for what is the same in both orders already (a label of the item) and scores that the choice was made of. Of other letters that would be a guess: see `requireModelOrder`.
 *
 * @param item the columns that name an item
 * @param labels letters beside the choice, each with the columns that name one of an item's
 * @param beside what is joined later and speaks of the answers by letter
 */
export function inModelOrder(
  joined: JoinedTables,
  { notes, warnings, areScored = false, options: { choiceOrder, answersOrder } }: {
    notes: ReadNote[];
    warnings: string[];
    areScored?: boolean;
    options: Orders;
  },
  { item, labels, beside = [] }: {
    item: readonly string[];
    labels: Record<string, readonly string[]>;
    beside?: readonly string[];
  },
): JoinedTables {
  const { frame, filled, constant } = joined, { columns } = frame;
  const isShown = choiceOrder === "shown", isSaid = answersOrder === "shown";
  const isNamed = (column: string) => {
    const decided = frame.filter(pl.col(column).isIn(["A", "B"])).height;
    return decided === (notes.find(({ name }) => name === `named_${column}`)?.rows ?? 0);
  };
  if (answersOrder === "canonical") return joined;
  const areNamed = () => !constant.includes("model_a") && ["choice", "human"].every(isNamed);
  if (!isShown && !isSaid && !areNamed()) return joined;
  const own = [...item, "pair"];
  const swapped = frame.getColumn("swapped").toArray() as boolean[],
    isOne = !columns.includes("variant") || frame.getColumn("variant").nUnique() === 1;
  const byModel = listed(frame, "model");
  const areAlike = () => isFunctionOf(byModel, "first", own) && !isExchanged(frame, item);
  if (!swapped.includes(true) && (!isOne || areAlike())) return joined;
  const unit = ["judge", FILE], units = frameCodes(frame, unit).codes;
  const { codes, first } = listing(byModel, listed(frame, "answer"), own);
  const telling = new Set(units.filter((_, row) => swapped[row]));
  const evidence = (rows: pl.DataFrame, key: readonly string[]) => ({
    codes: frameCodes(rows, key).codes,
    first: rows.getColumn("first").toArray(),
  });
  const byItem = shownUnits({ codes, first }, units, swapped);
  const others = () => [
    ...shownUnits(evidence(byModel, [...unit, "pair"]), units, swapped, { least: FEWEST }),
    ...shownUnits(evidence(listed(frame, "words"), own), units, swapped),
  ];
  const all = [...telling].map((unit) => [unit, true] as const);
  const asShown = new Map(
    isSaid ? all : !isOne ? [] : [...all.every(([unit]) => byItem.has(unit)) ? [] : others(), ...byItem],
  );
  const isAsShown = swapped.map((is, row) => is && asShown.get(units[row]) === true);
  const reversed = swapped.map((is, row) => is && !isAsShown[row]);
  const listedFirst = first.map((is, row) => is !== isAsShown[row]);
  const orders = itemOrders({ codes, first: listedFirst }, units, reversed);
  const isOther = codes.map((code, row) =>
    isOne && code >= 0 && orders.get(code)!.first !== listedFirst[row]
  );
  const told = new Set(codes.filter((_, row) => !reversed[row]));
  const open = isOther.findIndex((is, row) => is && !told.has(codes[row]));
  if (open >= 0) {
    throw inBothOrders(joined, { codes, isOther }, open, {
      where: "rows shown in reverse (swapped)",
      todo: said("lists_as_shown"),
    });
  }
  if (isShown) {
    warnings.push(...untoldOrder(frame, (row) => swapped[row] && !asShown.has(units[row]) && !isOther[row]));
  }
  const apart = [...isOther.keys()].filter((row) =>
    isOther[row] && !reversed[row] && telling.has(units[row])
  );
  if (apart.length > 0) {
    throw inBothOrders(joined, { codes, isOther }, apart[0], {
      where: "rows that swapped says were shown alike",
      todo: `in ${rowsInWords(apart.length)} swapped says the reverse of the models (or texts)`,
    });
  }
  const isTurned = isAsShown.map((is, row) => is !== isOther[row]);
  if (!isTurned.includes(true)) return joined;
  const turned = pl.col("__turned"), marked = frame.withColumns(pl.Series("__turned", isTurned, pl.Bool));
  const rows = marked.withColumns(pl.Series("pair", codes, pl.Int32));
  const stays = (column: string, key: readonly string[] = own) => isFunctionOf(rows, column, key);
  // Where each item stands in one order alone, what belongs to a side is exchanged.
  const areApart = isFunctionOf(rows, "__turned", own);
  const names = Object.keys(labels),
    ofRow = names.filter((name) => isNamed(name) || !stays(name, [...own, ...labels[name]]));
  const ofItem = names.filter((name) =>
    !ofRow.includes(name) && rows.filter(turned.and(pl.col(name).isIn(["A", "B"]))).height > 0
  );
  // Letters that speak of items by no row's order are read of the order that all rows agree on.
  const isGuessed = isTurned.map((is, row) => is && !swapped[row]), items = frameCodes(frame, item).codes;
  const guessed = isGuessed.findIndex((is, row) => is && orders.get(codes[row])!.isOpen);
  const both = new Set(items.filter((_, row) => isGuessed[row])),
    choices = frame.getColumn("choice").toArray();
  const isNameless = codes.some((code, row) => code < 0 && choices[row] !== null && both.has(items[row]));
  const letters = [...beside, ...ofItem, ...isNameless ? ["rows without models and texts"] : []];
  if (guessed >= 0 && letters.length > 0) {
    throw inBothOrders(joined, { codes, isOther: isGuessed }, guessed, {
      where: `all files, for the letters of ${letters.join(" and ")} speak of them`,
      todo: "say in a column swapped which rows were shown in reverse",
    });
  }
  const sides = sidesOf(columns).filter(([one, other]) =>
    !(areScored && one === "score_a") && (areApart || one === "model_a" || !stays(one) || !stays(other))
  );
  const verdicts = ["choice"].filter(isNamed).concat(ofRow).map((name) => turnedLetters(name, turned));
  const how = isSaid ? "answersOrder" : "as its first row lists it, or as its other swapped rows";
  const isItems = areApart && ofItem.length > 0,
    read = `; letters of ${ofItem.join(" and ")} are read as the item's`;
  const text = said("turned_models", { how, labelled: isItems ? read : "" });
  notes.push({ name: "turned_models", rows: isTurned.filter(Boolean).length, text });
  const rest = (names: readonly string[]) => names.filter((name) => name !== "swapped");
  return {
    ...joined,
    ...{ filled: rest(filled), constant: rest(constant) },
    frame: marked.withColumns(
      ...exchanged(sides, turned),
      ...verdicts,
      pl.col("swapped").or(turned).alias("swapped"),
    ).drop("__turned"),
  };
}

/** What of an item belongs to its two answers. */
type Side = Parameters<typeof oneAnswer>[0];

/** On how many rows shown in reverse the order of models says how a file lists answers. */
const FEWEST = 10;

/**
 * Throws where the two models of an item are exchanged from row to row: A would be one answer here and the other there. Where only what
 * else belongs to its answers is, which of them says more or is longer, that is said as a warning, by the same place.
 */
export function requireModelOrder(frame: pl.DataFrame, joined: JoinedTables): string[] {
  const { locate, constant } = joined;
  const pair = pl.col("pair"), item = ["benchmark", "item_id"] as const, isNone = pair.isNull();
  const named = listed(frame, "model");
  const known = pl.when(isNone).then(pl.lit(null)).otherwise(pl.col("model_a")).alias("model_a");
  if (!constant.includes("model_a")) requireAgreement(named.withColumns(known), ONE_ORDER, locate, constant);
  const found = (rows: pl.DataFrame, ...[column, alike, apart]: [Side, pl.Expr, pl.Expr]) => {
    const told = rows.withColumns(alike.alias("alike"), apart.alias("apart"));
    return disagreement(told, oneAnswer(column), locate, constant)?.message;
  };
  // What names no models belongs to its item's pair, where that has one.
  const [last, only] = [pair.max().over(...item), pair.min().over(...item)];
  const nameless = named.getColumn("pair").nullCount(), isSome = nameless > 0 && nameless < named.height;
  const rows = isSome
    ? named.withColumns(pl.when(isNone.and(last.eq(only))).then(last).otherwise(pair).alias("pair"))
    : named;
  // Ties and what nobody said contradict nothing; of two lengths the sum and the distance say which they are, but not whose.
  const said = pl.col("more_informative"), [a, b] = ["words_a", "words_b"].map((name) => pl.col(name));
  const distance = pl.when(a.lt(b)).then(b.minus(a)).otherwise(a.minus(b));
  const texts = () => listed(frame, "answer").withColumns(asWords("answer_a"));
  const turned = isExchanged(frame, item)
    ? found(texts(), "answer_a", pl.lit(true), pl.lit(true))
    : undefined;
  return [
    found(rows, "more_informative", said.isIn(["A", "B"]), said.isNull()),
    turned ?? found(rows, "words_a", a.plus(b).fillNull(a), distance),
  ].filter((text) => text !== undefined);
}
