import pl from "nodejs-polars";
import { inWords } from "../progress/show.ts";
import { unusedName } from "../results/frame.ts";
import { takeRows } from "../results/take_rows.ts";
import { repliesIn } from "../results/votes.ts";
import { countText } from "./number_text.ts";
import { said } from "./said.ts";

/** Results of which no report can be made, whatever is asked. */
export class Unfit extends RangeError {}

const OF_BOTH = [["model_a", "model_b"], ["words_a", "words_b"]] as const;

export const OF_ITEMS: readonly string[] = ["human", "more_informative", ...OF_BOTH.flat()];

/** What was judged, by the columns that may say so. */
export const MATERIAL =
  "model_a model_b image_id query question answer_a answer_b words_a words_b words_query words_query_biased words_response"
    .split(" ");

const NAMED = 3;

/**
 * Two results in one order without the rows that are not about the same, and which items differ in what; refused where most do. Under conditions of other
 * names the answers may be others, which is said. A cell that either lacks is no difference.
 */
export function sameMaterial(
  [before, after]: readonly pl.DataFrame[],
  known: readonly string[],
  isAlike: boolean,
): { frames: pl.DataFrame[]; notes: string[] } {
  const frames = [before, after], rows = new Set<number>();
  const items = valuesOf(before, before.columns.includes("item_id") ? "item_id" : "sample_id");
  const found = MATERIAL.filter((name) => known.includes(name)).flatMap((name) => {
    const [own, others] = frames.map((frame) => valuesOf(frame, name));
    const unlike = [...own.keys()].filter((row) =>
      own[row] != null && others[row] != null && own[row] !== others[row]
    );
    for (const row of unlike) rows.add(row);
    const named = [...new Set(unlike.map((row) => items[row]))], more = named.length - NAMED;
    const which = `${named.slice(0, NAMED).join(", ")}${more > 0 ? `, and ${countText(more)} more` : ""}`;
    return named.length > 0 ? [`${name} of ${inWords(named.length, "item")} (${which})`] : [];
  }).join(", ");
  if (rows.size === 0) return { frames, notes: [] };
  const each = repliesIn(before), all = each(Array(before.height).keys()).length;
  const unlike = { rows: each(rows).length, all, found };
  if (!isAlike) return { frames, notes: [said("differs_too", unlike)] };
  if (2 * rows.size > before.height) throw new Unfit(said("other_material", unlike));
  const same = Int32Array.from(items.keys()).filter((row) => !rows.has(row));
  return {
    frames: frames.map((frame) => takeRows(frame, same)),
    notes: [said("left_out_unlike", unlike)],
  };
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
  labels: readonly string[],
): void {
  for (const label of ["human", "more_informative"].filter((name) => labels.includes(name))) {
    const differ = unlikeLabels(before, after, label);
    if (differ) throw new Unfit(said(`same_${label}`, { differ }));
  }
}

export function otherLengths(both: pl.DataFrame): string {
  const half = both.height / 2, differ = unlikeLabels(both.head(half), both.tail(half), "longer");
  return differ && said("other_lengths", { differ });
}

function valuesOf(frame: pl.DataFrame, column: string): unknown[] {
  return frame.columns.includes(column) ? frame.getColumn(column).toArray() : [];
}

function unlikeLabels(before: pl.DataFrame, after: pl.DataFrame, label: string): string {
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
  const rows = [...own.keys()].filter(isUnlike), items = valuesOf(before, "item_id");
  if (rows.length === 0 || others.length === 0) return "";
  const told = rows.map((row) =>
    `${items[row]} (${own[row] ?? "none"} before, ${others[row] ?? "none"} after)`
  );
  const named = [...new Set(told)].slice(0, NAMED);
  return said("labels_differ", { rows: rows.length, all: own.length, named });
}
