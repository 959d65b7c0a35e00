import pl from "nodejs-polars";
import { partialEffects } from "../../hypotheses/partial_effects.ts";
import { takeRows } from "../../hypotheses/take_rows.ts";
import { clusterUnit } from "../../results/cluster_unit.ts";
import { ownData, ownFigure, type OwnFigureOptions } from "../own_figure.ts";
import { COLOR, counted, fixed } from "../theme.ts";
import { hypothesisFigure } from "./hypothesis_figure.ts";
import { curveLegend, type CurveOptions, intervalCurves } from "./interval_curves.ts";
import { shownJudges } from "./shown_judges.ts";

const SERIES_OF: CurveOptions["series"] = [
  { key: "IDS", label: "IDS: the better answer is the more informative one", color: COLOR.ids },
  { key: "CDS", label: "CDS: it is the less informative one", color: COLOR.cds },
];

const LABELS = {
  xLabel: "Words of the human-preferred answer − words of the other",
  yLabel: "Predicted accuracy (%)",
};

interface EffectRow {
  subset: string;
  word_difference: number;
  accuracy: number;
  low: number;
  high: number;
  n: number;
}

/** Points of the curves, a panel per judge. */
function points(
  frames: readonly { panel: string; effects: pl.DataFrame }[],
  provenance: string,
): pl.DataFrame {
  const rows = frames.flatMap(({ panel, effects }) =>
    (effects.toRecords() as unknown as EffectRow[]).map((row) => ({ panel, ...row }))
  );
  const number = (name: string, key: "word_difference" | "accuracy" | "low" | "high") =>
    pl.Series(name, rows.map((row) => row[key]), pl.Float64);
  return pl.DataFrame([
    pl.Series("panel", rows.map(({ panel }) => panel), pl.Utf8),
    pl.Series("series", rows.map(({ subset }) => subset), pl.Utf8),
    number("x", "word_difference"),
    number("y", "accuracy"),
    number("low", "low"),
    number("high", "high"),
    pl.Series("n", rows.map(({ n }) => n), pl.Float64).cast(pl.Int32),
    pl.Series("provenance", rows.map(() => provenance), pl.Utf8),
  ]);
}

const curves = (data: pl.DataFrame) => data.filter(pl.col("series").neq(pl.lit("IDS − CDS")));

/**
 * Partial effects of informativeness and length of one's own results, from the frame of `partialEffects`.
 *
 * @throws {TypeError} when the frame lacks a column
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { partialEffects } from "judgebias";
 * import { partialEffectsFigure } from "judgebias/figures";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * const { svg } = await partialEffectsFigure(partialEffects(pairs), { title: "GPT-4o" });
 * assert.match(svg, /simulated/);
 * ```
 */
export async function partialEffectsFigure(
  frame: pl.DataFrame,
  options: OwnFigureOptions,
): Promise<{ svg: string }> {
  const wanted = ["subset", "word_difference", "accuracy", "low", "high", "n"];
  const own = ownData("partialEffectsFigure", frame, wanted, options);
  const [provenance] = own.getColumn("provenance").toArray() as string[];
  const data = points([{ panel: "Accuracy by subset and length", effects: own }], provenance);
  const panels = await intervalCurves(curves(data), {
    series: SERIES_OF,
    ...LABELS,
    columns: 1,
    height: 300,
    at: { x: [0] },
  });
  return ownFigure(
    { body: { kind: "panels", panels, columns: 1 }, legend: curveLegend(SERIES_OF), data },
    options,
  );
}

export const partialEffectCurves = hypothesisFigure({
  id: "hypotheses-partial-effects",
  file: "partial_effect_curves.ts",
  notebook: "08_length_equalized.ipynb",
  title: "What informativeness and length each do to accuracy",
  available: ["simulated"],
  frames: ["pairs"],
  needs: ["informativeness", "lengths"],
  build: async (context) => {
    const pairs = await context.frame("pairs");
    const shown = shownJudges(pairs);
    const data = points(
      shown.map(({ judge, rows }) => ({ panel: judge, effects: partialEffects(takeRows(pairs, rows)) })),
      context.origin,
    );
    const gaps = shown.map(({ judge }) => {
      const [row] = data.filter(
        pl.col("panel").eq(pl.lit(judge)).and(pl.col("series").eq(pl.lit("IDS − CDS"))).and(
          pl.col("x").eq(pl.lit(0)),
        ),
      ).toRecords() as { y: number; low: number; high: number; n: number }[];
      return `${judge} ${fixed(100 * row.y, 1)} [${fixed(100 * row.low, 1)}, ${
        fixed(100 * row.high, 1)
      }], n = ${counted(row.n)}`;
    });
    return {
      body: {
        kind: "panels",
        panels: await intervalCurves(curves(data), {
          series: SERIES_OF,
          ...LABELS,
          columns: Math.min(2, shown.length),
          at: { x: [0] },
          yDomain: [0, 1],
        }),
        columns: Math.min(2, shown.length),
      },
      legend: curveLegend(SERIES_OF),
      data,
      caption:
        `${shown[0].benchmark}${
          context.origin === "simulated" ? " (simulated)" : ""
        }: accuracy predicted by logistic regression on subset, length ` +
        `difference, their product and answer order; bands: 95% intervals clustered by ${
          clusterUnit(pairs)
        }. The gap between the curves is the effect of ` +
        "informativeness, their slope that of length; at 0 words the gap is IB at equal length.",
      footnotes: [`IB at equal length, in points: ${gaps.join("; ")}.`],
      alt: "Predicted accuracy against the signed length difference in IDS and CDS, per judge.",
    };
  },
});
