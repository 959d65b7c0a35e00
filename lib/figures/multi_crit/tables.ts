import { refusing } from "../../results/said.ts";
import pl from "nodejs-polars";
import { compareCriteria } from "../../metrics/compare_criteria.ts";
import { criteriaMetrics } from "../../metrics/criteria_shares.ts";
import {
  MULTI_CRIT_FACTS,
  multiCritDifferences,
  type MultiCritMetric,
  multiCritValues,
  pairName,
} from "../../papers/multi_crit.ts";
import type { CriteriaSplit } from "../../results/criteria_sets.ts";
import { wilson } from "../../stats/wilson.ts";
import type { FigureContext } from "../figure_spec.ts";
import { NAMES as PAPER_NAMES } from "../paper_order.ts";
import { computed } from "../values/computed.ts";
import { namesOf, pick, printedValue, rekeyed, type Value, valueOf } from "../values/value.ts";
import { quantileSorted, sum } from "simple-statistics";
import { groupedTable } from "../../metrics/metric_table.ts";
import { columnNumbers, factor, frameCodes } from "../../results/factor.ts";
import type { By } from "../../results/frame.ts";
import type { Specs } from "../figure.ts";
import { printedOf } from "../figure_entry.ts";
import type { TableOptions } from "../recipes/table_options.ts";

export const NAMES: Readonly<Record<string, string>> = PAPER_NAMES["multi-crit"];

export const COMPARISONS = {
  thinking: { table: 16, from: "no-think", to: "think" },
  mode: { table: 18, from: "single", to: "joint" },
} as const;
export type Comparison = keyof typeof COMPARISONS;

export const DIFFERENCE = "Δ";

const ITEMS: Partial<Record<MultiCritMetric, "items" | "conflictItems">> = {
  pluralistic_accuracy: "items",
  tradeoff_sensitivity: "conflictItems",
};

export function printedComparison(comparison: Comparison): Value[] {
  const { table, from, to } = COMPARISONS[comparison];
  type Printed = ReturnType<typeof multiCritDifferences>[number];
  const value = ({ pair, split, metric, printed }: Printed, way: string) => ({
    ...printedValue({ judge: pair, way, split }, metric, printed),
    value: Number(`${printed}e-2`),
  });
  return [
    ...multiCritValues().filter((one) => one.table === table)
      .map((one) => value(one, one.thinking || one.mode === "joint" ? to : from)),
    ...multiCritDifferences().filter((one) => one.table === table).map((one) =>
      value({ ...one, printed: one.value > 0 ? `+${one.printed.replace("+", "")}` : one.printed }, DIFFERENCE)
    ),
  ];
}

/**
 * A printed share of items with Wilson's interval: percentages of 299, 206, 126 and 109 items are whole counts. Pairs of criteria
 * (CMR) and averages stand on items that share answers, for which the paper prints no counts: they have none.
 */
export function withExactInterval(value: Value): Value {
  const of = ITEMS[value.quantity as MultiCritMetric];
  if (of === undefined || value.keys.way === DIFFERENCE) return value;
  const all = MULTI_CRIT_FACTS[value.keys.split as CriteriaSplit][of];
  // One judge left one item out (82 of 108).
  const printed = Number(value.printed),
    fits = (items: number) =>
      (100 * Math.round(printed / 100 * items) / items).toFixed(2) === printed.toFixed(2);
  const n = [all, all - 1].find(fits);
  if (n === undefined) return value;
  const { low, high } = wilson(Math.round(value.value * n), n);
  const interval = { low, high, interval: "95%", intervalProvenance: "computed from published" } as const;
  return valueOf({ ...value, ...interval, n, clusters: n });
}

async function judgeMetrics(context: FigureContext): Promise<Value[]> {
  const criteria = await context.frame("criteria");
  return await context.once("metrics of criteria", () =>
    computed(criteriaMetrics(criteria), {
      value: "value",
      metric: "metric",
      keys: ["judge", "mode", "thinking", "split"],
    }));
}

type Way = Record<"judge" | "mode", string> & { thinking: boolean };

export async function comparedWays(context: FigureContext, comparison: Comparison): Promise<Value[]> {
  const criteria = await context.frame("criteria"), metrics = await judgeMetrics(context);
  const { from, to } = COMPARISONS[comparison];
  const found = pairsOfWays(criteria, comparison);
  if (found.length === 0) {
    const ways = comparison === "thinking" ? "with and without thinking" : "in both modes";
    throw refusing("both_ways", { ways });
  }
  const all = await context.once(`comparison ${comparison}`, () =>
    found.flatMap(({ judge, ways }) => {
      const differences = compareCriteria(criteria, { first: { ...ways[1] }, second: { ...ways[0] } });
      return [
        ...ways.flatMap((way, w) =>
          rekeyed(
            pick(metrics, { judge: way.judge, mode: way.mode, thinking: String(way.thinking) }),
            ({ keys: { split } }) => ({ judge, way: [from, to][w], split }),
          )
        ),
        ...computed(differences, {
          ...{ value: "difference", metric: "metric", more: ["p_value"] },
          keys: { judge: { is: judge }, way: { is: DIFFERENCE }, split: "split" },
        }),
      ];
    }));
  return all.filter(({ value }) => !Number.isNaN(value));
}

/** Judges of a frame that judged in both ways, `from` first, under a name that tells comparisons of one judge apart. */
export function pairsOfWays(criteria: pl.DataFrame, comparison: Comparison) {
  const ways = criteria.select("judge", "mode", "thinking").unique({ maintainOrder: true })
    .toRecords() as Way[];
  const isTo = (way: Way) => comparison === "thinking" ? way.thinking : way.mode === "joint";
  const name = (way: Way) => comparison === "thinking" ? pairName(way.judge) : way.judge;
  const same = (a: Way, b: Way) =>
    name(a) === name(b) && (comparison === "thinking" ? a.mode === b.mode : a.thinking === b.thinking);
  return ways.filter((way) => !isTo(way)).flatMap((from) => {
    const to = ways.find((way) => isTo(way) && same(way, from));
    if (!to) return [];
    const also = ways.filter((way) => !isTo(way) && name(way) === name(from)).length > 1;
    const detail = comparison === "thinking" ? from.mode : from.thinking ? "think" : "no-think";
    return [{ judge: also ? `${name(from)} (${detail})` : name(from), ways: [from, to] as const }];
  });
}

const QUARTILES = ["q25", "q50", "q75"] as const, OURS = "Multi-Crit";

const SPLIT_NAMES = { open_ended: "Open-ended", reasoning: "Reasoning" };

const COMPARISON: Partial<TableOptions> = { changes: ({ keys }) => keys.way === DIFFERENCE };

/** Items that compare responses of two models (`cross`) and two samples of one (`intra`), each once however many judges and criteria; limits are Wilson's. */
export function pairComposition(criteria: pl.DataFrame, { by = ["split"] }: { by?: By } = {}): pl.DataFrame {
  const type = factor(criteria.getColumn("pair_type"));
  const item = frameCodes(criteria, ["split", "item_id"]).codes;
  return groupedTable(criteria, by, "pair_type:key n:count share low high", (rows) => {
    const types = new Map<number, number>();
    for (const row of rows) {
      const code = type.codes[row];
      if ((types.get(item[row]) ?? code) !== code) throw refusing("pair_types", { row: row + 1 });
      types.set(item[row], code);
    }
    const names = [...types.values()].map((code) => type.levels[code]);
    const total = names.filter((name) => name !== null).length;
    return ["cross", "intra"].map((name) => {
      const n = names.filter((one) => one === name).length;
      const { low, high } = total === 0 ? { low: NaN, high: NaN } : wilson(n, total);
      return { pair_type: name, n, share: n / total, low, high };
    });
  });
}

export function responseLengths(criteria: pl.DataFrame): pl.DataFrame {
  const item = frameCodes(criteria, ["split", "item_id"]).codes;
  const words = ["words_a", "words_b"].map((name) => columnNumbers(criteria.getColumn(name)));
  return groupedTable(criteria, [], "n:count q25 q50 q75", (rows) => {
    const first = new Map<number, number>();
    for (const row of rows) if (!first.has(item[row])) first.set(item[row], row);
    const all = [...first.values()].flatMap((row) => words.map((lengths) => lengths[row]));
    const known = all.filter((length) => !Number.isNaN(length)).sort((a, b) => a - b);
    const quantile = (p: number) => known.length === 0 ? NaN : quantileSorted(known, p);
    return { n: known.length, q25: quantile(0.25), q50: quantile(0.5), q75: quantile(0.75) };
  });
}

export const tables: Specs = {
  "multi-crit-table5": {
    computed: async (context) => {
      const lengths = responseLengths(await context.frame("criteria"));
      const benchmark = context.origin === "simulated" ? "Simulated items" : "These items";
      return [
        ...printedOf("multi-crit-table5").filter(({ keys }) => keys.benchmark !== OURS),
        ...QUARTILES.flatMap((value) =>
          computed(lengths, { value, keys: { multi_criterion: { is: "yes" }, benchmark: { is: benchmark } } })
        ),
      ];
    },
  },
  "multi-crit-table6": {
    computed: async (context) => {
      const criteria = await context.frame("criteria");
      // Ids may repeat between splits, so that all items together are items of their splits.
      const all = criteria.withColumns(
        pl.concatString([pl.col("split"), pl.col("item_id")], " ").alias("item_id"),
      );
      const own = pairComposition(criteria), total = pairComposition(all, { by: [] });
      const named = total.withColumns(pl.lit("Total").alias("split")).select(...own.columns);
      const frame = pl.concat([own, named]);
      const shares = rekeyed(
        computed(frame, { value: "share", keys: { split: "split", from: "pair_type" } }),
        ({ keys }) => ({ ...keys, split: SPLIT_NAMES[keys.split as "reasoning"] ?? keys.split }),
      );
      const pairs = shares.map(({ keys, n }) => valueOf({ keys, quantity: "pairs", value: n }));
      const items = namesOf(pairs, "split").map((split) => {
        const own = pick(pairs, { split });
        return valueOf({
          ...own[0],
          keys: { split, from: "all" },
          value: sum(own.map(({ value }) => value)),
        });
      });
      return [...items, ...pairs, ...shares];
    },
    options: { names: SPLIT_NAMES, total: (row) => row === "Total" },
  },
  "multi-crit-table16": {
    published: () => printedComparison("thinking"),
    computed: (context) => comparedWays(context, "thinking"),
    options: COMPARISON,
  },
  "multi-crit-table18": {
    published: () => printedComparison("mode"),
    computed: (context) => comparedWays(context, "mode"),
    options: COMPARISON,
  },
};
