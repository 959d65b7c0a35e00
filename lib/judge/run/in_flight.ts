/** Lets work begin as long as what it holds in memory keeps within a limit. */
export interface InFlight {
  /** Makes something and waits until there is room for it; one at a time is made and waits. */
  admit<Made>(make: () => Promise<Made>, bytesOf: (made: Made) => number): Promise<Made>;
  /** So many bytes are free again. */
  release(bytes: number): void;
}

/**
 * A limit on the bytes of requests that are under way: pictures of 20 MB, each in a body of its own, would otherwise take
 * gigabytes at a few calls at a time. One that is over the limit goes alone.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { inFlight } from "@/judge/run/in_flight.ts";
 *
 * const { admit, release } = inFlight(10), begun: number[] = [];
 * const begin = (bytes: number) => admit(() => Promise.resolve(bytes), (made) => made).then((made) => begun.push(made));
 * await begin(8);
 * const second = begin(7);
 * await new Promise((resume) => setTimeout(resume));
 * assert.deepEqual(begun, [8]);
 * release(8);
 * await second;
 * assert.deepEqual(begun, [8, 7]);
 * ```
 */
export function inFlight(limit: number): InFlight {
  let held = 0, turn = Promise.resolve();
  let freed = () => {};
  return {
    async admit(make, bytesOf) {
      const before = turn;
      let done = () => {};
      turn = new Promise((resume) => done = resume);
      await before;
      try {
        const made = await make(), bytes = bytesOf(made);
        while (held > 0 && held + bytes > limit) await new Promise<void>((resume) => freed = resume);
        held += bytes;
        return made;
      } finally {
        done();
      }
    },
    release(bytes) {
      held -= bytes;
      freed();
    },
  };
}
