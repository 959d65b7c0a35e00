import { refusing } from "../../results/said.ts";
import pl from "nodejs-polars";
import { canonicalJudge } from "../../papers/birch.ts";
import { publishedTable } from "../../papers/published_tables.ts";
import { imageReliance } from "../../metrics/image_reliance.ts";
import { informativenessBias, lengthBias, pairAccuracy } from "../../metrics/informativeness_bias.ts";
import { cohenKappa } from "../../stats/cohen_kappa.ts";
import { matchRate } from "../../stats/wilson.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { Specs } from "../figure.ts";
import { printedOf } from "../figure_entry.ts";
import { computed } from "../values/computed.ts";
import { known, namesOf, pick, rekeyed, type Value, valueOf } from "../values/value.ts";
import { alike } from "./charts.ts";
import { bothWays, ORDER, pairNumbers, pipelineNumbers, withRead } from "./numbers.ts";
import { levels } from "../../results/only.ts";

const ROWS = publishedTable("birch-table1").map(({ model }) => canonicalJudge(model));

const GROUPS = new Map(
  publishedTable("birch-table3").map(({ model, group }) => [canonicalJudge(model), group]),
);

async function agreements({ frame }: FigureContext): Promise<Value[]> {
  const labels = await frame("labels");
  const labellers = levels(labels, "labeller");
  if (labellers.length !== 2) throw refusing("two_labellers", { found: labellers.join(", ") || "none" });
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
    const both = [["Match rate", match.rate, match], ["Cohen’s kappa", kappa.kappa, kappa]] as const;
    return both.map(([quantity, value, { low, high, n }]) =>
      valueOf({ keys: { benchmark }, quantity, value, low, high, n })
    );
  });
}

const BY = ["benchmark", "judge", "domain"];

type DomainMetric = readonly [quantity: string, frame: pl.DataFrame, value: string, n: readonly string[]];

/** Numbers by domain of the base pipeline on one benchmark (the paper's where it is there); of the user's results of all judges. */
async function byDomain(
  context: FigureContext,
  judges: readonly string[],
  metrics: (pairs: pl.DataFrame) => readonly DomainMetric[],
  most = Infinity,
): Promise<Value[]> {
  const is = (column: string, value: string) => pl.col(column).eq(pl.lit(value));
  const base = withRead(await context.frame("pairs")).dropNulls("domain")
    .filter(is("pipeline", "base").and(is("variant", "original")));
  if (base.height === 0) throw refusing("rows_by_domain");
  const sets = levels(base, "benchmark");
  const own = base.filter(is("benchmark", sets.find((name) => name === ORDER.benchmark[0]) ?? sets[0]));
  const chosen = context.source === "results" ? own : own.filter(pl.col("judge").isIn([...judges]));
  const values = metrics(chosen).flatMap(([quantity, frame, value, n]) =>
    computed(frame, { value, quantity, n, keys: BY })
  );
  if (context.source === "results") return values;
  // Of a simulation nothing is said of a data set.
  const names = namesOf(values, "domain").slice(0, most);
  return rekeyed(pick(values, { domain: names }), ({ keys }) => ({
    ...keys,
    domain: `Data set ${names.indexOf(keys.domain) + 1}`,
  }));
}

const seen = (pairs: pl.DataFrame) => pairs.filter(pl.col("image"));

const JUDGES = ["GPT-4o", "Llama-3.2-Vision-90B", "Gemini-2.5-Flash"];

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
  "birch-fig8": {
    computed: (context) =>
      byDomain(context, ["GPT-4o"], (pairs) => [
        ["IB", informativenessBias(seen(pairs), { by: BY }), "ib", ["n_ids", "n_cds"]],
        ["LB", lengthBias(seen(pairs), { by: BY }), "lb", ["n_longer", "n_shorter"]],
      ], 1),
    notes: (_, context) => alike(context),
  },
  "birch-fig9": {
    published: () =>
      rekeyed(
        pick(printedOf("birch-table8"), {
          quantity: ["Acc_IDS", "Acc_CDS"],
          judge: "GPT-4o",
          pipeline: "base",
        }),
        ({ keys }) => ({ ...keys, domain: "All domains" }),
      ),
    computed: (context) =>
      byDomain(context, ["GPT-4o"], (pairs) =>
        (["ids", "cds"] as const).map((within) => {
          const accuracy = pairAccuracy(seen(pairs), { by: BY, within });
          return [`Acc_${within.toUpperCase()}`, accuracy, "accuracy", ["n"]];
        }), 1),
  },
  "birch-fig11": {
    computed: async (context) => {
      const values = await byDomain(context, JUDGES, (pairs) => [
        ...bothWays(pairs).map((rows, i) =>
          [["Acc_image", "Acc_no_image"][i], pairAccuracy(rows, { by: BY }), "accuracy", ["n"]] as const
        ),
        ...(context.source === "results"
          ? [["IRS", imageReliance(pairs, { by: BY }), "irs", ["n"]] as const]
          : []),
      ]);
      return known(values);
    },
    options: (_, { coarse }) => ({ order: { panels: JUDGES }, ...(coarse ? { named: () => false } : {}) }),
  },
};
