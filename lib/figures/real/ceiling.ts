import { figure, type NamedFigure } from "../figure.ts";
import { dumbbells } from "../recipes/row_chart.ts";
import { fixed } from "../theme.ts";
import { findValue, ranked } from "../values/value.ts";
import { credit, NAMES, rowsOf, valuesOf } from "./numbers.ts";

/** Evaluators with fewer readable scores are left out. */
const FEWEST = 4000;

const rows = () =>
  rowsOf(
    "viescore",
    ({ condition, quantity, n }) =>
      condition === "all tasks" && ["tau", "ceiling"].includes(quantity) && n >= FEWEST,
  );

export const ceiling: NamedFigure<"real-ceiling"> = figure("real-ceiling", {
  title: "Agreement with a person: judges beside people",
  notebook: "11_real_scores",
  findings: () => valuesOf(rows()),
  recipe: (values, look) =>
    dumbbells({
      from: "tau",
      to: "ceiling",
      names: NAMES,
      order: { rows: ranked(values, "tau") },
      unit: "number",
      decimals: 2,
      label: "Kendall’s τ-b",
      reach: [0],
    })(values, look),
  words: (values) => {
    const best = values.filter(({ quantity }) => quantity === "tau").reduce((a, b) =>
      a.value > b.value ? a : b
    );
    const people = findValue(values, "ceiling", best.keys)!;
    const said = `The best judge, ${NAMES[best.keys.judge]}, has τ = ${
      fixed(best.value, 2)
    } with a person; two people have ${fixed(people.value, 2)} on the same pictures`;
    return {
      caption: `${said}. ${credit("viescore")}`,
      footnotes: [
        "Seven tasks together, so a part of every τ is that some tasks are rated higher than others; the notebook has them one by one. Scores that the source " +
        "drew at random because a reply could not be read are left out, and evaluators with fewer than 4,000 scores. Between the marks: differences of unrounded values.",
      ],
      alt: `Two marks per judge: its agreement with a person, and that of two people. ${said}.`,
    };
  },
});
