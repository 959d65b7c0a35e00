import type { Buffer } from "node:buffer";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { batchDesk, type ServedAnswer } from "./batch_desk.ts";
import type { Prompts } from "../protocol.ts";
import type { JudgeTraits } from "./judge_traits.ts";
import { simulatedJudge } from "./simulated_judge.ts";

/** Who answers at a simulated endpoint. */
export interface SimulatedServerOptions {
  /** What its judge is like, whatever model is asked for. */
  traits?: Partial<JudgeTraits>;
  /** Judges by model name; any other model is unknown then. */
  judges?: Record<string, Partial<JudgeTraits>>;
  /** Prompts on pairs of answers that it knows beside the library's: those of a protocol of your own. */
  prompts?: Prompts;
}

/** A running endpoint on this machine. */
export interface SimulatedServer {
  /** Base URL for clients. */
  url: string;
  /** Stops the endpoint. */
  close(): Promise<void>;
  /** The same at the end of a block, with `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts an OpenAI-compatible endpoint on the loopback interface whose judge is simulated (`simulatedJudge`): chat
 * completions, files and batches are served. Its responses say that they are simulated, and results made of them carry it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { simulatedServer } from "judgebias/judge";
 *
 * await using server = await simulatedServer({ traits: { position: 1 } });
 * const response = await fetch(`${server.url}/models`);
 * assert.equal((await response.json()).object, "list");
 * ```
 */
export async function simulatedServer(options: SimulatedServerOptions = {}): Promise<SimulatedServer> {
  return await served(simulatedEndpoint(options));
}

/** A request as it came in; `path` without `/v1`. */
export interface ServedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What simulated judges answer, whatever brings the requests; bad traits are refused now. */
export function simulatedEndpoint({ traits, judges: given, prompts }: SimulatedServerOptions) {
  const anyone = simulatedJudge(traits, { prompts });
  const judges = new Map(
    Object.entries(given ?? {}).map(([model, own]) => [model, simulatedJudge(own, { prompts })]),
  );
  const complete = (request: { model: string }): ServedAnswer => {
    const judge = given ? judges.get(request.model) : anyone;
    if (!judge) return refusal(404, `no such model: ${request.model}`, "model_not_found");
    const { body, id } = judge.complete(request);
    return { status: 200, body: JSON.stringify(body), id };
  };
  const desk = batchDesk(complete);
  return async ({ method, path, headers, body }: ServedRequest): Promise<ServedAnswer> => {
    if (path === "/models") return { status: 200, body: JSON.stringify({ object: "list", data: [] }) };
    if (path === "/chat/completions" && method === "POST") return complete(JSON.parse(body.toString("utf8")));
    const answer = await desk(method, path, headers["content-type"] ?? "", body);
    return answer ?? refusal(404, `no such path: ${path}`, "not_found");
  };
}

/** Serves answers on the loopback interface; null where it was answered already, or never will be. */
export async function served(
  answer: (request: ServedRequest, response: ServerResponse) => Promise<ServedAnswer | null>,
): Promise<SimulatedServer> {
  const { createServer } = await import("node:http"), { Buffer } = await import("node:buffer");
  const server = createServer(async (request, response) => {
    const send = ({ status, body }: ServedAnswer) =>
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    try {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method = "", url = "", headers } = request, body = Buffer.concat(chunks);
      const path = new URL(url, "http://localhost").pathname.replace(/^\/v1/, "");
      const found = await answer({ method, path, headers, body }, response);
      if (found) send(found);
    } catch (error) {
      // A client that went away needs no answer.
      if (!response.headersSent) send(refusal(400, String(error), "invalid_request_error"));
    }
  });
  await new Promise<void>((ready, failed) => {
    server.once("error", failed);
    server.listen(0, "127.0.0.1", ready);
  });
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, close, [Symbol.asyncDispose]: close };
}

export function refusal(status: number, message: string, code: string): ServedAnswer {
  return { status, body: JSON.stringify({ error: { message, type: code, code, param: null } }) };
}
