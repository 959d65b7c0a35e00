import pl from "nodejs-polars";

/** Columns whose values are units of their own where no image joins them. */
const UNITS = { item_id: "item", sample_id: "sample" } as const;

/**
 * What the clusters of a frame's intervals are, as a caption names them: `image` where an image joins several items or
 * stands alone, `item` or `sample` where `image_id` only repeats these (as readers fill it in) or is missing, else `row`.
 */
export function clusterUnit(frame: pl.DataFrame): "image" | "item" | "sample" | "row" {
  const own = (Object.keys(UNITS) as (keyof typeof UNITS)[]).find((name) => frame.columns.includes(name));
  if (!frame.columns.includes("image_id")) return own ? UNITS[own] : "row";
  const image = pl.col("image_id").cast(pl.Utf8);
  const joins = own ? image.neq(pl.col(own).cast(pl.Utf8)) : image.isNotNull();
  return frame.filter(joins).height > 0 ? "image" : own ? UNITS[own] : "row";
}
