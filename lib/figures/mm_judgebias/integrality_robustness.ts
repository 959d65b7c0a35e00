import { sampleCorrelation } from "simple-statistics";
import type { Drawing, LegendEntry, Panel } from "../figure_spec.ts";
import { placeLabels } from "../place_labels.ts";
import { themedPlot } from "../plot_document.ts";
import { fixed, INK, INNER, SERIES } from "../theme.ts";
import { allSources, dimensionValues, spreadMark } from "./leaderboard.ts";
import { mmJudgebiasFigure } from "./mm_judgebias_figure.ts";
import { orderedJudges, provenanceNote } from "./score_rows.ts";
import { findScore, type ScoreValue, scoreValueFrame } from "./score_values.ts";

/** Model families by how names begin. */
const FAMILIES: readonly [string, RegExp][] = [
  ["Gemini", /^gemini/i],
  ["OpenAI (o, GPT)", /^(o\d|gpt)/i],
  ["Claude", /^claude/i],
  ["Qwen", /^qwen/i],
  ["InternVL", /^internvl/i],
  ["Prometheus-Vision", /^prometheus/i],
  ["LLaVA-Critic", /^llava/i],
];
const OTHER = "other";

interface Point {
  judge: string;
  family: string;
  x: ScoreValue;
  y: ScoreValue;
}

const HEIGHT = 460, MARGIN = { left: 46, right: 12, top: 22, bottom: 40 };

function familyOf(judge: string): string {
  return FAMILIES.find(([, begins]) => begins.test(judge))?.[0] ?? OTHER;
}

function pointsOf(values: readonly ScoreValue[]): Point[] {
  return orderedJudges(values.map(({ judge }) => judge)).flatMap((judge) => {
    const own = values.filter((value) => value.judge === judge);
    const { prompt } = own[0];
    const x = findScore(own, { judge, prompt, quantity: "integrality" });
    const y = findScore(own, { judge, prompt, quantity: "robustness" });
    return x && y ? [{ judge, family: familyOf(judge), x, y }] : [];
  });
}

/** Scatter of robustness against integrality, families in colour, names where there is room. */
export async function integralityRobustnessMap(
  values: readonly ScoreValue[],
): Promise<{ panel: Panel; legend: LegendEntry[]; correlation: number; judges: number }> {
  const points = pointsOf(values);
  if (points.length === 0) {
    throw new RangeError("figure: wanted judges with integrality and robustness, found none");
  }
  const families = [...FAMILIES.map(([name]) => name), OTHER].filter((name) =>
    points.some(({ family }) => family === name)
  );
  const colorOf = (family: string) =>
    family === OTHER ? INK.soft : SERIES[FAMILIES.findIndex(([name]) => name === family)];
  const range = (of: (point: Point) => ScoreValue): [number, number] => {
    const edges = points.map(of).flatMap(({ value, low, high }) => [value, low, high]).filter((edge) =>
      !Number.isNaN(edge)
    );
    return [
      Math.max(0, Math.floor(25 * Math.min(...edges)) / 25),
      Math.min(1, Math.ceil(25 * Math.max(...edges)) / 25),
    ];
  };
  const xDomain = range(({ x }) => x), yDomain = range(({ y }) => y);
  const px = (value: number) =>
    MARGIN.left + (value - xDomain[0]) / (xDomain[1] - xDomain[0]) * (INNER - MARGIN.left - MARGIN.right);
  const py = (value: number) =>
    HEIGHT - MARGIN.bottom -
    (value - yDomain[0]) / (yDomain[1] - yDomain[0]) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const labels = placeLabels(
    points.map(({ judge, x, y }) => ({ x: px(x.value), y: py(y.value), name: judge })),
    {
      area: {
        left: MARGIN.left,
        right: INNER - MARGIN.right,
        top: MARGIN.top,
        bottom: HEIGHT - MARGIN.bottom,
      },
      size: 9.5,
    },
  );
  const color = { value: ({ family }: Point) => colorOf(family), scale: null };
  const withInterval = points.filter(({ x, y }) => !Number.isNaN(x.low) && !Number.isNaN(y.low));
  const svg = await themedPlot((Plot) => ({
    width: INNER,
    height: HEIGHT,
    marginLeft: MARGIN.left,
    marginRight: MARGIN.right,
    marginTop: MARGIN.top,
    marginBottom: MARGIN.bottom,
    x: {
      domain: xDomain,
      label: "Integrality (mean BD): notices what is missing",
      labelArrow: false,
      labelAnchor: "center",
    },
    y: { domain: yDomain, label: "Robustness (mean BC): stays where nothing matters", labelArrow: false },
    marks: [
      Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.6 }),
      Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.6 }),
      Plot.ruleY(withInterval, {
        y: ({ y }: Point) => y.value,
        x1: ({ x }: Point) => x.low,
        x2: ({ x }: Point) => x.high,
        stroke: color,
        strokeOpacity: 0.3,
      }),
      Plot.ruleX(withInterval, {
        x: ({ x }: Point) => x.value,
        y1: ({ y }: Point) => y.low,
        y2: ({ y }: Point) => y.high,
        stroke: color,
        strokeOpacity: 0.3,
      }),
      Plot.dot(points, {
        x: ({ x }: Point) => x.value,
        y: ({ y }: Point) => y.value,
        r: 4.5,
        fill: color,
        stroke: "white",
        strokeWidth: 0.8,
      }),
      ...labels.map(({ name, dx, dy, anchor }) => {
        const { x, y } = points.find(({ judge }) => judge === name)!;
        return Plot.text([name], {
          x: [x.value],
          y: [y.value],
          dx,
          dy,
          textAnchor: anchor,
          fontSize: 9.5,
          fill: INK.text,
          stroke: "white",
          strokeWidth: 2.5,
        });
      }),
    ],
  }));
  return {
    panel: { svg },
    legend: families.map((label) => ({ label, color: colorOf(label), glyph: "dot" as const })),
    correlation: points.length > 2
      ? sampleCorrelation(points.map(({ x }) => x.value), points.map(({ y }) => y.value))
      : NaN,
    judges: points.length,
  };
}

export const integralityRobustness = mmJudgebiasFigure({
  file: "integrality_robustness.ts",
  id: "mm-judgebias-integrality-robustness",
  number: "Own figure",
  title: "Do judges that notice missing evidence stay stable?",
  kind: "chart",
  needs: ["integrality", "robustness"],
  available: ["published", "simulated"],
  build: async (context): Promise<Drawing> => {
    const values = (await dimensionValues(context)).filter(({ quantity }) =>
      ["integrality", "robustness"].includes(quantity)
    );
    const { panel, legend, correlation, judges } = await integralityRobustnessMap(values);
    const intervals = values.some(({ low }) => !Number.isNaN(low));
    return {
      body: { kind: "panels", panels: [panel], columns: 1 },
      legend: [
        ...legend,
        ...(intervals
          ? [{
            label: `95% intervals clustered by sample${spreadMark(values)}`,
            color: INK.soft,
            glyph: "line" as const,
          }]
          : []),
      ],
      data: scoreValueFrame(values),
      caption:
        `Right: the score falls when image or query is taken away. Up: it stays when nothing that matters changes.${
          Number.isNaN(correlation) ? "" : ` Over the ${judges} judges r = ${fixed(correlation, 2)}.`
        } Names stand where there is room. ${provenanceNote(allSources(values), context)}`,
      alt: `Scatter of robustness against integrality of ${judges} judges, coloured by model family.`,
    };
  },
});
