import pl from "nodejs-polars";
import type { Specs } from "../figure.ts";
import { printedOf } from "../figure_entry.ts";
import type { TableOptions } from "../recipes/table_options.ts";
import { computed } from "../values/computed.ts";
import { namesOf, pick, rekeyed, type Value, valueOf } from "../values/value.ts";
import { pairComposition, responseLengths } from "./composition.ts";
import { comparedWays, DIFFERENCE, printedComparison } from "./numbers.ts";

const QUARTILES = ["q25", "q50", "q75"] as const, OURS = "Multi-Crit";

const SPLIT_NAMES = {
  open_ended: "Open-ended",
  reasoning: "Reasoning",
};

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
    words: (values) => ({ own: values.at(-1)!.keys.benchmark, responses: values.at(-1)!.n }),
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
