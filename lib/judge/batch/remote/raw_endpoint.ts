import { type Loose, loose, looseJson, textOrNull } from "../../transport/loose.ts";
import { saveBody } from "../remote_batch.ts";

interface RawRequest {
  headers?: Record<string, string>;
  /** Of a POST; made anew for each attempt: a stream is read once. */
  body?: () => string | ReadableStream<Uint8Array>;
}

/**
 * A service's own interface, JSON in and out, faults as errors with their status. It speaks to one origin, and to no other: an
 * address that an answer names elsewhere is refused, since the key would go there.
 */
export function rawEndpoint(
  { base, headers, timeoutMs }: { base: string; headers: Record<string, string>; timeoutMs: number },
) {
  const send = async (path: string, { headers: more, body }: RawRequest = {}) => {
    const address = new URL(path.startsWith("http") ? path : `${base}${path}`);
    if (address.origin !== new URL(base).origin) {
      throw Object.assign(new Error(`an address on another host (${address.host})`), { status: 400 });
    }
    const options: RequestInit & { duplex?: "half" } = {
      ...{ redirect: "manual", signal: AbortSignal.timeout(timeoutMs) },
      ...(body ? { method: "POST", body: body(), duplex: "half" as const } : {}),
      headers: { ...(body ? { "content-type": "application/json" } : {}), ...headers, ...more },
    };
    const response = await fetch(address, options);
    if (response.ok) return response;
    const { status } = response, text = await response.text();
    const { message, type, status: named, code } = loose(looseJson(text)?.error);
    throw Object.assign(new Error(textOrNull(message) ?? text.slice(0, 2000)), {
      ...{ status, code: textOrNull(code), type: textOrNull(type) ?? textOrNull(named) },
    });
  };
  return {
    async json(path: string, request?: RawRequest): Promise<{ body: Loose; headers: Headers }> {
      const response = await send(path, request);
      return { body: looseJson(await response.text()) ?? {}, headers: response.headers };
    },
    /** Writes what the service sends to this path, whole or not at all. */
    download: async (path: string, file: string) => await saveBody(await send(path), file),
  };
}
