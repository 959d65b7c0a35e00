import { criteriaMetrics } from "../../metrics/criteria_metrics.ts";
import { referenceJudges } from "../../metrics/reference_judges.ts";
import type { FigureContext, Panel } from "../figure_spec.ts";
import { themedPlot } from "../plot_document.ts";
import { countRange, INK, INNER, SERIES } from "../theme.ts";
import {
  mapFrame,
  type MapPoint,
  mapPoints,
  type MapReference,
  mapReferences,
  publishedPoints,
} from "./map_points.ts";
import { multiCritFigure, orderedSplits, provenanceNote, SPLIT_NAMES } from "./multi_crit_figure.ts";

/** The maps, one per split, from points and reference judges in fractions. */
export async function tradeoffMaps(
  points: readonly MapPoint[],
  references: readonly MapReference[],
  judges: readonly string[],
): Promise<Panel[]> {
  if (points.length === 0) {
    throw new RangeError("tradeoffMap: wanted a judge of items with a conflict, found none");
  }
  const splits = orderedSplits(points.map(({ split }) => split));
  const width = INNER / 2 - 6;
  const percent = (name: "tos" | "cmr" | "tos_low" | "tos_high" | "cmr_low" | "cmr_high") => (p: MapPoint) =>
    100 * p[name];
  const color = {
    value: ({ judge }: MapPoint) => SERIES[judges.indexOf(judge) % SERIES.length],
    scale: null,
  };
  return await Promise.all(splits.map(async (split) => {
    const own = points.filter((point) => point.split === split);
    const marks = references.filter((reference) => reference.split === split);
    const links = judges.flatMap((judge) => {
      const of = own.filter((point) => point.judge === judge);
      const from = of.find(({ plain }) => plain);
      return from ? of.filter(({ plain }) => !plain).map((to) => ({ ...from, to })) : [];
    });
    const svg = await themedPlot((Plot) => ({
      width,
      height: 350,
      marginLeft: 40,
      marginRight: 14,
      marginTop: 24,
      marginBottom: 38,
      x: {
        domain: [0, 102],
        label: "Trade-off sensitivity, TOS (%)",
        labelArrow: false,
        labelAnchor: "center",
        ticks: 5,
      },
      y: { domain: [-4, 102], label: "Conflict matching, CMR (%)", labelArrow: false, ticks: 5 },
      marks: [
        Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.6, ticks: 5 }),
        Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.6, ticks: 5 }),
        Plot.ruleY(own, {
          y: percent("cmr"),
          x1: percent("tos_low"),
          x2: percent("tos_high"),
          stroke: color,
          strokeOpacity: 0.4,
        }),
        Plot.ruleX(own, {
          x: percent("tos"),
          y1: percent("cmr_low"),
          y2: percent("cmr_high"),
          stroke: color,
          strokeOpacity: 0.4,
        }),
        Plot.link(links, {
          x1: percent("tos"),
          y1: percent("cmr"),
          x2: (d) => 100 * d.to.tos,
          y2: (d) => 100 * d.to.cmr,
          stroke: color,
          strokeWidth: 1.6,
        }),
        Plot.dot(own.filter(({ plain }) => plain), {
          x: percent("tos"),
          y: percent("cmr"),
          r: 4,
          fill: color,
          stroke: "white",
          strokeWidth: 0.7,
        }),
        Plot.dot(own.filter(({ plain }) => !plain), {
          x: percent("tos"),
          y: percent("cmr"),
          r: 3.7,
          fill: "white",
          stroke: color,
          strokeWidth: 1.8,
        }),
        Plot.dot(marks, {
          x: (d) => 100 * d.tos,
          y: (d) => 100 * d.cmr,
          r: 5,
          symbol: "times",
          stroke: INK.text,
          strokeWidth: 1.8,
        }),
        ...(["start", "end"] as const).map((textAnchor) =>
          Plot.text(marks.filter(({ tos }) => (tos > 0.5) === (textAnchor === "end")), {
            x: (d) => 100 * d.tos,
            y: (d) => 100 * d.cmr,
            text: "label",
            textAnchor,
            dx: textAnchor === "end" ? -9 : 9,
            fill: INK.soft,
            stroke: "white",
            strokeWidth: 3,
          })
        ),
      ],
    }));
    const counts = own.flatMap(({ n_items }) => Number.isNaN(n_items) ? [] : [n_items]);
    const pairs = own.flatMap(({ n_pairs }) => Number.isNaN(n_pairs) ? [] : [n_pairs]);
    const size = counts.length > 0
      ? ` (${countRange(counts)} items, ${countRange(pairs).replace("n = ", "")} pairs)`
      : "";
    return { title: `${SPLIT_NAMES[split]}${size}`, svg };
  }));
}

export const tradeoffMap = multiCritFigure({
  file: "tradeoff_map.ts",
  id: "multi-crit-tradeoff-map",
  number: "Own figure",
  title: "Seeing trade-offs, and getting them right",
  kind: "chart",
  available: ["published", "simulated"],
  build: async (context: FigureContext) => {
    const criteria = await context.frame("criteria");
    const published = context.source === "published";
    const computed = mapPoints(criteriaMetrics(criteria), context.origin);
    const points = published ? publishedPoints(computed) : computed;
    const references = mapReferences(referenceJudges(criteria));
    const judges = [...new Set(points.map(({ judge }) => judge))];
    const mark = published ? " (simulated)" : "";
    return {
      body: { kind: "panels", panels: await tradeoffMaps(points, references, judges), columns: 2 },
      legend: [
        ...judges.map((label, i) => ({ label, color: SERIES[i % SERIES.length], glyph: "dot" as const })),
        { label: "ring: thinking, or joint judging", color: INK.soft, glyph: "circle" as const },
        { label: `95% intervals clustered by item${mark}`, color: INK.soft, glyph: "interval" as const },
      ],
      data: mapFrame(points, references, context.origin),
      caption:
        "Right: more often judges by different criteria differently where humans do. Up: more of the conflicting pairs of " +
        "criteria exactly as humans. Lines join two ways of judging. Crosses: judges without judgment, in closed form from the " +
        `human labels; one that tosses coins sees many trade-offs and gets a quarter of the pairs right. ${
          published
            ? "Dots are as published (Tables 16 and 18); intervals and crosses are simulated: those of the library’s simulation with " +
              "the same counts."
            : provenanceNote([context.origin], context)
        }`,
      alt: `Maps of conflict matching against trade-off sensitivity for ${
        judges.join(", ")
      } and three reference judges.`,
    };
  },
});
