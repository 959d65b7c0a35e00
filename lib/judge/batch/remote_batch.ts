import { createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Batch } from "../store/queries.ts";
import { CONNECT_ATTEMPTS } from "../transport/endpoint_judge.ts";
import { classifyFault, connectFault } from "../transport/faults.ts";

export interface RemoteBatch {
  status: string;
  /** Nothing more will happen to it. */
  ended: boolean;
  /** What it says went wrong with it as a whole. */
  said?: string;
  /** Refused because too much waits already: it may go again later. */
  full?: boolean;
  /** Files of answers and of errors, as the service names them. */
  files: (string | null)[];
}

export interface RemoteBatches {
  /** Uploads a file of requests; its name there. */
  upload(path: string, name: string): Promise<string>;
  /**
   * Makes the batch of an uploaded file, or finds the one that was made of it; `resumed` where an earlier run may have made it
   * and ended before it could say so.
   */
  submit(shard: Batch, options: { resumed: boolean }): Promise<string>;
  look(batch: string): Promise<RemoteBatch>;
  /** Writes a file of the endpoint to this path, whole or not at all. */
  download(file: string, path: string): Promise<void>;
}

/** An endpoint that did not do what it was asked to. */
export class EndpointError extends Error {
  override name = "EndpointError";
}

/** Does something again, a number of times and ever later, while its fault is one that passes. */
export type Again = <T>(act: () => Promise<T>) => Promise<T>;

/** One that soon gives up where nobody has answered yet. */
export function repeating(
  { baseURL, retries, pauseMs }: { baseURL: string; retries: number; pauseMs: number },
): Again {
  let reached = false;
  return async (act) => {
    for (let attempt = 0;; attempt++) {
      try {
        const done = await act();
        reached = true;
        return done;
      } catch (error) {
        if (error instanceof EndpointError) throw error;
        const { action, reason } = classifyFault(error);
        const unconnected = connectFault((error as { cause?: unknown }).cause ?? error);
        if (unconnected && !reached && attempt + 1 >= CONNECT_ATTEMPTS) {
          const { origin } = new URL(baseURL);
          throw new EndpointError(`nobody answers at ${origin} (${unconnected}); nothing was sent`);
        }
        if (attempt >= retries || action !== "again") throw new EndpointError(reason, { cause: error });
        await new Promise((resume) => setTimeout(resume, Math.min(8000, pauseMs * 2 ** attempt)));
      }
    }
  };
}

/** A text that an answer must have; an answer without it is asked for again. */
export function needed(value: unknown, what: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new TypeError(`the endpoint answered without ${what}`);
}

/** Writes the body of a response to this path, whole or not at all. */
export async function saveBody({ body }: Pick<Response, "body">, path: string): Promise<void> {
  const temporary = `${path}.tmp`;
  await pipeline(
    body ? Readable.fromWeb(body as never) : Readable.from([]),
    createWriteStream(temporary, { flush: true }),
  );
  await rename(temporary, path);
}
