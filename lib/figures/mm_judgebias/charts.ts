import { refusing } from "../../results/said.ts";
import pl from "nodejs-polars";
import { mean, quantileSorted } from "simple-statistics";
import { positionRobustness, verbosityRobustness } from "../../metrics/position_robustness.ts";
import { selfEnhancement } from "../../metrics/self_enhancement.ts";
import { mmJudgeBiasTable2, RESPONSE_GENERATORS } from "../../papers/mm_judgebias.ts";
import type { Specs } from "../figure.ts";
import { inOrder } from "../paper_order.ts";
import { computed } from "../values/computed.ts";
import { known, namesOf, pick, rekeyed, type Value, valueOf } from "../values/value.ts";
import {
  counts,
  each,
  experimentRows,
  ORDER,
  printedCounts,
  scores,
  SUBTOTAL,
  TOTAL,
  withSums,
} from "./numbers.ts";
import { fixed } from "../../progress/told.ts";
import { BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import { printedOf } from "../figure_entry.ts";
import type { NumberFigure } from "../number_figure.ts";
import { counted } from "../theme.ts";

const isSelf = ({ keys }: Value) => keys.is_self === "true";

/** What is compared of every judge: the paper says of the two that the second tends to be higher. */
const OTHERS = "responses of the other models", OWN = "its own responses";

function sides(values: readonly Value[]): Value[] {
  return values.filter(isSelf).flatMap((own) => {
    const { judge } = own.keys, others = pick(values, { judge, is_self: "false" });
    const all = [[OTHERS, mean(others.map(({ value }) => value))], [OWN, own.value]] as const;
    const { quantity, provenance } = own;
    return all.map(([side, value]) => valueOf({ keys: { judge, side }, quantity, value, provenance }));
  });
}

const TEXTS = [
  { text: "query", side: "unbiased", column: "words_query" },
  { text: "query", side: "biased", column: "words_query_biased" },
  { text: "response", side: "both", column: "words_response" },
] as const;

function lengths(scores: pl.DataFrame): Value[] {
  const samples = scores.filter(pl.col("bias_type").neq(pl.lit("blank_image")))
    .select("sample_id", "bias_type", "difficulty", ...TEXTS.map(({ column }) => column)).unique();
  type Words = Record<(typeof TEXTS)[number]["column"], number | null>;
  const rows = samples.toRecords() as (Words & { difficulty: string | null })[];
  const found = new Set(rows.flatMap(({ difficulty }) => difficulty ?? []));
  return inOrder(found, ORDER.difficulty).flatMap((difficulty) =>
    TEXTS.flatMap(({ text, side, column }) => {
      const words = rows.filter((row) =>
        row.difficulty === difficulty && row[column] !== null &&
        // A query that is emptied has no length: neither side of its sample is compared.
        (text === "response" || row.words_query_biased !== 0)
      ).map((row) => row[column]!).sort((a, b) => a - b);
      if (words.length === 0) return [];
      const [q05, low, value, high, q95] = [0.05, 0.25, 0.5, 0.75, 0.95].map((q) => quantileSorted(words, q));
      return [valueOf({
        keys: { text, difficulty, side },
        ...{ quantity: "words", value, low, high, interval: "middle half", n: words.length },
        more: { q05, mean: mean(words), q95 },
      })];
    })
  );
}

const axisStart = (values: readonly Value[]): number =>
  [0.85, 0.7].find((start) => values.every(({ value }) => value >= start)) ?? 0;

const isSum = ({ keys }: Value) => keys.domain === SUBTOTAL;

function panelOf({ type, label, metric }: typeof BIAS_TAXONOMY[number], i: number): NumberFigure {
  return {
    title: `Judges by bias type: ${label}`,
    needs: [`bias_${type}`],
    published: () => pick(printedOf(`site-panel-${i + 1}`), { panel: String(i + 1) }),
    computed: async (context) => {
      const categories = new Map(mmJudgeBiasTable2().map(({ judge, category }) => [judge, category]));
      const values = pick(await scores(context, "main", "score"), { quantity: type });
      return rekeyed(values, ({ keys: { judge } }) => ({
        ...{ judge, category: categories.get(judge) ?? "Other", bias_type: label },
      })).map((value) => ({ ...value, quantity: metric.toUpperCase() }));
    },
    options: (values) => {
      // A plain sum would round the 0.8345 of Visual-Transformation down, against the paper's 0.835.
      const average = mean(values.map(({ value }) => value));
      return {
        label: `Bias ${metric === "bd" ? "deviation (BD)" : "conformity (BC)"}: 1 is a reliable judge`,
        at: values.length < 2
          ? []
          : [{ x: average, label: `mean of ${values.length}: ${fixed(average, 3)}` }],
        reach: [axisStart(values), 1],
        // One's own judges are of no category of the paper's.
        ...(namesOf(values, "category").length > 1 ? {} : { order: { series: [] } }),
        tick: {
          of: "noise",
          label: metric === "bd" ? "what noise from run to run gives (floor)" : "what noise leaves (ceiling)",
        },
      };
    },
  };
}

const inGroups = (values: readonly Value[]) =>
  withSums(values, "domains").filter(({ keys }) => keys.domain !== TOTAL);

export const charts: Specs = {
  "mm-judgebias-fig3": {
    computed: async (context) => {
      // Simulated ones in both orders: judges and values are invented, as the paper names neither.
      const pairs = context.source === "results"
        ? await context.frame("pairs")
        : (await import("../../simulate/solution.ts")).solvedFrame("order pairs");
      const by = ["judge"];
      const original = pairs.filter(pl.col("variant").eq(pl.lit("original")));
      const value = "robustness", position = positionRobustness(original, { by });
      return known([
        ...computed(position, { value, quantity: "position" }),
        ...computed(verbosityRobustness(pairs, { by }), { value, quantity: "verbosity" }),
      ]);
    },
  },
  "mm-judgebias-fig4": {
    computed: async (context) => {
      const frame = selfEnhancement(await experimentRows(context, "main", "score"), { by: ["judge"] });
      const all = computed(frame, {
        ...{ value: "mean", quantity: "mean score", keys: ["judge", "generator", "is_self"] },
      });
      const authors = all.filter(isSelf).map(({ keys }) => keys.judge);
      // The paper's matrix is of the authors; a user's other judges are read beside them.
      const values = all.filter(({ keys, n }) =>
        n > 0 && (context.source === "results" || authors.includes(keys.judge))
      );
      if (values.length === 0) throw refusing("scores_of_authors");
      // In the order of the responses that are theirs, so that these stand on the diagonal.
      const order = inOrder(values.map(({ keys }) => keys.generator), RESPONSE_GENERATORS);
      const own = (judge: string) =>
        order.findIndex((author) =>
          values.some((one) => isSelf(one) && one.keys.judge === judge && one.keys.generator === author)
        );
      const rank = ({ keys }: Value) =>
        (own(keys.judge) + order.length + 1) % (order.length + 1) * 100 + order.indexOf(keys.generator);
      return values.toSorted((a, b) => rank(a) - rank(b));
    },
    options: (_, { coarse }) => coarse ? {} : { framed: isSelf },
    // Of the simulation the order alone is the paper's.
    marks: (values, { coarse }) => coarse ? sides(values) : values,
  },
  "mm-judgebias-fig5": { computed: async (context) => lengths(await experimentRows(context, "main")) },
  ...Object.fromEntries(BIAS_TAXONOMY.map((bias, i) => [`site-panel-${i + 1}`, panelOf(bias, i)])),
  "site-difficulty": {
    published: () => printedCounts("difficulties"),
    computed: (context) => counts(context, "difficulties"),
    notes: each,
  },
  "site-sunburst": {
    published: () => inGroups(printedCounts("domains")),
    computed: async (context) => inGroups(await counts(context, "domains")),
    options: (values) => {
      const sums = values.filter(isSum).map(({ keys: { task_type: name }, value }) => [name, value] as const);
      return { names: Object.fromEntries(sums.map(([name, value]) => [name, `${name}: ${counted(value)}`])) };
    },
    marks: (values) => values.filter((value) => !isSum(value)),
  },
};
