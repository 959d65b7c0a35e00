import { figure, type NamedFigure } from "../figure.ts";
import { dumbbells } from "../recipes/row_chart.ts";
import { fixed } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { type FindingRow, NAMES, rowsOf, valuesOf } from "./numbers.ts";

const labelled = (quantities: readonly string[]) =>
  rowsOf(
    "genai-bench",
    ({ condition, quantity }) => condition.endsWith("labels") && quantities.includes(quantity),
  );

/** The corrected rates: means of draws, with an interval as wide as theirs are on average. */
const corrected = (): Value[] => {
  const [rates, widths] = ["mean_ppi", "width_ppi"].map((quantity) => labelled([quantity]));
  const judged = labelled(["judged_rate"]);
  return valuesOf(rates.map((row) => {
    const of = (rows: readonly FindingRow[]) => rows.find(({ judge }) => judge === row.judge)!;
    const half = of(widths).estimate! / 2;
    // Each draw's labels are among all pairs of the judge, which it rests on.
    return { ...row, low: row.estimate! - half, high: row.estimate! + half, n: of(judged).n };
  }));
};

export const correction: NamedFigure<"real-correction"> = figure("real-correction", {
  title: "A win rate, and the same corrected with 200 labels",
  notebook: "13_correct_for_the_judge",
  published: () => [...valuesOf(labelled(["judged_rate"])), ...corrected()],
  recipe: (values, look) =>
    dumbbells({
      from: "judged_rate",
      to: "mean_ppi",
      names: NAMES,
      label: "Share of pairs won by the picture on the left (%)",
      reach: [0, 100],
      at: [100 * labelled(["true_rate"])[0].estimate!],
    })(values, look),
  words: () => {
    const truth = labelled(["true_rate"])[0].estimate!;
    const coverage = labelled(["coverage_ppi"]).map(({ estimate }) => 100 * estimate!);
    const naive = labelled(["coverage_naive"]).map(({ estimate }) => 100 * estimate!);
    const range = (values: number[]) =>
      Math.min(...values) === Math.max(...values)
        ? `${fixed(values[0], 0)}%`
        : `${fixed(Math.min(...values), 0)} to ${fixed(Math.max(...values), 0)}%`;
    const said = `People prefer the left in ${
      fixed(100 * truth, 1)
    }% (line). Intervals from the judge alone hold that in ${range(naive)} of draws, corrected ones in ${
      range(coverage)
    }`;
    return {
      caption: `${said}. Computed from the public verdicts of GenAI-Bench (TIGER-AI-Lab, MIT).`,
      footnotes: [
        "Corrected: prediction-powered inference, with 200 pairs labelled and the others left to the judge: mean rate and mean width of " +
        "the 95% interval over 400 draws. A judge’s ties and unreadable replies are no wins of the left one. Between the marks: differences of unrounded values.",
      ],
      alt: `Two marks per judge: the rate from its verdicts, and the corrected one. ${said}.`,
    };
  },
});
