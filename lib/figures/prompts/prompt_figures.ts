import { z } from "zod";
import { PROMPTS, slotsOf } from "../../judge/prompts.ts";
import { readCards, TEXT } from "../cards/read_cards.ts";
import { figure } from "../figure.ts";
import type { FigureSpec } from "../figure_spec.ts";
import { type Block, card, picture, row, space, stack, words } from "../schematic/layout.ts";
import type { Run } from "../schematic/styled_text.ts";
import { textWidth } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";
import { facts } from "../values/value.ts";

/** A figure of a paper that is a prompt: the prompt of ours that stands for it, and what of it is the paper's. */
const PROMPT_CARD = z.strictObject({
  prompt: z.enum(Object.keys(PROMPTS)),
  title: TEXT,
  /** As in the paper, where the figure's id does not tell. */
  number: TEXT.optional(),
  caption: TEXT,
  /** What is the paper's about it, apart from the words. */
  kept: TEXT,
  /** Who chose where the image stands in the message, where the paper does not say. */
  imagePlaced: z.literal("by us").optional(),
  footnote: TEXT.optional(),
});

/** Height of an empty line of a prompt. */
const BLANK = 7;

/** A line's text with its slots marked; headings and what stands between `**` are bold. */
function runsOfLine(line: string): Run[] {
  const bold = /^#+ /.test(line);
  return line.split(/(\{\{[a-z0-9_]+\}\}|\*\*[^*]+\*\*)/).filter((piece) => piece !== "").map((text) =>
    text.startsWith("{{")
      ? { text, bold, mono: true, tone: "slot" }
      : text.startsWith("**")
      ? { text: text.slice(2, -2), bold: true }
      : { text, bold }
  );
}

/** A prompt's template line by line, as it is sent; what follows a bullet or number is indented as a whole. */
const promptText = (text: string): Block =>
  stack(
    text.split("\n").map((line): Block => {
      if (line === "") return space(BLANK);
      const [, marker, rest] = /^(-|\d+\.) (.*)$/.exec(line) ?? [];
      if (marker === undefined) return words(runsOfLine(line));
      const width = textWidth(`${marker} `, SIZE.caption) + 2;
      return row([{ ...words([{ text: marker }]), width }, words(runsOfLine(rest))], { gap: 0, top: true });
    }),
    { gap: 0 },
  );

/** A prompt as a figure, drawn from the template that the library sends; its CSV has a row per line. */
function promptFigure(id: string, { prompt: name, kept, ...told }: z.output<typeof PROMPT_CARD>): FigureSpec {
  const { text, version } = PROMPTS[name];
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
        card(promptText(text), { fill: "#fbfcfd", padding: 14 }),
      ], { gap: 8 })),
      data: facts(
        text.split("\n").map((line, i) => ({
          prompt: name,
          version,
          line: i + 1,
          text: line,
          slots: slotsOf(line).join(" "),
        })),
        "redrawn",
      ),
      caption: told.caption,
      footnotes: notes.length > 0 ? [notes.join(" ")] : [],
      alt: `Prompt ${name} with the slots ${slotsOf(text).join(", ")}. It begins: ${
        text.replace(/\s+/g, " ").slice(0, 200)
      }…`,
    }),
  });
}

export const promptFigures: readonly FigureSpec[] = Object.entries(
  readCards("prompts", z.record(z.string(), PROMPT_CARD)),
).map(([id, told]) => promptFigure(id, told));
