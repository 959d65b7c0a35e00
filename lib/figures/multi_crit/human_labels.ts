import pl from "nodejs-polars";

/**
 * The human's labels of a `criteria` frame, each item and criterion once, as the answers of a judge that copies them: so that
 * every item counts with all its labels, whatever real judges answered.
 */
export function humanLabels(criteria: pl.DataFrame): pl.DataFrame {
  const key = ["split", "item_id", "criterion"];
  const kept = [
    ...key,
    "human",
    ...["image_id", "pair_type"].filter((name) => criteria.columns.includes(name)),
  ];
  return criteria.select(...kept).unique({ subset: key, keep: "first", maintainOrder: true })
    .withColumns(pl.col("human").alias("choice"));
}
