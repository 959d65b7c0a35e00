import { createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Writes the body of a response to this path, whole or not at all. */
export async function saveBody({ body }: Pick<Response, "body">, path: string): Promise<void> {
  const temporary = `${path}.tmp`;
  await pipeline(
    body ? Readable.fromWeb(body as never) : Readable.from([]),
    createWriteStream(temporary, { flush: true }),
  );
  await rename(temporary, path);
}
