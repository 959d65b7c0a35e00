import { figure, type NamedFigure } from "../figure.ts";
import { heatmap } from "../heatmap.ts";
import { fixed } from "../theme.ts";
import { type Value, valueFrame } from "../values/value.ts";
import { credit, NAMES, rowsOf, valuesOf } from "./numbers.ts";

/** Wider intervals span nearly all that an entry of nine can be: nothing is known. */
const WIDEST = 4;

export const matrix: NamedFigure<"real-matrix"> = figure("real-matrix", {
  title: "Who scores whose pictures higher: nine evaluators, eight editing models",
  notebook: "11_real_scores",
  draw: async () => {
    const rows = rowsOf("viescore", ({ quantity }) => quantity === "phi_tilde");
    const values = valuesOf(
      rows,
      ({ judge, condition }) => ({ generator: condition.split("/")[1], evaluator: judge }),
    );
    const generators = [...new Set(values.map(({ keys }) => keys.generator))].sort();
    const evaluators = [...new Set(values.map(({ keys }) => keys.evaluator))].sort();
    const isKnown = ({ low, high }: Value) => high - low <= WIDEST;
    const known = values.filter(isKnown);
    const svg = await heatmap(
      values.map((one) => ({
        row: one.keys.generator,
        column: one.keys.evaluator,
        value: isKnown(one) ? one.value : NaN,
        ...(isKnown(one) ? { note: `${fixed(one.low, 1)} to ${fixed(one.high, 1)}` } : {}),
        outlined: one.low > 0 || one.high < 0,
      })),
      {
        rows: generators,
        columns: evaluators,
        scale: "diverging",
        label: "standard deviations, rows and columns standardised",
        rowTitle: "made the edit",
        columnTitle: "scored it",
        nameOf: (name) => NAMES[name] ?? name,
      },
    );
    const sure = known.filter(({ low, high }) => low > 0 || high < 0).length;
    const said = `${sure} of ${known.length} entries have an interval that leaves 0 out (framed); of ${
      values.length - known.length
    } nothing is known (grey)`;
    return {
      body: { kind: "panels", panels: [{ svg }], columns: 1 },
      data: valueFrame(values),
      caption: `${said}. Means by evaluator and generator, with strictness and quality taken out. ${
        credit("viescore")
      }`,
      footnotes: [
        "None of the evaluators made pictures: this is taste, not self-preference. Intervals are those of single entries, over 179 pictures.",
      ],
      alt: `Heatmap of editing models by evaluators. ${said}.`,
    };
  },
});
