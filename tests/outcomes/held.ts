import { Outcomes } from "./outcomes.ts";

/** `Deno.test` of a file whose calls are to give what is kept of each test, as it is `seen`; calls are handed to `of`, and `hold` stands last. */
export function heldCalls(file: string, seen: (made: unknown) => object) {
  const made = new Map<string, unknown[]>();
  let own: unknown[] = [];
  const test = (name: string, fn: (t: Deno.TestContext) => unknown) =>
    Deno.test(name, async (t) => {
      made.set(name, own = []);
      await fn(t);
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
      const outcomes = new Outcomes(file, true);
      for (const [name, all] of made) if (all.length > 0) outcomes.of(name, all);
      outcomes.hold();
    });
  return { test, of, hold };
}
