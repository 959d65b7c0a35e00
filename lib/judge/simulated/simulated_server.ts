import type { Buffer } from "node:buffer";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Prompts } from "../protocol.ts";
import type { JudgeTraits } from "./judge_traits.ts";
import { simulatedJudge } from "./simulated_judge.ts";

/** Who answers at a simulated endpoint. */
export interface SimulatedServerOptions {
  /** What its judge is like, whatever model is asked for. */
  traits?: Partial<JudgeTraits> | undefined;
  /** Judges by model name; any other model is unknown then. */
  judges?: Record<string, Partial<JudgeTraits>> | undefined;
  /** Prompts on pairs of answers that it knows beside the library's: those of a protocol of your own, `prompts: mine.prompts` of `mine = pairProtocol({ … })`. */
  prompts?: Prompts | undefined;
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
 * completions, files and batches are served. Its responses say that they are simulated, and results made of them carry it. Where the
 * language has no `await using` (JavaScript of Node 22), `await server.close()` at the end stops it: a process does not end before.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { simulatedServer } from "judgebias/judge";
 *
 * await using server = await simulatedServer({ traits: { position: 1 } });
 * const models = await (await fetch(`${server.url}/models`)).json();
 * assert.equal(models.object, "list");
 * ```
 */
export async function simulatedServer(options: SimulatedServerOptions = {}): Promise<SimulatedServer> {
  return await served(simulatedEndpoint(options));
}

export type ServedRequest = Record<"method" | "path", string> & {
  headers: IncomingHttpHeaders;
  body: Buffer;
};

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

export type ServedAnswer = { status: number; body: string; id?: string };

/** OpenAI's Batch API as far as judges use it, in memory; a batch is done at the second look at it. Null for other paths. */
export function batchDesk(complete: (body: { model: string }) => ServedAnswer) {
  const files: string[] = [],
    batches: { id: string; input_file_id: string; status: string; looks: number }[] = [];
  const keep = (lines: string[]) => lines.length === 0 ? null : `file-${files.push(`${lines.join("\n")}\n`)}`;
  const fileOf = (id: string) => files[Number(id.replace("file-", "")) - 1];
  const finish = (batch: typeof batches[number]) => {
    const good: string[] = [], bad: string[] = [];
    for (const [i, line] of fileOf(batch.input_file_id).split("\n").filter(Boolean).entries()) {
      const { custom_id, body } = JSON.parse(line), { status, body: said } = complete(body);
      const response = { status_code: status, request_id: custom_id, body: JSON.parse(said) };
      const answer = { id: `batch_req_${i}`, custom_id, response, error: null };
      (status === 200 ? good : bad).push(JSON.stringify(answer));
    }
    Object.assign(batch, { status: "completed", output_file_id: keep(good), error_file_id: keep(bad) });
  };
  const json = (value: unknown): ServedAnswer => ({ status: 200, body: JSON.stringify(value) });

  return async (method: string, path: string, type: string, body: Buffer): Promise<ServedAnswer | null> => {
    if (method === "POST" && path === "/files") {
      const headers = { "content-type": type };
      const form = await new Response(new Uint8Array(body), { headers }).formData();
      const text = await (form.get("file") as File).text();
      return json({ id: keep([text.replace(/\n$/, "")]), object: "file" });
    }
    if (method === "POST" && path === "/batches") {
      const made = { id: `batch_${batches.length + 1}`, created_at: batches.length, object: "batch" };
      const batch = { ...JSON.parse(body.toString("utf8")), ...made, status: "in_progress", looks: 0 };
      batches.push(batch);
      return json(batch);
    }
    if (path === "/batches") return json({ object: "list", data: batches.toReversed(), has_more: false });
    const [, kind, id, content] = /^\/(files|batches)\/([^/]+)(\/content)?$/.exec(path) ?? [];
    if (kind === "files" && content) {
      const text = fileOf(id);
      return text === undefined ? refusal(404, "no such file", "not_found") : { status: 200, body: text };
    }
    const batch = kind === "batches" && !content ? batches.find((one) => one.id === id) : undefined;
    if (!batch) return null;
    if (++batch.looks >= 2 && batch.status === "in_progress") finish(batch);
    return json(batch);
  };
}
