import { textWidth, wrapText } from "./text_width.ts";
import { SIZE } from "./theme.ts";

/** Angle of slanted names. */
const TILT = Math.PI / 4;

/** Lines that upright names may take, and heights that they may stand at in turn. */
const LINES = 3, TIERS = 3;

/** Free space beside a name, and beside the line that passes it. */
const ASIDE = 6;

/** A space at which no line ends. */
const FAST = "\u00a0";

/** The longest line of a slanted name that has further ones to go on in. */
const SLANTED = 150;

/** A slanted name in as few lines as keep it short, at most so many. */
function slanted(name: string, most: number): string[] {
  for (let lines = 1; lines < most; lines++) {
    const found = wrapText(name, SIZE.axis, SLANTED);
    if (found.length <= lines) return found;
  }
  const whole = textWidth(name, SIZE.axis);
  return most === 1 ? [name] : wrapText(name, SIZE.axis, Math.max(SLANTED, 1.15 * whole / most));
}

/** How the names of columns are written. */
export interface ColumnLabels {
  /** Slanted by 45°, ending at their column and reaching to the lower left. */
  tilted: boolean;
  /** The names, upright ones with line breaks. */
  texts: string[];
  /** How far below the cells each name begins; those of the lower tiers have a line up to their column. */
  drops: number[];
  /** How far the first name reaches to the left of its column's middle, and the last one to the right of its own. */
  reach: { left: number; right: number };
  height: number;
}

/**
 * Names of columns: in lines where whole words (parts between hyphens; of a list its items, all lists alike) fit into the columns'
 * width; else in turn at two or three heights, where each has the width of as many columns; slanted only where that is not enough either.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { columnLabels } from "@/figures/column_labels.ts";
 *
 * assert.deepEqual(columnLabels(["Eagle2-9B"], 60).texts, ["Eagle2-\n9B"]);
 * assert.deepEqual(columnLabels(["20%, 0.5", "20%, 0.98"], 54).texts, ["20%,\n0.5", "20%,\n0.98"]);
 * const { texts, drops } = columnLabels(["InternVL2.5-8B", "GPT-4o"], 44);
 * assert.deepEqual(texts, ["InternVL2.5-\n8B", "GPT-4o"]);
 * assert.ok(drops[1] > drops[0]);
 * assert.equal(columnLabels(["Incomprehensibilities"], 30).tilted, true);
 * ```
 */
export function columnLabels(names: readonly string[], cellWidth: number): ColumnLabels {
  const width = (text: string) => textWidth(text, SIZE.axis);
  const joined = names.map((name) => name.includes(", ") ? name.replace(/(?<!,) /g, FAST) : name);
  for (let tiers = 1; tiers <= TIERS; tiers++) {
    const room = tiers * cellWidth - (tiers === 1 ? ASIDE : 2 * ASIDE);
    const wrapped = joined.map((name) => wrapText(name, SIZE.axis, room));
    // Lists side by side are read as one: where one of them is broken at its comma all are.
    const apart = joined.some((name, i) => name.includes(", ") && wrapped[i].length > 1);
    const lines = joined.map((name, i) =>
      apart ? name.split(/(?<=,) /).flatMap((item) => wrapText(item, SIZE.axis, room)) : wrapped[i]
    );
    const whole = joined.every((name) =>
      name.split(/(?<=[-/ ])/).every((part) => width(part.trim()) <= room)
    );
    const tallest = Math.max(...lines.map((list) => list.length));
    if (!whole || tallest > LINES) continue;
    const step = tallest * SIZE.axis * 1.05 + 6;
    const used = Math.min(tiers, names.length);
    const half = (list: readonly string[]) => Math.max(...list.map(width)) / 2;
    return {
      tilted: false,
      texts: lines.map((list) => list.join("\n").replaceAll(FAST, " ")),
      drops: names.map((_, i) => step * (i % tiers)),
      reach: { left: half(lines[0]), right: half(lines[lines.length - 1]) },
      height: used * step,
    };
  }
  // As many lines as have room beside each other on the slant.
  const most = Math.max(1, Math.floor(cellWidth * Math.sin(TILT) / (1.25 * SIZE.axis)));
  const lines = names.map((name) => slanted(name, most));
  const longest = (list: readonly string[]) => Math.max(...list.map(width));
  return {
    tilted: true,
    texts: lines.map((list) => list.join("\n")),
    drops: names.map(() => 0),
    reach: { left: longest(lines[0]) * Math.cos(TILT) + lines[0].length * SIZE.axis, right: 0 },
    height: longest(lines.flat()) * Math.sin(TILT) +
      Math.max(...lines.map(({ length }) => length)) * SIZE.axis,
  };
}
