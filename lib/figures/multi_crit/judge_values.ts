import pl from "nodejs-polars";
import { compareCriteria } from "../../metrics/compare_criteria.ts";
import { criteriaMetrics } from "../../metrics/criteria_metrics.ts";
import {
  MULTI_CRIT_FACTS,
  multiCritDifferences,
  type MultiCritMetric,
  multiCritValues,
  pairName,
} from "../../papers/multi_crit.ts";
import { wilson } from "../../stats/wilson.ts";
import type { CriteriaSplit } from "../../results/criteria_sets.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { Provenance } from "../provenance.ts";

/** What is compared: thinking with not (Table 16), or joint with single judging (Table 18). */
export type Comparison = "thinking" | "mode";

/** A metric of a judge, or of the difference of its two ways of judging; fractions. */
export interface JudgeValue {
  /** What the two rows that are compared have in common: the judge. */
  pair: string;
  judge: string;
  /** `first` less `second` is the difference: thinking less not, joint less single. */
  role: "second" | "first" | "difference" | "reference";
  split: CriteriaSplit;
  metric: MultiCritMetric;
  value: number;
  /** As the paper prints it. */
  printed: string | null;
  low: number;
  high: number;
  n: number;
  n_clusters: number;
  /** Of a difference, with its test: McNemar's per item, sign flips of items otherwise. */
  p_value: number;
  test: string | null;
  provenance: Provenance;
  /** Where the interval comes from, where that is not where the value comes from. */
  spread_provenance: Provenance | null;
}

/**
 * The values of a comparison: as published, or computed from the frame with intervals and paired tests. Published ones get
 * exact intervals from the counts that their percentages tell, where `spread` asks for them.
 *
 * @throws {RangeError} when no judge of the frame has both ways of judging
 */
export async function judgeValues(
  context: FigureContext,
  comparison: Comparison,
  { spread = false }: { spread?: boolean } = {},
): Promise<JudgeValue[]> {
  if (context.source !== "published") {
    return computedValues(await context.frame("criteria"), comparison, context.origin);
  }
  const published = publishedValues(comparison);
  return spread ? published.map(withExactInterval) : published;
}

/** Items that a share is of, where the printed percentages tell: all of them, or those with a human conflict. */
const ITEMS: Partial<Record<MultiCritMetric, "items" | "conflictItems">> = {
  pluralistic_accuracy: "items",
  tradeoff_sensitivity: "conflictItems",
};

/**
 * A printed share of items with Wilson's interval: percentages of 299, 206, 126 and 109 items are whole counts. Pairs of criteria (CMR) and
 * averages stand on items that share answers, for which the paper prints no counts: they have none.
 */
function withExactInterval(value: JudgeValue): JudgeValue {
  const of = ITEMS[value.metric];
  if (of === undefined || value.role === "difference") return value;
  const all = MULTI_CRIT_FACTS[value.split][of];
  // One judge left one item out (82 of 108).
  const n = [all, all - 1].find((items) => fitsCount(value.printed!, items));
  if (n === undefined) return value;
  const { low, high } = wilson(Math.round(value.value * n), n);
  return { ...value, low, high, n, n_clusters: n, spread_provenance: "computed from published" };
}

/** Whether a printed percentage is a whole number of so many items. */
function fitsCount(printed: string, items: number): boolean {
  const count = Math.round(Number(printed) / 100 * items);
  return (100 * count / items).toFixed(2) === Number(printed).toFixed(2);
}

function publishedValues(comparison: Comparison): JudgeValue[] {
  const table = comparison === "thinking" ? 16 : 18;
  const none = {
    low: NaN,
    high: NaN,
    n: NaN,
    n_clusters: NaN,
    p_value: NaN,
    test: null,
    spread_provenance: null,
  };
  return [
    ...multiCritValues().filter((value) => value.table === table).map((value): JudgeValue => ({
      ...none,
      pair: value.pair,
      judge: value.judge,
      role: value.thinking || value.mode === "joint" ? "first" : "second",
      split: value.split,
      metric: value.metric,
      value: value.value / 100,
      printed: value.printed,
      provenance: "published",
    })),
    ...multiCritDifferences().filter((value) => value.table === table).map((value): JudgeValue => ({
      ...none,
      pair: value.pair,
      judge: value.pair,
      role: "difference",
      split: value.split,
      metric: value.metric,
      value: value.value / 100,
      printed: value.printed,
      provenance: "published",
    })),
  ];
}

/** A judge's rows in a frame: what tells them apart. */
interface Way {
  judge: string;
  mode: string;
  thinking: boolean;
}

function computedValues(
  criteria: pl.DataFrame,
  comparison: Comparison,
  provenance: Provenance,
): JudgeValue[] {
  const found = comparedWays(criteria, comparison);
  if (found.length === 0) {
    throw new RangeError(
      `multi-crit: wanted a judge ${
        comparison === "thinking" ? "with and without thinking" : "in both modes"
      }, found none`,
    );
  }
  const metrics = criteriaMetrics(criteria).toRecords() as unknown as (Way & JudgeValue)[];
  return found.flatMap(({ pair, second, first }) => {
    const values = ([["second", second], ["first", first]] as const).flatMap(([role, way]) =>
      metrics.filter((row) =>
        row.judge === way.judge && row.mode === way.mode && row.thinking === way.thinking
      ).map(
        (row): JudgeValue => ({
          pair,
          judge: way.judge,
          role,
          split: row.split,
          metric: row.metric,
          value: row.value,
          printed: null,
          low: row.low,
          high: row.high,
          n: row.n,
          n_clusters: row.n_clusters,
          p_value: NaN,
          test: null,
          provenance,
          spread_provenance: null,
        }),
      )
    );
    const own = criteria.filter(
      pl.col("judge").eq(pl.lit(first.judge)).or(pl.col("judge").eq(pl.lit(second.judge))),
    );
    const differences = compareCriteria(own, { first: { ...first }, second: { ...second } }).toRecords().map((
      row,
    ): JudgeValue => ({
      pair,
      judge: pair,
      role: "difference",
      split: row.split as CriteriaSplit,
      metric: row.metric as MultiCritMetric,
      value: Number(row.difference),
      printed: null,
      low: Number(row.low),
      high: Number(row.high),
      n: Number(row.n),
      n_clusters: Number(row.n_clusters),
      p_value: Number(row.p_value),
      test: String(row.test),
      provenance,
      spread_provenance: null,
    }));
    return [...values, ...differences];
  });
}

/** Judges of a frame that judged in both ways, in the order of their names as published, then as they come. */
function comparedWays(
  criteria: pl.DataFrame,
  comparison: Comparison,
): { pair: string; second: Way; first: Way }[] {
  const ways = criteria.select("judge", "mode", "thinking").unique({ maintainOrder: true })
    .toRecords() as unknown as Way[];
  const isFirst = (way: Way) => comparison === "thinking" ? way.thinking : way.mode === "joint";
  const name = (way: Way) => comparison === "thinking" ? pairName(way.judge) : way.judge;
  const same = (a: Way, b: Way) =>
    name(a) === name(b) && (comparison === "thinking" ? a.mode === b.mode : a.thinking === b.thinking);
  return ways.filter((way) => !isFirst(way)).flatMap((second) => {
    const first = ways.find((way) => isFirst(way) && same(way, second));
    if (!first) return [];
    // A judge compared more than once (thinking in both modes, modes with and without thinking) says which it is.
    const also = ways.filter((way) => !isFirst(way) && name(way) === name(second)).length > 1;
    const detail = comparison === "thinking" ? second.mode : second.thinking ? "thinking" : "not thinking";
    return [{ pair: also ? `${name(second)} (${detail})` : name(second), second, first }];
  });
}

/** Values as a tidy frame: what the CSV beside a figure holds. */
export function judgeValueFrame(values: readonly JudgeValue[]): pl.DataFrame {
  const text = (name: keyof JudgeValue) => pl.Series(name, values.map((value) => value[name]), pl.Utf8);
  const number = (name: keyof JudgeValue) => pl.Series(name, values.map((value) => value[name]), pl.Float64);
  const count = (name: keyof JudgeValue) =>
    pl.Series(name, values.map((value) => Number.isNaN(value[name]) ? null : value[name]), pl.Float64).cast(
      pl.Int32,
    );
  return pl.DataFrame([
    ...(["pair", "judge", "role", "split", "metric"] as const).map(text),
    number("value"),
    text("printed"),
    ...(["low", "high"] as const).map(number),
    ...(["n", "n_clusters"] as const).map(count),
    number("p_value"),
    text("test"),
    text("provenance"),
    text("spread_provenance"),
  ]);
}
