import pl from "nodejs-polars";
import { quantileSorted } from "simple-statistics";
import type { Panel } from "../figure_spec.ts";
import type { Provenance } from "../provenance.ts";
import { themedPlot } from "../plot_document.ts";
import { counted, INK, INNER } from "../theme.ts";
import { mmJudgebiasFigure } from "./mm_judgebias_figure.ts";
import { experimentRows, provenanceNote } from "./score_rows.ts";
import { capital, DIFFICULTIES } from "./sample_tables.ts";

/** A distribution of lengths: a box of the chart. */
export interface LengthBox {
  text: "query" | "response";
  side: "unbiased" | "biased";
  difficulty: string;
  n: number;
  q05: number;
  q25: number;
  median: number;
  q75: number;
  q95: number;
  provenance: Provenance;
}

const SIDES = { unbiased: "#0072b2", biased: "#d55e00" };

/** Columns of lengths; the response is one for both sides. */
const COLUMNS = [
  { text: "query", side: "unbiased", column: "words_query" },
  { text: "query", side: "biased", column: "words_query_biased" },
  { text: "response", side: "unbiased", column: "words_response" },
] as const;

/** Quantiles of lengths by difficulty, each sample counted once. */
function lengthBoxes(scores: pl.DataFrame, provenance: Provenance): LengthBox[] {
  const names = [
    "sample_id",
    "bias_type",
    "difficulty",
    "words_query",
    "words_query_biased",
    "words_response",
  ];
  const samples = scores.filter(pl.col("bias_type").neq(pl.lit("blank_image"))).select(...names).unique();
  const found = new Set(samples.getColumn("difficulty").toArray().filter((one) => one !== null) as string[]);
  const order = [
    ...DIFFICULTIES.filter((one) => found.has(one)),
    ...[...found].filter((one) => !DIFFICULTIES.includes(one)).sort(),
  ];
  return order.flatMap((difficulty) => {
    const own = samples.filter(pl.col("difficulty").eq(pl.lit(difficulty)));
    return COLUMNS.flatMap(({ text, side, column }) => {
      const words = (own.getColumn(column).toArray() as (number | null)[]).filter((n): n is number =>
        // A query that is emptied has no length.
        n !== null && !(column === "words_query_biased" && n === 0)
      ).sort((
        a,
        b,
      ) => a - b);
      if (words.length === 0) return [];
      const [q05, q25, median, q75, q95] = [0.05, 0.25, 0.5, 0.75, 0.95].map((q) => quantileSorted(words, q));
      return [{ text, side, difficulty, n: words.length, q05, q25, median, q75, q95, provenance }];
    });
  });
}

async function lengthPanel(boxes: readonly LengthBox[], text: LengthBox["text"]): Promise<Panel> {
  const own = boxes.filter((box) => box.text === text);
  const difficulties = [...new Set(own.map(({ difficulty }) => difficulty))];
  const count = new Map(own.toReversed().map(({ difficulty, n }) => [difficulty, n]));
  const fill = {
    value: ({ side }: LengthBox) => text === "query" ? SIDES[side] : INK.soft,
    scale: null,
  };
  const place = { fy: "difficulty", y: "side" };
  const svg = await themedPlot((Plot) => ({
    width: INNER,
    height: 50 + (text === "query" ? 58 : 38) * difficulties.length,
    marginLeft: 150,
    marginRight: 16,
    marginTop: 6,
    marginBottom: 36,
    fy: { domain: difficulties, axis: null, padding: 0.2 },
    y: { domain: [...new Set(own.map(({ side }) => side))], axis: null, padding: 0.25 },
    x: {
      type: "sqrt",
      label: "Words (square-root scale)",
      labelArrow: false,
      domain: [0, Math.max(...own.map(({ q95 }) => q95)) * 1.04],
      ticks: 8,
    },
    marks: [
      Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.8, ticks: 8 }),
      Plot.ruleY(own, { ...place, x1: "q05", x2: "q95", stroke: fill, strokeWidth: 1.2 }),
      Plot.barX(own, { ...place, x1: "q25", x2: "q75", fill }),
      Plot.tickX(own, { ...place, x: "median", stroke: "white", strokeWidth: 2.5 }),
      Plot.axisFy({
        anchor: "left",
        label: null,
        tickSize: 0,
        tickPadding: 8,
        tickFormat: (difficulty: string) => `${capital(difficulty)} (n = ${counted(count.get(difficulty)!)})`,
      }),
    ],
  }));
  return { title: text === "query" ? "Queries" : "Responses", svg };
}

export const fig5 = mmJudgebiasFigure({
  file: "fig5_lengths.ts",
  number: "Figure 5",
  title: "Lengths of queries and responses by difficulty",
  kind: "chart",
  needs: ["difficulties", "query_words"],
  available: ["simulated"],
  build: async (context) => {
    const boxes = lengthBoxes(await experimentRows(context, "main"), context.origin);
    const texts = (["query", "response"] as const).filter((text) => boxes.some((box) => box.text === text));
    return {
      body: {
        kind: "panels",
        panels: await Promise.all(texts.map((text) => lengthPanel(boxes, text))),
        columns: 1,
      },
      legend: Object.entries(SIDES).map(([label, color]) => ({ label, color })),
      data: pl.DataFrame(boxes.map((box) => ({ ...box, provenance: box.provenance as string }))),
      caption:
        "Boxes: middle half of the samples, with the median; lines: from the 5th to the 95th percentile. Queries that a perturbation " +
        "empties are left out; a response is the same on both sides, and drawn once. " +
        provenanceNote([context.origin], context),
      footnotes: context.source === "results" ? [] : [
        "The paper prints no lengths. Built in: lengths grow with difficulty. Queries that a perturbation empties are left out; with them the medians hardly differ.",
      ],
      alt: "Boxes of the lengths of unbiased and biased queries and responses by difficulty.",
    };
  },
});
