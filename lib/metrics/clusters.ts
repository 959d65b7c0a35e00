import type pl from "nodejs-polars";
import { combineFactors, frameCodes } from "../results/combine_factors.ts";
import { factor } from "../results/factor.ts";
import { requireFrame } from "../results/require_frame.ts";

/** What intervals take as independent, and what it is called. */
export interface Clusters {
  /** One code per row. */
  codes: Int32Array;
  /** What a cluster is: `image`, `item`, `sample` or `row`; `image or item` where some rows have no image. */
  unit: string;
}

/** Columns that name what was judged, the first that a frame has. */
const ITEMS = ["item_id", "sample_id"] as const;

/** Columns within which an id means one thing: a sample is its data set and its id. */
const SETS = ["benchmark", "split"] as const;

/** From how many rows on comparing names is much cheaper than numbering them. */
const MANY = 100_000;

/**
 * Metrics of one frame want the same clusters, and names of two million pictures take a third of a second to number. They are kept
 * with the columns of which they were made, since a frame can be changed in place and says nothing of it.
 */
const known = new WeakMap<pl.DataFrame, { content: pl.DataFrame; clusters: Clusters }>();

/**
 * The cluster of every row of any frame: its image, where it names none its item or sample, within its data set. Rows about one
 * picture share its difficulty. A frame that names nothing has every row as a cluster of its own.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { frameClusters } from "@/metrics/clusters.ts";
 *
 * const { codes, unit } = frameClusters(pl.DataFrame({ item_id: ["1", "2", "3"], image_id: ["a", "a", null] }));
 * assert.ok(codes[0] === codes[1] && codes[2] !== codes[0]);
 * assert.equal(unit, "image or item");
 * ```
 */
export function frameClusters(frame: pl.DataFrame): Clusters {
  requireFrame("clusters", frame);
  if (frame.height < MANY) return clustersOf(frame);
  const columns = frame.columns;
  const isImage = columns.includes("image_id") && frame.getColumn("image_id").nullCount() === 0;
  const used = (isImage ? ["benchmark", "image_id"] : [...SETS, ...ITEMS, "image_id"])
    .filter((name) => columns.includes(name));
  if (used.length === 0) return clustersOf(frame);
  const content = frame.select(...used), found = known.get(frame);
  if (found && found.content.frameEqual(content, true)) return found.clusters;
  const clusters = clustersOf(frame);
  known.set(frame, { content, clusters });
  return clusters;
}

function clustersOf(frame: pl.DataFrame): Clusters {
  const has = (name: string) => frame.columns.includes(name);
  const item = ITEMS.find(has), word = item === "sample_id" ? "sample" : "item";
  const itemCodes = () => item ? frameCodes(frame, [...SETS, item]).codes : null;
  const pictures = has("image_id") ? frame.getColumn("image_id") : null;
  const nulls = pictures?.nullCount() ?? frame.height;
  if (nulls === frame.height) {
    const codes = itemCodes();
    return codes ? { codes, unit: word } : { codes: everyRow(frame.height), unit: "row" };
  }
  const image = factor(pictures!);
  // A split names other items, not other pictures.
  const images = combineFactors(
    [...has("benchmark") ? [factor(frame.getColumn("benchmark"))] : [], image],
    frame.height,
  );
  // Items are looked at only where a row has no image: there may be millions.
  if (nulls === 0) return { codes: images.codes, unit: "image" };
  const none = image.levels.indexOf(null), items = itemCodes();
  // Rows without an image are clusters of their own kind, numbered behind the images.
  const codes = images.codes.map((code, i) =>
    image.codes[i] === none ? images.size + (items ? items[i] : i) : code
  );
  return { codes, unit: `image or ${items ? word : "row"}` };
}

function everyRow(height: number): Int32Array {
  return Int32Array.from({ length: height }, (_, i) => i);
}
