import { pairProtocol } from "./pair_protocol.ts";
import { freeTextStep, judgmentStep } from "./pair_steps.ts";

/**
 * Image Caption: the judge describes the image, then judges with its description at hand. The description is always made
 * from the image; without the image the judgment has the description in its place. One description serves both orders.
 */
export const imageCaption = pairProtocol(
  "image_caption",
  "The judge describes the image, then judges with the description",
  "image_caption",
  [
    freeTextStep("caption", "caption", { image: () => true, key: (_, { run }) => `run ${run}` }),
    judgmentStep("image_caption", {
      needs: ["caption"],
      slots: ({ caption }) => ({ caption: String(caption.values.text) }),
    }),
  ],
);
