import pl from "nodejs-polars";
import { ownFacts } from "../../progress/own_facts.ts";
import { levels, preferring, rowsHolding } from "../../results/only.ts";
import { takeRows } from "../../results/take_rows.ts";
import { groupRows } from "../../metrics/metric_table.ts";
import { POINTS } from "../../metrics/undecided.ts";
import { FRAMES } from "../../results/frames.ts";
import { fromMetric, groupOf, type MetricEstimate, UNTESTED } from "../estimates.ts";
import type { Estimate, Look, Question } from "../report_types.ts";

/**
 * Judgments that most questions are about: the answers as they were, where there are such rows, and no ablation, which a row without the image is
 * where its item was judged with it too (in `known`, by whichever judge). With `ablations` those that are.
 */
export function judgedRows(pairs: pl.DataFrame, known = pairs, ablations = false): pl.DataFrame {
  if (!pairs.columns.includes("image") || known.getColumn("image").nUnique() < 2) return original(pairs);
  const image = pl.col("image"), item = ["benchmark", "pipeline", "variant", "condition"];
  const names = item.filter((name) => pairs.columns.includes(name));
  const all = known === pairs ? pairs : pl.concat([known.select(...pairs.columns), pairs]);
  const ablation = image.not().and(image.max().over("item_id", ...names)).alias("ablation");
  const rows = rowsHolding(all.select(ablation).tail(pairs.height), { ablation: ablations });
  return original(takeRows(pairs, rows));
}

/** The same, all of one kind: those that were never judged with an image stand beside those that were. */
export function mainRows(pairs: pl.DataFrame, known = pairs): pl.DataFrame {
  const rows = judgedRows(pairs, known);
  const isMixed = rows.columns.includes("image") && rows.getColumn("image").nUnique() > 1;
  return isMixed ? rows.withColumns(pl.lit(true).alias("image")) : rows;
}

export const original = (pairs: pl.DataFrame) => preferring(pairs, { variant: "original" });

export const DECIDED = ["A", "B"] as const;

export function readable(pairs: pl.DataFrame, choice?: readonly (string | null)[]): pl.DataFrame {
  return takeRows(pairs, rowsHolding(pairs, { choice: choice ?? FRAMES.pairs.columns.choice.values }));
}

export function rowsByGroup(rows: pl.DataFrame, by: readonly string[]) {
  const keyOf = (group: Record<string, unknown>) => JSON.stringify(groupOf(group, by));
  const groups = new Map(groupRows(rows, by).map(({ key, rows: own }) => [keyOf(key), [...own]]));
  return (group: Estimate["group"]) => groups.get(keyOf(group));
}

type Said =
  & Pick<Question, "frame" | "title" | "question" | "unit" | "method">
  & Partial<Omit<Question, "nullValue" | "delta">>
  & Partial<Record<"nullValue" | "delta", number | null>>;

/** How a question is answered: its estimates, or these with further looks and what must be given beside the frame. */
export type Asked =
  | Question["estimates"]
  | Pick<Question, "estimates" | "allowed">
    & Partial<Pick<Question, "looks" | "isQuiet" | "unfit">>;

export type Asks = Readonly<Record<string, Asked>>;

export const asks = <Id extends string>(list: Record<Id, Asked>): Record<Id, Asked> => list;

const { looks: LOOKS, ...SAID } = ownFacts<
  Record<"questions" | "changes" | "judges", Record<string, Said>> & {
    looks: Record<string, Omit<Look, "estimates">>;
  }
>("questions");

export function questions(list: keyof typeof SAID, asks: Asks): Question[] {
  return Object.entries(SAID[list]).map(([id, said]) => ({
    ...question(id, said, asks[id]),
    isChange: list !== "questions",
  }));
}

/** A question that claims something (`above`) is compared with 0 within five points; one that does not is described only. */
export function question(id: string, { nullValue, delta, ...said }: Said, asked: Asked): Question {
  const { above = "" } = said, own = nullValue === undefined ? above === "" ? null : 0 : nullValue;
  return {
    ...{ id, above, needs: [], allow: "", looks: [], cite: [], ...said },
    nullValue: own ?? NaN,
    delta: (delta === undefined && own !== null ? POINTS : delta) ?? NaN,
    ...typeof asked === "function" ? { estimates: asked } : asked,
  };
}

export function look(id: string, estimates: Look["estimates"]): Look {
  return { ...LOOKS[id], estimates };
}

export const WAYS: Look = look(
  "ways",
  (_frame, _by, { main }) =>
    main.flatMap(({ group: { part: _, ...group }, sensitivity = [] }) =>
      sensitivity.map(({ name, ...found }) => ({ group, quantity: name, ...UNTESTED, ...found }))
    ),
);

export const hasFamilies: Question["allowed"] = ({ families }) => Object.keys(families).length > 0;

export function of(
  metric: (frame: pl.DataFrame, options: { by: readonly string[]; level: number }) => pl.DataFrame,
  columns: MetricEstimate,
  rowsOf: (frame: pl.DataFrame) => pl.DataFrame = (frame) => frame,
): Question["estimates"] {
  return (frame, by, { level }) => fromMetric(metric(rowsOf(frame), { by, level }), by, columns);
}

export function inParts(
  estimates: Question["estimates"],
  runs: "pair_runs" | "runs",
): Look[] {
  const inEach = (column: string) =>
    look(`by_${column}`, (frame, by, more) => {
      const isOne = by.includes(column) || levels(frame, column).length < 2;
      return isOne ? [] : estimates(frame, [...by, column], more);
    });
  return [
    ...["benchmark", "domain"].map(inEach),
    { ...look("by_run", (frame, by, more) => estimates(frame, [...by, "run"], more)), needs: [runs] },
  ];
}
