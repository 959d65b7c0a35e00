import { CORRECTIONS, LABELS } from "../../findings/correction.ts";
import type { FindingRow } from "../../findings/finding_text.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { dumbbells } from "../recipes/row_chart.ts";
import { fixed } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { credit, NAMES, rowsOf, valuesOf } from "./numbers.ts";

/** Numbers of the four judges on the pairs that each of them answered readably, ties as half a win. */
const numbers = (quantity: string) =>
  rowsOf("genai-bench", (row) => row.condition === CORRECTIONS.halves.condition && row.quantity === quantity);

/** The corrected rates: means of draws, with an interval as wide as theirs are on average. */
const corrected = (): Value[] => {
  const widths = numbers("width_ppi"), judged = numbers("judged_rate");
  return valuesOf(
    numbers("mean_ppi").map((row) => {
      const of = (rows: readonly FindingRow[]) => rows.find(({ judge }) => judge === row.judge)!;
      const half = of(widths).estimate! / 2;
      // Each draw is made of the pairs of the judge, which it rests on.
      return {
        ...of(judged),
        ...row,
        low: row.estimate! - half,
        high: row.estimate! + half,
        n: of(judged).n,
      };
    }),
  );
};

/** Two ends of what the judges' numbers are, in percent: one number where they are written alike. */
const range = (rows: readonly FindingRow[], digits: number) => {
  const values = rows.map(({ estimate }) => 100 * estimate!);
  const ends = [Math.min(...values), Math.max(...values)].map((value) => fixed(value, digits));
  return `${[...new Set(ends)].join(" to ")}%`;
};

export const correction: NamedFigure<"real-correction"> = figure("real-correction", {
  title: "A win rate, and the same corrected with 200 labels",
  notebook: "13_correct_for_the_judge",
  findings: () => [...valuesOf(numbers("judged_rate")), ...corrected()],
  recipe: (values, look) => {
    const people = numbers("true_rate");
    return dumbbells({
      from: "judged_rate",
      to: "mean_ppi",
      names: NAMES,
      label: "Wins of the picture on the left, ties as half (%)",
      reach: [0, 100],
      at: [100 * people.reduce((sum, { estimate }) => sum + estimate! / people.length, 0)],
    })(values, look);
  },
  words: () => {
    const width = (method: string) => range(numbers(`width_${method}`), 1).replace("%", " points");
    const said = `Intervals from the judge alone hold people’s share (line) in ${
      range(numbers("coverage_naive"), 0)
    } of studies, corrected ones in ${range(numbers("coverage_ppi"), 0)}`;
    return {
      caption: `${said}. ${credit("genai-bench")}`,
      footnotes: [
        `Corrected: prediction-powered inference, mean rate and mean width of the 95% interval over ${
          numbers("coverage_ppi")[0].n
        } studies, each of as many prompts drawn anew, ${LABELS} pairs labelled and the others left to the judge. These intervals are ${
          width("ppi")
        } wide, those of the ${LABELS} labels without a judge ${width("labels")}. The left wins ${
          range(numbers("true_rate"), 1)
        } by people’s votes on the pairs that a judge answered; a tie is half a win, of judge and people alike. ` +
        "Between the marks: differences of unrounded values.",
      ],
      alt: `Two marks per judge: the rate from its verdicts, and the corrected one. ${said}.`,
    };
  },
});
