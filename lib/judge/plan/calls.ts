import type { LoadedImage } from "../images/image_store.ts";
import type { ReplyVerdict, Step } from "../protocol.ts";
import { askOf, hashOf, hashOfText, sortedText } from "../store/call_key.ts";
import type { KnownCall, Queries, Shown } from "../store/queries.ts";
import { type ChatRequest, chatRequest } from "../transport/chat_request.ts";
import { estimateTokens } from "../run/cost.ts";
import type { Plan, Task } from "./make_plan.ts";
import type { PlannedSample } from "./planned_samples.ts";
import { readReply } from "../parse/settle_reply.ts";

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

export type Pending =
  & Task
  & (
    | { kind: "call" | "waits"; call: Call }
    | { kind: "known"; call: Call; known: KnownCall }
    /** Another condition of the sample has had this call. */
    | { kind: "shared" | "unasked" }
    | { kind: "impossible"; step: Step<unknown>; reason: string }
  );

/** Tasks after which everything else has its turn: what is known waits for nothing, and timers and interruptions would stand still. */
const TURN_TASKS = 1000;
let passed = 0;

/** The calls about a sample and where each stands: live runs, dry runs (with `assumed` for verdicts) and batch files all ask what this yields. */
export async function* pendingCalls(
  plan: Plan,
  store: Pick<Queries, "call" | "said"> | null,
  sample: PlannedSample,
  { assumed }: { assumed?: ReplyVerdict } = {},
): AsyncGenerator<Pending> {
  const { steps, conditions } = plan.protocol, seen = new Set<string>();
  for (const condition of conditions(plan.conditions, sample.value)) {
    const earlier: Record<string, ReplyVerdict> = {}, open = new Set<string>(), task = { sample, condition };
    if (++passed % TURN_TASKS === 0) await new Promise((resume) => setTimeout(resume));
    for (const step of steps) {
      const missing = step.needs?.filter((name) => earlier[name]?.status !== "ok") ?? [];
      if (missing.some((name) => open.has(name))) {
        open.add(step.name);
        continue;
      }
      if (missing.length > 0) {
        yield { ...task, kind: "unasked" };
        continue;
      }
      let call: Call;
      try {
        call = await renderCall(plan, task, step, earlier);
      } catch (error) {
        if ((error as Error).name !== "ImageError") throw error;
        open.add(step.name);
        yield { ...task, kind: "impossible", step, reason: (error as Error).message };
        continue;
      }
      let known = store?.call(call.key);
      if (seen.has(call.key)) yield { ...task, kind: "shared" };
      else if (known?.done) yield { ...task, kind: "known", call, known };
      else {
        const waits = known?.batch && known.batch !== "done" && !known.failed;
        yield { ...task, kind: waits ? "waits" : "call", call };
      }
      seen.add(call.key);
      if (!steps.some(({ needs }) => needs?.includes(step.name))) continue;
      if (!known?.done) known = store?.call(call.key);
      if (known?.done) {
        earlier[step.name] = readReply(step, store!.said(known.id), sample.value, condition);
      } else if (assumed) earlier[step.name] = assumed;
      else open.add(step.name);
    }
  }
}
