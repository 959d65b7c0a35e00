import { figure, type NamedFigure } from "../figure.ts";
import { dots } from "../recipes/row_chart.ts";
import { fixed } from "../theme.ts";
import { findValue, type Value } from "../values/value.ts";
import { credit, NAMES, rowsOf, valuesOf } from "./numbers.ts";

const RULES = ["accuracy_wrong", "accuracy_random", "accuracy_dropped", "accuracy_last_label"];
const TASK = "image_generation";

/** Judges for which a rule changes the accuracy by this much. */
const CHANGED = 0.02;

/** Few pairs; and three that are unreadable throughout, as Mantis is. */
const LEFT_OUT = ["emu2", "kosmos2", "otterimage", "ottervideo"];

export const unparsed: NamedFigure<"real-unparsed"> = figure("real-unparsed", {
  title: "One judge, several accuracies: how a reply is read",
  notebook: "10_real_judges",
  findings: () => valuesOf(rows()),
  recipe: dots({
    names: NAMES,
    order: { series: RULES },
    label: "Accuracy on pairs that people decided (%)",
    reach: [0],
  }),
  words: (values) => {
    const said = silentJudges(values);
    return {
      caption:
        `Unreadable replies counted as wrong, drawn by lot, or dropped; or all replies read by their last label.${said}`,
      footnotes: [
        credit("genai-bench"),
        `Pictures made from a text; judges whose accuracy changes by at least ${100 * CHANGED} points. ` +
        "Kosmos-2 and the two Otters look as Mantis does.",
      ],
      alt: `Accuracies of each judge under four ways to read its replies.${said}`,
    };
  },
});

function rows() {
  const all = rowsOf(
    "genai-bench",
    ({ condition, quantity }) => condition === TASK && RULES.includes(quantity),
  ).filter(({ judge, estimate }) => estimate !== null && !LEFT_OUT.includes(judge));
  const spread = (judge: string) => {
    const own = all.filter((row) => row.judge === judge).map(({ estimate }) => estimate!);
    return Math.max(...own) - Math.min(...own);
  };
  return all.filter(({ judge }) => spread(judge) >= CHANGED);
}

/** What a draw makes of judges of whom nothing can be read; nothing where there is none. */
export function silentJudges(values: readonly Value[]): string {
  const of = (judge: string, quantity: string) => findValue(values, quantity, { judge })?.value ?? NaN;
  return [...new Set(values.map(({ keys }) => keys.judge))].filter((judge) =>
    of(judge, "accuracy_wrong") === 0 && Number.isNaN(of(judge, "accuracy_dropped"))
  ).map((judge) =>
    ` ${NAMES[judge] ?? judge}, none of whose replies can be read, has ${
      fixed(100 * of(judge, "accuracy_random"), 0)
    }% where they are drawn.`
  ).join("");
}
