import type { LoadedImage } from "../images/image_store.ts";
import type { Decoding, Message, ReplyVerdict, Step } from "../protocol.ts";
import { callKey, hashOf } from "../store/call_key.ts";
import { askOf } from "../store/call_place.ts";
import { decodingOfRun, type Shown } from "../store/queries.ts";
import type { CallRow } from "../store/rows.ts";
import { type ChatRequest, chatRequest } from "../transport/chat_request.ts";
import { estimateTokens } from "./estimate_tokens.ts";
import type { Plan, Task } from "./make_plan.ts";

/** A call that can be made: its name, its place in the study, and its request. */
export interface Call extends Omit<CallRow, "shown"> {
  step: Step<unknown>;
  shown: Omit<Shown, "tokens">;
  /** Bytes of its images in the request. */
  imageBytes: number;
  /** Roughly the tokens of the request. */
  readonly tokens: number;
  readonly request: ChatRequest;
}

/**
 * Works out one call of a task from the verdicts of its earlier steps: messages, images, key. The key covers what the judge is
 * shown (texts and image bytes), not the sample's labels: a corrected human label asks nobody again.
 *
 * @throws {ImageError} for an image that must not or cannot be sent
 */
export async function renderCall(
  plan: Plan,
  { sample, condition }: Task,
  step: Step<unknown>,
  earlier: Record<string, ReplyVerdict>,
): Promise<Call> {
  const messages = step.messages(sample.value, condition, plan.prompts, earlier);
  const images = new Map<string, LoadedImage>();
  for (const name of imageNames(messages)) images.set(name, await plan.images.load(name));
  const shown = messages.map(({ role, content }) => ({
    role,
    content: content.map((part) =>
      part.type === "text" ? part.text : { image: images.get(part.image)!.sha256 }
    ),
  }));
  const decoding = decodingOfRun(plan.decoding, condition);
  const json = decoding.response_format &&
    (typeof step.json === "function" ? step.json(sample.value) : step.json);
  const schema = json ? json.schema : undefined;
  const requestHash = hashOfRequest({ model: plan.judge, messages: shown, decoding, schema });
  const hashes = [...images.values()].map(({ sha256 }) => sha256);
  const { endpoint, judge, named } = plan;
  const key = callKey({
    ...{ endpoint, judge, named, protocol: plan.protocol.name, step: step.name, decoding },
    prompt: { id: step.promptId, ...plan.promptHashes[step.promptId] },
    sample: hashOf([sample.dataSet, sample.id, requestHash]),
    images: hashes,
    condition: step.key ? { shared: step.key(sample.value, condition) } : condition,
  });
  // What only a call that is made needs is worked out when it is: most calls of a resumed run are done.
  let request: ChatRequest | undefined;
  const body = () => request ??= chatRequest({ judge, messages, images, decoding, schema });
  return {
    ...{ key, sample, condition, step, shown: { request_sha256: requestHash, images: hashes } },
    ask: askOf(step, sample.value, condition, named),
    way: plan.ways[step.name],
    imageBytes: [...images.values()].reduce((sum, { url }) => sum + url.length, 0),
    get request() {
      return body();
    },
    get tokens() {
      return estimateTokens(body(), [...images.values()]);
    },
  };
}

/** What a request asks, images as their own hashes. */
interface ShownRequest {
  model: string;
  messages: { role: string; content: (string | { image: string })[] }[];
  decoding: Decoding;
  schema: unknown;
}

/** The request that was hashed last: runs of one question come one after the other, and comparing costs less than a hash. */
let last: { request: ShownRequest; hash: string } | null = null;

function hashOfRequest(request: ShownRequest): string {
  if (last === null || !sameRequest(last.request, request)) last = { request, hash: hashOf(request) };
  return last.hash;
}

function sameRequest(a: ShownRequest, b: ShownRequest): boolean {
  return a.model === b.model && a.decoding === b.decoding && a.schema === b.schema &&
    a.messages.length === b.messages.length && a.messages.every(({ role, content }, i) => {
      const other = b.messages[i];
      return role === other.role && content.length === other.content.length && content.every((part, p) => {
        const same = other.content[p];
        return typeof part === "string" || typeof same === "string"
          ? part === same
          : part.image === same.image;
      });
    });
}

/** Names of the images of a request, each once, in order. */
function imageNames(messages: Message[]): string[] {
  return [
    ...new Set(
      messages.flatMap(({ content }) => content.flatMap((p) => p.type === "image" ? [p.image] : [])),
    ),
  ];
}
