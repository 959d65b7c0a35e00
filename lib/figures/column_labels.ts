import { textWidth, wrapText } from "./text_width.ts";
import { SIZE } from "./theme.ts";

/** Angle of slanted names. */
const TILT = Math.PI / 4;

/** Lines that upright names may take. */
const LINES = 3;

/** How the names of columns are written. */
export interface ColumnLabels {
  /** Slanted by 45°, ending at their column and reaching to the lower left. */
  tilted: boolean;
  /** The names, upright ones with line breaks. */
  texts: string[];
  /** How far the first slanted name reaches to the left of its column's middle. */
  reach: number;
  height: number;
}

/**
 * Names of columns: in lines where whole words (parts between hyphens) fit into the columns' width, else slanted.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { columnLabels } from "@/figures/column_labels.ts";
 *
 * assert.deepEqual(columnLabels(["Eagle2-9B"], 60).texts, ["Eagle2-\n9B"]);
 * assert.equal(columnLabels(["Eagle2-9B"], 30).tilted, true);
 * ```
 */
export function columnLabels(names: readonly string[], cellWidth: number): ColumnLabels {
  const lines = names.map((name) => wrapText(name, SIZE.axis, cellWidth - 6));
  const whole = names.every((name) =>
    name.split(/(?<=[-/ ])/).every((part) => textWidth(part.trim(), SIZE.axis) <= cellWidth - 6)
  );
  const tallest = Math.max(...lines.map((list) => list.length));
  if (whole && tallest <= LINES) {
    const texts = lines.map((list) => list.join("\n"));
    return { tilted: false, texts, reach: 0, height: tallest * SIZE.axis * 1.05 + 6 };
  }
  const longest = Math.max(...names.map((name) => textWidth(name, SIZE.axis)));
  return {
    tilted: true,
    texts: [...names],
    reach: textWidth(names[0], SIZE.axis) * Math.cos(TILT) + SIZE.axis,
    height: longest * Math.sin(TILT) + SIZE.axis,
  };
}
