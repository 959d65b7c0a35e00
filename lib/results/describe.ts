import pl from "nodejs-polars";
import { defaultGroups, requireFrame, unusedName } from "./frame.ts";
import { ownFacts } from "../progress/own_facts.ts";
import { requireNoMore } from "../progress/require_no_more.ts";
import { isText } from "./check.ts";
import { type FrameName, frameName, FRAMES } from "./frames.ts";
import { said } from "./said.ts";
import { firstRows } from "./votes.ts";

interface Description {
  by: string;
  item: string;
  within: string;
  /** In how many rows a column has one of some values (`choice:tie,null`); with `calls` a row per call, whoever voted on its verdict. */
  counts: Record<string, string>;
}

const DESCRIPTIONS = ownFacts<Record<FrameName, Description>>("described");

/**
 * What a frame holds, per judge × benchmark × pipeline × image for pairs (labeller × benchmark for labels, judge × prompt ×
 * bias type for score pairs, setting × evaluator × generator for caption scores, split for ratings, judge × mode × thinking
 * × split for criteria), and per `condition` where there are several: `rows`, `items` (distinct), `missing` (items of the benchmark, bias type, setting or split that this
 * group has no row for; of pairs not those that nobody judged with the image where a group is with it), the rows without a usable value by kind (for pairs `ties`, `unparsable`, `unlabelled`,
 * `human_ties`; where a column `status` says so, `refused` of `unparsable`), and `duplicates` (rows with the key of an earlier row). Groups are sorted. Of pairs on which several
 * people voted (`annotator`) a row is a vote: `calls` then says how many verdicts there are, and `ties`, `unparsable` and
 * `unlabelled` count each once.
 *
 * @throws {TypeError} for a frame that is none of the library's
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { describe, readPairs } from "judgebias";
 *
 * const summary = describe(readPairs("data/examples/pairs.csv"));
 * assert.deepEqual(summary.columns.slice(0, 6), [
 *   "judge", "benchmark", "pipeline", "image", "rows", "items",
 * ]);
 * ```
 */
export function describe(frame: pl.DataFrame): pl.DataFrame {
  requireNoMore("describe", arguments, 1, "rows are chosen first: describe(only(frame, { … }))");
  requireFrame("describe", frame);
  const name = frameName(frame);
  if (!name) throw new TypeError(said("described", { frames: Object.keys(FRAMES), columns: frame.columns }));
  const has = (column: string) => frame.columns.includes(column);
  const { item, ...described } = DESCRIPTIONS[name];
  const counts = Object.entries(described.counts).filter(([as]) => as !== "refused" || has("status"));
  const first = has("choice") ? firstRows(frame) : null;
  // A constant stands for the columns that a frame lacks, so that one row comes out where there is nothing to group by.
  const [every, isFirst, distinctRows, expectedItems] = ["all", "first", "distinct", "expected"].map((name) =>
    unusedName(frame.columns, name)
  );
  const all = frame.withColumns(
    pl.lit(0).alias(every),
    (first ? pl.Series(isFirst, Array.from(first, Boolean), pl.Bool) : pl.lit(true)).alias(isFirst),
  );
  const by = [every, ...defaultGroups(frame, DESCRIPTIONS[name].by.split(" "))];
  const within = [every, ...[DESCRIPTIONS[name].within].filter(has)];
  const count = ([as, told]: [string, string]) => {
    const [, column, values, calls] = /^(\w+):(\S+)( calls)?$/.exec(told)!;
    const found = values.split(",").map((value) => {
      if (!has(column)) return pl.col(every).eq(value === "null" ? 0 : 1);
      const none = pl.col(column).isNull();
      if (value === "null" && column === "choice" && has("status")) {
        // A person's vote beside which no judge was asked is no unread reply.
        return none.and(pl.col("status").isNull().or(pl.col("status").neq(pl.lit("no_verdict"))));
      }
      if (value === "null") return none;
      const text = isText(frame.getColumn(column)) ? pl.col(column) : pl.col(column).cast(pl.Utf8);
      return text.eq(pl.lit(value));
    }).reduce((either, other) => either.or(other)).fillNull(pl.lit(false));
    return (calls ? found.and(pl.col(isFirst)) : found).cast(pl.Int32).sum().alias(as);
  };
  const items = pl.col(item).nUnique().cast(pl.Int32);
  const key = FRAMES[name].key.filter(has), shown = first ? ["calls"] : [];
  const grouped = all.groupBy(...by).agg(
    pl.col(item).count().cast(pl.Int32).alias("rows"),
    items.alias("items"),
    pl.col(isFirst).cast(pl.Int32).sum().alias("calls"),
    ...counts.map(count),
  );
  const distinct = all.select(...new Set([...by, ...key])).unique().groupBy(...by)
    .agg(pl.col(every).count().cast(pl.Int32).alias(distinctRows));
  // Items that nobody judged with the image are expected of no group with it, those that somebody did of no group of the others alone.
  const seen = name === "pairs" && has("image") ? pl.col("image").max().over(item, ...within) : pl.lit(true);
  const isSeen = unusedName(all.columns, "seen");
  const expected = all.withColumns(seen.alias(isSeen))
    .withColumns(items.over(isSeen, ...within).alias(expectedItems))
    .select(...new Set([...by, isSeen, expectedItems])).unique()
    .groupBy(...by).agg(pl.col(expectedItems).sum().cast(pl.Int32));
  return grouped
    .join(distinct, { on: by, how: "left", nullsEqual: true })
    .join(expected, { on: by, how: "left", nullsEqual: true })
    .withColumns(
      pl.col(expectedItems).minus(pl.col("items")).alias("missing"),
      (key.length > 0 ? pl.col("rows").minus(pl.col(distinctRows)) : pl.lit(0).cast(pl.Int32))
        .alias("duplicates"),
    )
    .sort(by.map((column) => pl.col(column)))
    .select(...by.slice(1), "rows", "items", ...shown, "missing", ...counts.map(([as]) => as), "duplicates");
}
