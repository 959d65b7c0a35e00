import pl from "nodejs-polars";
import { pairAccuracy } from "../../metrics/pair_accuracy.ts";
import { clusterUnit } from "../../results/cluster_unit.ts";
import type { FigureContext, Panel } from "../figure_spec.ts";
import { themedPlot } from "../plot_document.ts";
import { COLOR, countRange, INK, PADDING, WIDTH } from "../theme.ts";
import { birchFigure, orderedJudges, provenanceNote } from "./birch_figure.ts";
import { domainPairs } from "./domain_bars.ts";

/** The judges of the paper's three panels. */
const JUDGES = ["GPT-4o", "Llama-3.2-Vision-90B", "Gemini-2.5-Flash"];

/** A domain of a judge: its accuracy in the two modes. */
interface DomainPoint {
  judge: string;
  domain: string;
  acc_image: number;
  acc_no_image: number;
  n: number;
}

/** Scatter charts from a tidy frame with `judge, domain, acc_image, acc_no_image, n`: one per judge, on a common scale. */
export async function imageScatter(frame: pl.DataFrame, judges: readonly string[]): Promise<Panel[]> {
  const points = frame.toRecords() as unknown as DomainPoint[];
  const all = points.flatMap((p) => [100 * p.acc_image, 100 * p.acc_no_image]);
  const domain = [Math.floor(Math.min(...all) / 5) * 5, Math.ceil(Math.max(...all) / 5) * 5];
  const width = Math.floor((WIDTH - 2 * PADDING) / judges.length) - 8;
  const largest = Math.max(...points.map(({ n }) => n));
  return await Promise.all(judges.map(async (judge) => {
    const own = points.filter((point) => point.judge === judge);
    const distance = (p: DomainPoint) => p.acc_image - p.acc_no_image;
    const sorted = [...own].sort((a, b) => distance(a) - distance(b));
    // The domain that the image helps most, and the one that it hurts most, if there is one.
    const named = sorted.filter((p, i) => i === sorted.length - 1 || i === 0 && distance(p) < 0);
    const x = (p: DomainPoint) => 100 * p.acc_image, y = (p: DomainPoint) => 100 * p.acc_no_image;
    const svg = await themedPlot((Plot) => ({
      width,
      height: width + 14,
      marginLeft: 44,
      marginRight: 8,
      marginTop: 20,
      marginBottom: 38,
      r: { domain: [0, largest], range: [0, 9] },
      x: { domain, label: "Accuracy with image (%)", labelArrow: false, labelAnchor: "center", ticks: 5 },
      y: { domain, label: "Accuracy without image (%)", labelArrow: false, ticks: 5 },
      marks: [
        Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.6 }),
        Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.6 }),
        Plot.line([[domain[0], domain[0]], [domain[1], domain[1]]], {
          stroke: INK.soft,
          strokeDasharray: "4 3",
        }),
        Plot.dot(own, {
          x,
          y,
          r: "n",
          fill: { value: (p: DomainPoint) => distance(p) > 0 ? COLOR.helps : COLOR.hurts, scale: null },
          fillOpacity: 0.75,
          stroke: "white",
          strokeWidth: 0.75,
        }),
        // Names stand off the diagonal, where no points are; a line leads to the point that is meant.
        ...named.flatMap((p) => {
          const side = distance(p) > 0 ? 1 : -1;
          const perPixel = (domain[1] - domain[0]) / (width - 52);
          const across = (x(p) - domain[0]) / (domain[1] - domain[0]);
          const textAnchor = across > 0.75 ? "end" : side > 0 || across < 0.25 ? "start" : "middle";
          const at = { ...p, x: x(p) + 10 * side * perPixel, y: y(p) - 20 * side * perPixel };
          return [
            Plot.link([at], { x1: x, y1: y, x2: "x", y2: "y", stroke: INK.text, strokeWidth: 0.8 }),
            Plot.dot([p], { x, y, r: "n", stroke: INK.text, strokeWidth: 1.2 }),
            Plot.text([at], {
              x: "x",
              y: "y",
              text: "domain",
              textAnchor,
              dx: { start: -4, middle: 0, end: 4 }[textAnchor],
              dy: 8 * side,
              fontSize: 9.5,
              stroke: "white",
              strokeWidth: 2.5,
              fill: INK.text,
            }),
          ];
        }),
      ],
    }));
    return { title: judge, svg };
  }));
}

export const fig11 = birchFigure({
  file: "fig11_image_by_domain.ts",
  number: "Figure 11",
  title: "Accuracy with and without the image by domain",
  kind: "chart",
  needs: ["no_image", "domains"],
  available: ["simulated"],
  build: async (context: FigureContext) => {
    const provenance = context.origin;
    const all = await context.frame("pairs");
    const { benchmark } = await domainPairs(context, JUDGES[0]);
    const is = (column: string, value: string) => pl.col(column).eq(pl.lit(value));
    const base = all.filter(
      is("benchmark", benchmark).and(is("pipeline", "base")).and(is("variant", "original")).and(
        pl.col("domain").isNotNull(),
      ),
    );
    const by = ["judge", "domain", "image"];
    const accuracy = pairAccuracy(base, { by })
      .toRecords() as unknown as (DomainPoint & {
        image: boolean;
        accuracy: number;
        low: number;
        high: number;
      })[];
    const points = accuracy.filter(({ image }) => image).flatMap((seeing) => {
      const blind = accuracy.find((row) =>
        !row.image && row.judge === seeing.judge && row.domain === seeing.domain
      );
      return blind
        ? [{
          judge: seeing.judge,
          domain: seeing.domain,
          acc_image: seeing.accuracy,
          low_image: seeing.low,
          high_image: seeing.high,
          acc_no_image: blind.accuracy,
          low_no_image: blind.low,
          high_no_image: blind.high,
          n: Math.min(seeing.n, blind.n),
          provenance,
        }]
        : [];
    });
    if (points.length === 0) {
      throw new RangeError("birch-fig11: wanted rows with and without image, found none for both");
    }
    const found = orderedJudges(points.map(({ judge }) => judge));
    const judges = JUDGES.every((judge) => found.includes(judge)) ? JUDGES : found.slice(0, 3);
    const shown = points.filter(({ judge }) => judges.includes(judge));
    const data = pl.DataFrame(shown);
    const helped = shown.filter((p) => p.acc_image > p.acc_no_image).length;
    return {
      body: { kind: "panels", panels: await imageScatter(data, judges), columns: judges.length },
      legend: [
        { label: "the image helps (below the diagonal)", color: COLOR.helps, glyph: "dot" },
        { label: "it does not (on or above)", color: COLOR.hurts, glyph: "dot" },
        { label: `area ∝ pairs, ${countRange(shown.map(({ n }) => n))}`, color: INK.soft, glyph: "dot" },
      ],
      data,
      caption:
        `One point per source data set of ${benchmark}. The image raises accuracy in ${helped} of ${shown.length} ` +
        `points; the domains farthest from the diagonal are named. Intervals (95%, clustered by ${
          clusterUnit(all)
        }) are in the CSV. ` +
        provenanceNote([provenance], context),
      footnotes: context.source === "results"
        ? []
        : ["The paper prints no value by domain; overall accuracies are those of Table 1."],
      alt: `Scatter plots of accuracy with against without image for ${
        judges.join(", ")
      }, one point per domain.`,
    };
  },
});
