import pl from "nodejs-polars";
import { slotsOf } from "../../judge/fill_prompt.ts";
import type { Decoding, Prompt } from "../../judge/protocol.ts";
import { PROMPTS } from "../../judge/prompts/index.ts";
import { PROTOCOLS } from "../../judge/protocols/index.ts";
import type { PaperName } from "../../papers/papers.ts";
import type { FigureSpec } from "../figure_spec.ts";
import { card, picture, stack, words } from "../schematic/layout.ts";
import { TONE } from "../schematic/tone.ts";
import { INK, SIZE } from "../theme.ts";
import { promptText } from "./prompt_text.ts";

/** The notebook in which judges are run with these prompts. */
const NOTEBOOK = "notebooks/07_run_a_judge.ipynb";

/** A figure of a paper that is a prompt, and the prompt of ours that stands for it. */
export interface PromptFigure {
  id: string;
  paper: PaperName;
  number: string;
  title: string;
  prompt: keyof typeof PROMPTS;
  /** What is the paper's about it, apart from the words. */
  kept: string;
  footnotes?: string[];
}

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
  const all = text.split("\n");
  return pl.DataFrame([
    pl.Series("prompt", all.map(() => id), pl.Utf8),
    pl.Series("version", all.map(() => version), pl.Utf8),
    pl.Series("line", all.map((_, i) => i + 1), pl.Int32),
    pl.Series("text", all, pl.Utf8),
    pl.Series("slots", all.map((line) => slotsOf(line).join(" ")), pl.Utf8),
    pl.Series("provenance", all.map(() => "redrawn"), pl.Utf8),
  ]);
}

/** A prompt as a figure, drawn from the template that the library sends. */
export function promptFigure(
  { id, paper, number, title, prompt: name, kept, footnotes }: PromptFigure,
): FigureSpec {
  return {
    id,
    paper,
    number,
    title,
    kind: "prompt",
    source: `data/prompts/${name}.txt`,
    notebook: NOTEBOOK,
    frames: [],
    needs: [],
    available: ["published"],
    build: () => {
      const prompt = PROMPTS[name], slots = slotsOf(prompt.text);
      return Promise.resolve({
        body: picture(stack([
          words(usage(prompt), { size: SIZE.note, color: INK.soft }),
          card(promptText(prompt.text), { fill: "#fbfcfd", padding: 14 }),
        ], { gap: 8 })),
        legend: [{ label: "slot that the sample fills", color: TONE.slot.fill!, glyph: "bar" as const }],
        data: lines(prompt),
        caption: `The template that the library sends. The words are ours; ${kept} are the paper’s.`,
        footnotes,
        alt: `Prompt ${prompt.id} with the slots ${slots.join(", ")}. It begins: ${
          prompt.text.replace(/\s+/g, " ").slice(0, 200)
        }…`,
      });
    },
  };
}
