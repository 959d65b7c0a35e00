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

/** From how many standard errors between the two orders on that is said. */
const DECIDED = 3;

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

/** The mean of the shares of A and of B that are found among those that the humans preferred, and its standard error. */
function balanced(
  counts: Record<string, unknown>,
  side: "first" | "second",
): { share: number; error: number } {
  const shares = ["A", "B"].map((answer) => ({
    n: Number(counts[`n${answer}`]),
    p: Number(counts[`${side}${answer}`]) / Number(counts[`n${answer}`]),
  }));
  return {
    share: (shares[0].p + shares[1].p) / 2,
    // Never 0: all of a few is no certainty.
    error: Math.sqrt(shares.reduce((sum, { n, p }) => sum + Math.max(p * (1 - p), 1 / (n + 2)) / n, 0)) / 2,
  };
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
    ...["A", "B"].flatMap((answer) => {
      const preferred = pl.col("human").eq(pl.lit(answer));
      return [
        count(preferred, `n${answer}`),
        count(preferred.and(pl.col("first").eq(pl.lit(answer))), `first${answer}`),
        count(preferred.and(pl.col("second").eq(pl.lit(answer))), `second${answer}`),
      ];
    }),
  ).sort("judge").toRecords().map(({ judge, both, flipped, labelled, right, ...counts }) => ({
    judge: String(judge),
    both: Number(both),
    flipped: Number(flipped),
    labelled: Number(labelled),
    right: Number(right),
    first: balanced(counts, "first"),
    second: balanced(counts, "second"),
  }));
  const other = choiceOrder === "canonical" ? "shown" : "canonical";
  const slots = orders.filter(({ both, flipped, labelled, right }) =>
    both >= FEWEST && (flipped >= NEARLY_ALL * both || flipped > both / 2 && right < 0.45 * labelled)
  ).map(({ judge, both, flipped }) =>
    `${judge}: ${flipped} of ${both} choices name the other answer when the order is reversed. Either the judge follows the ` +
    `slot, or its choices are in ${other} order: then read with choiceOrder: "${other}"`
  );
  // A preference for a slot raises one of the two shares of a balanced accuracy and lowers the other: only a mistaken order turns it round.
  const turned = orders.filter(({ judge, both, first, second }) =>
    both >= FEWEST && !slots.some((text) => text.startsWith(`${judge}: `)) && second.share < 0.5 &&
    first.share - second.share > DECIDED * Math.hypot(first.error, second.error)
  ).map(({ judge, first, second }) =>
    `${judge}: agrees with the humans in the order of the file and against them in the reversed one (balanced accuracy ${
      first.share.toFixed(2)
    } and ${
      second.share.toFixed(2)
    }): its choices look as if they were in ${other} order; then read with choiceOrder: "${other}"`
  );
  const warnings = [...slots, ...turned];
  return { orders: orders.map(({ judge, both, flipped }) => ({ judge, both, flipped })), warnings };
}
