import { z } from "zod";
import { PROMPTS, slotsOf } from "../../judge/prompts.ts";
import { readCards, TEXT } from "../cards/read_cards.ts";
import { figure } from "../figure.ts";
import type { FigureSpec } from "../figure_spec.ts";
import { type Block, card, picture, row, space, stack, words } from "../schematic/layout.ts";
import type { Run } from "../schematic/styled_text.ts";
import { textWidth } from "../text_width.ts";
import { INK, INNER, SIZE } from "../theme.ts";
import { facts } from "../values/value.ts";

const PROMPT_CARD = z.strictObject({
  prompt: z.enum(Object.keys(PROMPTS)),
  title: TEXT,
  number: TEXT.optional(),
  caption: TEXT,
  kept: TEXT,
  imagePlaced: z.literal("by us").optional(),
  footnote: TEXT.optional(),
});

const BLANK = 7;

const INDENT = textWidth("1. ", SIZE.caption) + 2;

/** What ends a line after which the form of the reply follows, and how that goes on after an empty line. */
const OPENS_FORM = /\b(form|sentence)\b[^.]*:$|^#+ Output Format/, GOES_ON = /^(#+ )?[\w ]+: ?[<[(]/;

const MARK = /^\[The (Start|End) of .*\]$/, INPUT = /^(\[|\{\{)/;

/** Space around a prompt, and between its columns; how wide it is, and how high in two columns at most, beside one. */
const PADDING = 14, APART = 30, WIDTH = INNER - 2 * PADDING, LESS = 0.85;

function runsOfLine(line: string, literal: boolean): Run[] {
  const style = literal ? { mono: true } : { bold: /^#+ /.test(line) };
  return line.split(/(\{\{[a-z0-9_]+\}\}|\*\*[^*]+\*\*)/).filter((piece) => piece !== "").map((text) =>
    text.startsWith("{{")
      ? { text, ...style, mono: true, tone: "slot" }
      : text.startsWith("**") && !literal
      ? { text: text.slice(2, -2), bold: true }
      : { text, ...style }
  );
}

function lineBlock(line: string, literal: boolean): Block {
  const style = { size: literal ? SIZE.note : SIZE.caption };
  const [, marker, rest = line] = literal ? [] : /^(-|\d+\.) (.*)$/.exec(line) ?? [];
  const text = words(runsOfLine(rest, literal), style);
  if (marker === undefined) return text;
  const width = marker === "-" ? textWidth("- ", SIZE.caption) + 2 : INDENT;
  return row([{ ...words([{ text: marker }]), width }, text], { gap: 0, top: true });
}

/** A prompt's template line by line, as it is sent: what belongs to a numbered line is indented, the form of the reply has letters of one width. */
function promptText(text: string): Block {
  const lines = text.split("\n"), splits: number[] = [];
  let isForm = false, inItem = false;
  const blocks = lines.map((line, i) => {
    const isNumbered = /^\d+\. /.test(line), isNested = inItem && !isNumbered;
    if (isNumbered) isForm = false;
    if (line === "") {
      inItem = false;
      isForm &&= GOES_ON.test(lines[i + 1]);
      const [before, after] = [lines[i - 1], lines[i + 1]],
        isInside = INPUT.test(before) && INPUT.test(after);
      if (!isForm && !isInside && !before.endsWith(":")) splits.push(i);
      return space(BLANK);
    }
    const block = lineBlock(line, isForm || MARK.test(line));
    inItem ||= isNumbered;
    isForm ||= OPENS_FORM.test(line);
    return isNested ? row([{ ...space(0), width: INDENT }, block], { gap: 0, top: true }) : block;
  });
  const below = (some: readonly Block[]) => stack(some, { gap: 0 }), whole = below(blocks);
  const [best] = splits.flatMap((i) =>
    [1, 1.5].map((left) => {
      const halves = [below(blocks.slice(0, i)), below(blocks.slice(i + 1))], weights = [left, 1];
      const block = row(halves, { gap: APART, weights, top: true });
      return { block, height: block.height(WIDTH) };
    })
  ).sort((a, b) => a.height - b.height);
  return best?.height < LESS * whole.height(WIDTH) ? best.block : whole;
}

function promptFigure(id: string, { prompt: name, kept, ...told }: z.output<typeof PROMPT_CARD>): FigureSpec {
  const { text, version } = PROMPTS[name], begins = text.replace(/\s+/g, " ").slice(0, 200);
  const notes = [
    ...(told.imagePlaced
      ? ["Where the image stands in the message is our choice: the paper does not say."]
      : []),
    ...(text.includes("**") ? ["What is bold stands between double asterisks in the message."] : []),
    ...(told.footnote === undefined ? [] : [told.footnote]),
  ];
  return figure(id, {
    title: told.title,
    number: told.number,
    kind: "prompt",
    file: `data/prompts/${name}.txt`,
    notebook: "07_run_a_judge",
    draw: () => ({
      body: picture(stack([
        words([
          { text: `Worded by us; kept from the paper: ${kept}. ` },
          { text: "{{slot}}", mono: true, tone: "slot" },
          { text: ": filled by the sample." },
        ], { size: SIZE.note, color: INK.soft }),
        card(promptText(text), { fill: "#fbfcfd", padding: PADDING }),
      ], { gap: 8 })),
      data: facts(
        text.split("\n").map((line, i) => ({
          ...{ prompt: name, version, line: i + 1, text: line, slots: slotsOf(line).join(" ") },
        })),
        "redrawn",
      ),
      caption: told.caption,
      footnotes: notes.length > 0 ? [notes.join(" ")] : [],
      alt: `Prompt ${name} with the slots ${slotsOf(text).join(", ")}. It begins: ${begins}…`,
    }),
  });
}

export const promptFigures: readonly FigureSpec[] = Object.entries(
  readCards("prompts", z.record(z.string(), PROMPT_CARD)),
).map(([id, told]) => promptFigure(id, told));
