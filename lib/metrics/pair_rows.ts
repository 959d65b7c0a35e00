import { WrongType, WrongValue } from "../progress/require_no_more.ts";
import { inWords, told } from "../progress/told.ts";
import pl from "nodejs-polars";
import { factor, frameCodes } from "../results/factor.ts";
import { type By, clusterUnit } from "../results/frame.ts";
import { FRAMES } from "../results/frames.ts";
import { requireAsked } from "../results/only.ts";
import { firstRows, isVoted } from "../results/votes.ts";
import { requireColumns, requireValidFrame } from "../results/require_valid_frame.ts";
import type { ClusterCodes } from "../stats/infer.ts";

export const PAIRS_KEY = FRAMES.pairs.key;

/** Pairs up rows that differ only in `split`: `first` has it true, `second` false; rows without a partner, with null in `split`, or of an order that nobody knows take no part. */
export function matchRows(action: string, pairs: pl.DataFrame, split: "image" | "swapped") {
  requireColumns(action, pairs, ["item_id", split]);
  const side = factor(pairs.getColumn(split));
  const sides = side.levels.map((level) => level === true ? 0 : level === false ? 1 : -1);
  const slots = split === "swapped" && pairs.columns.includes("order") ? swappedRows(pairs) : null;
  const key = PAIRS_KEY.filter((name) => name !== split);
  const sideOf = (row: number) => slots?.[row] === SLOT.unknown ? -1 : sides[side.codes[row]];
  return matchSides(action, pairs, key, sideOf);
}

/** The one way in which rows that were judged twice find each other: rows of side 0 and 1 with the same values in the columns of `key` that the frame has; side −1 takes no part. */
export function matchSides(
  action: string,
  frame: pl.DataFrame,
  key: readonly string[],
  sideOf: (row: number) => number,
) {
  const { codes, size } = frameCodes(frame, key);
  const places = [0, 1].map(() => new Int32Array(size).fill(-1));
  codes.forEach((code, row) => {
    const place = places[sideOf(row)];
    if (!place) return;
    if (place[code] >= 0) {
      const found = `rows ${place[code] + 1} and ${row + 1} with the same values there`;
      throw new RangeError(`${action}: wanted one row per ${key.join(", ")}, found ${found}`);
    }
    place[code] = row;
  });
  const partner = codes.map((code, row) => places[1 - sideOf(row)]?.[code] ?? -1);
  const sided = codes.map((_, row) => row).filter((row) => places[sideOf(row)]);
  const first = sided.filter((row) => sideOf(row) === 0 && partner[row] >= 0);
  return {
    ...{ first, second: first.map((row) => partner[row]), partner },
    unmatched: sided.filter((row) => partner[row] < 0).length,
  };
}

export function holdOnce(
  frame: pl.DataFrame,
  key: readonly string[],
  sideOf: (row: number) => number,
): boolean {
  const { codes, size } = frameCodes(frame, key), seen = [new Uint8Array(size), new Uint8Array(size)];
  return codes.every((code, row) => {
    const own = seen[sideOf(row)];
    return own === undefined || own[code]++ === 0;
  });
}

export const SLOT = { given: 0, swapped: 1, unknown: 2 } as const;

/** Which answer each row shows first: A in a frame that does not say; nobody knows where readers wrote "unknown" into the column `order`. */
export function swappedRows(pairs: pl.DataFrame): Uint8Array {
  const slots = new Uint8Array(pairs.height);
  const mark = (column: string, value: unknown, slot: number) => {
    if (!pairs.columns.includes(column)) return;
    const { codes, levels } = factor(pairs.getColumn(column));
    for (let row = 0; row < slots.length; row++) if (levels[codes[row]] === value) slots[row] = slot;
  };
  mark("swapped", true, SLOT.swapped);
  mark("order", "unknown", SLOT.unknown);
  return slots;
}

export const holdsPairs = (frame: pl.DataFrame): boolean =>
  ["human", "choice"].every((name) => frame.columns.includes(name));

/** A row per call, and no `annotator`: for what asks the judge alone, whose verdict is one however many people voted on it. Groups `by` annotator keep each person's rows. */
export function oncePerCall(action: string, pairs: pl.DataFrame, by: By = []): pl.DataFrame {
  // What is no frame is for others to refuse; where nobody voted, they look at every value as well.
  if (!pairs?.columns?.includes("annotator") || !isVoted(pairs)) return pairs;
  requireValidFrame(action, "pairs", pairs);
  const isFirst = firstRows(pairs, by);
  if (isFirst === null) return pairs;
  return pairs.filter(pl.Series("first", Array.from(isFirst, (one) => one === 1), pl.Bool)).drop("annotator");
}

/** Columns whose values intervals take as independent: one, or two that cross. */
export type ClusterColumns = string | readonly [string, string];

/** What intervals take as independent, and what it is called. */
export interface Clusters<Codes extends ClusterCodes = ClusterCodes> {
  /** One code per row; of two columns two lists. */
  codes: Codes;
  /** What a cluster is: `image`, `item`, `sample` or `row`; `item` too where images only repeat the items, as readers fill them in; `image or item` where some rows have no image; else the columns. */
  unit: string;
}

/**
 * The cluster of every row of any frame. Without `columns` its image, where it names none its item or sample, within its data set: rows about one
 * picture share its difficulty. A frame that names nothing has every row as a cluster of its own. A named column has a value in every row.
 */
export function frameClusters(frame: pl.DataFrame): Clusters<Int32Array>;
export function frameClusters(frame: pl.DataFrame, columns: ClusterColumns | undefined): Clusters;
export function frameClusters(frame: pl.DataFrame, columns?: ClusterColumns): Clusters {
  if (columns === undefined) return ownClusters(frame);
  const names: readonly string[] = typeof columns === "string" ? [columns] : columns;
  const found = `clusters: wanted one column or two, found ${told(columns)}`;
  if (!Array.isArray(names) || names.some((name) => typeof name !== "string")) throw new WrongType(found);
  requireAsked("clusters", frame, names);
  if (names.length !== 1 && names.length !== 2) throw new WrongValue(found);
  const [one, two] = names.map((name) => {
    const empty = frame.getColumn(name).nullCount();
    if (empty === 0) return frameCodes(frame, [...setsOf(name), name]).codes;
    const none = `${empty} of ${inWords(frame.height, "row")}`;
    throw new WrongValue(`clusters: wanted a value of ${name} in every row, found none in ${none}`);
  });
  return { codes: two ? [one, two] : one, unit: names.join(" and ") };
}

/** Columns within which an id means one thing: a sample is its data set and its id; a split names other items, not other pictures. */
const setsOf = (name: string) =>
  name === "image_id" ? ["benchmark"] : /^(item|sample)_id$/.test(name) ? ["benchmark", "split"] : [];

function ownClusters(frame: pl.DataFrame): Clusters<Int32Array> {
  const item = ["item_id", "sample_id"].find((name) => frame.columns.includes(name));
  const image = frame.columns.includes("image_id") ? frame.getColumn("image_id") : undefined;
  const nulls = image?.nullCount() ?? frame.height, word = item?.replace("_id", "") ?? "row";
  // Items are looked at only where a row has no image, or where the unit's name is asked for: there may be millions.
  const others = nulls > 0 && item ? frameCodes(frame, [...setsOf(item), item]).codes : undefined;
  if (image === undefined || nulls === frame.height) {
    return { codes: others ?? Int32Array.from({ length: frame.height }, (_, row) => row), unit: word };
  }
  const { codes, size } = frameCodes(frame, ["benchmark", "image_id"]);
  const own = nulls > 0 ? factor(image) : undefined, none = own?.levels.indexOf(null);
  return {
    // A row without an image is numbered behind them, by its item.
    codes: own
      ? codes.map((code, row) => own.codes[row] === none ? size + (others?.[row] ?? row) : code)
      : codes,
    get unit() {
      return nulls === 0 ? clusterUnit(frame) : `image or ${word}`;
    },
  };
}

/** Which rows are people's votes beside which no judge was asked. */
export function votesIn(pairs: pl.DataFrame): (row: number) => boolean {
  if (!pairs.columns.includes("status")) return () => false;
  const { codes, levels } = factor(pairs.getColumn("status")), vote = levels.indexOf("no_verdict");
  return (row) => codes[row] === vote;
}
