import pl from "nodejs-polars";
import { unusedName } from "../results/frame.ts";

/** Results of which no report can be made, whatever is asked. */
export class Unfit extends RangeError {}

const OF_BOTH = [["model_a", "model_b"], ["words_a", "words_b"]] as const;

export const OF_ITEMS: readonly string[] = ["human", "more_informative", ...OF_BOTH.flat()];

/** What must be the same in two results (which answer is longer by both counts of words), and what it is called. */
const LABELS = {
  human: "human labels",
  more_informative: "more informative answers",
  model_a: "models of answer A",
  model_b: "models of answer B",
  longer: "longer answers",
};

type Label = keyof typeof LABELS;

export function withColumnsOf(
  frame: pl.DataFrame,
  other: pl.DataFrame,
  names: readonly string[],
): pl.DataFrame {
  const lacked = names.filter((name) => !frame.columns.includes(name) && other.columns.includes(name));
  return frame.withColumns(
    ...lacked.map((name) => pl.lit(null).cast(other.getColumn(name).dtype).alias(name)),
  );
}

export function withLabelsOf(
  frame: pl.DataFrame,
  other: pl.DataFrame,
  names: readonly string[],
): pl.DataFrame {
  const lent = unusedName(frame.columns, "lent");
  return names.filter((name) => frame.columns.includes(name)).reduce((all, name) => {
    const own = pl.col(name),
      both = all.withColumns(other.getColumn(name).cast(all.getColumn(name).dtype).alias(lent));
    return both.withColumns(pl.when(own.isNull()).then(pl.col(lent)).otherwise(own).alias(name)).drop(lent);
  }, frame);
}

export function requireSameLabels(
  before: pl.DataFrame,
  after: pl.DataFrame,
  isHeld: (label: Label) => boolean,
): void {
  const labels = Object.keys(LABELS) as Label[];
  for (const label of labels.filter(isHeld)) {
    const differ = unlikeLabels(before, after, label);
    if (!differ) continue;
    const why = label === "longer" ? "; answers that were lengthened have a condition of their own" : "";
    throw new Unfit(`report: wanted the same ${LABELS[label]} in both results, found ${differ}${why}`);
  }
}

export function otherLengths(both: pl.DataFrame): string {
  const half = both.height / 2, differ = unlikeLabels(both.head(half), both.tail(half), "longer");
  return differ && `other answers are the longer ones in one of the two: found ${differ}`;
}

function valuesOf(frame: pl.DataFrame, column: string): unknown[] {
  return frame.columns.includes(column) ? frame.getColumn(column).toArray() : [];
}

function unlikeLabels(before: pl.DataFrame, after: pl.DataFrame, label: Label): string {
  const [own, others] = [before, after].map((frame) => {
    if (label !== "longer") return valuesOf(frame, label);
    const [a, b] = OF_BOTH[1].map((name) => valuesOf(frame, name) as (number | null)[]);
    return a.map((count, row) => {
      const other = b[row] ?? null;
      return count === null || other === null ? null : ["B", "neither", "A"][1 + Math.sign(count - other)];
    });
  });
  const isUnlike = (row: number) =>
    own[row] !== others[row] && (label === "human" || own[row] !== null && others[row] !== null);
  const rows = [...own.keys()].filter(isUnlike), [row] = rows;
  if (row === undefined || others.length === 0) return "";
  const item = before.getColumn("item_id").get(row),
    [one, other] = [own[row] ?? "none", others[row] ?? "none"];
  return `${rows.length} of ${own.length} that differ, such as item ${item} (${one} before, ${other} after)`;
}
