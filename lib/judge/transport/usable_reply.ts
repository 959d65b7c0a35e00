import type { Reply, TokenLogprob, Usage } from "../protocol.ts";
import type { Words } from "../../progress/require.ts";
import { ownFacts } from "../../progress/own_facts.ts";

export const SIMULATED_FINGERPRINT = "judgebias-simulated";

export interface UsableReply {
  reply: Reply & { reasoning?: string };
  usage: Usage | null;
  model: string | null;
  responseId: string | null;
  simulated: boolean;
}

export function usable(
  { thoughts = [], ...said }: Partial<Reply> & Pick<Reply, "text" | "finishReason"> & { thoughts?: string[] },
  known: Partial<UsableReply>,
): UsableReply {
  const reasoning = thoughts.filter((text) => text !== "").join("\n");
  return {
    reply: { refusal: null, tokens: null, ...said, ...(reasoning === "" ? {} : { reasoning }) },
    ...{ usage: null, model: null, responseId: null, simulated: false, ...known },
  };
}

/** A reply with status 200 that is no answer: a fault of the endpoint, never a verdict, but maybe one to pay for. */
export class UnusableReply extends Error {
  override name = "UnusableReply";
  /** With the tokens that the endpoint counts all the same, and its own error where there is one. */
  constructor(message: string, readonly usage: Usage | null = null, readonly error?: unknown) {
    super(message);
  }
}

/** Takes the reply out of a chat completion with status 200: any choice with a message, also an empty, refused or cut one; all else is a fault. */
export function usableReply(completion: unknown): UsableReply {
  if (completion === undefined || completion === null) throw new UnusableReply("200 with an empty body");
  // A whole reply under another type than JSON's, which the client hands over as text, is paid, whatever its label.
  const body = typeof completion === "string" ? looseJson(completion) : completion;
  if (!body) throw new UnusableReply(`200 with text that is no JSON: ${completion}`);
  const count = (name: string) => countAt(body, `usage.${name}_tokens`);
  const input = count("prompt"), output = count("completion");
  // Some count what was thought in the total alone.
  const made = output === null ? null : Math.max(output, (count("total") ?? 0) - (input ?? 0));
  const usage = usageOf(input, made, {
    reasoning: countAt(body, "usage.completion_tokens_details.reasoning_tokens") ??
      (made !== null && made > output! ? made - output! : null),
    cached: countAt(body, "usage.prompt_tokens_details.cached_tokens"),
  });
  const unusable = (found: string, error?: unknown) => new UnusableReply(`200 with ${found}`, usage, error);
  const error = at(body, "error"), choices = listAt(body, "choices");
  if (error) throw unusable(`an error: ${JSON.stringify(error)}`, error);
  const choice = choices.find((one) => at(one, "index") === 0) ?? choices[0];
  const finishReason = textAt(choice, "finish_reason"), blocked = textAt(body, "promptFeedback.blockReason");
  const filtered = blocked ?? (finishReason && says("filter", finishReason) ? finishReason : null);
  const message = at(choice, "message") ??
    (filtered === null ? undefined : { refusal: `blocked: ${filtered}` });
  if (filtered === null && (!choice || typeof choice !== "object")) throw unusable("no choice");
  if (!message || typeof message !== "object") throw unusable("a choice without a message");
  const content = at(message, "content") ?? "";
  if (finishReason === "error") throw unusable("a choice that ended in an error", at(choice, "error"));
  if (typeof content !== "string" && !Array.isArray(content)) {
    throw unusable(`a message whose content is of type ${typeof content}`);
  }
  const said = typeof content === "string" ? { text: content, thoughts: [] } : partsOf(content);
  const reasoning = textAt(message, "reasoning_content") ?? textAt(message, "reasoning") ?? "";
  return usable({
    text: said.text,
    finishReason: blocked === null ? finishReason : "content_filter",
    refusal: [message, ...listAt(message, "content")].map((one) => textAt(one, "refusal")).find(Boolean) ??
      null,
    tokens: tokensOf(listAt(choice, "logprobs.content")),
    thoughts: [reasoning, ...said.thoughts],
  }, {
    ...{ usage, model: textAt(body, "model"), responseId: textAt(body, "id") },
    simulated: at(body, "system_fingerprint") === SIMULATED_FINGERPRINT,
  });
}

/** Statuses that say nothing of what was sent: a key, a bill, an address, too much at a time. */
const OF_NO_CONTENT = [401, 402, 404, 408, 409, 429];

/** How far an endpoint's words are looked at: behind that some repeat the request, which may speak of filters too. */
const LOOKED_AT = 300;

/** The refusal that a request ended with where a filter turned its content away, however that was said; null where it ended otherwise. */
export function filteredReply(ended: unknown): UsableReply | null {
  const { status, body, usage = null, error: told } = ended as
    & Record<string, unknown>
    & Partial<UnusableReply>;
  // A page in the place of JSON is of something between, which turns away whatever is sent.
  const given = body !== undefined ? looseJson(String(body)) : told ?? (status === undefined ? null : ended);
  if (OF_NO_CONTENT.includes(Number(status)) || Number(status) >= 500) return null;
  const error = at(given, "error") ?? given, text = (path: string) => textAt(error, path) ?? "";
  const code = ["code", "innererror.code", "type", "status"].map(text).find((one) => says("filter", one)) ??
    "";
  const parts = [typeof error === "string" ? error : text("message"), text("detail"), text("metadata.raw")];
  const words = [code, ...parts.map((part) => part.slice(0, LOOKED_AT))].filter(Boolean).join(": ");
  if (!says("filter", words) || says("account", words)) return null;
  const reasons = Object.entries(loose(at(error, "innererror.content_filter_result")))
    .flatMap(([name, flag]) => at(flag, "filtered") === true ? [name] : [])
    .concat(listAt(error, "metadata.reasons").map(String)).join(", ");
  const refusal = `${words}${reasons && ` (${reasons})`}`;
  return usable({ text: "", finishReason: "content_filter", refusal }, { usage });
}

export function usageOf(
  input: number | null,
  output: number | null,
  more: { reasoning: number | null; cached: number | null },
): Usage | null {
  // A call without any tokens was not counted.
  return input === null || output === null || input + output === 0 ? null : { input, output, ...given(more) };
}

export function partsOf(content: readonly unknown[]): { text: string; thoughts: string[] } {
  const texts: string[] = [], thoughts: string[] = [];
  for (const part of content) {
    const type = at(part, "type") ?? "text";
    const words = [at(part, "text"), at(part, "thinking")].flat().map((word) =>
      typeof word === "string" ? word : textAt(word, "text") ?? ""
    );
    (type === "text" || type === "output_text" ? texts : thoughts).push(words.join(""));
  }
  return { text: texts.join(""), thoughts };
}

function tokensOf(content: readonly unknown[]): TokenLogprob[] | null {
  const tokens = content.map((entry) => {
    const token = tokenOf(entry);
    return token &&
      { ...token, top: listAt(entry, "top_logprobs").map(tokenOf).filter((one) => one !== null) };
  });
  return tokens.length === 0 || tokens.includes(null) ? null : tokens as TokenLogprob[];
}

/** A token with its text; where a server writes its number (`token_id:32`), the text that its bytes are. */
function tokenOf(entry: unknown): { token: string; logprob: number } | null {
  const token = textAt(entry, "token"), logprob = at(entry, "logprob"), bytes = at(entry, "bytes");
  if (token === null || typeof logprob !== "number") return null;
  const isNumber = /^token_id:\d+$/.test(token) && Array.isArray(bytes);
  return { token: isNumber ? new TextDecoder().decode(Uint8Array.from(bytes)) : token, logprob };
}

const { unconnected, ...words } = ownFacts<
  & { unconnected: readonly (readonly [said: string, fault: string])[] }
  & Record<Words<"quota filter account natural filtered cut effort no_sampling">, string | string[]>
>("endpoints");

export const UNCONNECTED = unconnected;

/** Whether endpoints, filters and judges say something in their codes and words; or of which kind a model is, by its name. */
export const says = (what: keyof typeof words, text: string): boolean =>
  new RegExp([words[what]].flat().join("|"), "i").test(text);

export type Loose = Record<string, unknown>;

export function loose(value: unknown): Loose {
  return typeof value === "object" && value !== null ? value as Loose : {};
}

export function looseJson(text: string): Loose | null {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** What stands at a path (`usage.input_tokens`) in what came from outside; undefined where it leads nowhere. */
export function at(value: unknown, path: string): unknown {
  return path.split(".").reduce((part, name) => loose(part)[name], value);
}

export function textAt(value: unknown, path: string): string | null {
  const found = at(value, path);
  return typeof found === "string" ? found : null;
}

export function listAt(value: unknown, path: string): unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

/** More than any model reads or says in one call: such a count is a mistake of the endpoint, and is estimated instead. */
const MOST_TOKENS = 1e8;

/** A count of tokens, whole where an endpoint writes a fraction; some write it as a text. Null for what is none. */
export function countAt(value: unknown, path: string): number | null {
  const text = String(at(value, path)), count = Math.round(Number(text));
  return /^\d+(\.\d+)?$/.test(text) && count <= MOST_TOKENS ? count : null;
}

export function given<T extends object>(record: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const there = Object.entries(record).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(there) as { [Name in keyof T]?: NonNullable<T[Name]> };
}
