import pl from "nodejs-polars";
import { wilson } from "../stats/wilson.ts";
import { said } from "./said.ts";

/** Fewest items on which something is said of a judge, and from how many pairs on one that differs from people in none is no judge. */
const FEWEST = 20;
export const MANY_ROWS = 100;

/** From this share of unread replies on those that were read may be all of one letter by how they are written. */
const UNREAD = 0.05;

type Counts = Record<"rows" | "items" | "right" | "a", number> & { judge: string };

/** Whether rows surely agree on less than half: several verdicts on one item are no further evidence. */
export function isOpposed({ right, rows, items }: Pick<Counts, "right" | "rows" | "items">): boolean {
  return items >= FEWEST && wilson(right / rows * items, items).high < 0.5;
}

function decidedBy(pairs: pl.DataFrame): Counts[] {
  return pairs.filter(pl.col("choice").isIn(["A", "B"]).and(pl.col("human").isIn(["A", "B"])))
    .groupBy("judge").agg(
      pl.col("item_id").count().cast(pl.Int32).alias("rows"),
      pl.col("item_id").nUnique().cast(pl.Int32).alias("items"),
      pl.col("choice").eq(pl.col("human")).cast(pl.Int32).sum().alias("right"),
      pl.col("choice").eq(pl.lit("A")).cast(pl.Int32).sum().alias("a"),
    ).sort("judge").toRecords() as unknown as Counts[];
}

/** Warnings of judges that agree with people on all of many, and unless only these are asked for (`isAll`), of those that surely agree on less than half or never change the letter. */
export function oppositions(pairs: pl.DataFrame, told: readonly string[], isAll = false): string[] {
  const known = new Set(told.map((one) => one.split(": ")[0]));
  return decidedBy(pairs).filter(({ judge }) => !known.has(judge)).flatMap((counts) => {
    const { judge, rows, items, right, a } = counts;
    if (right === rows && rows >= MANY_ROWS) return [said("all_agreed", { judge, rows })];
    if (isAll) return [];
    if (isOpposed(counts)) return [said("opposed", { judge, share: Math.round(100 * right / rows), rows })];
    const isUnread = pl.col("judge").eq(pl.lit(judge)).and(pl.col("choice").isNull());
    const unread = pairs.filter(isUnread).height;
    if (items < FEWEST || right === rows || a > 0 && a < rows || unread >= UNREAD * rows) return [];
    return [said("one_letter", { judge, rows, letter: a === 0 ? "B" : "A" })];
  });
}

export function surelyAgree(rows: pl.DataFrame): boolean {
  const agreed = decidedBy(rows);
  return agreed.length > 0 && agreed.length === rows.getColumn("judge").nUnique() &&
    agreed.every(({ right, items, rows }) => wilson(right / rows * items, items, { level: 0.9 }).low > 0.5);
}
