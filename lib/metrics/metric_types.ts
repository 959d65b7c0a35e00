import type pl from "nodejs-polars";
import type { Words } from "../progress/require.ts";
import type { By } from "../results/frame.ts";
import type { ByColumn, Keeping, KeepingVerb, KnownColumns } from "../results/frame_types.ts";
import type { CellValue } from "../results/only.ts";
import type { Inference } from "../stats/infer.ts";
import type { ClusterColumns } from "./pair_rows.ts";

export type { By };

/** Options that every metric takes. */
export interface MetricOptions<Groups extends By = By> {
  /** Column or columns whose values make the groups, one row each; `[]` for one row over everything. */
  by?: Groups;
  /** What intervals take as independent: a column, or two whose values cross; the image (item, sample) of its data set by default. */
  clusters?: ClusterColumns;
  /** Level of the intervals; 0.95 by default. */
  level?: number;
  /** Only rows with these values of these columns: `{ domain: "chart" }`. */
  where?: Readonly<ByColumn<CellValue | readonly CellValue[] | undefined>>;
}

export const METRIC_OPTIONS = ["by", "clusters", "level", "where"] as const;

/** What stands behind an estimate in a metric's row. */
export interface Evidence extends Pick<Inference, "low" | "high" | "df"> {
  /** Clusters with a row that takes part. */
  n_clusters: number;
  /** Where the limits come from: Wilson, CR2 or none. */
  method: string;
  /** Clusters of equal size and weight that would tell as much. */
  effective_clusters: number;
  /** Which rows count together that hardly should (conditions; with and without the image), and what makes the interval a rough guess; null where nothing does. */
  warning: string | null;
}

/** The values of the columns that metrics group by unless they are told others, as far as the frame has them. */
export type GroupColumns =
  & Record<"benchmark" | "judge" | "pipeline" | "prompt" | "variant" | "split" | "mode", string>
  & Record<"generator" | "evaluator" | "setting", string>
  & Record<"image" | "thinking" | "is_self", boolean>
  & { condition: string | null };

/** Which of them a metric's rows are known to have where `by` is left out, by the frame that it is of. */
export type DefaultGroups<Frame extends "pairs" | "scores" | "criteria"> =
  | "judge"
  | "condition"
  | {
    pairs: "benchmark" | "pipeline" | "image" | "variant";
    scores: "prompt";
    criteria: "mode" | "thinking" | "split";
  }[Frame];

/** The values of the columns that `by` names; of names that only a run knows any may be there. */
export type GroupValues<Groups> = ValuesByName<
  (Groups extends readonly (infer Name)[] ? Name : Groups) & string
>;

/** The same by the names. */
export type ValuesByName<Name extends string> = string extends Name ? Record<string, CellValue>
  : { [Column in Name]: Column extends keyof GroupColumns ? GroupColumns[Column] : CellValue };

/** The values of a metric's row by column: warnings in words, or null, all else in numbers, and whatever `More` says. */
export type MetricRow<Names extends string, More, Groups> = Flat<
  & {
    [Column in Exclude<Words<Names>, keyof More>]: Column extends `${string}warning` ? string | null : number;
  }
  & More
  & GroupValues<Groups>
>;

/** One object, as an editor shows it. */
export type Flat<Row> = { [Column in keyof Row]: Row[Column] };

/** The Polars types of those. */
export type MetricTypes<Row> = {
  [Column in keyof Row]: NonNullable<Row[Column]> extends number ? pl.Float64
    : NonNullable<Row[Column]> extends boolean ? pl.Bool
    : pl.Utf8;
};

/** A metric's table by its columns as `metricFrame` takes them: `rule:key n:count accuracy`. */
export type NamedTable<Columns extends string, Groups> = MetricFrame<
  never,
  {
    [Word in Words<Columns> as Word extends `${infer Name}:${string}` ? Name : Word]: Word extends
      `${infer Name extends keyof Evidence}:${string}` ? Evidence[Name]
      : Word extends `${string}:${"key" | "text"}` ? string
      : number;
  },
  Groups
>;

/**
 * A metric's table: a Polars frame whose columns an editor completes and whose records have these columns and those of `by`, and no
 * other: `MetricFrame<"n ib", Evidence, "judge">`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { informativenessBias, readPairs } from "judgebias";
 *
 * const bias = informativenessBias(readPairs("data/examples/pairs.csv"), {
 *   by: "judge",
 * });
 * // the compiler knows that these are numbers
 * const found: (number | null)[] = bias.sort("ib").getColumn("ib").toArray();
 * assert.deepEqual(bias.toRecords().map(({ judge, n_tie }) => [judge, n_tie])[0], [
 *   "simulated-judge-a", 0,
 * ]);
 * ```
 */
export type MetricFrame<Names extends string = never, More = unknown, Groups = By> =
  & {
    /** The rows as plain objects. */
    toRecords(): MetricRow<Names, More, Groups>[];
  }
  & KnownColumns<MetricTypes<MetricRow<Names, More, Groups>>>
  & { [Verb in KeepingVerb]: Keeping<pl.DataFrame[Verb], MetricFrame<Names, More, Groups>> }
  & pl.DataFrame;
