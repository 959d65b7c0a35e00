import { createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { httpClient } from "../transport/http_client.ts";
import { classifyFault, JudgeFault } from "../transport/judge.ts";
import { type Loose, looseJson } from "../transport/loose.ts";
import { repeated } from "../transport/repeated.ts";

export type Service = ReturnType<typeof serviceAt>;

interface ServiceRequest {
  headers?: Record<string, string>;
  /** Of a POST; made anew for each attempt: a stream is read once. */
  body?(): string | FormData | ReadableStream<Uint8Array>;
}

/** JSON in and out, faults as errors with their status, and to one origin alone, since the key goes along. */
export function serviceAt(
  { baseURL, headers, timeout, retries, pauseMs }: {
    baseURL: string;
    headers: Record<string, string>;
    timeout: number;
    retries: number;
    /** The first wait before another try. */
    pauseMs: number;
  },
) {
  const client = httpClient(baseURL), { origin } = new URL(baseURL);
  const send = (path: string, { headers: more, body }: ServiceRequest = {}) => {
    const address = new URL(path, origin);
    if (address.origin !== origin) throw stopping(`an address on another host (${address.host})`);
    const signal = AbortSignal.timeout(1000 * timeout);
    return client.send(address, { headers: { ...headers, ...more }, body: body?.(), signal });
  };
  return {
    close: client.close,
    async json(path: string, request?: ServiceRequest): Promise<{ body: Loose; headers: Headers }> {
      const response = await send(path, request);
      return { body: looseJson(await response.text()) ?? {}, headers: response.headers };
    },
    async download(path: string, file: string): Promise<void> {
      const { body } = await send(path), temporary = `${file}.tmp`;
      const bytes = body ? Readable.fromWeb(body as never) : Readable.from([]);
      await pipeline(bytes, createWriteStream(temporary, { flush: true }));
      await rename(temporary, file);
    },
    /** Does something as often as its fault passes, a number of times. */
    again: <T>(act: () => Promise<T>): Promise<T> =>
      repeated(async (attempts) => {
        try {
          return await act();
        } catch (error) {
          if (error instanceof JudgeFault) throw error;
          const fault = classifyFault(error), nobody = client.hopeless(error, attempts);
          if (nobody !== null) throw stopping(nobody);
          throw new JudgeFault(attempts > retries ? { ...fault, action: "stop" } : fault);
        }
      }, { firstMs: pauseMs }),
  };
}

/** What ends all work with a service, in words. */
export function stopping(reason: string): JudgeFault {
  return new JudgeFault({ action: "stop", reason });
}

/** A text that an answer must have; an answer without it is asked for again. */
export function needed(value: unknown, what: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new TypeError(`the endpoint answered without ${what}`);
}
