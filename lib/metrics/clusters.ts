import type pl from "nodejs-polars";
import { combineFactors, frameCodes } from "../results/combine_factors.ts";
import { factor } from "../results/factor.ts";
import { clusterUnit } from "../results/cluster_unit.ts";
import { requireFrame } from "../results/require_frame.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import type { ClusterCodes } from "../stats/infer.ts";

/** Columns whose values intervals take as independent: one, or two that cross. */
export type ClusterColumns = string | readonly [string, string];

/** What intervals take as independent, and what it is called. */
export interface Clusters<Codes extends ClusterCodes = ClusterCodes> {
  /** One code per row; of two columns two lists. */
  codes: Codes;
  /**
   * What a cluster is: `image`, `item`, `sample` or `row`; `item` too where images only repeat the items, as readers fill them in; `image or item`
   * where some rows have no image; else the columns.
   */
  unit: string;
}

/** Columns that name what was judged, the first that a frame has. */
const ITEMS = ["item_id", "sample_id"] as const;

/** Columns within which an id means one thing: a sample is its data set and its id. */
const SETS = ["benchmark", "split"] as const;

/**
 * The cluster of every row of any frame. Without `columns` its image, where it names none its item or sample, within its data set: rows about one
 * picture share its difficulty. A frame that names nothing has every row as a cluster of its own. Of named columns a row without a value is one too.
 *
 * @throws {TypeError} for a column that the frame lacks
 */
export function frameClusters(frame: pl.DataFrame): Clusters<Int32Array>;
export function frameClusters(frame: pl.DataFrame, columns: ClusterColumns | undefined): Clusters;
export function frameClusters(frame: pl.DataFrame, columns?: ClusterColumns): Clusters {
  requireFrame("clusters", frame);
  if (columns === undefined) return ownClusters(frame);
  if (columns === null) throw new TypeError("clusters: wanted one column or two, found null");
  const names: readonly string[] = typeof columns === "string" ? [columns] : columns;
  requireColumns("clusters", frame, names);
  if (names.length === 1) return { codes: namedCodes(frame, names[0]), unit: names[0] };
  if (names.length !== 2) {
    throw new RangeError(`clusters: wanted one column or two, found ${JSON.stringify(columns)}`);
  }
  return { codes: [namedCodes(frame, names[0]), namedCodes(frame, names[1])], unit: names.join(" and ") };
}

/** Codes of a column's values; ids within their data set, a row without a value by itself. */
function namedCodes(frame: pl.DataFrame, name: string): Int32Array {
  // A split names other items, not other pictures.
  const sets = name === "image_id" ? ["benchmark"] : ITEMS.some((item) => item === name) ? SETS : [];
  const { codes, size } = frameCodes(frame, [...sets, name]);
  const column = frame.getColumn(name);
  if (column.nullCount() === 0) return codes;
  const { codes: own, levels } = factor(column), none = levels.indexOf(null);
  return codes.map((code, row) => own[row] === none ? size + row : code);
}

function ownClusters(frame: pl.DataFrame): Clusters<Int32Array> {
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
  if (nulls === 0) return { codes: images.codes, unit: clusterUnit(frame) };
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
