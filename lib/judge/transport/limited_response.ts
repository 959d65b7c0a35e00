/** A reply, unpacked, that is longer than the limit: no more of it is read. */
export class ReplyTooLong extends Error {
  override name = "ReplyTooLong";
}

/**
 * The response with a body that ends in an error where it is longer than the limit: a gigabyte of packed zeros is a
 * megabyte on the wire. The signal ends the reading too, which a body that is piped on does not notice by itself.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { limitedResponse } from "@/judge/transport/limited_response.ts";
 *
 * assert.equal(await limitedResponse(new Response("abc"), 3).text(), "abc");
 * await assert.rejects(limitedResponse(new Response("abcd"), 3).text(), { name: "ReplyTooLong" });
 * ```
 */
export function limitedResponse(response: Response, bytes: number, signal?: AbortSignal): Response {
  if (!response.body) return response;
  let read = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        read += chunk.byteLength;
        if (read <= bytes) return controller.enqueue(chunk);
        throw new ReplyTooLong(`a reply of more than ${bytes} bytes (--max-reply-bytes)`);
      },
    }),
    { signal },
  );
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
}
