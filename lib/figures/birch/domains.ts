import pl from "nodejs-polars";
import { informativenessBias, lengthBias, pairAccuracy } from "../../metrics/informativeness_bias.ts";
import { imageReliance } from "../../metrics/image_reliance.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { Specs } from "../figure.ts";
import { printedOf } from "../figure_entry.ts";
import { computed } from "../values/computed.ts";
import { known, namesOf, pick, rekeyed, type Value } from "../values/value.ts";
import { alike } from "./charts.ts";
import { bothWays, ORDER, withRead } from "./numbers.ts";
import { levels } from "../../results/only.ts";

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
  const base = withRead(await context.frame("pairs")).filter(
    is("pipeline", "base").and(is("variant", "original")).and(pl.col("domain").isNotNull()),
  );
  if (base.height === 0) {
    throw new RangeError(
      "figure by domain: wanted rows of the base pipeline with a domain, of a judge some of whose replies could be read, found none",
    );
  }
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

const seen = (pairs: pl.DataFrame, image = true) =>
  pairs.filter(image ? pl.col("image") : pl.col("image").not());

const JUDGES = ["GPT-4o", "Llama-3.2-Vision-90B", "Gemini-2.5-Flash"];

export const domains: Specs = {
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
        // With its interval, of pairs, which says more than those of both accuracies.
        ...(context.source === "results"
          ? [["IRS", imageReliance(pairs, { by: BY }), "irs", ["n"]] as const]
          : []),
      ]);
      return known(values);
    },
    options: (_, { coarse }) => ({ order: { panels: JUDGES }, ...(coarse ? { named: () => false } : {}) }),
  },
};
