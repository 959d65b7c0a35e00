import { type Block, row, space, stack, words } from "../schematic/layout.ts";
import type { Run } from "../schematic/styled_text.ts";
import { round } from "../svg_text.ts";
import { textWidth } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";
import { type PromptLine, promptUnits } from "./prompt_units.ts";

/** Height of an empty line, in pixels. */
const BLANK = 7;

/** A prompt of more characters than this stands in two columns, where the lower one is at least so much of the higher. */
const ONE_COLUMN = 700, FILLED = 0.7;

const COLUMN_GAP = 30;

/** How far the text of a numbered line, and what belongs to it, stands in. */
const INDENT = textWidth("1. ", SIZE.caption) + 2;

/** A line's text with its slots marked; headings and what stands between `**` are bold, what is literal has letters of one width. */
function runsOfLine(line: string, literal: boolean): Run[] {
  const style = literal ? { mono: true } : { bold: /^#+ /.test(line) };
  return line.split(/(\{\{[a-z0-9_]+\}\}|\*\*[^*]+\*\*)/).filter((piece) => piece !== "")
    .map((text) =>
      text.startsWith("{{")
        ? { text, ...style, tone: "slot" }
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
  const indent = marker === "-" ? textWidth("- ", size) + 2 : INDENT;
  const mark = words([{ text: marker }], { size });
  const body = indented(words(runs, { size }), indent);
  return {
    height: body.height,
    draw(place, ink) {
      mark.draw({ ...place, width: indent }, ink);
      body.draw(place, ink);
    },
  };
}

/** A block that begins farther right: by default where the text of a numbered duty does. */
export function indented(block: Block, by: number = INDENT): Block {
  return {
    height: (width) => block.height(width - by),
    draw: (place, ink) => block.draw({ ...place, x: place.x + by, width: place.width - by }, ink),
  };
}

/** Units below each other, an empty line between them. */
function below(units: readonly Block[]): Block {
  return stack(units.flatMap((unit, i) => i === 0 ? [unit] : [space(BLANK), unit]), { gap: 0 });
}

/** Units in two columns about equally high: no unit is split. */
function columns(units: readonly Block[]): Block {
  const parts = (width: number) => {
    const side = (width - COLUMN_GAP) / 2;
    const splits = Array.from({ length: units.length - 1 }, (_, i) => [
      below(units.slice(0, i + 1)),
      below(units.slice(i + 1)),
    ]);
    const height = (split: readonly Block[]) => Math.max(...split.map((block) => block.height(side)));
    const best = splits.reduce((a, b) => height(b) < height(a) ? b : a);
    return best;
  };
  const one = below(units);
  const height = (width: number) => row(parts(width), { gap: COLUMN_GAP }).height(width);
  const better = (width: number) => {
    const [a, b] = parts(width).map((block) => block.height((width - COLUMN_GAP) / 2));
    return Math.min(a, b) >= FILLED * Math.max(a, b);
  };
  return {
    height: (width) => better(width) ? height(width) : one.height(width),
    draw(place, ink) {
      if (!better(place.width)) return one.draw(place, ink);
      const middle = round(place.x + place.width / 2), { y, height } = place;
      ink.parts.push(
        `<line x1="${middle}" x2="${middle}" y1="${round(y)}" y2="${
          round(y + height)
        }" stroke="${INK.rule}"/>`,
      );
      row(parts(place.width), { gap: COLUMN_GAP }).draw(place, ink);
    },
  };
}

/** A prompt's template as a block: slots marked, headings bold, literal lines in letters of one width, long ones in two columns. */
export function promptText(text: string): Block {
  const units = promptUnits(text).map((lines) => stack(lines.map(lineBlock), { gap: 0 }));
  return text.length > ONE_COLUMN && units.length > 1 ? columns(units) : below(units);
}
