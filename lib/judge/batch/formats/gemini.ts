import type { ChatRequest } from "../../transport/chat_request.ts";
import { UnusableReply } from "../../transport/faults.ts";
import type { UsableReply } from "../../transport/usable_reply.ts";
import { type Answer, answered, errorText, given, partsOf, requireKnown, systemApart } from "./answer.ts";
import { countOrNull, type Loose, loose, textOrNull } from "../../transport/loose.ts";

const KNOWN =
  "model messages temperature top_p max_completion_tokens seed logprobs top_logprobs response_format";

const PARTS = {
  text: (text: string) => ({ text }),
  data: (mimeType: string, data: string) => ({ inlineData: { mimeType, data } }),
  address(fileUri: string) {
    const ending = /\.(png|jpe?g|gif|webp)$/i.exec(fileUri)?.[1].toLowerCase() ?? "jpeg";
    return { fileData: { fileUri, mimeType: `image/${ending === "jpg" ? "jpeg" : ending}` } };
  },
};

/** A request as a line of the Gemini API's batch files; the model is named where the batch is made. */
export function geminiLine(key: string, request: ChatRequest): Loose {
  return { key, request: requestOf(request) };
}

/** A request as a line of Vertex AI's, which has no field for a key: it goes out and comes back as a label. */
export function vertexLine(key: string, request: ChatRequest): Loose {
  return { request: { labels: { judgebias: key }, ...requestOf(request) } };
}

function requestOf(request: ChatRequest): Loose {
  requireKnown("Gemini's", request, KNOWN);
  const { system, others } = systemApart(request), { response_format: format } = request;
  const config = given({
    temperature: request.temperature,
    topP: request.top_p,
    maxOutputTokens: request.max_completion_tokens,
    seed: request.seed,
    responseLogprobs: request.logprobs,
    logprobs: request.top_logprobs,
    ...(format?.type === "json_schema"
      ? { responseMimeType: "application/json", responseJsonSchema: format.json_schema.schema }
      : {}),
  });
  return {
    contents: others.map(({ content }) => ({ role: "user", parts: partsOf(content, PARTS) })),
    ...(system === "" ? {} : { systemInstruction: { parts: [{ text: system }] } }),
    ...(Object.keys(config).length === 0 ? {} : { generationConfig: config }),
  };
}

/** The answer in a line of the Gemini API's output file. */
export function geminiAnswer(key: string, { response, error }: Loose): Answer | null {
  if (response === undefined && error === undefined) return null;
  if (error !== undefined && error !== null) return { key, reason: errorText(undefined, error) };
  return answered(key, () => replyOf(loose(response)));
}

/** The answer in a line of Vertex AI's output; a status that is not empty is a failure. */
export function vertexAnswer({ request, response, status }: Loose): Answer | null {
  const key = loose(loose(request).labels).judgebias;
  if (typeof key !== "string") return null;
  if (typeof status === "string" && status !== "") return { key, reason: status };
  return answered(key, () => replyOf(loose(response)));
}

function replyOf(
  { candidates, promptFeedback, usageMetadata, modelVersion, responseId }: Loose,
): UsableReply {
  const usage = usageOf(loose(usageMetadata));
  const blocked = textOrNull(loose(promptFeedback).blockReason);
  const candidate = Array.isArray(candidates) ? candidates[0] : undefined;
  if (!candidate && blocked === null) throw new UnusableReply("an answer without a candidate", { usage });
  const { content, finishReason, logprobsResult } = loose(candidate);
  const parts = loose(content).parts;
  const said = (thought: boolean) =>
    (Array.isArray(parts) ? parts : []).map(loose).filter((part) => (part.thought === true) === thought)
      .map(({ text }) => textOrNull(text) ?? "").join("");
  const reason = blocked ?? textOrNull(finishReason), reasoning = said(true);
  return {
    reply: {
      text: said(false),
      finishReason: reason === "STOP" ? "stop" : reason,
      refusal: blocked === null ? null : `blocked: ${blocked}`,
      tokens: tokensOf(loose(logprobsResult)),
      ...(reasoning === "" ? {} : { reasoning }),
    },
    usage,
    model: textOrNull(modelVersion),
    responseId: textOrNull(responseId),
    simulated: false,
  };
}

function usageOf(
  { promptTokenCount, candidatesTokenCount, thoughtsTokenCount, cachedContentTokenCount }: Loose,
) {
  const input = countOrNull(promptTokenCount);
  if (input === null) return null;
  const thought = countOrNull(thoughtsTokenCount) ?? 0, cached = countOrNull(cachedContentTokenCount);
  return {
    input,
    output: (countOrNull(candidatesTokenCount) ?? 0) + thought,
    ...(thought > 0 ? { reasoning: thought } : {}),
    ...(cached === null ? {} : { cached }),
  };
}

function tokensOf({ chosenCandidates, topCandidates }: Loose): UsableReply["reply"]["tokens"] {
  if (!Array.isArray(chosenCandidates) || chosenCandidates.length === 0) return null;
  const token = (value: unknown) => {
    const { token, logProbability } = loose(value);
    return {
      token: textOrNull(token) ?? "",
      logprob: typeof logProbability === "number" ? logProbability : -Infinity,
    };
  };
  return chosenCandidates.map((chosen, i) => {
    const others = loose(Array.isArray(topCandidates) ? topCandidates[i] : null).candidates;
    return { ...token(chosen), top: Array.isArray(others) ? others.map(token) : [] };
  });
}
