import { publishedTable } from "../../papers/published_table.ts";
import { type Operation, OPERATIONS } from "../../perturb/operations/index.ts";
import { fixed } from "../theme.ts";
import type { NamedFigure } from "../figure.ts";
import { textTable } from "./text_table.ts";

/** The operations by their names in the table. */
const NAMES: Record<string, string> = {
  "Rotation": "rotate_180",
  "Mirroring": "mirror",
  "Flipping": "flip",
  "Random rotation": "rotate",
  "Autocontrast": "autocontrast",
  "Equalization": "equalize",
  "Brightness": "brightness",
  "Contrast": "contrast",
  "Color": "color",
  "Gamma": "gamma",
  "Temperature shift": "temperature",
  "Unsharp mask": "unsharp_mask",
  "Film grain": "film_grain",
  "JPEG roundtrip": "jpeg_roundtrip",
  "Safe affine (translate / shear)": "safe_affine",
  "White padding": "white_padding",
};

/** What the library does for entries that are no operations on pixels. */
const HERE: Record<string, string> = {
  "Random composite selection": "The same; the order is random too",
  "Keyword extraction": "Supplied with the sample, or by a function",
  "Direct query mapping": "The same, below a heading",
  "Bottom canvas expansion": "As high as the text asks for",
  "Semi-transparent black box, rounded rectangle": "Sizes as on the page’s example",
  "Description appended to the query": "Supplied with the sample, or by a function",
  "Random image pairing + relevance check": "Check by a function, else marked unchecked",
};

export const table11: NamedFigure<"mm-judgebias-table11"> = textTable("mm-judgebias-table11", {
  title: "The perturbations in detail",
  notebook: "05_perturbations",
  columns: [
    { key: "group", label: "Part" },
    { key: "operation", label: "Operation", wrap: 180 },
    { key: "stated", label: "As stated", wrap: 150 },
    { key: "here", label: "In this library", wrap: 220, ours: true },
  ],
  rows: () =>
    publishedTable("mm-judgebias-table11-perturbations").map((row) => ({
      group: row.bias_type,
      cells: {
        group: row.group,
        operation: row.operation,
        stated: stated(row.parameter_as_stated, row.note ?? "", row.model_used ?? ""),
        here: HERE[row.operation] ?? rangesOf(OPERATIONS[NAMES[row.operation]]),
      },
    })),
  caption:
    "What the paper’s table states of strength and purpose (–: it names the operation only), and what this library does: where no range " +
    "is stated, its own choice.",
  footnotes: [
    "“Seven to nine aesthetic operations” of a table with 7 photometric, 3 quality and 2 spatial ones: here the spatial ones count " +
    "as aesthetic, so that 7 to 9 of 12 are drawn.",
    "Text for Detail-Description and keywords: GPT-5.1 (high) by this table, o4-mini by section 3.4.",
  ],
  alt:
    "Table of the operations of visual transformation, texture insertion, detail description and unnecessary image: what the " +
    "paper states, and the ranges that the library draws from.",
});

function stated(text: string, note: string, model: string): string {
  if (/not stated$/.test(text)) {
    const other = [note.startsWith("aesthetic") ? "" : note, model === "" ? "" : `Written by ${model}`]
      .filter((part) => part !== "").join("; ");
    return other === "" ? "–" : other[0].toUpperCase() + other.slice(1);
  }
  return text.replace("+/-", "±").replace(" degrees", "°").replace(/(\d)-(\d)/g, "$1–$2");
}

function rangesOf({ ranges }: Operation): string {
  const entries = Object.entries(ranges).filter(([name]) => name !== "seed");
  if (entries.length === 0) return "The same";
  return entries.map(([name, [low, high]]) => {
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    const unit = name === "degrees" || name.startsWith("shear") ? "°" : "";
    const decimals = Math.max(...[low, high].map((value) => String(value).split(".")[1]?.length ?? 0));
    const number = (value: number) => fixed(value, decimals);
    return `${name === "degrees" ? "" : `${words} `}${
      low === high ? number(low) : `${number(low)} to ${number(high)}`
    }${unit}`;
  }).join(", ");
}
