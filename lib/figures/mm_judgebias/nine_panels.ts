import pl from "nodejs-polars";
import { type Bias, BIASES } from "../../papers/biases.ts";
import { plainImage } from "../../perturb/plain_image.ts";
import { perturb, type PerturbationRecord, type PerturbOptions } from "../../perturb/perturb.ts";
import { type Sample, sampleImage } from "../../perturb/sample.ts";
import type { Drawing } from "../figure_spec.ts";
import { type Block, card, picture, row, space, stack, words } from "../schematic/layout.ts";
import { labelled } from "../schematic/labelled.ts";
import type { Run } from "../schematic/styled_text.ts";
import { INK, SIZE } from "../theme.ts";
import { pictureBlock } from "./picture_block.ts";

/** The most that a panel's picture takes: three panels are a row. */
const SIDE = 208;

/** A panel: a bias type and what it made of a sample, or why it could not. */
interface Panel {
  bias: Bias;
  query: readonly Run[];
  image: Uint8Array | null;
  note: string;
  record: PerturbationRecord | null;
}

/** A sample with a picture, and others to take mismatched queries and pictures from, among them a task of text alone. */
export interface NinePanelsOptions extends Omit<PerturbOptions, "format"> {
  /** Samples to take mismatched queries and images from; a task of text alone among them stands for the unnecessary image. */
  pool: readonly Sample[];
}

/**
 * A sample and what the nine perturbations make of it, with one row per bias type that says what was done; a perturbation
 * that lacks something (a description, a task of text alone) says so in its panel.
 */
export async function ninePanels(
  sample: Sample,
  options: NinePanelsOptions,
): Promise<Pick<Drawing, "body" | "data">> {
  const image = await sampleImage(sample);
  if (image === null) {
    throw new RangeError(`ninePanels: wanted a sample with a picture, ${sample.id} has none`);
  }
  const given = { ...sample, image: (await plainImage(image)).bytes };
  const panels: Panel[] = [];
  for (const bias of BIASES) panels.push(await panelOf(given, bias, options));
  const rows = [0, 3, 6].map(async (from) =>
    row(panelCards(await Promise.all(panels.slice(from, from + 3).map(panelParts))), { gap: 10 })
  );
  const textOnly = options.pool.find(({ image }) => image === null);
  const unbiased = row([
    await pictureBlock(given.image, SIDE),
    stack([
      labelled("Query", [{ text: sample.query }]),
      labelled("Response", [{ text: sample.response }]),
      ...(textOnly
        ? [
          labelled("For the unnecessary image, a task of text alone", [{ text: textOnly.query }]),
          labelled("Its response", [{ text: textOnly.response }]),
        ]
        : []),
    ], { gap: 10 }),
  ], { gap: 18 });
  const block = stack([
    card(unbiased, { title: "Unbiased", fill: INK.faint, stroke: INK.faint }),
    ...await Promise.all(rows),
  ], { gap: 10 });
  return { body: picture(block), data: panelData(panels) };
}

async function panelOf(given: Sample, bias: Bias, options: NinePanelsOptions): Promise<Panel> {
  const textOnly = bias.type === "unnecessary_image";
  const sample = textOnly ? options.pool.find(({ image }) => image === null) : given;
  const failed = (note: string) => ({ bias, query: [], image: null, note, record: null });
  if (!sample) return failed("Needs a task of text alone among the samples.");
  try {
    const { sample: changed, record } = await perturb(sample, bias.type, { ...options, format: "png" });
    return {
      bias,
      query: queryRuns(sample.query, changed.query),
      image: changed.image,
      note: noteOf(record),
      record,
    };
  } catch (error) {
    if (error instanceof RangeError) return failed(error.message);
    throw error;
  }
}

/** The biased query with what is new in it marked. */
function queryRuns(before: string, after: string): Run[] {
  if (after === "") return [{ text: "(empty)", tone: "wrong" }];
  if (after === before) return [{ text: after, tone: "soft" }];
  if (!after.startsWith(before)) return [{ text: after, tone: "wrong" }];
  return [{ text: before, tone: "soft" }, { text: after.slice(before.length), tone: "wrong" }];
}

function noteOf({ bias_type, donor, steps, text }: PerturbationRecord): string {
  if (steps) {
    const names = steps.map(({ operation }) => operation.replaceAll("_", " ").replace("jpeg", "JPEG"));
    return `One after another: ${names.join(", ")}`;
  }
  if (donor) {
    const from = `of the sample “${donor.id}”`;
    return bias_type === "unnecessary_image"
      ? `Text alone, with the picture ${from}`
      : `${bias_type === "instruction_misalignment" ? "Query" : "Picture"} ${from}`;
  }
  if (text?.content === "description") return "Description appended to the query";
  if (text) {
    return text.content === "query" ? "The query below the picture" : `Below the picture: “${text.text}”`;
  }
  return bias_type === "text_dominance"
    ? "Black picture"
    : bias_type === "image_dominance"
    ? "Query emptied"
    : "Query emptied, black picture";
}

/** What a panel shows, from top to bottom: what is done to which end, the picture, the query. */
async function panelParts({ bias, query, image, note, record }: Panel) {
  const arrow = bias.metric === "BD" ? "↓ the score should fall" : "= the score should stay";
  return {
    title: bias.name,
    done: stack([
      words(`${bias.dimension} · ${arrow}`, { size: SIZE.note, color: INK.soft }),
      words(note, { size: SIZE.note }),
    ], { gap: 5 }),
    picture: record === null
      ? space(0)
      : image === null
      ? words("(no picture)", { color: INK.soft })
      : await pictureBlock(image, SIDE),
    query: record === null ? space(0) : labelled("Query", query),
  };
}

/** The cards of a row: pictures and queries stand on one height in all. */
function panelCards(parts: readonly Awaited<ReturnType<typeof panelParts>>[]): Block[] {
  const even = (block: Block, all: readonly Block[], middle = false): Block => ({
    height: (width) => Math.max(...all.map((one) => one.height(one.width ?? width))),
    draw({ x, y, width, height }, ink) {
      const own = { width: block.width ?? width, height: block.height(block.width ?? width) };
      const down = middle ? (height - own.height) / 2 : 0;
      block.draw({ x: x + (width - own.width) / 2, y: y + down, ...own }, ink);
    },
  });
  return parts.map(({ title, done, picture, query }) =>
    card(
      stack([
        even(done, parts.map(({ done }) => done)),
        even(picture, parts.map(({ picture }) => picture), true),
        query,
      ], { gap: 6 }),
      { title },
    )
  );
}

function panelData(panels: readonly Panel[]): pl.DataFrame {
  const frame = pl.DataFrame(panels.map(({ bias, record, note }) => ({
    bias_type: bias.type,
    dimension: bias.dimension,
    metric: bias.metric,
    seed: record ? String(record.seed) : "",
    done: record ? JSON.stringify(record.steps ?? record.text ?? record.donor ?? bias.changes) : note,
  })));
  // These are no numbers of anybody's: nothing is published, simulated or measured.
  return frame.withColumns(pl.lit("redrawn").alias("provenance"));
}
