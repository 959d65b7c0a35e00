import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { drawsOf } from "@/judge/simulated/simulated_judge.ts";
import { simulatedServer } from "./simulated_server.ts";
import { json } from "./study.ts";

/** What a fault answers with: `body` is what the right answer would have been. */
type Answer = { response: ServerResponse; body: string; url: string };

const HTML = "<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>";

const error = (message: string, code: string | null = null) =>
  JSON.stringify({ error: { message, type: code, code, param: null } });
const rated = ({ response }: Answer, headers = {}) =>
  json(response, 429, error("Rate limit reached", "rate_limit_exceeded"), headers);
const html = ({ response }: Answer, status: number) =>
  response.writeHead(status, { "content-type": "text/html" }).end(HTML);
const changed = ({ response, body }: Answer, more: object) =>
  json(response, 200, JSON.stringify({ ...JSON.parse(body), ...more }));
/** Half of the answer, then nothing: the connection breaks, or stays open. */
const half = ({ response, body }: Answer, { sized = false, breaks = true }) => {
  const { length } = new TextEncoder().encode(body), size = sized ? { "content-length": String(length) } : {};
  response.writeHead(200, { "content-type": "application/json", ...size });
  response.write(body.slice(0, breaks ? Math.floor(body.length / 2) : 10));
  if (breaks) setTimeout(() => response.socket?.destroy(), 5);
};

/** Everything that goes wrong between a judge and its user. */
const FAULTY = {
  "429": (answer: Answer) => rated(answer),
  "429_retry_after": (answer: Answer) => rated(answer, { "retry-after": "1" }),
  "500": ({ response }: Answer) => json(response, 500, error("The server had an error")),
  "502_html": (answer: Answer) => html(answer, 502),
  "timeout": () => {}, // never answers; the connection stays open
  "reset_before": ({ response }: Answer) => response.socket?.destroy(),
  "reset_mid_reply": (answer: Answer) => half(answer, { sized: true }),
  "short_content_length": ({ response, body }: Answer) =>
    json(response, 200, body, { "content-length": "20", connection: "close" }),
  "cut_chunks": (answer: Answer) => half(answer, {}),
  "bad_gzip": ({ response, body }: Answer) =>
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" })
      .end(gzipSync(body).fill(7, 14)),
  "stall": (answer: Answer) => half(answer, { sized: true, breaks: false }),
  "truncated_json": ({ response, body }: Answer) => json(response, 200, body.slice(0, body.length / 2)),
  "200_empty": ({ response }: Answer) => json(response, 200, ""),
  "200_null": ({ response }: Answer) => json(response, 200, "null"),
  "200_html": (answer: Answer) => html(answer, 200),
  "200_no_choices": (answer: Answer) => changed(answer, { choices: [] }),
  "200_choice_without_message": (answer: Answer) =>
    changed(answer, { choices: [{ index: 0, finish_reason: "stop" }] }),
  "200_error": ({ response }: Answer) => json(response, 200, error("upstream is overloaded", "overloaded")),
  "redirect_loop": ({ response, url }: Answer) => response.writeHead(307, { location: url }).end(),
};

/** One of them. */
export type FaultKind = keyof typeof FAULTY;

export const FAULTS = Object.keys(FAULTY) as FaultKind[];

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
      FAULTY[kind]({ response, body, url: response.req.url! });
      return true;
    },
  });
  return { ...server, faults };
}
