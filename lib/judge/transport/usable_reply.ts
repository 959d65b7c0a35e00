import type { Reply, TokenLogprob, Usage } from "../protocol.ts";
import { UnusableReply } from "./faults.ts";
import { countOrNull, type Loose, loose, looseJson, textOrNull } from "./loose.ts";

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
  const body = typeof completion === "string" ? bodyOf(completion) : loose(completion);
  const usage = usageOf(loose(body.usage));
  const unusable = (found: string) => new UnusableReply(`200 with ${found}`, { usage });
  if (body.error) throw unusable(`an error: ${JSON.stringify(body.error)}`);
  const choices = Array.isArray(body.choices) ? body.choices : [];
  const choice = choices.find((one) => loose(one).index === 0) ?? choices[0];
  if (!choice || typeof choice !== "object") throw unusable("no choice");
  const { message, finish_reason: finish, logprobs } = loose(choice);
  if (!message || typeof message !== "object") throw unusable("a choice without a message");
  if (finish === "error") throw unusable("a choice that ended in an error");
  const { content, refusal, reasoning_content, reasoning } = loose(message);
  if (!["string", "undefined"].includes(typeof content) && content !== null && !Array.isArray(content)) {
    throw unusable(`a message whose content is of type ${typeof content}`);
  }
  const { answer, thought } = partsOf(content);
  const thoughts = [textOrNull(reasoning_content ?? reasoning) ?? "", ...thought].filter((text) =>
    text !== ""
  );
  return {
    reply: {
      text: answer,
      finishReason: textOrNull(finish),
      refusal: textOrNull(refusal) || null,
      tokens: tokensOf(loose(logprobs).content),
      ...(thoughts.length > 0 ? { reasoning: thoughts.join("\n") } : {}),
    },
    usage,
    model: textOrNull(body.model),
    responseId: textOrNull(body.id),
    simulated: body.system_fingerprint === SIMULATED_FINGERPRINT,
  };
}

/** A whole reply under another type than JSON's, which the client hands over as text: it is paid, whatever its label. */
function bodyOf(text: string): Loose {
  const body = looseJson(text);
  if (body) return body;
  throw new UnusableReply(`200 with text that is no JSON: ${text}`);
}

/** The answer in a message's content, and what stands in it that the judge thought and did not say. */
function partsOf(content: unknown): { answer: string; thought: string[] } {
  if (!Array.isArray(content)) return { answer: textOrNull(content) ?? "", thought: [] };
  const answer: string[] = [], thought: string[] = [];
  for (const { type = "text", text, thinking } of content.map(loose)) {
    const words = [text, thinking].flat().map((word) =>
      textOrNull(word) ?? textOrNull(loose(word).text) ?? ""
    );
    (type === "text" || type === "output_text" ? answer : thought).push(words.join(""));
  }
  return { answer: answer.join(""), thought };
}

function tokensOf(content: unknown): TokenLogprob[] | null {
  if (!Array.isArray(content) || content.length === 0) return null;
  const tokens = content.map((entry) => {
    const { top_logprobs: top } = loose(entry), token = tokenOf(entry);
    const others = Array.isArray(top) ? top.map(tokenOf).filter((one) => one !== null) : [];
    return token && { ...token, top: others };
  });
  return tokens.includes(null) ? null : tokens as TokenLogprob[];
}

/** A token with its text; where a server writes its number (`token_id:32`), the text that its bytes are. */
function tokenOf(entry: unknown): { token: string; logprob: number } | null {
  const { token, logprob, bytes } = loose(entry);
  if (typeof token !== "string" || typeof logprob !== "number") return null;
  const isNumber = /^token_id:\d+$/.test(token) && Array.isArray(bytes);
  return { token: isNumber ? new TextDecoder().decode(Uint8Array.from(bytes)) : token, logprob };
}

function usageOf(usage: Loose): Usage | null {
  const input = countOrNull(usage.prompt_tokens), output = countOrNull(usage.completion_tokens);
  if (input === null || output === null) return null;
  const reasoning = countOrNull(loose(usage.completion_tokens_details).reasoning_tokens);
  const cached = countOrNull(loose(usage.prompt_tokens_details).cached_tokens);
  return {
    ...{ input, output },
    ...(reasoning === null ? {} : { reasoning }),
    ...(cached === null ? {} : { cached }),
  };
}
