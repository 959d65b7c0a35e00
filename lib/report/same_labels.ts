import pl from "nodejs-polars";
import { inWords } from "../progress/show.ts";
import { unusedName } from "../results/frame.ts";
import { countText } from "./number_text.ts";

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

/** How one that is right is said of both, where it is. */
const MENDS: Partial<Record<Label, string>> = {
  human: "; one file of the labels that hold (columns item_id and human), read with both, settles it: " +
    'read: { corrections: "FILE" }, on the command line --corrections FILE',
  longer: "; answers that were lengthened have a condition of their own",
};

/** What was judged, by the columns that may say so. */
const MATERIAL =
  "image_id query question answer_a answer_b words_a words_b words_query words_query_biased words_response"
    .split(" ");

const NAMED = 3;

/** Rows of two results, in one order, that are not about the same, and which items differ in what. A cell that either lacks is no difference. */
export function otherMaterial(
  [before, after]: readonly pl.DataFrame[],
  known: readonly string[],
): { rows: number[]; said: string } {
  const items = valuesOf(before, before.columns.includes("item_id") ? "item_id" : "sample_id");
  const found = MATERIAL.filter((name) => known.includes(name)).flatMap((name) => {
    const [own, others] = [before, after].map((frame) => valuesOf(frame, name));
    const isOther = (row: number) => own[row] != null && others[row] != null && own[row] !== others[row];
    const rows = [...own.keys()].filter(isOther), unlike = [...new Set(rows.map((row) => items[row]))];
    const more = unlike.length > NAMED ? `, and ${countText(unlike.length - NAMED)} more` : "";
    const first = unlike.slice(0, NAMED).join(", ");
    return rows.length === 0
      ? []
      : [{ rows, said: `${name} of ${inWords(unlike.length, "item")} (${first}${more})` }];
  });
  const rows = [...new Set(found.flatMap((one) => one.rows))];
  const counts = `${countText(rows.length)} of ${inWords(before.height, "judgment")}`;
  return { rows, said: `${counts}, in ${found.map(({ said }) => said).join(", ")}` };
}

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
    const mend = MENDS[label] ?? "";
    throw new Unfit(`report: wanted the same ${LABELS[label]} in both results, found ${differ}${mend}`);
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
