import pl from "nodejs-polars";
import { pairComposition } from "../../metrics/pair_composition.ts";
import { publishedTable } from "../../papers/published_table.ts";
import type { Provenance } from "../provenance.ts";
import { counted, fixed } from "../theme.ts";
import { multiCritFigure, provenanceNote, SPLIT_NAMES } from "./multi_crit_figure.ts";

/** How many pairs of a kind a split has. */
interface CompositionRow {
  split: string;
  pair_type: string;
  pairs: number;
  share: number;
  low: number;
  high: number;
  provenance: Provenance;
}

const KINDS = { cross: "Two models", intra: "One model, sampled twice" };

export const table6 = multiCritFigure({
  file: "table6_pairs.ts",
  number: "Table 6",
  title: "Responses of two models, and of one",
  kind: "table",
  needs: ["pair_types"],
  available: ["published", "simulated"],
  build: async (context) => {
    const rows = context.source === "published"
      ? publishedTable("multi-crit-appendix-table6").map((row): CompositionRow => ({
        split: row.split,
        pair_type: row.pair_kind.startsWith("cross") ? "cross" : "intra",
        pairs: row.pairs,
        share: row.percent / 100,
        low: NaN,
        high: NaN,
        provenance: "published",
      }))
      : computed(await context.frame("criteria"), context.origin);
    const splits = [...new Set(rows.map(({ split }) => split))];
    const of = (split: string, type: string) =>
      rows.find((row) => row.split === split && row.pair_type === type)!;
    const cell = ({ pairs, share }: CompositionRow) => ({
      text: counted(pairs),
      note: `(${fixed(100 * share, 1)}%)`,
    });
    return {
      body: {
        kind: "table",
        table: {
          columns: [
            { key: "split", label: "Split", align: "left" },
            { key: "items", label: "Items" },
            ...Object.entries(KINDS).map(([key, label]) => ({
              key,
              label,
              group: "Pairs of responses from",
            })),
          ],
          rows: splits.map((split) => ({
            cells: {
              split,
              items: counted(of(split, "cross").pairs + of(split, "intra").pairs),
              cross: cell(of(split, "cross")),
              intra: cell(of(split, "intra")),
            },
          })),
        },
      },
      data: pl.DataFrame(rows.map((row) => ({ ...row }))),
      caption: `Each item is a pair of responses: of two models (cross), or two samples of one (intra). ${
        provenanceNote([rows[0].provenance], context)
      }`,
      alt: "Table of the numbers of cross-model and intra-model pairs in each split and in all.",
    };
  },
});

function computed(criteria: pl.DataFrame, provenance: Provenance): CompositionRow[] {
  // Ids may repeat between splits, so that all items together are items of their splits.
  const all = criteria.withColumns(
    pl.concatString([pl.col("split"), pl.col("item_id")], " ").alias("item_id"),
  );
  const record = (split: string) => (row: Record<string, unknown>): CompositionRow => ({
    split,
    pair_type: String(row.pair_type),
    pairs: Number(row.n),
    share: Number(row.share),
    low: Number(row.low),
    high: Number(row.high),
    provenance,
  });
  const bySplit = pairComposition(criteria).toRecords();
  return [
    ...Object.entries(SPLIT_NAMES).flatMap(([id, name]) =>
      bySplit.filter((row) => row.split === id).map(record(name))
    ),
    ...pairComposition(all, { by: [] }).toRecords().map(record("Total")),
  ];
}
