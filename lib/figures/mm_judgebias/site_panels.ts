import { publishedTable } from "../../papers/published_table.ts";
import { BIAS_TAXONOMY, type BiasSpec } from "../../results/bias_taxonomy.ts";
import type { Drawing, FigureContext, LegendEntry } from "../figure_spec.ts";
import { themedPlot } from "../plot_document.ts";
import { textWidth } from "../text_width.ts";
import { countRange, fillOf, fixed, INK, INNER, SIZE } from "../theme.ts";
import { mmJudgebiasFigure } from "./mm_judgebias_figure.ts";
import { DIMENSIONS, orderedJudges, provenanceNote } from "./score_rows.ts";
import { publishedMainValues, type ScoreValue, scoreValueFrame, scoreValuesOf } from "./score_values.ts";

/** Most judges beside each other. */
const MOST = 40;

/** A pastel of its own for each judge, the same in all panels: steps of the golden angle round the hues. */
function pastel(place: number): string {
  const hue = (place * 137.508) % 360;
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (0.77 - 0.2 * Math.max(-1, Math.min(k - 3, 9 - k, 1)))).toString(16).padStart(
      2,
      "0",
    );
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/** Ends of the axis: the page's for its values; else from 0, or from below the lowest value where all are high. */
function axis(values: readonly ScoreValue[], spec: BiasSpec): [number, number] {
  const edges = values.flatMap(({ value, low, high }) => [value, low, high]).filter((edge) =>
    !Number.isNaN(edge)
  );
  const page = publishedTable("mm-judgebias-site-panels").find(({ bias_type }) => bias_type === spec.label)!;
  const fits = Math.min(...edges) >= page.axis_min && Math.max(...edges) <= page.axis_max;
  if (fits) return [page.axis_min, page.axis_max];
  const lowest = Math.min(...edges);
  return [
    lowest > 0.5 ? Math.floor(20 * lowest) / 20 : 0,
    Math.min(1, Math.ceil(20 * Math.max(...edges)) / 20),
  ];
}

async function biasPanel(context: FigureContext, spec: BiasSpec): Promise<Drawing> {
  const all = context.source === "published"
    ? publishedMainValues()
    : await scoreValuesOf(context, "main", "score");
  const order = orderedJudges(all.map(({ judge }) => judge));
  const values = all.filter(({ quantity }) => quantity === spec.type).sort((a, b) => b.value - a.value).slice(
    0,
    MOST,
  );
  if (values.length === 0) {
    throw new RangeError(`figure: wanted results of the bias type ${spec.type}, found none`);
  }
  const [low, high] = axis(values, spec);
  const fromZero = low === 0;
  const color = { value: ({ judge }: ScoreValue) => pastel(order.indexOf(judge)), scale: null };
  const fill = {
    value: ({ judge, provenance }: ScoreValue) => fillOf(pastel(order.indexOf(judge)), provenance),
    scale: null,
  };
  const known = (value: number) => !Number.isNaN(value);
  const intervals = values.filter((value) => known(value.low)),
    noisy = values.filter(({ noise }) => known(noise));
  const floors = noisy.filter(({ noise }) => noise >= low && noise <= high);
  const longest = Math.max(...values.map(({ judge }) => textWidth(judge, SIZE.axis)));
  const level = longest + 12 < (INNER - 60) / values.length;
  const slant = level ? 12 : longest * Math.SQRT1_2;
  // Ceilings stand above the dots, so numbers stand below them.
  const below = spec.metric === "bc" && floors.length > 0;
  const room = 0.06 * (high - low);
  const svg = await themedPlot((Plot) => ({
    width: INNER,
    height: 260 + slant,
    marginLeft: level ? 44 : Math.max(44, Math.ceil(slant - 6)),
    marginRight: 8,
    marginTop: 20,
    marginBottom: Math.ceil(slant) + 16,
    x: {
      domain: values.map(({ judge }) => judge),
      label: null,
      tickRotate: level ? 0 : -45,
      tickSize: 3,
      padding: 0.18,
    },
    y: { domain: [low, high + room], label: null, ticks: 6 },
    marks: [
      Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.8, ticks: 6 }),
      fromZero
        ? Plot.barY(values, { x: "judge", y: "value", fill, stroke: INK.soft, strokeWidth: 0.4 })
        : Plot.dot(values, { x: "judge", y: "value", r: 5, fill: color, stroke: INK.soft, strokeWidth: 0.8 }),
      Plot.ruleX(intervals, { x: "judge", y1: "low", y2: "high", stroke: INK.text }),
      Plot.tickY(floors, { x: "judge", y: "noise", stroke: "#cc3311", strokeWidth: 2 }),
      Plot.text(values, {
        x: "judge",
        y: (value: ScoreValue) => below ? value.low : known(value.high) ? value.high : value.value,
        text: ({ value }: ScoreValue) => fixed(value, 3).replace(/^0\./, ".").replace("1.000", "1.0"),
        fontSize: 8.5,
        dy: below ? 8 : fromZero ? -6 : -11,
        fill: INK.text,
        stroke: "white",
        strokeWidth: 2.5,
      }),
      Plot.ruleY([low], { stroke: INK.text }),
    ],
  }));
  const legend: LegendEntry[] = [
    ...(intervals.length > 0
      ? [{ label: "95% interval clustered by sample", color: INK.text, glyph: "interval" as const }]
      : []),
    ...(floors.length > 0
      ? [{
        label: spec.metric === "bd"
          ? "what noise from run to run gives (floor)"
          : "what noise from run to run leaves (ceiling)",
        color: "#cc3311",
        glyph: "line" as const,
      }]
      : []),
  ];
  const sources = values.map(({ provenance }) => provenance);
  return {
    body: { kind: "panels", panels: [{ title: panelTitle(spec, values), svg }], columns: 1 },
    legend,
    data: scoreValueFrame(values),
    caption: `${
      spec.metric === "bd"
        ? "Bias deviation: how far the score falls when it should. "
        : "Bias conformity: how closely the score stays where it should stay. "
    }${DIMENSIONS[spec.dimension].label}; higher is better. Judges in falling order.${
      fromZero ? "" : ` Dots, for the axis begins at ${fixed(low, 2)}.`
    }${noisy.length > floors.length ? " Floors below the axis are in the CSV only." : ""} ${
      provenanceNote(sources, context)
    }`,
    alt: `${spec.metric.toUpperCase()} of ${values.length} judges for ${spec.label}, from ${
      fixed(values[0].value, 3)
    } to ${fixed(values[values.length - 1].value, 3)}.`,
  };
}

/** What the axis shows, and how many samples the values rest on. */
function panelTitle({ metric }: BiasSpec, values: readonly ScoreValue[]): string {
  const counts = values.map(({ n }) => n).filter((n) => !Number.isNaN(n));
  return metric.toUpperCase() + (counts.length > 0 ? ` (${countRange(counts)} samples per judge)` : "");
}

/** The page's nine charts, one per bias type. */
export const sitePanels = BIAS_TAXONOMY.map((spec, i) =>
  mmJudgebiasFigure({
    file: "site_panels.ts",
    id: `site-panel-${i + 1}`,
    number: "Project page",
    title: `Judges by bias type: ${spec.label}`,
    kind: "chart",
    needs: [`bias_${spec.type}`],
    available: ["published", "simulated"],
    build: (context) => biasPanel(context, spec),
  })
);
