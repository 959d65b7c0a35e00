import { figure, type NamedFigure } from "../figure.ts";
import { table } from "../recipes/table.ts";
import { computed } from "../values/computed.ts";
import { published } from "../values/published.ts";
import type { Value } from "../values/value.ts";
import { responseLengths } from "./composition.ts";

const QUANTILES = ["q25", "q50", "q75"] as const, OURS = "Multi-Crit";

const printed = (): Value[] =>
  QUANTILES.flatMap((quantile) =>
    published("multi-crit-appendix-table5", {
      keys: { multi_criterion: "multi_criterion_annotation", benchmark: "benchmark" },
      quantity: { is: quantile },
      value: `response_words_${quantile}`,
      percent: false,
      names: { "Multi-Crit (ours)": OURS },
    })
  );

export const table5: NamedFigure<"multi-crit-table5"> = figure("multi-crit-table5", {
  title: "Response lengths and annotation of five benchmarks",
  needs: ["response_words"],
  published: printed,
  computed: async (context) => {
    const lengths = responseLengths(await context.frame("criteria"), { by: [] });
    const benchmark = context.origin === "simulated" ? "Simulated items" : "Your items";
    return [
      ...printed().filter(({ keys }) => keys.benchmark !== OURS),
      ...QUANTILES.flatMap((value) => computed(lengths, { value, keys: [], provenance: context.origin }))
        .map((value) => ({ ...value, keys: { multi_criterion: "yes", benchmark } })),
    ];
  },
  recipe: table({
    rows: ["multi_criterion", "benchmark"],
    head: "Benchmark",
    names: { no: "One preference per pair", yes: "Multi-criterion annotation" },
    columns: QUANTILES.map((quantity) => ({ label: `${quantity.slice(1)}%`, quantity })),
    unit: "number",
    decimals: 0,
  }),
  words: (values, { source }) => ({
    caption: `Words per response: quartiles.${
      source === "published"
        ? ""
        : ` ${values.at(-1)!.keys.benchmark}: ${
          values.at(-1)!.n
        } responses; the other benchmarks as published.`
    }`,
    published: ["The paper’s text calls the medians 164 and 99 averages."],
    alt:
      "Table of the quartiles of response lengths in five benchmarks; only Multi-Crit labels preferences per criterion.",
  }),
});
