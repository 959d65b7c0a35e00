import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

import { drawsOf } from "@/judge/simulated/answer.ts";
import { simulatedServer } from "./simulated_server.ts";

/** Everything that goes wrong between a judge and its user. */
export const FAULTS = [
  "429",
  "429_retry_after",
  "500",
  "502_html",
  "timeout",
  "reset_before",
  "reset_mid_reply",
  "short_content_length",
  "cut_chunks",
  "bad_gzip",
  "stall",
  "truncated_json",
  "200_empty",
  "200_null",
  "200_html",
  "200_no_choices",
  "200_choice_without_message",
  "200_error",
  "redirect_loop",
] as const;

/** One of them. */
export type FaultKind = (typeof FAULTS)[number];

const JSON_TYPE = { "content-type": "application/json" };
const HTML = "<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>";

/** Answers a request with a fault; `body` is what the right answer would have been. */
function respondWithFault(response: ServerResponse, kind: FaultKind, body: string, url: string): void {
  const half = body.slice(0, Math.floor(body.length / 2));
  const error = (message: string, code: string | null = null) =>
    JSON.stringify({ error: { message, type: code, code, param: null } });
  const cutAfter = (text: string) => {
    response.write(text);
    setTimeout(() => response.socket?.destroy(), 5);
  };
  switch (kind) {
    case "429":
      return send(response, 429, error("Rate limit reached", "rate_limit_exceeded"));
    case "429_retry_after":
      response.setHeader("retry-after", "1");
      return send(response, 429, error("Rate limit reached", "rate_limit_exceeded"));
    case "500":
      return send(response, 500, error("The server had an error"));
    case "502_html":
      response.writeHead(502, { "content-type": "text/html" });
      return void response.end(HTML);
    case "timeout":
      return; // never answers; the connection stays open
    case "reset_before":
      return void response.socket?.destroy();
    case "reset_mid_reply":
      response.writeHead(200, {
        ...JSON_TYPE,
        "content-length": String(new TextEncoder().encode(body).length),
      });
      return cutAfter(half);
    case "short_content_length":
      response.writeHead(200, { ...JSON_TYPE, "content-length": "20", connection: "close" });
      return void response.end(body);
    case "cut_chunks":
      response.writeHead(200, JSON_TYPE);
      return cutAfter(half);
    case "bad_gzip": {
      const packed = gzipSync(body).fill(7, 14);
      response.writeHead(200, { ...JSON_TYPE, "content-encoding": "gzip" });
      return void response.end(packed);
    }
    case "stall":
      response.writeHead(200, {
        ...JSON_TYPE,
        "content-length": String(new TextEncoder().encode(body).length),
      });
      return void response.write(half.slice(0, 10));
    case "truncated_json":
      return send(response, 200, half);
    case "200_empty":
      return send(response, 200, "");
    case "200_null":
      return send(response, 200, "null");
    case "200_html":
      response.writeHead(200, { "content-type": "text/html" });
      return void response.end(HTML);
    case "200_no_choices":
      return send(response, 200, JSON.stringify({ ...JSON.parse(body), choices: [] }));
    case "200_choice_without_message":
      return send(
        response,
        200,
        JSON.stringify({ ...JSON.parse(body), choices: [{ index: 0, finish_reason: "stop" }] }),
      );
    case "200_error":
      return send(response, 200, error("upstream is overloaded", "overloaded"));
    case "redirect_loop":
      response.writeHead(307, { location: url });
      return void response.end();
  }
}

/** A simulated endpoint that answers a share of its requests with a fault, and how often each was met. */
export async function faultyServer(
  { rate, kinds = FAULTS, seed = 1 }: { rate: number; kinds?: readonly FaultKind[]; seed?: number },
) {
  const faults = new Map<FaultKind, number>(), attempts = new Map<string, number>();
  const server = await simulatedServer({
    interfere(response, id, body) {
      const attempt = attempts.get(id) ?? 0, draw = drawsOf(`${seed} ${attempt} ${id}`);
      attempts.set(id, attempt + 1);
      if (draw() >= rate) return false;
      const kind = kinds[Math.floor(draw() * kinds.length)];
      faults.set(kind, (faults.get(kind) ?? 0) + 1);
      respondWithFault(response, kind, body, response.req.url!);
      return true;
    },
  });
  return { ...server, faults };
}

/** A whole JSON answer. */
function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, JSON_TYPE);
  response.end(body);
}
