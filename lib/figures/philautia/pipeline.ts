import { standardize } from "../../metrics/standardize.ts";
import { rect } from "../cards/scene.ts";
import { rampColor, RAMPS } from "../colors.ts";
import { art, type Block, stack, words } from "../schematic/layout.ts";
import { INK, SIZE } from "../theme.ts";

/** Mean scores made up for the drawing: rows generators, columns evaluators; the third evaluator is strict, the first row good. */
const SCORES = [
  [0.9, 0.74, 0.5, 0.66],
  [0.78, 0.8, 0.44, 0.62],
  [0.74, 0.66, 0.54, 0.58],
  [0.76, 0.7, 0.42, 0.7],
];

const CELL = 26;

/** A matrix as coloured cells; frames around its diagonal show what the models give themselves. */
function cells(values: number[][], diverging: boolean, framed: boolean): string {
  const all = values.flat(), far = Math.max(...all.map(Math.abs));
  const [low, high] = diverging ? [-far, far] : [Math.min(...all), Math.max(...all)];
  const ramp = RAMPS[diverging ? "diverging" : "sequential"];
  return values.flatMap((line, r) =>
    line.map((value, c) => {
      const color = rampColor(ramp, (value - low) / (high - low)), [x, y] = [c * CELL, r * CELL];
      const frame = `stroke="${INK.text}" stroke-width="2"`;
      return rect(x, y, CELL, CELL, color, 'stroke="#ffffff"') +
        (framed && r === c ? rect(x + 2, y + 2, CELL - 4, CELL - 4, "none", frame) : "");
    })
  ).join("");
}

/** A matrix between its name and what it shows. */
function matrix(
  name: string,
  values: number[][],
  note: string,
  { diverging = true, framed = false } = {},
): Block {
  const middle = { align: "middle" } as const, side = CELL * values.length;
  return stack([
    words(name, { bold: true, ...middle }),
    art(cells(values, diverging, framed), side, side),
    words(note, { size: SIZE.note, color: INK.soft, ...middle }),
  ], { gap: 5 });
}

/** The matrices of Figure 3. */
export function philautiaPipeline(): Record<string, Block> {
  const columns = standardize(SCORES, "columns"), both = standardize(columns, "rows");
  return {
    phi: matrix("Φ", SCORES, "strict and generous evaluators,\ngood and bad captions", { diverging: false }),
    columns: matrix("by column", columns, "mean 0, sd 1 by evaluator:\nstrictness is gone"),
    both: matrix("Φ̃", both, "and by generator:\nquality is gone", { framed: true }),
  };
}
