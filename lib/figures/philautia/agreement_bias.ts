import { clusterUnit } from "../../results/cluster_unit.ts";
import type { FigureContext } from "../figure_spec.ts";
import { themedPlot } from "../plot_document.ts";
import type { Provenance } from "../provenance.ts";
import { textWidth } from "../text_width.ts";
import { countRange, fixed, INK, INNER, SERIES, SIZE } from "../theme.ts";
import { inOrder } from "../in_order.ts";
import { philautiaFigure, provenanceNote } from "./philautia_figure.ts";
import { BENCHMARKS, POMMS_NOTEBOOK } from "./pomms_values.ts";
import { tableFrame } from "./table1_ensembles.ts";
import { CAPTIONS, table1Setting, table1Values, type TableValue } from "./table1_values.ts";

/** Height of a row, and the space between the two panels. */
const ROW = 24, GAP = 16;

/** Share of the width that the left panel with its names has. */
const LEFT = 0.6;

const TICKS = 4;

const SINGLE = SERIES[4], ENSEMBLE = SERIES[0];

/** Names of rows: of an ensemble's steps the number alone, where the other panel spells them out. */
const short = (row: string) => /^\((\w+)\)/.exec(row)?.[0] ?? row;

export const agreementBias = philautiaFigure({
  file: "agreement_bias.ts",
  id: "philautia-agreement-bias",
  number: "Own figure",
  title: "Agreement with humans against bias, as members join",
  kind: "chart",
  frames: ["ratings", "caption scores"],
  needs: ["splits"],
  notebook: POMMS_NOTEBOOK,
  available: ["published", "simulated"],
  build: async (context: FigureContext) => {
    const values = await table1Values(context, true);
    const [benchmark] = inOrder(values.map(({ dataset }) => dataset), BENCHMARKS)
      .filter((name) => name !== CAPTIONS);
    const agreement = values.filter(({ dataset, metric }) => dataset === benchmark && metric === "tau_b");
    const bias = values.filter(({ metric }) => metric === "phi_score" || metric === "over_members");
    const rows = [...new Set(agreement.map(({ row }) => row))];
    const left = Math.round(INNER * LEFT);
    const counts = agreement.map(({ n }) => n).filter((n) => !Number.isNaN(n));
    const panels = [
      await dots(agreement, {
        rows,
        name: (row) => row,
        width: left,
        label: `τ-b × 100, ${benchmark}`,
        decimals: 1,
      }),
      await dots(bias, {
        rows,
        name: short,
        width: INNER - left - GAP,
        label: "philautia",
        decimals: 2,
        zero: true,
      }),
    ];
    const published = context.source === "published";
    const unit = counts.length > 0 ? clusterUnit(await context.frame("ratings")) : "";
    return {
      body: sideBySide(panels, left + GAP),
      legend: [
        { label: "single evaluator", color: SINGLE, glyph: "dot" as const },
        { label: "ensemble", color: ENSEMBLE, glyph: "dot" as const },
      ],
      data: tableFrame([...agreement, ...bias]),
      caption: `Left: Kendall’s τ-b with human scores${
        counts.length > 0 ? ` (${countRange(counts)}; 95% interval clustered by ${unit})` : ""
      }. Right: ${await table1Setting(context)} preference, 0 = none: ${
        published
          ? "the philautia score of a model, and what the paper calls that of an ensemble"
          : "the philautia score of a model, and the mean of an ensemble’s entries of Φ̃ for its members"
      }. ${provenanceNote(values.map(({ provenance }) => provenance), context)}`,
      alt:
        "Dots by row, single evaluators and the ensemble as members join: agreement with humans on the left, preference on the right.",
    };
  },
});

/** Two charts of the same rows as one panel. */
function sideBySide(panels: (SVGSVGElement | HTMLElement)[], at: number) {
  const [first, second] = panels;
  second.setAttribute("x", String(at));
  first.setAttribute("width", String(INNER));
  first.setAttribute("viewBox", `0 0 ${INNER} ${first.getAttribute("height")}`);
  first.append(second);
  return { kind: "panels" as const, panels: [{ svg: first }], columns: 1 };
}

interface DotOptions {
  rows: readonly string[];
  name: (row: string) => string;
  width: number;
  label: string;
  decimals: number;
  /** Whether the axis shows 0. */
  zero?: boolean;
}

/** A dot with its interval and its number for every row. */
function dots(values: readonly TableValue[], { rows, name, width, label, decimals, zero }: DotOptions) {
  const marginLeft = Math.ceil(Math.max(...rows.map((row) => textWidth(name(row), SIZE.axis)))) + 10;
  const edges = values.flatMap(({ value, low, high }) => [value, low, high]).filter((x) => !Number.isNaN(x));
  const domain = [Math.min(...edges, ...(zero ? [0] : [])), Math.max(...edges, ...(zero ? [0] : []))];
  const color = ({ group }: TableValue) => group === "Pomms" ? ENSEMBLE : SINGLE;
  const hollow = (provenance: Provenance) => provenance === "simulated";
  const constant = (value: (d: TableValue) => string) => ({ value, scale: null });
  const known = values.filter(({ low, high }) => !Number.isNaN(low + high));
  return themedPlot((Plot) => ({
    width,
    height: rows.length * ROW + 46,
    marginLeft,
    marginRight: 42,
    marginTop: 6,
    marginBottom: 40,
    x: { domain, nice: true, label, labelArrow: false, labelAnchor: "center", ticks: TICKS },
    y: { domain: [...rows], label: null, tickSize: 0, tickFormat: name, type: "band" },
    marks: [
      Plot.gridX({ ticks: TICKS, stroke: INK.rule, strokeOpacity: 0.7 }),
      ...(zero ? [Plot.ruleX([0], { stroke: INK.soft })] : []),
      Plot.ruleY(known, { y: "row", x1: "low", x2: "high", stroke: constant(color), strokeWidth: 2 }),
      Plot.dot(values, {
        x: "value",
        y: "row",
        r: 4,
        fill: constant((d) => hollow(d.provenance) ? INK.paper : color(d)),
        stroke: constant(color),
        strokeWidth: 1.6,
      }),
      Plot.text(values, {
        x: ({ value, high }: TableValue) => Number.isNaN(high) ? value : high,
        y: "row",
        dx: 8,
        textAnchor: "start",
        text: ({ value }: TableValue) => fixed(value, decimals),
        fontSize: SIZE.note,
        stroke: INK.paper,
        strokeWidth: 3,
        fill: INK.text,
      }),
    ],
  }));
}
