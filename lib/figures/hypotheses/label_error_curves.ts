import pl from "nodejs-polars";
import { labelError, type LabelErrorResult } from "../../hypotheses/label_error.ts";
import { takeRows } from "../../hypotheses/take_rows.ts";
import { clusterUnit } from "../../results/cluster_unit.ts";
import { ownFigure, type OwnFigureOptions } from "../own_figure.ts";
import type { Panel } from "../figure_spec.ts";
import { COLOR, counted, fixed, INK } from "../theme.ts";
import { hypothesisFigure } from "./hypothesis_figure.ts";
import { curveLegend, type CurveOptions, intervalCurves } from "./interval_curves.ts";
import { shownJudges } from "./shown_judges.ts";

const SERIES_OF: CurveOptions["series"] = [
  { key: "human", label: "unbiased judge, human labels wrong", color: COLOR.withImage },
  {
    key: "informativeness_follows_choice",
    label: "unbiased judge, informativeness labels follow its choices",
    color: COLOR.withoutImage,
  },
  { key: "observed", label: "observed IB", color: INK.text, dashed: true },
];

/** A judge's curves. */
interface JudgeCurves {
  panel: string;
  human: LabelErrorResult;
  follows: LabelErrorResult;
}

function points(judges: readonly JudgeCurves[], provenance: string): pl.DataFrame {
  const rows = judges.flatMap(({ panel, human, follows }) => {
    const longest = human.curve.height > 0 ? human : follows;
    const shares = longest.curve.getColumn("share").toArray() as number[];
    const [ib] = human.sensitivity;
    const of = (series: string, { curve }: LabelErrorResult) =>
      (curve.toRecords() as { share: number; ib: number; low: number; high: number }[])
        .filter(({ share }) => share <= Math.max(...shares))
        .map((row) => ({
          panel,
          series,
          x: 100 * row.share,
          y: row.ib,
          low: row.low,
          high: row.high,
          n: ib.n,
        }));
    return [
      ...of("human", human),
      ...of("informativeness_follows_choice", follows),
      ...[Math.min(...shares), Math.max(...shares)].map((share) => ({
        panel,
        series: "observed",
        x: 100 * share,
        y: ib.estimate,
        low: ib.low,
        high: ib.high,
        n: ib.n,
      })),
    ];
  });
  const number = (name: "x" | "y" | "low" | "high" | "n") =>
    pl.Series(name, rows.map((row) => row[name]), pl.Float64);
  return pl.DataFrame([
    pl.Series("panel", rows.map(({ panel }) => panel), pl.Utf8),
    pl.Series("series", rows.map(({ series }) => series), pl.Utf8),
    number("x"),
    number("y"),
    number("low"),
    number("high"),
    number("n").cast(pl.Int32),
    pl.Series("provenance", rows.map(() => provenance), pl.Utf8),
  ]);
}

function panelsOf(data: pl.DataFrame, judges: readonly JudgeCurves[]): Promise<Panel[]> {
  return intervalCurves(data, {
    series: SERIES_OF,
    xLabel: "Wrong labels (%)",
    yLabel: "Apparent IB (percentage points)",
    columns: Math.min(2, judges.length),
    height: judges.length === 1 ? 300 : 220,
    at: { y: [0] },
    marks: (panel) => {
      const { human } = judges.find((one) => one.panel === panel)!;
      const { estimate, low, high } = human.explaining;
      return Number.isNaN(estimate) ? [] : [{
        x: 100 * estimate,
        y: human.sensitivity[0].estimate,
        low: 100 * low,
        high: 100 * high,
        color: COLOR.withImage,
      }];
    },
  });
}

function explained({ panel, human: { explaining: { estimate, low, high }, n } }: JudgeCurves): string {
  const share = Number.isNaN(estimate)
    ? "no share of wrong human labels"
    : `${fixed(100 * estimate, 1)}% [${fixed(100 * low, 1)}, ${fixed(100 * high, 1)}]`;
  return `${panel} ${share}, n = ${counted(n)}`;
}

/**
 * The label-error curves of one's own results: what IB a judge without the bias would show.
 *
 * @param human the result of `labelError` with the kind `human`
 * @param follows the same with `informativeness_follows_choice`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { labelError } from "judgebias";
 * import { labelErrorFigure } from "judgebias/figures";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * const follows = labelError(pairs, { kind: "informativeness_follows_choice" });
 * const { svg } = await labelErrorFigure(labelError(pairs), follows, { title: "GPT-4o" });
 * assert.match(svg, /simulated/);
 * ```
 */
export async function labelErrorFigure(
  human: LabelErrorResult,
  follows: LabelErrorResult,
  options: OwnFigureOptions,
): Promise<{ svg: string }> {
  const judges = [{ panel: "If labels are wrong", human, follows }];
  const data = points(judges, human.provenance);
  const panels = await panelsOf(data, judges);
  return ownFigure(
    { body: { kind: "panels", panels, columns: 1 }, legend: curveLegend(SERIES_OF), data },
    options,
  );
}

export const labelErrorCurves = hypothesisFigure({
  id: "hypotheses-label-error",
  file: "label_error_curves.ts",
  notebook: "08_length_equalized.ipynb",
  title: "The informativeness bias that wrong labels alone would show",
  available: ["simulated"],
  frames: ["pairs"],
  needs: ["informativeness"],
  build: async (context) => {
    const pairs = await context.frame("pairs");
    const shown = shownJudges(pairs);
    const judges = shown.map(({ judge, rows }) => {
      const own = takeRows(pairs, rows);
      return {
        panel: judge,
        human: labelError(own),
        follows: labelError(own, { kind: "informativeness_follows_choice" }),
      };
    });
    const data = points(judges, context.origin);
    return {
      body: {
        kind: "panels",
        panels: await panelsOf(data, judges),
        columns: Math.min(2, judges.length),
      },
      legend: curveLegend(SERIES_OF),
      data,
      caption:
        `${shown[0].benchmark}${
          context.origin === "simulated" ? " (simulated)" : ""
        }. Curves: IB of a judge without the bias, of the observed ` +
        `accuracy and share of CDS, if a share of the labels were wrong; bands: 95% intervals clustered by ${
          clusterUnit(pairs)
        }. Circle: the share of wrong ` +
        "human labels that would explain all of the observed IB. Informativeness labels that are wrong at random show no IB at any share.",
      footnotes: [`Explains all: ${judges.map(explained).join("; ")}.`],
      alt:
        "Apparent informativeness bias of an unbiased judge against the share of wrong labels, with the observed IB, per judge.",
    };
  },
});
