import type { Reply, TokenLogprob, Usage } from "../protocol.ts";
import { UnusableReply } from "./faults.ts";

/** The system fingerprint by which the library's simulated judge says what it is. */
export const SIMULATED_FINGERPRINT = "judgebias-simulated";

/** What a chat completion holds that is kept. */
export interface UsableReply {
  reply: Reply & { reasoning?: string };
  usage: Usage | null;
  model: string | null;
  responseId: string | null;
  simulated: boolean;
}

/**
 * Takes the reply out of a chat completion, whatever came with status 200. A choice with a message is usable, also
 * when its text is empty, refused or cut: that is for the parser to say. Anything else is a fault: no body, HTML, an
 * error object, no choices, a choice without a message, text of a wrong type, or a choice that the endpoint itself
 * marks as an error.
 *
 * @throws {UnusableReply} saying what was found instead
 */
export function usableReply(completion: unknown): UsableReply {
  if (completion === undefined || completion === null) throw new UnusableReply("200 with an empty body");
  const body = typeof completion === "string" ? bodyOf(completion) : completion as Record<string, unknown>;
  const usage = usageOf(body.usage);
  if (body.error) throw new UnusableReply(`200 with an error: ${JSON.stringify(body.error)}`, { usage });
  const choices: unknown[] = Array.isArray(body.choices) ? body.choices : [];
  const choice = choices.find((one) => (one as { index?: unknown } | null)?.index === 0) ?? choices[0];
  if (!choice || typeof choice !== "object") throw new UnusableReply("200 with no choice", { usage });
  const { message, finish_reason: finish, logprobs } = choice as Record<string, unknown>;
  if (!message || typeof message !== "object") {
    throw new UnusableReply("200 with a choice without a message", { usage });
  }
  if (finish === "error") {
    throw new UnusableReply("200 with a choice that ended in an error", { usage });
  }
  const { content, refusal, reasoning_content, reasoning } = message as Record<string, unknown>;
  const { answer, thought } = partsOf(content, usage);
  const said = reasoning_content ?? reasoning;
  const thoughts = [...(typeof said === "string" ? [said] : []), ...thought].filter((text) => text !== "");
  return {
    reply: {
      text: answer,
      finishReason: typeof finish === "string" ? finish : null,
      refusal: typeof refusal === "string" && refusal !== "" ? refusal : null,
      tokens: tokensOf(logprobs),
      ...(thoughts.length > 0 ? { reasoning: thoughts.join("\n") } : {}),
    },
    usage,
    model: typeof body.model === "string" ? body.model : null,
    responseId: typeof body.id === "string" ? body.id : null,
    simulated: body.system_fingerprint === SIMULATED_FINGERPRINT,
  };
}

/** A whole reply under another type than JSON's, which the client hands over as text: it is paid, whatever its label. */
function bodyOf(text: string): Record<string, unknown> {
  try {
    const body = JSON.parse(text);
    if (typeof body === "object" && body !== null) return body;
  } catch {
    // Said below.
  }
  throw new UnusableReply(`200 with text that is no JSON: ${text}`);
}

type Words = string | { text?: string } | { text?: string }[] | undefined;

/** The answer in a message's content, and what stands in it that the judge thought and did not say. */
function partsOf(content: unknown, usage: Usage | null): { answer: string; thought: string[] } {
  if (typeof content === "string") return { answer: content, thought: [] };
  if (content === null || content === undefined) return { answer: "", thought: [] };
  if (!Array.isArray(content)) {
    throw new UnusableReply(`200 with a message whose content is of type ${typeof content}`, { usage });
  }
  const answer: string[] = [], thought: string[] = [];
  for (const part of content) {
    const { type = "text", text, thinking } = (part ?? {}) as Record<string, Words>;
    const isAnswer = type === "text" || type === "output_text";
    const words = [text, thinking].flat().map((word) => typeof word === "string" ? word : word?.text);
    (isAnswer ? answer : thought).push(words.filter((word) => typeof word === "string").join(""));
  }
  return { answer: answer.join(""), thought };
}

function tokensOf(logprobs: unknown): TokenLogprob[] | null {
  const content = (logprobs as { content?: unknown } | null | undefined)?.content;
  if (!Array.isArray(content) || content.length === 0) return null;
  if (!content.every(isToken)) return null;
  return content.map((entry) => ({
    ...tokenOf(entry),
    top: Array.isArray(entry.top_logprobs) ? entry.top_logprobs.filter(isToken).map(tokenOf) : [],
  }));
}

interface TokenEntry {
  token: string;
  logprob: number;
  bytes?: number[] | null;
  top_logprobs?: unknown;
}

function isToken(entry: unknown): entry is TokenEntry {
  const { token, logprob } = (entry ?? {}) as Record<string, unknown>;
  return typeof token === "string" && typeof logprob === "number";
}

/** A token's text; where a server writes its number (`token_id:32`), the text that its bytes are. */
function tokenOf({ token, logprob, bytes }: TokenEntry): { token: string; logprob: number } {
  const isNumber = /^token_id:\d+$/.test(token) && Array.isArray(bytes);
  return { token: isNumber ? new TextDecoder().decode(Uint8Array.from(bytes)) : token, logprob };
}

function usageOf(usage: unknown): Usage | null {
  const { prompt_tokens, completion_tokens, completion_tokens_details, prompt_tokens_details } =
    (usage ?? {}) as Record<
      string,
      unknown
    >;
  if (!isCount(prompt_tokens) || !isCount(completion_tokens)) return null;
  const reasoning = (completion_tokens_details as { reasoning_tokens?: unknown } | undefined)
    ?.reasoning_tokens;
  const cached = (prompt_tokens_details as { cached_tokens?: unknown } | undefined)?.cached_tokens;
  return {
    input: prompt_tokens,
    output: completion_tokens,
    ...(isCount(reasoning) ? { reasoning } : {}),
    ...(isCount(cached) ? { cached } : {}),
  };
}

/** More than any model reads or says in one call: such a count is a mistake of the endpoint, and is estimated instead. */
const MOST_TOKENS = 1e8;

/** A count of tokens; null for what cannot be one. */
export function countOrNull(value: unknown): number | null {
  return isCount(value) ? value : null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MOST_TOKENS;
}
