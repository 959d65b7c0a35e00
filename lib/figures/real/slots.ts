import { figure, type NamedFigure } from "../figure.ts";
import { dumbbells } from "../recipes/row_chart.ts";
import { fixed } from "../theme.ts";
import { findValue } from "../values/value.ts";
import { credit, NAMES, rowsOf, valuesOf } from "./numbers.ts";

const TASKS = ["image_generation", "image_edition", "video_generation"];
/** Judges with fewer verdicts for either side are left out. */
const FEWEST = 300;

const readable = () =>
  new Set(
    rowsOf("genai-bench", (row) => row.quantity === "share_first" && row.n >= FEWEST).map((
      { judge, condition },
    ) => `${judge}|${condition}`),
  );

export const slots: NamedFigure<"real-slots"> = figure("real-slots", {
  title: "Accuracy where people prefer left, and right",
  notebook: "10_real_judges",
  findings: () => {
    const shown = readable();
    return valuesOf(
      rowsOf(
        "genai-bench",
        ({ judge, condition, quantity }) =>
          ["acc_first", "acc_second"].includes(quantity) && shown.has(`${judge}|${condition}`),
      ),
    );
  },
  recipe: dumbbells({
    rows: "judge",
    panels: "condition",
    from: "acc_second",
    to: "acc_first",
    names: NAMES,
    order: { panels: TASKS, rows: ["gpt4o", "gemini-1.5-pro"] },
    label: "Accuracy (%)",
    decimals: 0,
    numbers: false,
    // A little past 100, so that it does not touch the next panel's 0.
    reach: [0, 106],
  }),
  words: (values) => {
    const gap = (judge: string, condition: string) => {
      const at = { judge, condition };
      return (findValue(values, "acc_first", at)?.value ?? NaN) -
        (findValue(values, "acc_second", at)?.value ?? NaN);
    };
    const judges = [...new Set(values.map(({ keys }) => keys.judge))].filter((judge) => judge !== "random");
    const said = sentence(
      judges.flatMap((judge) => TASKS.map((task) => gap(judge, task))).filter((x) => !Number.isNaN(x)),
    );
    const random = TASKS.map((task) => Math.abs(gap("random", task))).filter((x) => !Number.isNaN(x));
    return {
      caption: `${said} ${credit("genai-bench")}`,
      footnotes: [
        "Between the marks: left − right. A judge that always names the left has 100% and 0%. Every pair was shown once, so slot and content are mixed; the same pairs are " +
        `judged by the source’s random judge${
          random.length > 0 ? `, whose gaps are at most ${fixed(100 * Math.max(...random), 0)} points` : ""
        }. Judges with fewer than ${FEWEST} verdicts for either side are not shown.`,
      ],
      alt: `Two marks per judge and task, accuracy where people prefer the left and the right. ${said}`,
    };
  },
});

/** What the gaps say, whatever their signs. */
export function sentence(gaps: readonly number[]): string {
  const left = gaps.filter((gap) => gap > 0.5).length, right = gaps.filter((gap) => gap < 0).length;
  return `In ${left} of ${gaps.length} cases the left is favoured by more than 50 points, in ${right} the right is favoured.`;
}
