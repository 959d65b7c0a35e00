import pl from "nodejs-polars";
import { rowsInWords } from "../progress/show.ts";
import { preferring } from "../results/only.ts";
import { MAIN } from "./questions/common.ts";

/** Where length and informativeness are one thing both biases are one number, and each line of it stands there twice. */
export function oneBias(pairs: pl.DataFrame): string[] {
  const needed = ["human", "more_informative", "words_a", "words_b"];
  if (!needed.every((column) => pairs.columns.includes(column))) return [];
  const isA = pl.col("more_informative").eq(pl.lit("A")), length = pl.col("words_a").minus(pl.col("words_b"));
  const told = preferring(pairs, MAIN).select("human", "more_informative", length.alias("gap"))
    .filter(pl.col("human").isIn(["A", "B"]).and(pl.col("more_informative").isIn(["A", "B"])))
    .filter(pl.col("gap").neq(pl.lit(0)));
  const alike = told.filter(pl.col("gap").gt(pl.lit(0)).eq(isA)).height;
  return told.height === 0 || alike < told.height ? [] : [
    `The longer answer is the more informative one in all ${
      rowsInWords(alike)
    } with both labels and unequal lengths: ` +
    "informativeness bias and length bias cannot be told apart here, and what is found of one is found of the other.",
  ];
}
