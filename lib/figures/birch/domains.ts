import pl from "nodejs-polars";
import { informativenessBias } from "../../metrics/informativeness_bias.ts";
import { lengthBias } from "../../metrics/length_bias.ts";
import { pairAccuracy } from "../../metrics/pair_accuracy.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { Specs } from "../figure.ts";
import { printedOf } from "../figure_entry.ts";
import { computed } from "../values/computed.ts";
import { findValue, gaps, known, namesOf, pick, rekeyed, type Value } from "../values/value.ts";
import { ORDER } from "./numbers.ts";

const BY = ["benchmark", "judge", "domain"];

/** A number by domain: the frame that holds it, and its columns. */
type DomainMetric = readonly [quantity: string, frame: pl.DataFrame, value: string, n: readonly string[]];

/** Numbers by domain of the base pipeline on one benchmark (the paper's where it is there); of the user's results of all judges. */
async function byDomain(
  context: FigureContext,
  judges: readonly string[],
  metrics: (pairs: pl.DataFrame) => readonly DomainMetric[],
  most = Infinity,
): Promise<Value[]> {
  const is = (column: string, value: string) => pl.col(column).eq(pl.lit(value));
  const base = (await context.frame("pairs")).filter(
    is("pipeline", "base").and(is("variant", "original")).and(pl.col("domain").isNotNull()),
  );
  if (base.height === 0) {
    throw new RangeError("figure by domain: wanted rows of the base pipeline with a domain, found none");
  }
  const levels = (base.getColumn("benchmark").unique().toArray() as string[]).sort();
  const own = base.filter(is("benchmark", levels.find((name) => name === ORDER.benchmark[0]) ?? levels[0]));
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
    words: (values) => {
      const shown = ["IB", "LB"].filter((quantity) => known(pick(values, { quantity })).length > 0);
      return { shown: shown.join(" and "), change: shown.length === 2 ? "; Δ: IB minus LB" : "" };
    },
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
      const values = await byDomain(
        context,
        JUDGES,
        (pairs) =>
          ["Acc_image", "Acc_no_image"].map((quantity, i) =>
            [quantity, pairAccuracy(seen(pairs, i === 0), { by: BY }), "accuracy", ["n"]] as const
          ),
      );
      return values.filter(({ keys }) =>
        findValue(values, "Acc_image", keys) && findValue(values, "Acc_no_image", keys)
      );
    },
    options: (_, { coarse }) => ({ order: { panels: JUDGES }, named: coarse ? () => false : "far" }),
    words: (values) => {
      const all = gaps(values, "Acc_image", "Acc_no_image");
      return { helped: all.filter((gap) => gap > 0).length, pairs: all.length };
    },
  },
};
