import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { hashOf } from "@/judge/store/call_key.ts";

Deno.test("hash: undefined is nothing, null is something; lists keep their order", () => {
  assert.equal(hashOf({ a: 1, b: undefined }), hashOf({ a: 1 }));
  assert.notEqual(hashOf({ a: null }), hashOf({}));
  assert.notEqual(hashOf([1, 2]), hashOf([2, 1]));
});

/** A copy with the keys of all objects in order (JavaScript puts whole numbers first, of which there are none here). */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([, v]) => v !== undefined).sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0)
      .map(([key, v]) => [key, sorted(v)]),
  );
}

Deno.test("hash: it is that of the text of a sorted copy", () => {
  const name = fc.string().filter((name) => !/^\d+$/.test(name));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      fc.string({ unit: "binary" }),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constant(undefined),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(name, tie("value"), { maxKeys: 6, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(value, (value) => {
      const text = JSON.stringify(sorted(value)) ?? "null";
      assert.equal(hashOf(value), createHash("sha256").update(text).digest("hex"));
    }),
    { seed: 1, numRuns: 300 },
  );
});
