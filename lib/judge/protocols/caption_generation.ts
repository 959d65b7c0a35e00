import { z } from "zod";
import { idText } from "../../perturb/id_text.ts";
import { fillPrompt } from "../fill_prompt.ts";
import { parseWhole } from "../parse/parse_text.ts";
import { settleReply } from "../parse/settle_reply.ts";
import type { Protocol } from "../protocol.ts";
import { runConditions } from "./conditions.ts";

/** An image to caption, with its human references where the captions shall later be rated against them. */
const captionImage = z.object({
  image_id: idText,
  image: z.string().min(1),
  references: z.array(z.string()).default([]),
}).loose();

/** A checked line. */
export type CaptionImage = z.infer<typeof captionImage>;

/**
 * Caption generation: a caption of one sentence per image (decoding is not stated; the model's defaults). Rows are samples of
 * the two rating protocols: `image_id, generator, image, references, caption, run, status`, the references as JSON text.
 */
export const captionGeneration: Protocol<CaptionImage> = {
  name: "caption_generation",
  summary: "A caption of one sentence for an image",
  frame: null,
  sample: captionImage,
  sampleId: ({ image_id }) => image_id,
  options: [],
  conditions: (options) => runConditions(options),
  decoding: {},
  steps: [{
    name: "caption",
    promptId: "caption_generation",
    messages: (sample, _condition, prompts) =>
      fillPrompt(prompts.caption_generation, { image: { image: sample.image } }),
    parse: (reply) => settleReply(reply, parseWhole),
  }],
  rows: (sample, { run }, { caption }, judge) => [{
    image_id: sample.image_id,
    generator: judge,
    image: sample.image,
    references: JSON.stringify(sample.references),
    caption: caption?.values.text ?? null,
    run,
    status: caption?.status ?? "missing",
  }],
};
