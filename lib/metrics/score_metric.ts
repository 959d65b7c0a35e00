import type pl from "nodejs-polars";
import { type By, columnList } from "../results/column_list.ts";
import { defaultGroups } from "../results/default_groups.ts";
import { requireFrame } from "../results/require_frame.ts";
import { requireOptions } from "../results/require_options.ts";
import {
  type Column,
  type Evidence,
  type GroupParts,
  METRIC_OPTIONS,
  type MetricFrame,
  type MetricOptions,
  metricTable,
  rowsWhere,
} from "./metric_table.ts";
import { type ScoreOutcomes, scoreOutcomes } from "./score_outcomes.ts";

/** The columns that tell one experiment from another in a `score pairs` frame. */
const SCORE_PAIRS_BY = ["judge", "prompt"] as const;

/** What a metric on score pairs is declared with. */
export interface ScoreMetric {
  /** The rows that are meant. */
  scores: pl.DataFrame;
  outcomes: ScoreOutcomes;
  grouping: readonly string[];
  level?: number;
  /** The metric's table: a row per group, or one for each of its `parts`. */
  table<Columns extends Record<string, Column>, Key = unknown>(
    columns: Columns,
    parts?: GroupParts<Key>,
  ): MetricFrame<Extract<keyof Columns, string>, Evidence & Key>;
}

/**
 * What every metric on score pairs begins with: options checked, rows of `where`, scores as numbers, groups and clusters; its `table` then takes
 * the columns.
 *
 * @param own options of this metric beside the common ones
 * @param anyScore takes scores outside 1 … 10 as they are, as the authors' code does
 */
export function scoreMetric(
  action: string,
  given: pl.DataFrame,
  options: MetricOptions,
  { own = [], anyScore = false }: { own?: readonly string[]; anyScore?: boolean } = {},
): ScoreMetric {
  requireOptions(action, options, [...METRIC_OPTIONS, ...own]);
  const { by, clusters, level, where } = options;
  requireFrame(action, given);
  const scores = rowsWhere(given, where), outcomes = scoreOutcomes(action, scores, { anyScore, clusters });
  const grouping = scoreGrouping(scores, by);
  return {
    scores,
    outcomes,
    grouping,
    level,
    table: (columns, parts) =>
      metricTable(
        scores,
        parts?.keys.some((key) => key === "bias_type")
          ? grouping.filter((name) => name !== "bias_type")
          : grouping,
        { clusters: outcomes.clusters, level, parts },
        columns,
      ),
  };
}

/** The grouping columns of a metric on `score pairs`: those asked for, or judge and prompt as far as the frame has them. */
function scoreGrouping(frame: pl.DataFrame, by: By | undefined): readonly string[] {
  return by !== undefined ? columnList(by) : defaultGroups(frame, SCORE_PAIRS_BY);
}
