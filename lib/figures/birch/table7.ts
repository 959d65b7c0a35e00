import pl from "nodejs-polars";
import { cohenKappa } from "../../stats/cohen_kappa.ts";
import { matchRate } from "../../stats/match_rate.ts";
import type { FigureContext } from "../figure_spec.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { table } from "../recipes/table.ts";
import { published } from "../values/published.ts";
import { type Value, valueOf } from "../values/value.ts";
import { ORDER } from "./numbers.ts";

export const table7: NamedFigure<"birch-table7"> = figure("birch-table7", {
  title: "Agreement of human and GPT-4o informativeness labels",
  ownTitle: "Agreement of two labellers",
  frames: ["labels"],
  published: () =>
    published("birch-table7", {
      keys: { benchmark: "benchmark" },
      quantity: "quantity",
      value: "value",
      percent: false,
    }),
  computed: agreements,
  recipe: table({
    rows: "benchmark",
    head: "Benchmark",
    unit: "number",
    decimals: 2,
    order: { rows: ORDER.benchmarks },
    columns: [{ label: "Match rate", quantity: "Match rate" }, {
      label: "Cohen’s κ",
      quantity: "Cohen’s kappa",
    }],
  }),
  words: (values, { source }) => ({
    caption: source === "published"
      ? "100 items per benchmark, labelled from the text alone."
      : "Labels of the same items, from the text alone; intervals by Wilson, and by Fleiss, Cohen and Everitt.",
    published: ["Both κ are those of a chance agreement of one half, up to rounding."],
    alt: `Table of match rate and Cohen’s kappa between two labellers: ${
      values.map(({ keys, quantity, value }) => `${keys.benchmark} ${quantity} ${value.toFixed(2)}`).join(
        ", ",
      )
    }.`,
  }),
});

/** Match rate and κ of the two labellers of a `labels` frame, per benchmark. */
async function agreements({ frame, origin }: FigureContext): Promise<Value[]> {
  const labels = await frame("labels");
  const levels = (column: string) => (labels.getColumn(column).unique().toArray() as string[]).sort();
  const labellers = levels("labeller");
  if (labellers.length !== 2) {
    throw new RangeError(
      `birch-table7: wanted labels of two labellers, found ${labellers.join(", ") || "none"}`,
    );
  }
  return levels("benchmark").flatMap((benchmark) => {
    const of = (labeller: string) =>
      new Map(
        labels.filter(pl.col("benchmark").eq(pl.lit(benchmark)).and(pl.col("labeller").eq(pl.lit(labeller))))
          .select("item_id", "more_informative").rows() as [string, string | null][],
      );
    const [one, two] = labellers.map(of);
    const items = [...one.keys()].filter((item) => two.has(item));
    const [a, b] = [one, two].map((map) => items.map((item) => map.get(item) ?? null));
    const match = matchRate(a, b), kappa = cohenKappa(a, b);
    const value = (
      quantity: string,
      { low, high, n }: { low: number; high: number; n: number },
      value: number,
    ) => valueOf({ keys: { benchmark }, quantity, value, low, high, n, provenance: origin });
    return [value("Match rate", match, match.rate), value("Cohen’s kappa", kappa, kappa.kappa)];
  });
}
