import pl from "nodejs-polars";
import { figure, type NamedFigure } from "../figure.ts";
import { type NumberColumn, table } from "../recipes/table.ts";
import { computed } from "../values/computed.ts";
import { published } from "../values/published.ts";
import { type Value, valueOf } from "../values/value.ts";
import { pairComposition } from "./composition.ts";

const NAMES = {
  "cross-model": "cross",
  "intra-model": "intra",
  open_ended: "Open-ended",
  reasoning: "Reasoning",
};

/** The kinds of pairs, and the headings of their columns. */
const KINDS = [["cross", "Cross-model"], ["intra", "Intra-model"]] as const;

const COUNT = { unit: "number", decimals: 0 } as const;

const TABLE = "multi-crit-appendix-table6";

/** Pairs of both kinds add up to the items of a split. */
function withItems(pairs: readonly Value[]): Value[] {
  const splits = [...new Set(pairs.map(({ keys }) => keys.split))];
  const items = splits.map((split) => {
    const own = pairs.filter(({ keys }) => keys.split === split);
    const value = own.reduce((sum, { value }) => sum + value, 0);
    return valueOf({ ...own[0], keys: { split, from: "all" }, value });
  });
  return [...items, ...pairs];
}

export const table6: NamedFigure<"multi-crit-table6"> = figure("multi-crit-table6", {
  title: "Composition of response pairs",
  needs: ["pair_types"],
  published: () => {
    const columns = { keys: { split: "split", from: "pair_kind" }, names: NAMES };
    const counts = { quantity: { is: "pairs" }, percent: false };
    return [
      ...published(TABLE, { ...counts, keys: { split: "split", from: { is: "all" } }, value: "prompts" }),
      ...published(TABLE, { ...columns, ...counts, value: "pairs" }),
      ...published(TABLE, { ...columns, quantity: { is: "share" }, value: "percent" }),
    ].filter((one, i, all) => all.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === i);
  },
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
    const shares = computed(frame, {
      value: "share",
      keys: ["split", "pair_type"],
      provenance: context.origin,
    })
      .map((value) => ({
        ...value,
        keys: {
          split: NAMES[value.keys.split as "reasoning"] ?? value.keys.split,
          from: value.keys.pair_type,
        },
      }));
    const pairs = shares.map(({ keys, n, provenance }) =>
      valueOf({ keys, quantity: "pairs", value: n, provenance })
    );
    return [...withItems(pairs), ...shares];
  },
  recipe: table({
    rows: "split",
    head: "Split",
    names: NAMES,
    order: { rows: ["Open-ended", "Reasoning", "Total"] },
    columns: [
      { label: "Prompts", quantity: "pairs", keys: { from: "all" }, ...COUNT },
      ...KINDS.flatMap(([from, group]): NumberColumn[] => [
        { label: "Pairs", quantity: "pairs", keys: { from }, group, ...COUNT },
        { label: "%", quantity: "share", keys: { from }, group },
      ]),
    ],
  }),
  words: {
    caption:
      "Each prompt has one pair of responses: of two models (cross-model), or two samples of one (intra-model).",
    alt: "Table of the numbers of cross-model and intra-model pairs in each split and in all.",
  },
});
