import { criteriaMetrics } from "../../metrics/criteria_metrics.ts";
import { referenceJudges } from "../../metrics/reference_judges.ts";
import type { FigureContext, Panel } from "../figure_spec.ts";
import { themedPlot } from "../plot_document.ts";
import { SERIES_COLOR } from "../colors.ts";
import { placeLabels } from "../place_labels.ts";
import { HALO } from "../recipes/recipe.ts";
import { countRange, INK, INNER, SIZE } from "../theme.ts";
import {
  mapFrame,
  type MapPoint,
  mapPoints,
  type MapReference,
  mapReferences,
  publishedPoints,
} from "./map_points.ts";
import { multiCritFigure, orderedSplits, provenanceNote, SPLIT_NAMES } from "./multi_crit_figure.ts";

/** Size of a map and of the space around it. */
const HEIGHT = 330, MARGIN = { left: 40, right: 14, top: 24, bottom: 38 };

/** The maps, one per experiment and split, from points and reference judges in fractions. */
export async function tradeoffMaps(
  points: readonly MapPoint[],
  references: readonly MapReference[],
  judges: readonly string[],
): Promise<Panel[]> {
  if (points.length === 0) {
    throw new RangeError(
      "tradeoffMap: wanted a judge of items whose criteria disagree (columns human, choice), found none",
    );
  }
  const splits = orderedSplits(points.map(({ split }) => split));
  const experiments = [...new Set(points.map(({ experiment }) => experiment))];
  const width = INNER / 2 - 6;
  const percent = (name: "tos" | "cmr" | "tos_low" | "tos_high" | "cmr_low" | "cmr_high") => (p: MapPoint) =>
    100 * p[name];
  const color = {
    value: ({ judge }: MapPoint) => SERIES_COLOR[judges.indexOf(judge) % SERIES_COLOR.length],
    scale: null,
  };
  // Beside reference judges the whole square; else what the judges fill of it.
  const reach = (ends: number[]): [number, number] => {
    const known = ends.filter((end) => !Number.isNaN(end)).map((end) => 100 * end);
    return references.length > 0
      ? [-4, 102]
      : [10 * Math.floor(Math.min(...known) / 10), 10 * Math.ceil(Math.max(...known) / 10)];
  };
  const x = reach(points.flatMap(({ tos, tos_low, tos_high }) => [tos, tos_low, tos_high]));
  const y = reach(points.flatMap(({ cmr, cmr_low, cmr_high }) => [cmr, cmr_low, cmr_high]));
  const charts = experiments.flatMap((experiment) => splits.map((split) => ({ experiment, split })));
  return await Promise.all(charts.map(async ({ experiment, split }) => {
    const own = points.filter((point) => point.split === split && point.experiment === experiment);
    const marks = references.filter((reference) => reference.split === split);
    const links = judges.flatMap((judge) => {
      const of = own.filter((point) => point.judge === judge);
      const from = of.find(({ plain }) => plain);
      return from ? of.filter(({ plain }) => !plain).map((to) => ({ ...from, to })) : [];
    });
    const side = { x: width - MARGIN.left - MARGIN.right, y: HEIGHT - MARGIN.top - MARGIN.bottom };
    const across = (value: number) => MARGIN.left + side.x * (100 * value - x[0]) / (x[1] - x[0]);
    const down = (value: number) => MARGIN.top + side.y * (y[1] - 100 * value) / (y[1] - y[0]);
    // A judge is named at the way that it judges plainly; its other way, and the marks, keep their places free.
    const spots = [...own.filter(({ plain }) => plain), ...own.filter(({ plain }) => !plain)].map((
      point,
    ) => ({
      x: across(point.tos),
      y: down(point.cmr),
      name: point.plain ? point.judge : "",
    }));
    const area = { left: MARGIN.left, right: width, top: MARGIN.top, bottom: HEIGHT - MARGIN.bottom };
    const labels = placeLabels([
      ...spots,
      ...marks.map(({ tos, cmr }) => ({ x: across(tos), y: down(cmr), name: "" })),
    ], {
      area,
      size: SIZE.note,
      radius: 5,
    }).filter(({ name }) => name !== "");
    const svg = await themedPlot((Plot) => ({
      width,
      height: HEIGHT,
      marginLeft: MARGIN.left,
      marginRight: MARGIN.right,
      marginTop: MARGIN.top,
      marginBottom: MARGIN.bottom,
      x: {
        domain: x,
        label: "Trade-off sensitivity, TOS (%)",
        labelArrow: false,
        labelAnchor: "center",
        ticks: 5,
      },
      y: { domain: y, label: "Conflict matching, CMR (%)", labelArrow: false, ticks: 5 },
      marks: [
        Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.6, ticks: 5 }),
        Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.6, ticks: 5 }),
        Plot.ruleY(own.filter(({ tos_low }) => !Number.isNaN(tos_low)), {
          y: percent("cmr"),
          x1: percent("tos_low"),
          x2: percent("tos_high"),
          stroke: color,
          strokeOpacity: 0.4,
        }),
        Plot.ruleX(own.filter(({ cmr_low }) => !Number.isNaN(cmr_low)), {
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
        ...labels.map((label) =>
          Plot.text([label], {
            x: () => x[0] + (label.x - MARGIN.left) / side.x * (x[1] - x[0]),
            y: () => y[1] - (label.y - MARGIN.top) / side.y * (y[1] - y[0]),
            text: "name",
            dx: label.dx,
            dy: label.dy,
            textAnchor: label.anchor,
            fontSize: SIZE.note,
            ...HALO,
            fill: INK.text,
          })
        ),
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
      ? ` (${countRange(counts)} items${
        pairs.length > 0 ? `, ${countRange(pairs).replace("n = ", "")} pairs` : ""
      })`
      : "";
    const title = [experiment, `${SPLIT_NAMES[split]}${size}`].filter((part) => part !== "").join(": ");
    return { title, svg };
  }));
}

export const tradeoffMap = multiCritFigure({
  file: "tradeoff_map.ts",
  id: "multi-crit-tradeoff-map",
  number: "Own figure",
  title: "Seeing trade-offs and getting them right",
  kind: "chart",
  available: ["published", "simulated"],
  build: async (context: FigureContext) => {
    const published = context.source === "published";
    const criteria = published ? null : await context.frame("criteria");
    const points = criteria
      ? mapPoints(criteriaMetrics(criteria), context.origin)
      : await publishedPoints(context);
    const references = criteria ? mapReferences(referenceJudges(criteria)) : [];
    const judges = [...new Set(points.map(({ judge }) => judge))];
    return {
      body: { kind: "panels", panels: await tradeoffMaps(points, references, judges), columns: 2 },
      legend: [
        { label: "plain: without thinking, single", color: INK.soft, glyph: "dot" as const },
        { label: "the other way: with thinking, joint", color: INK.soft, glyph: "circle" as const },
        {
          label: published ? "95% interval of the printed counts (TOS)" : "95% intervals clustered by item",
          color: INK.soft,
          glyph: "interval" as const,
        },
      ],
      data: mapFrame(points, references, published ? "computed from published" : context.origin),
      caption:
        "Right: prefers differently by criterion more often where people do. Up: more of the conflicting pairs of criteria exactly as " +
        `people. Lines join a judge’s two ways of judging.${
          published ? "" : ` ${provenanceNote([context.origin], context)}`
        }`,
      footnotes: published
        ? [
          "Tables 16 and 18. A judge that tosses a coin for every criterion gets a quarter of the pairs right.",
        ]
        : ["Crosses: judges without judgment, in closed form from the human labels."],
      alt: `Maps of conflict matching against trade-off sensitivity for ${
        judges.join(", ")
      } and reference judges.`,
    };
  },
});
