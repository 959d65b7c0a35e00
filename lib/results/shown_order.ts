import pl from "nodejs-polars";
import { FRAMES } from "./frames.ts";

/** Whether choices name the answers as the data list them, or as the judge saw them. */
export type ChoiceOrder = "canonical" | "shown";

/** How choices of one judge agree between the two orders of the answers. */
export interface OrderReport {
  judge: string;
  /** Judgments of the same answers that chose A or B in both orders. */
  both: number;
  /** How many of them name another answer when the order is reversed. */
  flipped: number;
}

/** From which share of flips on choices look as if they spoke of the other order, whatever the humans say. */
const NEARLY_ALL = 0.9;

/** Fewest items on which that is said. */
const FEWEST = 10;

/**
 * Choices in shown order turned into canonical ones: where the judge saw the answers in reverse, its A is our B.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { canonicalChoices } from "@/results/shown_order.ts";
 *
 * const shown = pl.DataFrame({ swapped: [false, true, true], choice: ["A", "A", "tie"] });
 * assert.deepEqual(canonicalChoices(shown).getColumn("choice").toArray(), ["A", "B", "tie"]);
 * ```
 */
export function canonicalChoices(pairs: pl.DataFrame): pl.DataFrame {
  const choice = pl.col("choice"), swapped = pl.col("swapped");
  return pairs.withColumns(
    pl.when(swapped.and(choice.eq(pl.lit("A")))).then(pl.lit("B"))
      .when(swapped.and(choice.eq(pl.lit("B")))).then(pl.lit("A"))
      .otherwise(choice).alias("choice"),
  );
}

/**
 * How many items flip between the two orders, by judge, and a warning for each judge whose choices look as if they were in the
 * other order than was said: nearly all flip, or most do and the reversed rows would agree better with the humans turned round. A
 * judge that always takes the same slot flips as well: the warning says both.
 */
export function orderReport(
  pairs: pl.DataFrame,
  choiceOrder: ChoiceOrder,
): { orders: OrderReport[]; warnings: string[] } {
  const swapped = pairs.getColumn("swapped");
  if (pairs.height === 0 || swapped.min() === swapped.max()) return { orders: [], warnings: [] };
  const key = FRAMES.pairs.key.filter((column) => column !== "swapped");
  const keyed = pairs.select("judge", "swapped", "human", "choice")
    .withColumns(pairs.select(...key).hashRows().alias("key"))
    .filter(pl.col("choice").isIn(["A", "B"]));
  const side = (isSwapped: boolean) => keyed.filter(isSwapped ? pl.col("swapped") : pl.col("swapped").not());
  const both = side(false).select("key", pl.col("judge"), pl.col("choice").alias("first")).join(
    side(true).select("key", pl.col("human"), pl.col("choice").alias("second")),
    { on: "key", how: "inner" },
  );
  const count = (is: pl.Expr, name: string) => is.fillNull(pl.lit(false)).cast(pl.Int32).sum().alias(name);
  const judged = pl.col("human").isIn(["A", "B"]);
  const orders = both.groupBy("judge").agg(
    pl.col("key").count().cast(pl.Int32).alias("both"),
    count(pl.col("first").neq(pl.col("second")), "flipped"),
    count(judged, "labelled"),
    count(judged.and(pl.col("human").eq(pl.col("second"))), "right"),
  ).sort("judge").toRecords().map(({ judge, both, flipped, labelled, right }) => ({
    judge: String(judge),
    both: Number(both),
    flipped: Number(flipped),
    labelled: Number(labelled),
    right: Number(right),
  }));
  const other = choiceOrder === "canonical" ? "shown" : "canonical";
  const warnings = orders.filter(({ both, flipped, labelled, right }) =>
    both >= FEWEST && (flipped >= NEARLY_ALL * both || flipped > both / 2 && right < 0.45 * labelled)
  ).map(({ judge, both, flipped }) =>
    `${judge}: ${flipped} of ${both} choices name the other answer when the order is reversed. Either the judge follows the ` +
    `slot, or its choices are in ${other} order: then read with choiceOrder: "${other}"`
  );
  return { orders: orders.map(({ judge, both, flipped }) => ({ judge, both, flipped })), warnings };
}
