import { connectFault } from "./judge.ts";
import { looseJson, textAt } from "./loose.ts";

/** Attempts to reach an endpoint that nobody has reached yet: a server may be about to begin. */
const CONNECT_ATTEMPTS = 3;

/** What goes out: JSON, a form or a stream, of a POST; without it a GET. */
interface HttpRequest {
  headers: Record<string, string>;
  body?: string | FormData | ReadableStream<Uint8Array>;
  signal: AbortSignal;
  /** Most bytes that are read of the answer, unpacked. */
  longest?: number;
}

/** What an endpoint says in place of an answer, on the error that is thrown for it. */
export interface Refused {
  status?: number;
  /** How long it asks to wait. */
  pauseMs?: number;
}

/** Speaks to an endpoint: no redirects (keys would go elsewhere), a connection for each request (Deno repeats on a broken one, paid twice). */
export function httpClient(baseURL: string) {
  // An option of Deno's fetch that the DOM's types do not know.
  const client = "Deno" in globalThis ? Deno.createHttpClient({ poolMaxIdlePerHost: 0 }) : undefined;
  let reached = false;
  return {
    close(): void {
      client?.close();
    },
    /** The answer where it is a success; any other is an error with its status, its words and how long it asks to wait. */
    async send(address: string | URL, { headers, body, signal, longest }: HttpRequest): Promise<Response> {
      const type = body && !(body instanceof FormData) ? { "content-type": "application/json" } : {};
      const response = await fetch(address, {
        ...{ redirect: "manual", signal, client, headers: { ...type, ...headers } },
        ...(body ? { method: "POST", body, duplex: "half" } : {}),
      } as RequestInit);
      reached = true;
      const answer = longest === undefined ? response : limited(response, longest, signal);
      if (response.ok) return answer;
      const text = await answer.text().catch(() => ""), said = looseJson(text);
      const words = textAt(said, "error.message") ?? (text.slice(0, 2000) || response.statusText);
      throw Object.assign(new Error(words), {
        ...{ status: response.status, pauseMs: retryAfterMs(response.headers), body: text },
        code: textAt(said, "error.code"),
        type: textAt(said, "error.type") ?? textAt(said, "error.status"),
      });
    },
    /** Why it is hopeless, in words, where nobody was reached in a few attempts; null where it is not, or not yet. */
    hopeless(error: unknown, attempts: number): string | null {
      const unconnected = connectFault(error);
      if (!unconnected || reached || attempts < CONNECT_ATTEMPTS) return null;
      return `nobody answers at ${new URL(baseURL).origin} (${unconnected}); nothing was sent`;
    },
  };
}

/** The response, whose body ends in an error beyond the limit (packed zeros), and when the signal says so. */
function limited(response: Response, bytes: number, signal: AbortSignal): Response {
  if (!response.body) return response;
  let read = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      read += chunk.byteLength;
      if (read <= bytes) return controller.enqueue(chunk);
      const message = `a reply of more than ${bytes} bytes (--max-reply-bytes)`;
      throw Object.assign(new Error(message), { name: "ReplyTooLong" });
    },
  });
  return new Response(response.body.pipeThrough(counting, { signal }), response);
}

/** Milliseconds that a Retry-After header asks for (seconds or a date); 0 without one. */
export function retryAfterMs(headers: Headers): number {
  const value = headers.get("retry-after") ?? "0", seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return ms > 0 ? ms : 0;
}
