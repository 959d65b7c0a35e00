import pl from "nodejs-polars";
import { type FrameName, FRAMES } from "./frames.ts";

/** Columns by which the counts are broken down, where a frame has them. */
const GROUPS = ["labeller", "judge", "benchmark", "pipeline", "image"];

/**
 * What a frame holds, per judge × benchmark × pipeline × image (per labeller × benchmark for labels): `rows`, `items`
 * (distinct), `missing` (items of the benchmark that this group has no row for), `ties` and `unparsable` (the judge's),
 * `unlabelled` (no usable informativeness label), `human_ties`, `duplicates` (rows with the key of an earlier row).
 * Groups are sorted.
 *
 * @throws {TypeError} for a frame that is neither pairs nor labels
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { describe } from "@/results/describe.ts";
 * import { readPairs } from "@/results/read_pairs.ts";
 *
 * const summary = describe(readPairs("data/examples/pairs.csv"));
 * assert.deepEqual(summary.columns.slice(0, 6), ["judge", "benchmark", "pipeline", "image", "rows", "items"]);
 * ```
 */
export function describe(frame: pl.DataFrame): pl.DataFrame {
  const name = frameName(frame);
  if (name !== "pairs" && name !== "labels") {
    throw new TypeError(
      `describe: wanted a frame of pairs or labels, found the columns ${frame.columns.join(", ")}`,
    );
  }
  const by = GROUPS.filter((column) => frame.columns.includes(column));
  const count = (condition: pl.Expr, as: string) =>
    condition.fillNull(pl.lit(false)).cast(pl.Int32).sum().alias(as);
  const has = (column: string) => frame.columns.includes(column);
  const is = (column: string, value: string) =>
    has(column) ? pl.col(column).eq(pl.lit(value)) : pl.lit(false);
  const isNull = (column: string) => has(column) ? pl.col(column).isNull() : pl.lit(true);
  const key = FRAMES[name].key.filter(has);
  const informative = isNull("more_informative").or(is("more_informative", "tie"));
  const counts = frame.groupBy(...by).agg(
    pl.col("item_id").count().cast(pl.Int32).alias("rows"),
    pl.col("item_id").nUnique().cast(pl.Int32).alias("items"),
    ...(name === "pairs" ? [count(is("choice", "tie"), "ties"), count(isNull("choice"), "unparsable")] : []),
    count(informative, "unlabelled"),
    ...(name === "pairs" ? [count(is("human", "tie"), "human_ties")] : []),
  );
  const distinct = frame.select(...new Set([...by, ...key])).unique().groupBy(...by)
    .agg(pl.col("item_id").count().cast(pl.Int32).alias("__distinct"));
  const all = has("benchmark")
    ? frame.groupBy("benchmark").agg(pl.col("item_id").nUnique().cast(pl.Int32).alias("__all"))
    : null;
  let joined = counts.join(distinct, { on: by, how: "left" });
  joined = all
    ? joined.join(all, { on: "benchmark", how: "left" })
    : joined.withColumns(pl.col("items").alias("__all"));
  return joined
    .withColumns(
      pl.col("__all").minus(pl.col("items")).alias("missing"),
      pl.col("rows").minus(pl.col("__distinct")).alias("duplicates"),
    )
    .select(
      ...by,
      "rows",
      "items",
      "missing",
      ...(name === "pairs" ? ["ties", "unparsable"] : []),
      "unlabelled",
      ...(name === "pairs" ? ["human_ties"] : []),
      "duplicates",
    )
    .sort(by.map((column) => pl.col(column)));
}

/**
 * Which of the library's frames this one is, by its required columns; null for none.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { frameName } from "@/results/describe.ts";
 *
 * assert.equal(frameName(pl.DataFrame({ item_id: ["1"], more_informative: ["A"] })), "labels");
 * ```
 */
export function frameName(frame: { columns: string[] }): FrameName | null {
  // The most demanding first: a pairs frame has all that labels need.
  const names = (Object.keys(FRAMES) as FrameName[])
    .map((name) => ({
      name,
      required: Object.entries(FRAMES[name].columns).filter(([, spec]) => spec.required).map(([column]) =>
        column
      ),
    }))
    .sort((a, b) => b.required.length - a.required.length);
  return names.find(({ required }) => required.every((column) => frame.columns.includes(column)))?.name ??
    null;
}
