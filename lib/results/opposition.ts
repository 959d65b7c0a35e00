import pl from "nodejs-polars";
import { wilson } from "../stats/wilson.ts";
import type { JoinedTables } from "./join_tables.ts";
import { FILE } from "./load_table.ts";
import { said } from "./said.ts";
import { grouped } from "../stats/grouped.ts";

/** Fewest items on which that is said. */
const FEWEST = 20;

/** Fewest decisions of people for either answer beside which one answer throughout is remarkable. */
const SOME = 5;

/** From how many pairs on a judge that differs from people in none is no judge. */
const MANY = 100;

/** Rows that both decide, items among them, and rows that agree: in all and where people chose A. */
type Counts =
  & Record<"rows" | "items" | "right" | "a" | "rightA", number>
  & Record<"judge", string>
  & {
    swapped?: boolean;
    [FILE]?: number;
  };

/** Whether rows surely agree on less than half: several verdicts on one item are no further evidence. */
export function isOpposed({ right, rows, items }: Pick<Counts, "right" | "rows" | "items">): boolean {
  return items >= FEWEST && wilson(right / rows * items, items).high < 0.5;
}

/**
 * Judges that surely agree with people on less than half of the pairs that both decide (whatever form a file had,
 * verdicts that were read in reverse look so), or that agree with them on all of many, as people's own labels do; and those whose answer never changes. A judge is
 * looked at as a whole, then in each order shown and each file; one of which
 * the warnings `told` speak already is passed over.
 */
export function oppositions(
  pairs: pl.DataFrame,
  { frame: read, files }: Pick<JoinedTables, "frame" | "files">,
  told: readonly string[],
): string[] {
  const count = (is: pl.Expr) => is.cast(pl.Int32).sum();
  const is = (column: string, answer: string) => pl.col(column).eq(pl.lit(answer)).fillNull(pl.lit(false));
  const decided = pairs.withColumns(read.getColumn(FILE)).filter(is("choice", "A").or(is("choice", "B")));
  const labelled = decided.filter(is("human", "A").or(is("human", "B"))).select(
    ...["judge", "swapped", "item_id", FILE].map((name) => pl.col(name)),
    is("human", "A").alias("first"),
    is("human", "A").eq(is("choice", "A")).alias("same"),
  );
  const same = pl.col("same"), first = pl.col("first");
  const known = new Set(told.map((one) => one.split(": ")[0]));
  const all = labelled.groupBy("judge", "swapped", FILE).agg(
    pl.col("item_id").count().cast(pl.Int32).alias("rows"),
    ...[count(same).alias("right"), count(first).alias("a"), count(first.and(same)).alias("rightA")],
  );
  const agreed = all.groupBy("judge").agg(pl.col("rows").sum(), pl.col("right").sum())
    .filter(pl.col("right").eq(pl.col("rows")).and(pl.col("rows").gtEq(MANY))).sort("judge").toRecords();
  const alike = agreed.map(({ judge, rows }) => said("all_agreed", { judge, rows }));
  const opposed = [["judge"], ["judge", "swapped"], ["judge", FILE]].flatMap((by) => {
    const sums = ["rows", "right", "a", "rightA"].map((name) => pl.col(name).sum());
    const few = all.groupBy(...by).agg(...sums).filter(pl.col("right").lt(pl.col("rows").div(2)));
    if (few.height === 0) return [];
    // Items are counted, which takes longest, only where they may tell.
    const items = labelled.join(few.select(...by), { on: by, how: "semi" }).groupBy(...by)
      .agg(pl.col("item_id").nUnique().cast(pl.Int32).alias("items"));
    const groups = few.join(items, { on: by }).sort(by).toRecords() as unknown as Counts[];
    const opposed = groups.filter((group) => {
      const { judge, rows, right, a, rightA } = group;
      // Who follows the slot agrees in one order as often as people chose it, but always or never by what they chose.
      const isSlot = by.length > 1 && !(rightA < a / 2 && right - rightA < (rows - a) / 2);
      return !known.has(judge) && !isSlot && isOpposed(group);
    });
    for (const { judge } of opposed) known.add(judge);
    return opposed.map(({ judge, rows, right, swapped, [FILE]: file }) => {
      const of = swapped === undefined ? "" : swapped ? ", shown in reverse" : ", shown in the file's order";
      const where = file === undefined ? "" : ` in ${files[file].path}`;
      return said("opposed", { judge, of, in: where, share: Math.round(100 * right / rows), rows });
    });
  });
  return [...alike, ...opposed, ...unmoved(decided, known)];
}

/** Judges that say one letter, or take one slot, in all rows, though people decided now so and now so: those that nothing was said of yet. */
function unmoved(decided: pl.DataFrame, known: ReadonlySet<string>): string[] {
  const is = (column: string, answer: string) =>
    pl.col(column).eq(pl.lit(answer)).fillNull(pl.lit(false)).cast(pl.Int32).sum();
  const counts = decided.groupBy("judge", "swapped").agg(
    pl.col("choice").count().cast(pl.Int32).alias("rows"),
    is("choice", "A").alias("a"),
    ...["A", "B"].map((answer) => is("human", answer).alias(`human${answer}`)),
  ).sort("judge").toRecords() as (Record<"rows" | "a" | "humanA" | "humanB", number> & {
    judge: string;
    swapped: boolean;
  })[];
  return [...grouped(counts, ({ judge }) => judge)].flatMap(([judge, own]) => {
    const sum = (of: (one: typeof own[number]) => number) => own.reduce((all, one) => all + of(one), 0);
    const rows = sum((one) => one.rows), a = sum((one) => one.a);
    const first = sum((one) => one.swapped ? one.rows - one.a : one.a);
    const isOne = [a, first].some((count) => count === 0 || count === rows);
    if (known.has(judge) || !isOne || Math.min(sum((one) => one.humanA), sum((one) => one.humanB)) < SOME) {
      return [];
    }
    if (decided.filter(pl.col("judge").eq(pl.lit(judge))).getColumn("item_id").nUnique() < FEWEST) return [];
    if (first === 0 || first === rows) {
      return [said("one_slot", { judge, rows, place: first === 0 ? "second" : "first" })];
    }
    return [said("one_letter", { judge, rows, letter: a === 0 ? "B" : "A" })];
  });
}

/** Whether every judge surely agrees with people. */
export function surelyAgree(rows: pl.DataFrame): boolean {
  const decided = rows.filter(pl.col("choice").isIn(["A", "B"]).and(pl.col("human").isIn(["A", "B"])));
  const agreed = decided.groupBy("judge").agg(
    pl.col("choice").eq(pl.col("human")).cast(pl.Int32).sum().alias("right"),
    pl.col("item_id").nUnique().cast(pl.Int32).alias("items"),
    pl.col("item_id").count().cast(pl.Int32).alias("rows"),
  ).toRecords() as Record<"right" | "items" | "rows", number>[];
  return agreed.length > 0 && agreed.length === rows.getColumn("judge").nUnique() &&
    agreed.every(({ right, items, rows }) => wilson(right / rows * items, items, { level: 0.9 }).low > 0.5);
}
