import pl from "nodejs-polars";
import { canonicalJudge } from "../../papers/birch.ts";
import { publishedTable } from "../../papers/published_tables.ts";
import { cohenKappa } from "../../stats/cohen_kappa.ts";
import { matchRate } from "../../stats/wilson.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { Specs } from "../figure.ts";
import { type Value, valueOf } from "../values/value.ts";
import { ORDER, pairNumbers, pipelineNumbers } from "./numbers.ts";
import { levels } from "../../results/only.ts";

const ROWS = publishedTable("birch-table1").map(({ model }) => canonicalJudge(model));

const GROUPS = new Map(
  publishedTable("birch-table3").map(({ model, group }) => [canonicalJudge(model), group]),
);

const around = ({ low, high, n }: { low: number; high: number; n: number }) => ({ low, high, n });

async function agreements({ frame }: FigureContext): Promise<Value[]> {
  const labels = await frame("labels");
  const labellers = levels(labels, "labeller");
  if (labellers.length !== 2) {
    throw new RangeError(
      `birch-table7: wanted labels of two labellers, found ${labellers.join(", ") || "none"}`,
    );
  }
  return levels(labels, "benchmark").flatMap((benchmark) => {
    const of = (labeller: string) =>
      new Map(
        labels.filter(pl.col("benchmark").eq(pl.lit(benchmark)).and(pl.col("labeller").eq(pl.lit(labeller))))
          .select("item_id", "more_informative").rows() as [string, string | null][],
      );
    const [one, two] = labellers.map(of);
    const items = [...one.keys()].filter((item) => two.has(item));
    const [a, b] = [one, two].map((map) => items.map((item) => map.get(item) ?? null));
    const match = matchRate(a, b), kappa = cohenKappa(a, b);
    return [
      valueOf({ ...{ keys: { benchmark }, quantity: "Match rate", value: match.rate }, ...around(match) }),
      valueOf({
        ...{ keys: { benchmark }, quantity: "Cohen’s kappa", value: kappa.kappa },
        ...around(kappa),
      }),
    ];
  });
}

export const tables: Specs = {
  "birch-table1": {
    computed: (context) => pairNumbers(context, ["Acc_image", "Acc_no_image", "IRS"]),
    options: { order: { rows: ROWS } },
  },
  "birch-table2": { computed: (context) => pairNumbers(context, ["IB", "IB_equalized"]) },
  "birch-table3": {
    computed: (context) => pairNumbers(context, ["Acc"], ORDER.pipeline),
    options: { heading: (judge) => GROUPS.get(judge) ?? "" },
  },
  "birch-table4": {
    computed: (context) => {
      const own = context.source === "results",
        shown = own ? ORDER.pipeline : ["base", "standard_ref", "birch"];
      return pipelineNumbers(context, shown, (judge) => own || judge === "GPT-4o");
    },
  },
  "birch-table5": {},
  "birch-table6": {},
  "birch-table7": { computed: agreements },
  "birch-table8": { computed: (context) => pipelineNumbers(context, ["base", "birch"]) },
};
