import { type Block, row, space, stack, words } from "../schematic/layout.ts";
import type { Run } from "../schematic/styled_text.ts";
import { round } from "../svg_text.ts";
import { textWidth } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";
import { type PromptLine, promptUnits } from "./prompt_units.ts";

/** Height of an empty line, and of what is between items of a list, in pixels. */
const BLANK = 7, BETWEEN = 3;

/** A prompt of more characters than this stands in two columns, where the lower one is at least so much of the higher. */
const ONE_COLUMN = 500, FILLED = 0.3;

/** By how many pixels a split within a list must make a prompt less high. */
const LIST_SPLIT = 120;

/** How many times as wide as the right column the left one may be: duties are longer than inputs. */
const WEIGHTS = [1, 1.4, 1.8];

const COLUMN_GAP = 30;

/** How far the text of a numbered line, and what belongs to it, stands in. */
const INDENT = textWidth("1. ", SIZE.caption) + 2;

/** A line's text with its slots marked; headings and what stands between `**` are bold, what is literal has letters of one width. */
function runsOfLine(line: string, literal: boolean): Run[] {
  const style = literal ? { mono: true } : { bold: /^#+ /.test(line) };
  // The prompt itself has the apostrophe of keyboards.
  const set = literal ? line : line.replace(/(?<=\p{L})'(?=\p{L}|\s|$)/gu, "’");
  return set.split(/(\{\{[a-z0-9_]+\}\}|\*\*[^*]+\*\*)/).filter((piece) => piece !== "")
    .map((text) =>
      text.startsWith("{{")
        ? { text, ...style, mono: true, tone: "slot" }
        : text.startsWith("**") && !literal
        ? { text: text.slice(2, -2), bold: true }
        : { text, ...style }
    );
}

/** A line of a prompt; what follows a bullet or number is indented as a whole, and so is what belongs to an item. */
function lineBlock({ text, nested, literal }: PromptLine): Block {
  const size = literal ? SIZE.note : SIZE.caption;
  if (text === "") return space(BLANK);
  if (nested) return indented(lineBlock({ text, nested: false, literal }), INDENT);
  const [, marker, rest] = literal ? [] : /^(-|\d+\.) (.*)$/.exec(text) ?? [];
  if (marker === undefined) return words(runsOfLine(text, literal), { size });
  return hanging(marker, runsOfLine(rest, literal), size);
}

/** A list's item: what follows the bullet or number is indented as a whole. */
export function hanging(marker: string, runs: readonly Run[], size: number): Block {
  const width = marker === "-" ? textWidth("- ", size) + 2 : INDENT;
  return row([{ ...words([{ text: marker }], { size }), width }, words(runs, { size })], {
    gap: 0,
    top: true,
  });
}

/** A block that begins farther right: by default where the text of a numbered duty does. */
export function indented(block: Block, by: number = INDENT): Block {
  return row([{ ...space(0), width: by }, block], { gap: 0, top: true });
}

/** What stays together; `follows` where no empty line is before it: an item after the first of a list. */
interface Unit {
  block: Block;
  follows: boolean;
}

/** Units with lists of duties taken apart, so that a list may go on in the next column. */
function unitsOf(text: string): Unit[] {
  return promptUnits(text).flatMap((lines) => {
    const starts = lines.flatMap(({ text, nested, literal }, l) =>
      !nested && !literal && /^\d+\. /.test(text) ? [l] : []
    ).slice(1);
    return [0, ...starts].map((from, s) => ({
      block: stack(lines.slice(from, starts[s]).map(lineBlock), { gap: 0 }),
      follows: s > 0,
    }));
  });
}

/** Units below each other, an empty line between paragraphs, less between items. */
function below(units: readonly Unit[]): Block {
  const parts = units.flatMap(({ block, follows }, i) =>
    i === 0 ? [block] : [space(follows ? BETWEEN : BLANK), block]
  );
  return stack(parts, { gap: 0 });
}

/** Units in two columns where some split makes these about equally high, else in one; rather between paragraphs than within a list. */
function columns(units: readonly Unit[]): Block {
  const splits = units.slice(1).flatMap(({ follows }, i) =>
    WEIGHTS.map((weight) => ({
      weight,
      halves: [below(units.slice(0, i + 1)), below(units.slice(i + 1))],
      cost: follows ? LIST_SPLIT : 0,
    }))
  );
  const leftOf = (width: number, weight: number) => (width - COLUMN_GAP) * weight / (1 + weight);
  const chosen = (width: number) => {
    const measured = splits.map(({ weight, halves: [a, b], cost }) => {
      const left = leftOf(width, weight);
      const heights = [a.height(left), b.height(width - COLUMN_GAP - left)];
      return { weight, halves: [a, b], high: Math.max(...heights) + cost, low: Math.min(...heights), left };
    });
    const best = measured.filter(({ low, high }) => low >= FILLED * high).sort((a, b) => a.high - b.high)[0];
    if (!best) return { block: below(units) };
    return { block: row(best.halves, { gap: COLUMN_GAP, weights: [best.weight, 1] }), line: best.left };
  };
  return {
    height: (width) => chosen(width).block.height(width),
    draw(place, ink) {
      const { block, line } = chosen(place.width);
      if (line !== undefined) {
        ink.parts.push(
          `<path d="M${round(place.x + line + COLUMN_GAP / 2)} ${round(place.y)}v${round(place.height)}" ` +
            `stroke="${INK.rule}"/>`,
        );
      }
      block.draw(place, ink);
    },
  };
}

/** A prompt's template as a block: slots marked, headings bold, literal lines in letters of one width, long ones in two columns. */
export function promptText(text: string): Block {
  const units = unitsOf(text);
  return text.length > ONE_COLUMN && units.length > 1 ? columns(units) : below(units);
}
