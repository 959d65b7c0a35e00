import { type Block, row, space, stack, words } from "../schematic/layout.ts";
import { type Run, STAY } from "../schematic/styled_text.ts";
import { curly, round } from "../svg_text.ts";
import { textWidth } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";

/** What a line of a prompt is, beside its words. */
interface PromptLine {
  text: string;
  /** Belongs to the list item above it: it is indented like that one's text. */
  nested: boolean;
  /** Is written so in the prompt or in a reply: the form that a reply must keep, and the marks around inputs. */
  literal: boolean;
}

/** What ends a line after which a form of the reply follows. */
const OPENS_FORM = /\b(form|sentence)\b[^.]*:$|^#+ Output Format/;

/** A line that a form goes on with after an empty one: a heading of the reply and what stands for its text. */
const GOES_ON = /^(#+ )?[\w ]+: ?[<[(]/;

/** A slot alone, or with its name: inputs below each other are one list. */
const INPUT = /^(\[[\w ]+\]: )?\{\{[a-z0-9_]+\}\}$/;

const MARK = /^\[The (Start|End) of .*\]$/, ITEM = /^\d+\. /, HEADING = /^#+ /;

/** A prompt's lines in units that stay together: what a heading or a colon introduces, lists and inputs, the form of the reply. */
export function promptUnits(text: string): PromptLine[][] {
  const units: PromptLine[][] = [];
  let form = false, goesOn = false;
  for (const paragraph of text.split("\n\n")) {
    const lines = paragraph.split("\n");
    form &&= GOES_ON.test(lines[0]);
    let item = false;
    const own = lines.map((line): PromptLine => {
      const numbered = ITEM.test(line);
      if (numbered) form = false;
      const literal = form || MARK.test(line), nested = item && !numbered;
      item ||= numbered;
      form ||= OPENS_FORM.test(line);
      return { text: line, nested, literal };
    });
    const last = units.at(-1);
    const listed = INPUT.test(lines[0]) && INPUT.test(last?.at(-1)?.text ?? "");
    if (last && (goesOn || listed || form && own[0].literal && !MARK.test(lines[0]))) {
      last.push({ text: "", nested: false, literal: false }, ...own);
    } else units.push(own);
    const end = own[own.length - 1];
    goesOn = /:$/.test(end.text) || !end.literal && HEADING.test(end.text);
  }
  return units;
}

/** Height of an empty line, and of what is between items of a list, in pixels. */
const BLANK = 7, BETWEEN = 3;

/** A prompt of more characters than this stands in two columns, where the lower one is at least so much of the higher. */
const ONE_COLUMN = 500, FILLED = 0.75;

/** By how many pixels a split that is not at a heading must make a prompt less high. */
const WITHIN = 30;

/** How many times as wide as the right column the left one may be: duties are longer than inputs. */
const WEIGHTS = [0.7, 0.85, 1, 1.2, 1.4, 1.6, 1.8];

const COLUMN_GAP = 30;

/** How far the text of a numbered line, and what belongs to it, stands in. */
const INDENT = textWidth("1. ", SIZE.caption) + 2;

/** A line's text with its slots marked; headings and what stands between `**` are bold, what is literal has letters of one width. */
function runsOfLine(line: string, literal: boolean): Run[] {
  const style = literal ? { mono: true } : { bold: /^#+ /.test(line) };
  // The prompt itself has the marks of keyboards; an opening bracket stays with its slot.
  const set = literal ? line : curly(line).replace(/(?<=\([^ ]*) (?=\{\{)/g, STAY);
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
  const behind = (width: number, first: Block, block: Block) =>
    row([{ ...first, width }, block], { gap: 0, top: true });
  if (nested) return behind(INDENT, space(0), lineBlock({ text, nested: false, literal }));
  const [, marker, rest] = literal ? [] : /^(-|\d+\.) (.*)$/.exec(text) ?? [];
  if (marker === undefined) return words(runsOfLine(text, literal), { size });
  const width = marker === "-" ? textWidth("- ", size) + 2 : INDENT;
  return behind(width, words([{ text: marker }], { size }), words(runsOfLine(rest, literal), { size }));
}

/** A line, with a little air before a further item of a numbered list. */
const spacedLine = (line: PromptLine, l: number, lines: readonly PromptLine[]): Block[] => {
  const item = ({ text, nested, literal }: PromptLine) => !nested && !literal && /^\d+\. /.test(text);
  return [...item(line) && lines.slice(0, l).some(item) ? [space(BETWEEN)] : [], lineBlock(line)];
};

/** A part of a prompt that stays together, and whether it begins with a heading. */
interface Unit {
  block: Block;
  heads: boolean;
}

const below = (units: readonly Unit[]): Block => stack(units.map(({ block }) => block), { gap: BLANK });

const UPRIGHT: Block = {
  width: COLUMN_GAP,
  height: () => 0,
  draw: ({ x, y, width, height }, { parts }) =>
    parts.push(`<path d="M${round(x + width / 2)} ${round(y)}v${round(height)}" stroke="${INK.rule}"/>`),
};

/** Units in two columns where some split makes these about equally high, else in one; rather before a heading than elsewhere. */
function columns(units: readonly Unit[], width: number): Block {
  const splits = units.slice(1).flatMap(({ heads }, i) =>
    WEIGHTS.map((weight) => {
      const halves = [below(units.slice(0, i + 1)), below(units.slice(i + 1))];
      const left = (width - COLUMN_GAP) * weight / (1 + weight);
      const heights = [halves[0].height(left), halves[1].height(width - COLUMN_GAP - left)];
      return {
        block: row([halves[0], UPRIGHT, halves[1]], { gap: 0, weights: [weight, 0, 1], top: true }),
        high: Math.max(...heights) + (heads ? 0 : WITHIN),
        low: Math.min(...heights),
      };
    })
  );
  return splits.filter(({ low, high }) => low >= FILLED * high).sort((a, b) => a.high - b.high)[0]?.block ??
    below(units);
}

/** A prompt's template as a block of a width: slots marked, headings bold, literal lines in letters of one width, long ones in two columns. */
export function promptText(text: string, width: number): Block {
  const units = promptUnits(text).map((lines): Unit => ({
    block: stack(lines.flatMap(spacedLine), { gap: 0 }),
    heads: /^#/.test(lines[0].text),
  }));
  return text.length > ONE_COLUMN && units.length > 1 ? columns(units, width) : below(units);
}
