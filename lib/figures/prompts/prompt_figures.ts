import type pl from "nodejs-polars";
import { z } from "zod";
import { slotsOf } from "../../judge/fill_prompt.ts";
import type { Decoding, Prompt } from "../../judge/protocol.ts";
import { PROMPTS } from "../../judge/prompts/index.ts";
import { PROTOCOLS } from "../../judge/protocols/index.ts";
import { readCards, TEXT } from "../cards/read_cards.ts";
import { figure } from "../figure.ts";
import type { FigureSpec } from "../figure_spec.ts";
import { card, picture, stack, words } from "../schematic/layout.ts";
import { TONE } from "../schematic/tone.ts";
import { INK, SIZE } from "../theme.ts";
import { facts } from "../values/facts.ts";
import { promptText } from "./prompt_text.ts";

/** A figure of a paper that is a prompt: the prompt of ours that stands for it, and what of it is the paper's. */
const PROMPT_CARD = z.strictObject({
  prompt: z.enum(Object.keys(PROMPTS)),
  title: TEXT,
  /** As in the paper, where the figure's id does not tell. */
  number: TEXT.optional(),
  /** What is the paper's about it, apart from the words. */
  kept: TEXT,
  /** Who chose where the image stands in the message, where the paper does not say. */
  imagePlaced: z.literal("by us").optional(),
  footnote: TEXT.optional(),
});

/** Parameters in words; those that are not set are the model's. */
function decodingText(decoding: Decoding): string {
  const set = Object.entries(decoding).map(([name, value]) =>
    `${name} ${typeof value === "number" ? value.toLocaleString("en-US") : value}`
  );
  return set.length === 0 ? "the model’s defaults" : set.join(", ");
}

/** Who sends the prompt, and how it is decoded: from the protocols, so that it cannot be wrong about them. */
function usage(prompt: Prompt): string {
  const users = Object.values(PROTOCOLS).filter(({ steps }) =>
    steps.some(({ promptId, includes = [] }) => promptId === prompt.id || includes.includes(prompt.id))
  );
  const decodings = [...new Set(users.map(({ decoding }) => decodingText(decoding)))];
  const names = users.map(({ name }) => name).join(", ");
  return `**${prompt.id}**, version ${prompt.version} · protocol${users.length > 1 ? "s" : ""}: ${names} · ` +
    `decoding: ${decodings.join("; or ")}`;
}

/** One row per line of the template with its slots. */
function lines({ id, version, text }: Prompt): pl.DataFrame {
  return facts(
    text.split("\n").map((line, i) => ({
      prompt: id,
      version,
      line: i + 1,
      text: line,
      slots: slotsOf(line).join(" "),
    })),
    "redrawn",
  );
}

/** A prompt as a figure, drawn from the template that the library sends. */
function promptFigure(id: string, { prompt: name, kept, ...told }: z.output<typeof PROMPT_CARD>): FigureSpec {
  const prompt = PROMPTS[name], slots = slotsOf(prompt.text);
  const notes = [
    ...(told.imagePlaced
      ? ["Where the image stands in the message is our choice: the paper does not say."]
      : []),
    ...(prompt.text.includes("**") ? ["What is bold stands between double asterisks in the message."] : []),
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
        words(usage(prompt), { size: SIZE.note, color: INK.soft }),
        card(promptText(prompt.text), { fill: "#fbfcfd", padding: 14 }),
      ], { gap: 8 })),
      legend: [{ label: "slot that the sample fills", color: TONE.slot.fill!, glyph: "bar" }],
      data: lines(prompt),
      caption: `The template that the library sends. The words are ours; ${kept} are the paper’s.`,
      footnotes: notes.length > 0 ? [notes.join(" ")] : [],
      alt: `Prompt ${prompt.id} with the slots ${slots.join(", ")}. It begins: ${
        prompt.text.replace(/\s+/g, " ").slice(0, 200)
      }…`,
    }),
  });
}

/** Prompts of the papers as figures, drawn from the templates that `lib/judge` sends. */
export const promptFigures: readonly FigureSpec[] = Object.entries(
  readCards("prompts", z.record(z.string(), PROMPT_CARD)),
).map(([id, told]) => promptFigure(id, told));
