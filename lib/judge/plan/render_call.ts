import type { LoadedImage } from "../images/image_store.ts";
import type { Message, ReplyVerdict, Step } from "../protocol.ts";
import { askOf, hashOf, hashOfText, sortedText } from "../store/call_key.ts";
import type { Shown } from "../store/queries.ts";
import { type ChatRequest, chatRequest } from "../transport/chat_request.ts";
import type { Plan, Task } from "./make_plan.ts";

export type Call = Awaited<ReturnType<typeof renderCall>>;

/** The request that was hashed last: runs of one question come one after the other. */
let last = { text: "", hash: "" };

/** Works out one call of a task. Its key covers what the judge is shown, how it is asked and by whom, and no label of the sample. */
export async function renderCall(
  plan: Plan,
  { sample, condition }: Task,
  step: Step<unknown>,
  earlier: Record<string, ReplyVerdict>,
) {
  const { endpoint, judge, named } = plan;
  const messages = step.messages(sample.value, condition, plan.prompts, earlier);
  const images = new Map<string, LoadedImage>();
  // As often as it is shown a picture costs its tokens, be it the same one.
  const loaded: LoadedImage[] = [];
  for (const part of messages.flatMap(({ content }) => content)) {
    if (part.type !== "image") continue;
    const image = images.get(part.image) ?? await plan.images.load(part.image);
    images.set(part.image, image);
    loaded.push(image);
  }
  const hashes = [...images.values()].map(({ sha256 }) => sha256);
  const { seed } = plan.decoding;
  const decoding = seed === undefined ? plan.decoding : { ...plan.decoding, seed: seed + condition.run - 1 };
  const json = typeof step.json === "function" ? step.json(sample.value) : step.json;
  const schema = decoding.response_format && json ? json.schema : undefined;
  const text = sortedText({
    model: judge,
    messages: messages.map(({ role, content }) => ({
      role,
      content: content.map((part) =>
        part.type === "text" ? part.text : { image: images.get(part.image)!.sha256 }
      ),
    })),
    ...{ decoding, schema },
  });
  if (text !== last.text) last = { text, hash: hashOfText(text) };
  const request_sha256 = last.hash;
  const identity = {
    ...{ endpoint, judge, named, protocol: plan.protocol.name, step: step.name, decoding, images: hashes },
    prompt: { id: step.promptId, ...plan.promptHashes[step.promptId] },
    sample: hashOf([sample.dataSet, sample.id, request_sha256]),
    condition: step.key ? { shared: step.key(sample.value, condition) } : condition,
  };
  // What only a call that is made needs is worked out when it is: most calls of a resumed run are done.
  let request: ChatRequest | undefined;
  return {
    ...{ sample, condition, step, key: hashOf(identity).slice(0, 40), way: plan.ways[step.name] },
    ask: askOf(step, sample.value, condition, named),
    get shown(): Shown {
      const images = loaded.map(({ sha256 }) => sha256);
      return { request_sha256, images, tokens: estimateTokens(messages, loaded) };
    },
    get request(): ChatRequest {
      return request ??= chatRequest({ judge, messages, images, decoding, schema });
    },
  };
}

/**
 * Roughly how many tokens messages have: a quarter per ASCII character and one per other character, four per message,
 * and for images the rule that OpenAI states for its 4o models (85, and 170 per tile of 512 pixels after scaling into
 * 2048 × 2048 and the shorter side to 768). The error is within a factor of two for most models.
 */
export function estimateTokens(messages: readonly Message[], images: readonly LoadedImage[]): number {
  const parts = messages.flatMap(({ content }) => content).map((part) =>
    part.type === "text" ? part.text : ""
  );
  const tokens = [4 * messages.length, ...parts.map(textTokens), ...images.map(imageTokens)];
  return tokens.reduce((sum, one) => sum + one);
}

// deno-lint-ignore no-control-regex
const OTHER = /[^\x00-\x7f]/;

export function textTokens(text: string): number {
  if (!OTHER.test(text)) return Math.ceil(text.length / 4);
  // deno-lint-ignore no-control-regex
  const other = text.length - text.replace(/[^\x00-\x7f]/g, "").length;
  return Math.ceil((text.length - other) / 4 + other);
}

function imageTokens({ width, height }: LoadedImage): number {
  if (width === null || height === null) return 765;
  const inBox = Math.min(1, 2048 / Math.max(width, height));
  const scale = inBox * Math.min(1, 768 / (Math.min(width, height) * inBox));
  return 85 + 170 * Math.ceil(width * scale / 512) * Math.ceil(height * scale / 512);
}
