import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { batchDesk } from "./batch_desk.ts";
import type { JudgeTraits } from "./judge_traits.ts";
import { chatRequestSchema } from "./request_schema.ts";
import { simulatedJudge } from "./simulated_judge.ts";

/** How a simulated endpoint behaves. */
export interface SimulatedServerOptions {
  /** What its judge is like, whatever model is asked for. */
  traits?: Partial<JudgeTraits>;
  /** Judges by model name; any other model is unknown then. */
  judges?: Record<string, Partial<JudgeTraits>>;
  /** Milliseconds before each answer. */
  latencyMs?: number;
  /** The only key that is let in; any by default. */
  key?: string;
  /**
   * Stands before every right answer: where it gives true it has answered itself, or never will. For tests of what goes wrong
   * on the way.
   *
   * @param id names the request: equal ones are equal
   * @param body the right answer
   */
  interfere?(response: ServerResponse, id: string, body: string): boolean;
}

/** A running endpoint on this machine. */
export interface SimulatedServer {
  /** Base URL for clients. */
  url: string;
  /** How often each request was answered with a verdict, by the hash of its content and seed. */
  answers: ReadonlyMap<string, number>;
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
export async function simulatedServer(
  { traits, judges: given, latencyMs = 0, key, interfere }: SimulatedServerOptions = {},
): Promise<SimulatedServer> {
  // Bad traits are refused now, not with the first request.
  const anyone = simulatedJudge(traits), answers = new Map<string, number>();
  const judges = new Map(Object.entries(given ?? {}).map(([model, own]) => [model, simulatedJudge(own)]));

  /** Status and body for a chat completion request. */
  const complete = (request: unknown): { status: number; body: string; id: string } => {
    const { success, data, error } = chatRequestSchema.safeParse(request);
    const refused = (status: number, words: string, code: string) => ({
      status,
      body: errorBody(words, code),
      id: "",
    });
    if (!success) {
      const [{ path, message }] = error.issues;
      return refused(400, `${path.join(".")}: ${message}`, "invalid_request_error");
    }
    const judge = given ? judges.get(data.model) : anyone;
    if (!judge) return refused(404, `no such model: ${data.model}`, "model_not_found");
    const { body, id } = judge.complete(data);
    return { status: 200, body: JSON.stringify(body), id };
  };
  const desk = batchDesk(complete);

  const { createServer } = await import("node:http"), { Buffer } = await import("node:buffer");
  const server = createServer(async (request, response) => {
    const send = (status: number, body: string): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    };
    try {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const bytes = Buffer.concat(chunks), { method, url, headers } = request;
      if (latencyMs > 0) await new Promise((resume) => setTimeout(resume, latencyMs));
      if (key !== undefined && headers.authorization !== `Bearer ${key}`) {
        // As the real API does, the message repeats what was sent.
        const sent = headers.authorization?.replace("Bearer ", "") ?? "";
        return send(401, errorBody(`Incorrect API key provided: ${sent}.`, "invalid_api_key"));
      }
      const path = new URL(url!, "http://localhost").pathname.replace(/^\/v1/, "");
      if (path === "/models") return send(200, JSON.stringify({ object: "list", data: [] }));
      if (path === "/chat/completions" && method === "POST") {
        const { status, body, id } = complete(JSON.parse(bytes.toString("utf8")));
        if (status === 200 && interfere?.(response, id, body)) return undefined;
        if (status === 200) answers.set(id, (answers.get(id) ?? 0) + 1);
        return send(status, body);
      }
      const answer = await desk(method!, path, headers["content-type"] ?? "", bytes);
      send(answer?.status ?? 404, answer?.body ?? errorBody(`no such path: ${path}`, "not_found"));
    } catch (error) {
      // A client that went away needs no answer.
      if (!response.headersSent) send(400, errorBody(String(error), "invalid_request_error"));
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
  return { url: `http://127.0.0.1:${port}/v1`, answers, close, [Symbol.asyncDispose]: close };
}

function errorBody(message: string, code: string): string {
  return JSON.stringify({ error: { message, type: code, code, param: null } });
}
