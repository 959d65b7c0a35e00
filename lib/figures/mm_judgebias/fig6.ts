import { refusing } from "../../results/said.ts";
import pl from "nodejs-polars";
import { type Bias, BIASES } from "../../papers/biases.ts";
import { plainImage, rasterOf, readImage, sharpOf, writeImage } from "../../perturb/image_files.ts";
import { perturb, type PerturbationRecord, type PerturbOptions } from "../../perturb/perturb.ts";
import { type Sample, sampleImage } from "../../perturb/sample.ts";
import { requireNamed } from "../../progress/require.ts";
import { ownFigure, type OwnFigureOptions } from "../chart.ts";
import type { Specs } from "../figure.ts";
import { type Block, picture, row, rule, space, stack, words } from "../schematic/layout.ts";
import type { Run } from "../schematic/styled_text.ts";
import { INK, SIZE } from "../theme.ts";
import { drawnSamples, pictureBlock, type Tile, tiles } from "./tiles.ts";

const SEED = 6;

const SIDE = 190;

const ENLARGED = 230;

/** A sample with a picture, and others to take mismatched queries and pictures from, among them a task of text alone. */
export interface NinePanelsOptions extends Omit<PerturbOptions, "format"> {
  /** Samples to take mismatched queries and images from; a task of text alone among them stands for the unnecessary image. */
  pool: readonly Sample[];
}

/**
 * The nine perturbations of a sample of one's own, as Figure 6 shows them. Mismatched queries and pictures come from `pool`,
 * which also has to hold a task of text alone for the unnecessary image; a perturbation that lacks something says so.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { drawnSamples, nineBiasesFigure } from "judgebias/figures";
 *
 * const pool = await drawnSamples();
 * const { svg } = await nineBiasesFigure(pool[1], {
 *   pool, seed: 1, title: "A bowl of fruit",
 * });
 * assert.match(svg, /A bowl of fruit/);
 * ```
 */
export async function nineBiasesFigure(
  sample: Sample,
  options: NinePanelsOptions & OwnFigureOptions,
): Promise<{ svg: string }> {
  const { title, caption, ...others } = requireNamed("nineBiasesFigure", options);
  return ownFigure(await ninePanels(sample, others), { title, caption });
}

async function ninePanels(sample: Sample, options: NinePanelsOptions) {
  const image = await sampleImage(sample);
  if (image === null) throw refusing("sample_picture", { sample: sample.id });
  const given = { ...sample, image: (await plainImage(image)).bytes };
  const textOnly = options.pool.find(({ image }) => image === null);
  const panels: Awaited<ReturnType<typeof panelOf>>[] = [];
  for (const bias of BIASES) {
    panels.push(await panelOf(bias.type === "unnecessary_image" ? textOnly : given, bias, options));
  }
  const unbiased = row([
    await pictureBlock(given.image, SIDE),
    stack([
      said("Query", sample.query),
      said("Response", sample.response),
      ...(textOnly ? [said("Text alone", textOnly.query), said("Its response", textOnly.response)] : []),
    ], { gap: 8 }),
  ], { gap: 18, top: true });
  return {
    body: picture(stack([unbiased, rule(), await tiles(panels.map(({ tile }) => tile), 3)], { gap: 14 })),
    data: pl.DataFrame(panels.map(({ row }) => row)),
  };
}

/** The user's words as they are, beside what they are: no marks of style in them. */
const said = (label: string, text: string): Block =>
  row([{ ...words(label, { size: SIZE.note, bold: true, color: INK.soft }), width: 84 }, words([{ text }])], {
    gap: 6,
    top: true,
  });

async function boxBelow(before: Uint8Array, after: Uint8Array): Promise<Block> {
  const { height: top } = (await readImage(before)).raster, { raster } = await readImage(after);
  const below = { left: 0, top, width: raster.width, height: raster.height - top };
  const added = await rasterOf((await sharpOf(raster)).extract(below));
  const box = await writeImage(await rasterOf((await sharpOf(added)).trim()), "png");
  return stack([
    words("The box, enlarged:", { size: SIZE.note, color: INK.soft }),
    row([await pictureBlock(box, ENLARGED, true), space(0)], { gap: 0 }),
  ], { gap: 4 });
}

async function panelOf(sample: Sample | undefined, bias: Bias, options: NinePanelsOptions) {
  let note = "Needs a task of text alone among the samples.", record: PerturbationRecord | undefined;
  let text: Block | undefined, image: Uint8Array | null = null;
  try {
    if (sample) {
      const made = await perturb(sample, bias.type, { ...options, format: "png" });
      const query = newWords(sample.query, made.sample.query);
      [record, note] = [made.record, noteOf(made.record, sample.id)];
      image = (made.sample.image ?? null) as Uint8Array | null;
      text = query
        ? words([{ text: "Query: ", tone: "soft" }, ...query])
        : record.steps
        ? stepsBelow(record.steps)
        : bias.type === "texture_insertion"
        ? await boxBelow(sample.image as Uint8Array, image!)
        : undefined;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    note = error.message;
  }
  const arrow = bias.metric === "BD" ? "↓ the score should fall" : "= the score should stay";
  const unchecked = record?.needs_image === "unchecked" ? ["Whether the task needs it: unchecked"] : [];
  const notes = [`${bias.dimension} · ${arrow}`, note, ...unchecked],
    tile: Tile = { title: bias.name, notes, image, text };
  const row = {
    ...{ bias_type: bias.type, dimension: bias.dimension, metric: bias.metric },
    seed: record ? String(record.seed) : "",
    done: record ? JSON.stringify(record.steps ?? record.text ?? record.donor ?? bias.changes) : note,
    // No number of anybody's: nothing is published, simulated or measured.
    provenance: "redrawn",
  };
  return { tile, row };
}

function newWords(before: string, after: string): Run[] | null {
  if (after === before) return null;
  if (after === "") return [{ text: "none", tone: "wrong" }];
  if (!after.startsWith(before)) return [{ text: after, tone: "wrong" }];
  return [{ text: "… ", tone: "soft" }, { text: after.slice(before.length).trimStart(), tone: "wrong" }];
}

function stepsBelow(steps: NonNullable<PerturbationRecord["steps"]>): Block {
  const names = steps.map(({ operation }) => operation.replaceAll("_", " ")).join(", ");
  const said = names.replaceAll("jpeg", "JPEG").replaceAll("color", "colour");
  return words(said, { size: SIZE.note, color: INK.soft });
}

function noteOf({ bias_type, donor, steps, text }: PerturbationRecord, id: string): string {
  if (steps) return `${steps.length} operations, one after another`;
  if (donor) {
    if (bias_type === "unnecessary_image") return `Text alone (“${id}”), picture of “${donor.id}”`;
    const from = `of the sample “${donor.id}”`;
    return `${bias_type === "instruction_misalignment" ? "Query" : "Picture"} ${from}`;
  }
  if (text?.content === "description") return "Description appended to the query";
  if (text) {
    return text.content === "query" ? "The query below the picture" : `Below it keywords: “${text.text}”`;
  }
  return TAKEN[bias_type] ?? "Query emptied, black picture";
}

const TAKEN: Readonly<Record<string, string>> = {
  text_dominance: "Black picture",
  image_dominance: "Query emptied",
};

export const fig6: Specs = {
  "mm-judgebias-fig6": {
    draw: async () => {
      const pool = await drawnSamples();
      return await ninePanels(pool[0], { seed: SEED, pool, content: "keywords" });
    },
  },
};
