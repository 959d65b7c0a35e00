import { philautia } from "../../metrics/philautia.ts";
import { preferenceMatrix } from "../../metrics/preference_matrix.ts";
import { standardize } from "../../metrics/standardize.ts";
import { card, picture, row, space, stack, words } from "../schematic/layout.ts";
import { counted, INK, SIZE } from "../theme.ts";
import { facts } from "../values/facts.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { experimentCounts } from "./numbers.ts";

/** The algorithm line by line: indent, what is done, what for. */
function algorithm(): { indent: number; text: string; note?: string }[] {
  const { models, images } = experimentCounts();
  return [
    {
      indent: 0,
      text: "**given** M models, each generator G_{i} and evaluator E_{j}",
      note: `M = ${models}`,
    },
    {
      indent: 0,
      text: "**given** N images x_{k}, in one setting their human references R_{k}",
      note: `N = ${counted(images)}`,
    },
    { indent: 0, text: "**for each** model i and image k" },
    { indent: 1, text: "c_{ik} ← G_{i}(x_{k})", note: "one sentence" },
    { indent: 0, text: "**for each** pair of models i, j" },
    {
      indent: 1,
      text: "Φ_{ij} ← mean over k of E_{j}(x_{k}, R_{k}, c_{ik})",
      note: `${preferenceMatrix.name}`,
    },
    { indent: 0, text: "**for each** column j" },
    {
      indent: 1,
      text: "Φ̃_{·j} ← (Φ_{·j} − its mean) / its standard deviation",
      note: `${standardize.name}(Φ, "columns")`,
    },
    { indent: 0, text: "**for each** row i" },
    {
      indent: 1,
      text: "Φ̃_{i·} ← (Φ̃_{i·} − its mean) / its standard deviation",
      note: `${standardize.name}(…, "rows")`,
    },
    { indent: 0, text: "**return** Φ̃; its diagonal holds the philautia scores", note: `${philautia.name}` },
  ];
}

export const alg1: NamedFigure<"philautia-alg1"> = figure("philautia-alg1", {
  title: "Philautia-Eval",
  kind: "schematic",
  draw: () => {
    const lines = algorithm();
    const line = ({ indent, text, note = "" }: ReturnType<typeof algorithm>[number], l: number) =>
      row([
        { ...words(`${l + 1}`, { color: INK.soft, align: "middle" }), width: 26 },
        { ...space(1), width: 1 + 26 * indent },
        words(text, { size: SIZE.panel }),
        { ...words(note, { color: INK.soft }), width: 190 },
      ], { gap: 8 });
    return {
      body: picture(card(stack(lines.map(line), { gap: 6 }), { fill: INK.faint, stroke: INK.rule })),
      data: facts(
        lines.map(({ text, note = "" }, l) => ({ line: l + 1, text: text.replaceAll("**", ""), note })),
      ),
      caption: "Standard deviations divide by the number of values. On the right, the library’s functions: " +
        `${philautia.name} does lines 5 to 11 at once, from any scores. Wording is ours.`,
      alt:
        `Pseudocode of Philautia-Eval in ${lines.length} lines: captions, mean scores, standardised by columns and then by rows.`,
    };
  },
});
