import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerRequest } from "./answer.ts";
import { type BatchDesk, batchDesk } from "./batch_desk.ts";
import { completionOf, type CompletionRequest } from "./completion.ts";
import { drawsOf } from "./draws.ts";
import { type FaultKind, FAULTS, respondWithFault, send } from "./http_faults.ts";
import { type JudgeTraits, judgeTraits } from "./judge_traits.ts";
import { readRequest } from "./read_request.ts";
import { chatRequestSchema } from "./request_schema.ts";

/** How a simulated endpoint behaves. */
export interface SimulatedServerOptions {
  /** What its judge is like, whatever model is asked for. */
  traits?: Partial<JudgeTraits>;
  /** Judges by model name; any other model is unknown then. */
  judges?: Record<string, Partial<JudgeTraits>>;
  /** Share of requests that are answered with a fault, and which. */
  faults?: { rate: number; kinds?: readonly FaultKind[]; seed?: number };
  /** Milliseconds before each answer. */
  latencyMs?: number;
  /** The only key that is let in; any by default. */
  key?: string;
}

/** A running endpoint on this machine. */
export interface SimulatedServer {
  /** Base URL for clients. */
  url: string;
  /** How often each request was answered with a verdict, by the hash of its content and seed. */
  answers: ReadonlyMap<string, number>;
  /** How often each fault was injected. */
  faults: ReadonlyMap<FaultKind, number>;
  /** Stops the endpoint. */
  close(): Promise<void>;
  /** The same at the end of a block, with `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts an OpenAI-compatible endpoint on the loopback interface whose judge is simulated: it reads the protocols'
 * real prompts, sees what drawn scenes (`simulatedStudy`) show, and has the biases it is given. Chat completions,
 * files and batches are served; faults can be injected. Its responses say that they are simulated, and results made
 * of them carry it.
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
  const { latencyMs = 0, key, faults: { rate = 0, kinds = FAULTS, seed = 1 } = {} } = options;
  // Bad traits are refused now, not with the first request.
  const anyone = judgeTraits(options.traits);
  const judges = options.judges &&
    Object.fromEntries(Object.entries(options.judges).map(([model, traits]) => [model, judgeTraits(traits)]));
  const answers = new Map<string, number>(),
    faults = new Map<FaultKind, number>(),
    attempts = new Map<string, number>();

  /** Status and body for a chat completion request. */
  const complete = (body: unknown): { status: number; body: string; id: string } => {
    const parsed = chatRequestSchema.safeParse(body);
    if (!parsed.success) {
      const [{ path, message }] = parsed.error.issues;
      return {
        status: 400,
        body: errorBody(`${path.join(".")}: ${message}`, "invalid_request_error"),
        id: "",
      };
    }
    const request = parsed.data as CompletionRequest;
    if (judges && !Object.hasOwn(judges, request.model)) {
      return { status: 404, body: errorBody(`no such model: ${request.model}`, "model_not_found"), id: "" };
    }
    const read = readRequest(request);
    const id = `${read.sha256.slice(0, 24)}-${request.seed ?? 0}`;
    const reply = answerRequest(read, judges?.[request.model] ?? anyone, request.seed ?? 0);
    return {
      status: 200,
      body: JSON.stringify(completionOf(request, reply, id)),
      id: `${request.model} ${id}`,
    };
  };

  const chat = (response: ServerResponse, text: string, url: string) => {
    const { status, body, id } = complete(JSON.parse(text));
    if (status === 200 && rate > 0) {
      const attempt = attempts.get(id) ?? 0;
      attempts.set(id, attempt + 1);
      const draw = drawsOf(`${seed} ${attempt} ${id}`);
      if (draw() < rate) {
        const kind = kinds[Math.floor(draw() * kinds.length)];
        faults.set(kind, (faults.get(kind) ?? 0) + 1);
        return respondWithFault(response, kind, body, url);
      }
    }
    if (status === 200) answers.set(id, (answers.get(id) ?? 0) + 1);
    send(response, status, body);
  };

  const desk: BatchDesk = batchDesk(complete);
  const { createServer } = await import("node:http");
  const server = createServer((request, response) => {
    receive(request).then(async (bytes) => {
      if (latencyMs > 0) await new Promise((resume) => setTimeout(resume, latencyMs));
      if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
        // As the real API does, the message repeats what was sent.
        const sent = request.headers.authorization?.replace("Bearer ", "") ?? "";
        return send(response, 401, errorBody(`Incorrect API key provided: ${sent}.`, "invalid_api_key"));
      }
      const path = new URL(request.url!, "http://localhost").pathname.replace(/^\/v1/, "");
      if (path === "/chat/completions" && request.method === "POST") {
        return chat(response, bytes.toString("utf8"), request.url!);
      }
      if (path === "/models") return send(response, 200, JSON.stringify({ object: "list", data: [] }));
      const answer = await desk.handle(request.method!, path, request.headers["content-type"] ?? "", bytes);
      if (answer) return send(response, answer.status, answer.body);
      send(response, 404, errorBody(`no such path: ${path}`, "not_found"));
    }).catch((error) => {
      // A client that went away needs no answer.
      if (!response.headersSent) send(response, 400, errorBody(String(error), "invalid_request_error"));
    });
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
  return { url: `http://127.0.0.1:${port}/v1`, answers, faults, close, [Symbol.asyncDispose]: close };
}

function errorBody(message: string, code: string): string {
  return JSON.stringify({ error: { message, type: code, code, param: null } });
}

async function receive(request: IncomingMessage) {
  const { Buffer } = await import("node:buffer");
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
