import type { LoadedImage } from "../images/image_store.ts";
import type { Message } from "../protocol.ts";

const UNKNOWN_IMAGE_TOKENS = 765;

/**
 * Roughly how many tokens messages have: a quarter per ASCII character and one per other character, four per message,
 * and for images the rule that OpenAI states for its 4o models (85, and 170 per tile of 512 pixels after scaling into
 * 2048 × 2048 and the shorter side to 768). Other models count otherwise; the error is within a factor of two for
 * most.
 */
export function estimateTokens(messages: readonly Message[], images: readonly LoadedImage[]): number {
  const texts = messages.flatMap(({ content }) => content).map((part) =>
    part.type === "text" ? part.text : ""
  );
  return [4 * messages.length, ...texts.map(textTokens), ...images.map(imageTokens)]
    .reduce((sum, tokens) => sum + tokens);
}

// deno-lint-ignore no-control-regex
const OTHER = /[^\x00-\x7f]/;

/** The same for one text. */
export function textTokens(text: string): number {
  if (!OTHER.test(text)) return Math.ceil(text.length / 4);
  let other = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) other++;
  return Math.ceil((text.length - other) / 4 + other);
}

function imageTokens({ width, height }: LoadedImage): number {
  if (width === null || height === null) return UNKNOWN_IMAGE_TOKENS;
  const inBox = Math.min(1, 2048 / Math.max(width, height));
  const scale = inBox * Math.min(1, 768 / (Math.min(width, height) * inBox));
  return 85 + 170 * Math.ceil(width * scale / 512) * Math.ceil(height * scale / 512);
}
