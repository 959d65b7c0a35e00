import pl from "nodejs-polars";
import { ONE_ORDER, requireAgreement } from "./check_rows.ts";
import { isFunctionOf } from "./check.ts";
import { factor, frameCodes } from "./factor.ts";
import type { JoinedTables } from "./join_tables.ts";
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
 * One order of its two models for every item, so that A is the same answer throughout. Where verdicts name models and no column `swapped` says
 * otherwise, a row with the models the other way round than the first of its item is one that was shown so: it is turned with all that
 * it says of either answer, counted as swapped, and a note says so. Letters would be a guess: see `requireModelOrder`.
 */
export function inModelOrder({ frame, filled, constant }: JoinedTables, notes: ReadNote[]): pl.DataFrame {
  if (["model_a", "model_b"].some((name) => constant.includes(name))) return frame;
  const isNamed = ["choice", "human"].every((column) => {
    const decided = frame.filter(pl.col(column).isIn(["A", "B"])).height;
    return decided === (notes.find(({ name }) => name === `named_${column}`)?.rows ?? 0);
  });
  const isOpen = isNamed && frame.getColumn("variant").nUnique() === 1 &&
    frame.getColumn("more_informative").nullCount() === frame.height &&
    frame.filter(pl.col("swapped")).height === 0;
  // Files that name no benchmark may be one: their items are turned alike.
  const own = filled.includes("benchmark") ? ["item_id", "pair"] : ["benchmark", "item_id", "pair"];
  const rows = isOpen ? listed(frame) : frame;
  if (!isOpen || isFunctionOf(rows, "model_a", own)) return frame;
  const { codes, size } = frameCodes(rows, own), models = factor(rows.getColumn("model_a")).codes;
  const first = new Int32Array(size).fill(-1);
  const isTurned = Array.from(codes, (code, row) => {
    if (first[code] < 0) first[code] = row;
    return models[first[code]] !== models[row];
  });
  const turned = pl.col("turned"), { columns } = frame;
  const sides = columns.filter((name) => name.endsWith("_a") && columns.includes(name.replace(/_a$/, "_b")));
  const exchanged = sides.flatMap((one) => {
    const other = one.replace(/_a$/, "_b");
    return [[one, other], [other, one]].map(([to, from]) =>
      pl.when(turned).then(pl.col(from)).otherwise(pl.col(to)).alias(to)
    );
  });
  const verdicts = ["human", "choice"].map((name) => {
    const is = (answer: string) => turned.and(pl.col(name).eq(pl.lit(answer)));
    return pl.when(is("A")).then(pl.lit("B")).when(is("B")).then(pl.lit("A")).otherwise(pl.col(name)).alias(
      name,
    );
  });
  notes.push({
    name: "turned_models",
    rows: isTurned.filter(Boolean).length,
    text:
      "model_a and model_b stand the other way round than in the first row of their item, read as that pair shown in reverse (swapped)",
  });
  return frame.withColumns(pl.Series("turned", isTurned, pl.Bool))
    .withColumns(...exchanged, ...verdicts, turned.alias("swapped")).drop("turned");
}

/**
 * Throws where the two models of an item are exchanged from row to row: A would be one answer here and the other there.
 *
 * @throws {ResultsError} naming the row's line, that of the earlier one, and what to write
 */
export function requireModelOrder(frame: pl.DataFrame, { locate, constant }: JoinedTables): void {
  if (["model_a", "model_b"].some((name) => constant.includes(name))) return;
  requireAgreement(listed(frame), ONE_ORDER, locate, constant);
}
