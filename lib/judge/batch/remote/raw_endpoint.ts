import { type Loose, loose, textOrNull } from "../formats/answer.ts";
import { saveBody } from "../save_body.ts";

/** A request to a service that has no client of its own here. */
export interface RawRequest {
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  /** Made anew for each attempt: a stream is read once. */
  body?: () => string | ReadableStream<Uint8Array>;
}

/** A service's own interface: JSON in and out, faults as errors with their status. */
export interface RawEndpoint {
  json(path: string, request?: RawRequest): Promise<{ body: Loose; headers: Headers }>;
  /** Writes what the service sends to this path, whole or not at all. */
  download(path: string, file: string): Promise<void>;
}

/**
 * Speaks to one origin, and to no other: an address that an answer names elsewhere is refused, since the key would go there.
 *
 * @param url makes the address of a path
 */
export function rawEndpoint(
  { url, headers, timeoutMs }: {
    url: (path: string) => string;
    headers: Record<string, string>;
    timeoutMs: number;
  },
): RawEndpoint {
  const { origin } = new URL(url("/"));
  const send = async (path: string, { method = "GET", headers: more, body }: RawRequest = {}) => {
    const address = new URL(path.startsWith("http") ? path : url(path));
    if (address.origin !== origin) {
      throw Object.assign(new Error(`an address on another host (${address.host})`), { status: 400 });
    }
    const content = body?.();
    const options: RequestInit & { duplex?: "half" } = {
      ...{ method, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) },
      headers: {
        ...(content === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
        ...more,
      },
      ...(content === undefined ? {} : { body: content, duplex: "half" as const }),
    };
    const response = await fetch(address, options);
    if (response.ok) return response;
    const text = await response.text();
    const { message, type, status, code } = loose(loose(parsed(text)).error);
    const said = textOrNull(message) ?? text.slice(0, 2000);
    throw Object.assign(new Error(said), {
      // Too many requests and faults of the service pass; what is wrong with a request does not.
      name: response.status === 429 || response.status >= 500 ? "TypeError" : "Error",
      status: response.status,
      code: textOrNull(code),
      type: textOrNull(type) ?? textOrNull(status),
    });
  };
  return {
    async json(path, request) {
      const response = await send(path, request);
      return { body: loose(parsed(await response.text())), headers: response.headers };
    },
    download: async (path, file) => await saveBody(await send(path), file),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
