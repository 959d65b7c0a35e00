import pl from "nodejs-polars";
import { ONE_ANSWER, ONE_ORDER, requireAgreement } from "./check_rows.ts";
import { isFunctionOf } from "./check.ts";
import { factor, frameCodes } from "./factor.ts";
import type { JoinedTables } from "./join_tables.ts";
import { ResultsError } from "./results_error.ts";
import type { ReadNote } from "./layouts/layout.ts";

/** Rows with their item's two models in either order as `pair`, and the first of them; nothing where a model is not named. */
function listed(frame: pl.DataFrame): pl.DataFrame {
  const a = pl.col("model_a"), b = pl.col("model_b");
  const joined = (names: pl.Expr[]) => pl.concatString(names, "\u0000");
  return frame.withColumns(
    pl.when(a.lt(b)).then(joined([a, b])).otherwise(joined([b, a])).alias("pair"),
    pl.when(b.isNull()).then(pl.lit(null)).otherwise(a).alias("model_a"),
  );
}

/**
 * One order of its two models for every item, so that A is the same answer throughout. Where verdicts name models, or the caller says that
 * letters speak of what was shown, a row with the models the other way round than its item has them is one that was shown so: it is turned with
 * all that it says of either answer, counted as swapped, and a note says so. What is the same in both orders already (a label of the item) stays.
 * Letters of which nobody says that would be a guess: see `requireModelOrder`.
 */
export function inModelOrder(joined: JoinedTables, notes: ReadNote[], isShown: boolean): JoinedTables {
  const { frame, filled, constant } = joined;
  if (["model_a", "model_b"].some((name) => constant.includes(name))) return joined;
  const isNamed = ["choice", "human"].every((column) => {
    const decided = frame.filter(pl.col(column).isIn(["A", "B"])).height;
    return decided === (notes.find(({ name }) => name === `named_${column}`)?.rows ?? 0);
  });
  const isOpen = (isNamed || isShown) && frame.getColumn("variant").nUnique() === 1;
  // Files that name no benchmark may be one: their items are turned alike.
  const own = filled.includes("benchmark") ? ["item_id", "pair"] : ["benchmark", "item_id", "pair"];
  const rows = isOpen ? listed(frame) : frame;
  if (!isOpen || isFunctionOf(rows, "model_a", own)) return joined;
  const { codes, size } = frameCodes(rows, own), models = factor(rows.getColumn("model_a")).codes;
  const swapped = frame.getColumn("swapped").toArray() as boolean[], isTold = swapped.includes(true);
  // The order of an item is that of its first row, of those that were not shown in reverse if the file tells.
  const first = new Int32Array(size).fill(-1);
  codes.forEach((code, row) => {
    if (first[code] < 0 || swapped[first[code]] && !swapped[row]) first[code] = row;
  });
  const isTurned = Array.from(codes, (code, row) => models[first[code]] !== models[row]);
  if (isTold && isTurned.some((is, row) => is && !swapped[row])) return joined;
  const turned = pl.col("turned"), { columns } = frame;
  const stays = (column: string, key: readonly string[] = own) => isFunctionOf(rows, column, key);
  const sides = columns.filter((name) => name.endsWith("_a") && columns.includes(name.replace(/_a$/, "_b")));
  const exchanged = sides.map((one) => [one, one.replace(/_a$/, "_b")])
    .filter(([one, other]) => one === "model_a" || !stays(one) || !stays(other))
    .flatMap(([one, other]) =>
      [[one, other], [other, one]].map(([to, from]) =>
        pl.when(turned).then(pl.col(from)).otherwise(pl.col(to)).alias(to)
      )
    );
  const verdicts = [
    ...stays("human", [...own, "annotator"]) ? [] : ["human"],
    ...stays("more_informative") ? [] : ["more_informative"],
    ...isShown ? [] : ["choice"],
  ].map((name) => {
    const is = (answer: string) => turned.and(pl.col(name).eq(pl.lit(answer)));
    return pl.when(is("A")).then(pl.lit("B")).when(is("B")).then(pl.lit("A")).otherwise(pl.col(name)).alias(
      name,
    );
  });
  notes.push({
    name: "turned_models",
    rows: isTurned.filter(Boolean).length,
    text:
      "model_a and model_b stand the other way round than in the first row of their item, read as that pair " +
      "shown in reverse (swapped)",
  });
  const others = (names: readonly string[]) => names.filter((name) => name !== "swapped");
  return {
    ...joined,
    ...{ filled: others(filled), constant: others(constant) },
    frame: frame.withColumns(pl.Series("turned", isTurned, pl.Bool))
      .withColumns(...exchanged, ...verdicts, ...isTold ? [] : [turned.alias("swapped")]).drop("turned"),
  };
}

/**
 * Throws where the two models of an item are exchanged from row to row: A would be one answer here and the other there. Where only what
 * else belongs to its answers is, which of them says more or is longer, that is said as a warning, by the same place.
 *
 * @throws {ResultsError} naming the row's line, that of the earlier one, and what to write
 */
export function requireModelOrder(frame: pl.DataFrame, { locate, constant }: JoinedTables): string[] {
  const isNamed = !["model_a", "model_b"].some((name) => constant.includes(name));
  const rows = isNamed ? listed(frame) : frame, same = isNamed ? constant : [...constant, "pair"];
  if (isNamed) requireAgreement(rows, ONE_ORDER, locate, constant);
  const said = pl.col("more_informative"), [a, b] = ["words_a", "words_b"].map((name) => pl.col(name));
  const distance = pl.when(a.lt(b)).then(b.minus(a)).otherwise(a.minus(b));
  // Ties and what nobody said contradict nothing; of two lengths the sum and the distance say which they are, but not whose.
  const alike = [[said.isIn(["A", "B"]), said.isNull()], [a.plus(b).fillNull(a), distance]];
  return ONE_ANSWER.flatMap((one, i) => {
    const [sum, apart] = alike[i];
    try {
      requireAgreement(rows.withColumns(sum.alias("alike"), apart.alias("apart")), one, locate, same);
      return [];
    } catch (error) {
      if (error instanceof ResultsError) return [error.message];
      throw error;
    }
  });
}
