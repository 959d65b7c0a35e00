import { standardize } from "../../metrics/standardize.ts";
import { rect } from "../cards/scene.ts";
import { rampColor, RAMPS } from "../color_ramp.ts";
import { arrow, art, type Block, card, picture, row, stack, words } from "../schematic/layout.ts";
import { round } from "../svg_text.ts";
import { counted, INK, SIZE } from "../theme.ts";
import { facts } from "../values/facts.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { experimentCounts } from "./numbers.ts";

/** Mean scores made up for the drawing: rows generators, columns evaluators; the third evaluator is strict, the first row good. */
const SCORES = [
  [0.9, 0.74, 0.5, 0.66],
  [0.78, 0.8, 0.44, 0.62],
  [0.74, 0.66, 0.54, 0.58],
  [0.76, 0.7, 0.42, 0.7],
];

/** A matrix as coloured cells under its name; the frame of its diagonal shows what the models give themselves. */
function matrixArt(
  values: number[][],
  { diverging, framed }: { diverging: boolean; framed: boolean },
  cell = 26,
): Block {
  const all = values.flat(),
    low = Math.min(...all),
    high = Math.max(...all),
    far = Math.max(...all.map(Math.abs));
  const place = (value: number) => diverging ? (value + far) / (2 * far) : (value - low) / (high - low);
  const ramp = RAMPS[diverging ? "diverging" : "sequential"];
  const cells = values.flatMap((line, r) =>
    line.map((value, c) =>
      rect(round(c * cell), round(r * cell), cell, cell, rampColor(ramp, place(value)), 'stroke="#ffffff"') +
      (framed && r === c
        ? rect(
          c * cell + 2,
          r * cell + 2,
          cell - 4,
          cell - 4,
          "none",
          `stroke="${INK.text}" stroke-width="2"`,
        )
        : "")
    )
  );
  return art(cells.join(""), cell * values[0].length, cell * values.length);
}

export const fig3: NamedFigure<"philautia-fig3"> = figure("philautia-fig3", {
  title: "Philautia-Eval: captions, scores, two standardisations",
  kind: "schematic",
  draw: () => {
    const { models, images, captions, settings, scores } = experimentCounts();
    const columns = standardize(SCORES, "columns"), both = standardize(columns, "rows");
    const shown = (name: string, note: string, block: Block) =>
      stack([
        words(name, { bold: true, align: "middle" }),
        block,
        words(note, { size: SIZE.note, align: "middle", color: INK.soft }),
      ], {
        gap: 5,
      });
    return {
      body: picture(stack([
        card(
          words(
            `Each of **${models}** models (generators) writes one sentence on each of **${
              counted(images)
            }** images.`,
          ),
          { title: "Step 1 · Captions" },
        ),
        arrow("down", { label: `${counted(captions)} captions`, length: 24 }),
        card(
          words(
            `The same ${models} models (evaluators) score every caption from 0 to 1 in ${settings} settings: with human references and without.`,
          ),
          { title: "Step 2 · Scores", fill: INK.faint },
        ),
        arrow("down", { label: `${counted(scores)} scores`, length: 24 }),
        card(
          words(
            "Φ_{ij}: mean over the images of the score that evaluator j gives to generator i, in each setting by itself. " +
              "Rows are generators, columns evaluators.",
          ),
          { title: "The matrix Φ" },
        ),
        arrow("down", { length: 22 }),
        card(
          row([
            shown(
              "Φ",
              "strict and generous judges, good and bad captions",
              matrixArt(SCORES, { diverging: false, framed: false }),
            ),
            arrow("right", { label: "columns: z-scores", length: 40 }),
            shown(
              "by column",
              "every evaluator has mean 0 and sd 1: strictness is gone",
              matrixArt(columns, { diverging: true, framed: false }),
            ),
            arrow("right", { label: "rows: z-scores", length: 40 }),
            shown(
              "Φ̃",
              "every generator too: quality is gone",
              matrixArt(both, { diverging: true, framed: true }),
            ),
          ], { gap: 8 }),
          { title: "Step 3 · Standardise columns, then rows", fill: "#eef5fb" },
        ),
        row([
          stack([
            arrow("down", { label: "its diagonal", length: 24 }),
            card(
              words(
                "Φ̃_{ii}, in the frames: how much more a model gives itself than the rest would lead one to expect.",
              ),
              { title: "Philautia score" },
            ),
          ], { gap: 4 }),
          stack([
            arrow("down", { label: "the rest", length: 24 }),
            card(
              words(
                "Φ̃_{ij}, off the diagonal: how much evaluator j favours generator i; families favour each other.",
              ),
              { title: "Preference across models" },
            ),
          ], { gap: 4 }),
        ], { gap: 12 }),
      ], { gap: 4 })),
      data: facts(Object.entries(experimentCounts()).map(([quantity, value]) => ({ quantity, value }))),
      caption:
        "Both standardisations divide by the population standard deviation. Counts are as published; the colours of the three small " +
        `matrices (from low to high; white is 0 in the last two) are those of a made-up example through the library’s ${standardize.name}.`,
      alt:
        `Pipeline: ${models} generators caption ${
          counted(images)
        } images, ${models} evaluators score the captions, the matrix of mean ` +
        "scores is standardised by columns and by rows; its diagonal holds the philautia scores.",
    };
  },
});
