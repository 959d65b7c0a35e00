import pl from "nodejs-polars";
import { mean, quantileSorted } from "simple-statistics";
import { typedRecords } from "../../results/typed_records.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { inOrder } from "../in_order.ts";
import type { Provenance } from "../provenance.ts";
import { dots } from "../recipes/row_chart.ts";
import { INK } from "../theme.ts";
import { type Value, valueOf } from "../values/value.ts";
import { experimentRows, ORDER } from "./numbers.ts";

/** Texts and sides with their columns; the response is one for both sides. */
const TEXTS = [
  { text: "query", side: "unbiased", column: "words_query" },
  { text: "query", side: "biased", column: "words_query_biased" },
  { text: "response", side: "both", column: "words_response" },
] as const;

const COLORS = { unbiased: "#0b4f8a", biased: "#b04a00", both: INK.soft };

export const fig5: NamedFigure<"mm-judgebias-fig5"> = figure("mm-judgebias-fig5", {
  title: "Length distribution by difficulty levels",
  needs: ["difficulties", "query_words"],
  computed: async (context) => lengths(await experimentRows(context, "main"), context.origin),
  recipe: dots({
    rows: ["text", "difficulty"],
    series: "side",
    names: { query: "Queries", response: "Responses", both: "the same on both sides" },
    colors: COLORS,
    order: {
      rows: ["query", "response"].flatMap((text) => ORDER.difficulties.map((one) => `${text}\n${one}`)),
      series: Object.keys(COLORS),
    },
    unit: "number",
    decimals: 0,
    reach: [0],
    label: "Words",
  }),
  words: {
    caption: "Mean and middle half, without the samples whose query is emptied.",
    simulated: [
      "The paper prints no lengths; it says that they grow with difficulty, that biased queries are longer on the whole and responses as " +
      "long. Of its nine perturbations only Detail-Description lengthens a query: in the simulation the mean rises, the median hardly.",
    ],
    alt: "Mean and middle half of the lengths of unbiased and biased queries and of responses by difficulty.",
  },
});

/** Means and quantiles of lengths by difficulty, each sample counted once. */
function lengths(scores: pl.DataFrame, provenance: Provenance): Value[] {
  const columns = TEXTS.map(({ column }) => column);
  const samples = scores.filter(pl.col("bias_type").neq(pl.lit("blank_image")))
    .select("sample_id", "bias_type", "difficulty", ...columns).unique();
  const rows = typedRecords(samples, {
    difficulty: "text?",
    words_query: "number?",
    words_query_biased: "number?",
    words_response: "number?",
  });
  const found = new Set(rows.flatMap(({ difficulty }) => difficulty ?? []));
  return inOrder(found, ORDER.difficulties).flatMap((difficulty) =>
    TEXTS.flatMap(({ text, side, column }) => {
      const words = rows.filter((row) =>
        row.difficulty === difficulty && row[column] !== null &&
        // A query that is emptied has no length: neither side of its sample is compared.
        (text === "response" || row.words_query_biased !== 0)
      ).map((row) => row[column]!).sort((a, b) => a - b);
      if (words.length === 0) return [];
      const [q05, low, median, high, q95] = [0.05, 0.25, 0.5, 0.75, 0.95].map((q) =>
        quantileSorted(words, q)
      );
      return [valueOf({
        keys: { text, difficulty, side },
        quantity: "words",
        value: mean(words),
        low,
        high,
        interval: "middle half",
        n: words.length,
        more: { q05, median, q95 },
        provenance,
      })];
    })
  );
}
