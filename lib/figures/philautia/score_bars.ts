import type { Provenance } from "../provenance.ts";
import { themedPlot } from "../plot_document.ts";
import { textWidth } from "../text_width.ts";
import { fillOf, fixed, INK, INNER, SIZE } from "../theme.ts";

/** What an evaluator gives: a score of one caption, or the mean of many. */
export interface ScoreBar {
  evaluator: string;
  score: number;
  /** As printed where published. */
  printed: string | null;
  /** Interval of a mean; NaN for a single score. */
  low: number;
  high: number;
  /** The evaluator's mean over all captions, drawn as a diamond; NaN for none. */
  mean: number;
  /** The writer of the caption. */
  self: boolean;
  provenance: Provenance;
}

/** Colours of the writer's bar and of the others'. */
export const BAR_COLORS = { self: "#d55e00", other: "#0072b2" };

const ROW = 25;

/** Horizontal bars of scores from 0 to 1, one per evaluator, with intervals and diamonds where there are any. */
export function scoreBars(bars: readonly ScoreBar[], { label }: { label: string }) {
  const names = bars.map(({ evaluator }) => evaluator);
  const marginLeft = Math.ceil(Math.max(...names.map((name) => textWidth(name, SIZE.axis)))) + 8;
  const color = ({ self }: ScoreBar) => self ? BAR_COLORS.self : BAR_COLORS.other;
  const means = bars.filter(({ mean }) => !Number.isNaN(mean));
  // Beside a diamond a score could be taken for the mean: with diamonds both stand in columns of their own.
  const columns = means.length > 0;
  const edge = ({ score, high }: ScoreBar) => Number.isNaN(high) ? score : Math.max(score, high);
  const text = ({ printed, score }: ScoreBar) => printed ?? fixed(score, 2);
  return themedPlot((Plot) => ({
    width: INNER,
    height: bars.length * ROW + 44 + (columns ? 16 : 0),
    marginLeft,
    marginRight: columns ? 108 : 40,
    marginTop: columns ? 20 : 4,
    marginBottom: 40,
    x: { domain: [0, 1], label, labelArrow: false, labelAnchor: "center", ticks: 6 },
    y: { domain: names, label: null, padding: 0.22, tickSize: 0 },
    marks: [
      Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.8 }),
      Plot.barX(bars, {
        x: "score",
        y: "evaluator",
        fill: { value: (bar: ScoreBar) => fillOf(color(bar), bar.provenance), scale: null },
        stroke: { value: color, scale: null },
      }),
      Plot.ruleY(bars.filter(({ low }) => !Number.isNaN(low)), {
        y: "evaluator",
        x1: "low",
        x2: "high",
        stroke: INK.text,
        strokeWidth: 1.5,
      }),
      Plot.dot(means, {
        x: "mean",
        y: "evaluator",
        symbol: "diamond",
        r: 4.5,
        fill: INK.paper,
        stroke: INK.text,
        strokeWidth: 1.4,
      }),
      Plot.text(bars, {
        ...(columns
          ? { frameAnchor: "right" as const, dx: 52, textAnchor: "end" as const }
          : { x: edge, dx: 7, textAnchor: "start" as const }),
        y: "evaluator",
        text,
      }),
      ...(columns
        ? [
          Plot.text(means, {
            frameAnchor: "right",
            dx: 102,
            textAnchor: "end",
            y: "evaluator",
            text: ({ mean, printed }: ScoreBar) => fixed(mean, printed === null ? 2 : 3),
            fill: INK.soft,
          }),
          ...[["score", 52], ["mean", 102]].map(([word, dx]) =>
            Plot.text([word], {
              frameAnchor: "top-right",
              dx: Number(dx),
              dy: -14,
              textAnchor: "end",
              lineAnchor: "top",
              text: [word],
              fontSize: SIZE.note,
              fill: INK.soft,
            })
          ),
        ]
        : []),
    ],
  }));
}
