import assert from "node:assert/strict";
import { Outcomes } from "./outcomes.ts";

/** `Deno.test` of a file whose calls are to give what is kept of each test, as it is `seen`; calls are handed to `of`, and `hold` stands last. */
export function heldCalls(file: string, seen: (made: unknown) => object) {
  const outcomes = new Outcomes(file, true);
  let own: unknown[] = [], failed = 0;
  const test = (name: string, fn: (t: Deno.TestContext) => unknown) =>
    Deno.test(name, async (t) => {
      own = [];
      failed++;
      await fn(t);
      failed--;
      if (own.length > 0) outcomes.of(name, own);
    });
  /** The same function, of which each call is kept, or the error that it throws, in the order of the calls. */
  function of<Call extends (...given: never[]) => unknown>(call: Call): Call {
    return ((...given: Parameters<Call>) => {
      const all = own, place = all.push(null) - 1;
      const keep = (one: unknown) => all[place] = one instanceof Error ? one : seen(one);
      try {
        const one = call(...given);
        if (!(one instanceof Promise)) keep(one);
        else one.then(keep, keep);
        return one;
      } catch (error) {
        keep(error);
        throw error;
      }
    }) as Call;
  }
  const hold = () =>
    Deno.test("what these tests make is what is kept", () => {
      assert.equal(
        failed,
        0,
        "a test above fails: what these make is neither compared nor kept until it passes",
      );
      outcomes.hold();
    });
  return { test, of, hold };
}
