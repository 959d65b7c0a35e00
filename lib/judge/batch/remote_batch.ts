import { createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Batch } from "../store/queries.ts";
import { classifyFault } from "../transport/faults.ts";
import { JudgeFault } from "../transport/judge.ts";
import { reach, repeated } from "../transport/repeated.ts";

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

/** Does something as often as its fault passes, a number of times. */
export type Again = <T>(act: () => Promise<T>) => Promise<T>;

export function repeating(
  { baseURL, retries, pauseMs }: { baseURL: string; retries: number; pauseMs: number },
): Again {
  const there = reach(baseURL);
  return (act) =>
    repeated(async (attempts) => {
      try {
        const done = await act();
        there.reached();
        return done;
      } catch (error) {
        if (error instanceof JudgeFault) throw error;
        const fault = classifyFault(error), nobody = there.hopeless(error, attempts);
        if (nobody !== null) throw hopeless(nobody);
        throw new JudgeFault(attempts > retries ? { ...fault, action: "stop" } : fault);
      }
    }, { firstMs: pauseMs });
}

/** What ends all work with an endpoint, in words. */
export function hopeless(reason: string): JudgeFault {
  return new JudgeFault({ action: "stop", reason });
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
