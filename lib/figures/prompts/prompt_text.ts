import { type Block, row, space, stack, words } from "../schematic/layout.ts";
import type { Run } from "../schematic/styled_text.ts";
import { round } from "../svg_text.ts";
import { textWidth } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";

/** Height of an empty line, in pixels. */
const BLANK = 7;

/** A prompt of more characters than this stands in two columns: lines would be too long to read. */
const ONE_COLUMN = 700;

const COLUMN_GAP = 30;

/** A line's text with its slots marked; headings are bold. */
function runsOfLine(line: string): Run[] {
  const bold = /^#+ /.test(line);
  return line.split(/(\{\{[a-z0-9_]+\}\})/).filter((piece) => piece !== "")
    .map((text) => text.startsWith("{{") ? { text, bold, tone: "slot" } : { text, bold });
}

/** A line of a prompt; what follows a bullet or number is indented as a whole. */
function lineBlock(line: string): Block {
  const size = SIZE.caption;
  if (line === "") return space(BLANK);
  const [, marker, rest] = /^(-|\d+\.) (.*)$/.exec(line) ?? [];
  if (marker === undefined) return words(runsOfLine(line), { size });
  const indent = textWidth(`${marker} `, size) + 2;
  const mark = words([{ text: marker }], { size }), body = words(runsOfLine(rest), { size });
  return {
    height: (width) => body.height(width - indent),
    draw(place, ink) {
      mark.draw({ ...place, width: indent }, ink);
      body.draw({ ...place, x: place.x + indent, width: place.width - indent }, ink);
    },
  };
}

/** Lines in two columns about equally high, split between paragraphs where that costs little. */
function columns(lines: readonly string[]): Block {
  const blocks = lines.map(lineBlock);
  const split = (width: number) => {
    const heights = blocks.map((block) => block.height(width));
    const total = heights.reduce((sum, height) => sum + height, 0);
    let best = { at: blocks.length, cost: Infinity }, left = 0;
    for (let at = 1; at < blocks.length; at++) {
      left += heights[at - 1];
      const within = lines[at - 1].endsWith(":") ? 80 : lines[at - 1] === "" ? 0 : 40;
      const cost = Math.max(left, total - left) + within;
      if (cost < best.cost) best = { at, cost };
    }
    return best.at;
  };
  const parts = (width: number) => {
    const at = split((width - COLUMN_GAP) / 2);
    const trimmed = lines[at - 1] === "" ? at - 1 : at;
    return row([stack(blocks.slice(0, trimmed), { gap: 0 }), stack(blocks.slice(at), { gap: 0 })], {
      gap: COLUMN_GAP,
    });
  };
  return {
    height: (width) => parts(width).height(width),
    draw(place, ink) {
      const middle = round(place.x + place.width / 2), { y, height } = place;
      ink.parts.push(
        `<line x1="${middle}" x2="${middle}" y1="${round(y)}" y2="${
          round(y + height)
        }" stroke="${INK.rule}"/>`,
      );
      parts(place.width).draw(place, ink);
    },
  };
}

/** A prompt's template as a block: slots marked, headings bold, long ones in two columns. */
export function promptText(text: string): Block {
  const lines = text.split("\n");
  return text.length > ONE_COLUMN ? columns(lines) : stack(lines.map(lineBlock), { gap: 0 });
}
