import type { LoadedImage } from "../images/image_store.ts";
import { callKey, hashOf } from "../journal/call_key.ts";
import { callSlot } from "../journal/call_slot.ts";
import type { JournalIndex } from "../journal/journal_index.ts";
import type { Decoding, Message, ReplyVerdict, Step } from "../protocol.ts";
import { parserFailed, readReply } from "../read_reply.ts";
import { type ChatRequest, chatRequest } from "../transport/chat_request.ts";
import { estimateTokens } from "./estimate_tokens.ts";
import type { Plan, Task } from "./make_plan.ts";

/** A call as long as its reply is waited for. */
export interface AskedCall {
  key: string;
  task: Task;
  step: Step<unknown>;
  slot: string;
  /** Parameters as they are sent. */
  decoding: Decoding;
  /** SHA-256 of the request with images as their own hashes. */
  requestHash: string;
  /** Roughly the tokens of the request. */
  tokens: number;
  images: Pick<LoadedImage, "sha256">[];
}

/** A call that can be sent: its name and its body. */
export interface PreparedCall extends AskedCall {
  images: LoadedImage[];
  /** Name of the endpoint that is asked. */
  endpoint: string;
  /** The keys that it had when the endpoint was no part of them, and (`unnamed`) when samples were named by their id alone. */
  oldKeys(options: { unnamed: boolean }): string[];
  request: ChatRequest;
}

/**
 * Works out one call of a task from the verdicts of its earlier steps: messages, images, body and key. The key covers
 * what the judge is shown (texts and image bytes), not the sample's labels: a corrected human label asks nobody
 * again.
 *
 * @throws {ImageError} for an image that must not or cannot be sent
 */
export async function prepareCall(
  plan: Plan,
  task: Task,
  step: Step<unknown>,
  earlier: Record<string, ReplyVerdict>,
): Promise<PreparedCall> {
  const { sample, condition } = task;
  const messages = step.messages(sample.value, condition, plan.prompts, earlier);
  const images = new Map<string, LoadedImage>();
  for (const name of imageNames(messages)) images.set(name, await plan.images.load(name));
  const shown = messages.map(({ role, content }) => ({
    role,
    content: content.map((part) =>
      part.type === "text" ? part.text : { image: images.get(part.image)!.sha256 }
    ),
  }));
  const { seed, response_format } = plan.decoding;
  const decoding = seed === undefined ? plan.decoding : { ...plan.decoding, seed: seed + condition.run - 1 };
  const json = response_format && (typeof step.json === "function" ? step.json(sample.value) : step.json);
  const schema = json ? json.schema : undefined;
  const requestHash = hashOfRequest({ model: plan.judge, messages: shown, decoding, schema });
  const identity = {
    endpoint: plan.endpoint,
    judge: plan.judge,
    protocol: plan.protocol.name,
    step: step.name,
    prompt: { id: step.promptId, ...plan.promptHashes[step.promptId] },
    decoding,
    sample: hashOf([sample.dataSet, sample.id, requestHash]),
    images: [...images.values()].map(({ sha256 }) => sha256),
    condition: step.key ? { shared: step.key(sample.value, condition) } : condition,
  };
  const key = callKey(identity);
  const oldKeys = ({ unnamed }: { unnamed: boolean }) => {
    const { endpoint: _, ...earlier } = identity;
    return [earlier, ...(unnamed ? [{ ...earlier, sample: hashOf([sample.id, requestHash]) }] : [])]
      .map((old) => callKey(old));
  };
  const shownImages = [...images.values()];
  // What only a call that is made needs is worked out when it is: most calls of a resumed run are done.
  let request: ChatRequest | undefined, tokens: number | undefined, slot: string | undefined;
  const body = () => request ??= chatRequest({ judge: plan.judge, messages, images, decoding, schema });
  return {
    ...{ key, endpoint: plan.endpoint, oldKeys, task, step, decoding, requestHash, images: shownImages },
    get slot() {
      return slot ??= callSlot(sample, step, sample.value, condition);
    },
    get request() {
      return body();
    },
    get tokens() {
      return tokens ??= estimateTokens(body(), shownImages);
    },
  };
}

/** As much of a call as is held while its reply is waited for: no request, nor the function that remembers all of it. */
export function askedCall(
  { key, task, step, slot, decoding, requestHash, tokens, images }: PreparedCall,
): AskedCall {
  return {
    ...{ key, task, step, slot, decoding, requestHash, tokens },
    images: images.map(({ sha256 }) => ({ sha256 })),
  };
}

/**
 * A call's verdict in the journal and the key under which it stands: the call's own, or one that it had before endpoints
 * and data sets were part of it, where that endpoint was this one. Undefined where it has none.
 */
export function knownVerdict(
  index: JournalIndex,
  call: Pick<PreparedCall, "key" | "endpoint" | "oldKeys" | "step" | "task">,
): { key: string; verdict: ReplyVerdict } | undefined {
  const own = index.verdict(call.key);
  if (own) return { key: call.key, verdict: readAgain(index, call.key, own, call) };
  if (!index.oldEndpoints.includes(call.endpoint)) return undefined;
  for (const key of call.oldKeys({ unnamed: index.old })) {
    const verdict = index.verdict(key);
    if (verdict) return { key, verdict: readAgain(index, key, verdict, call) };
  }
  return undefined;
}

/** A reply on which its parser failed, read by the parser as it is now. */
function readAgain(
  index: JournalIndex,
  key: string,
  verdict: ReplyVerdict,
  { step, task }: Pick<PreparedCall, "step" | "task">,
): ReplyVerdict {
  return parserFailed(verdict) ? readReply(step, index.entry(key)!, task) : verdict;
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
