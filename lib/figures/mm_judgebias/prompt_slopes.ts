import { PROMPT_JUDGES } from "../../papers/mm_judgebias.ts";
import { BIAS_DIMENSIONS } from "../../results/bias_taxonomy.ts";
import type { Drawing, Panel } from "../figure_spec.ts";
import { themedPlot } from "../plot_document.ts";
import { INK, INNER, SERIES } from "../theme.ts";
import { allSources, spreadMark } from "./leaderboard.ts";
import { mmJudgebiasFigure } from "./mm_judgebias_figure.ts";
import { DIMENSIONS, provenanceNote } from "./score_rows.ts";
import { PROMPT_LABELS, promptJudges, promptValues } from "./prompt_tables.ts";
import { type ScoreValue, scoreValueFrame, scoreValuesOf, withSpread } from "./score_values.ts";

const PROMPTS = ["score", "score_guided", "constraints", "reasoning"];

const QUANTITIES = [...BIAS_DIMENSIONS, "overall"] as const;

/** Charts of the dimensions and of all types: a line per judge over the prompts, with intervals where there are any. */
export async function promptSlopeCharts(
  values: readonly ScoreValue[],
  judges: readonly string[],
): Promise<Panel[]> {
  const known = (value: number) => !Number.isNaN(value);
  const prompts = [...PROMPTS, "abstention"].filter((prompt) =>
    values.some((value) => value.prompt === prompt)
  );
  const offset = (judge: string) => 0.05 * (judges.indexOf(judge) - (judges.length - 1) / 2);
  const x = ({ prompt, judge }: ScoreValue) => prompts.indexOf(prompt) + offset(judge);
  const color = {
    value: ({ judge }: ScoreValue) => SERIES[judges.indexOf(judge) % SERIES.length],
    scale: null,
  };
  return await Promise.all(QUANTITIES.map(async (quantity) => {
    const own = values.filter((value) => value.quantity === quantity);
    const edges = own.flatMap(({ value, low, high }) => [value, low, high]).filter(known);
    const domain = [Math.floor(20 * Math.min(...edges)) / 20, Math.ceil(20 * Math.max(...edges)) / 20];
    const svg = await themedPlot((Plot) => ({
      width: INNER / 2 - 6,
      height: 210,
      marginLeft: 40,
      marginRight: 10,
      marginTop: 22,
      marginBottom: 26,
      x: {
        domain: [-0.35, prompts.length - 0.65],
        ticks: prompts.map((_, p) => p),
        tickFormat: (p: number) => PROMPT_LABELS[prompts[p]],
        tickSize: 0,
        label: null,
      },
      y: {
        domain,
        label: quantity === "robustness" ? "BC" : quantity === "overall" ? "BD and BC" : "BD",
        labelArrow: false,
        ticks: 5,
      },
      marks: [
        Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.7, ticks: 5 }),
        Plot.ruleX(own.filter(({ low }) => known(low)), {
          x,
          y1: "low",
          y2: "high",
          stroke: color,
          strokeOpacity: 0.5,
        }),
        Plot.line(own.toSorted((a, b) => prompts.indexOf(a.prompt) - prompts.indexOf(b.prompt)), {
          x,
          y: "value",
          z: "judge",
          stroke: color,
          strokeWidth: 1.8,
        }),
        Plot.dot(own, { x, y: "value", r: 3.2, fill: color, stroke: "white", strokeWidth: 0.6 }),
      ],
    }));
    return { title: quantity === "overall" ? "All nine bias types" : DIMENSIONS[quantity].label, svg };
  }));
}

export const promptSlopes = mmJudgebiasFigure({
  file: "prompt_slopes.ts",
  id: "mm-judgebias-prompt-slopes",
  number: "Own figure",
  title: "What a judging prompt changes",
  kind: "chart",
  needs: ["prompts"],
  available: ["published", "simulated"],
  build: async (context): Promise<Drawing> => {
    const given = await promptValues(context, "Table 16", PROMPTS);
    const values =
      (context.source === "published" ? withSpread(given, await scoreValuesOf(context, "prompts")) : given)
        .filter(({ quantity }) => (QUANTITIES as readonly string[]).includes(quantity));
    if (values.length === 0) {
      throw new RangeError(
        "figure: wanted rows of its prompts (column prompt) with scores, found none that count",
      );
    }
    const judges = promptJudges(values).slice(0, SERIES.length);
    const drawn = values.filter(({ judge }) => judges.includes(judge));
    const intervals = drawn.some(({ low }) => !Number.isNaN(low));
    return {
      body: { kind: "panels", panels: await promptSlopeCharts(drawn, judges), columns: 2 },
      legend: [
        ...judges.map((label, i) => ({ label, color: SERIES[i], glyph: "line" as const })),
        ...(intervals
          ? [{
            label: `95% interval clustered by sample${spreadMark(drawn)}`,
            color: INK.soft,
            glyph: "interval" as const,
          }]
          : []),
      ],
      data: scoreValueFrame(drawn),
      caption: `The same samples judged with ${
        context.source === "published"
          ? "four prompts. Reasoning makes all three judges notice more missing evidence (BD up) and less stable where nothing matters " +
            "(BC down)."
          : "several prompts."
      } Scales differ between the charts. ${provenanceNote(allSources(drawn), context)}`,
      footnotes: context.source === "published" && judges.includes(Object.keys(PROMPT_JUDGES)[1])
        ? [
          "Qwen3-VL, original: integrality and congruity rest on ImgDom. 0.541 and ImgMis. 0.214, which look exchanged (Table 2: 0.210 and " +
          "0.529); exchanged back they would be 0.268 and 0.767.",
        ]
        : [],
      alt: `Lines of integrality, congruity, robustness and overall reliability over the prompts for ${
        judges.join(", ")
      }.`,
    };
  },
});
