import pl from "nodejs-polars";
import { quantileSorted } from "simple-statistics";
import { groupedTable } from "../../metrics/metric_table.ts";
import { columnNumbers, factor, frameCodes } from "../../results/factor.ts";
import type { By } from "../../results/frame.ts";
import { wilson } from "../../stats/wilson.ts";
import type { Specs } from "../figure.ts";
import { printedOf } from "../figure_entry.ts";
import type { TableOptions } from "../recipes/table_options.ts";
import { computed } from "../values/computed.ts";
import { namesOf, pick, rekeyed, type Value, valueOf } from "../values/value.ts";
import { comparedWays, DIFFERENCE, printedComparison } from "./numbers.ts";

const QUARTILES = ["q25", "q50", "q75"] as const, OURS = "Multi-Crit";

const SPLIT_NAMES = { open_ended: "Open-ended", reasoning: "Reasoning" };

/** Pairs of both kinds add up to the items of a split. */
function withItems(pairs: readonly Value[]): Value[] {
  const items = namesOf(pairs, "split").map((split) => {
    const own = pick(pairs, { split });
    const value = own.reduce((sum, { value }) => sum + value, 0);
    return valueOf({ ...own[0], keys: { split, from: "all" }, value });
  });
  return [...items, ...pairs];
}

const COMPARISON: Partial<TableOptions> = { changes: ({ keys }) => keys.way === DIFFERENCE };

/** Items that compare responses of two models (`cross`) and two samples of one (`intra`), each once however many judges and criteria; limits are Wilson's. */
export function pairComposition(
  criteria: pl.DataFrame,
  { by = ["split"] }: { by?: By } = {},
): pl.DataFrame {
  const type = factor(criteria.getColumn("pair_type"));
  const item = frameCodes(criteria, ["split", "item_id"]).codes;
  return groupedTable(criteria, by, "pair_type:key n:count share low high", (rows) => {
    const types = new Map<number, number>();
    for (const row of rows) {
      const known = types.get(item[row]);
      if (known !== undefined && known !== type.codes[row]) {
        throw new RangeError(`renderFigure: wanted one pair_type per item, found two in row ${row + 1}`);
      }
      types.set(item[row], type.codes[row]);
    }
    const total = [...types.values()].filter((code) => type.levels[code] !== null).length;
    return ["cross", "intra"].map((name) => {
      const n = [...types.values()].filter((code) => type.levels[code] === name).length;
      const { low, high } = total === 0 ? { low: NaN, high: NaN } : wilson(n, total);
      return { pair_type: name, n, share: n / total, low, high };
    });
  });
}

/** Quartiles (numpy's) of the responses' lengths in words: both responses of every item, each once however many judges and criteria. */
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
      const frame = pl.concat([
        pairComposition(criteria),
        pairComposition(all, { by: [] }).withColumns(pl.lit("Total").alias("split")).select(
          ...pairComposition(criteria).columns,
        ),
      ]);
      const shares = rekeyed(
        computed(frame, { value: "share", keys: { split: "split", from: "pair_type" } }),
        ({ keys }) => ({ ...keys, split: SPLIT_NAMES[keys.split as "reasoning"] ?? keys.split }),
      );
      const pairs = shares.map(({ keys, n }) => valueOf({ keys, quantity: "pairs", value: n }));
      return [...withItems(pairs), ...shares];
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
