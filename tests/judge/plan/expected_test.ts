import assert from "node:assert/strict";
import { plannedSamples } from "@/judge/plan/planned_samples.ts";
import { PROTOCOLS } from "judgebias/judge";
import { expectations } from "@/judge/run/cost.ts";
import { samples } from "../study.ts";

/** What is known after so many calls of the step `judgment`, and of no other. */
const after = (calls: number, decoding = {}) => {
  const known = { calls, times: 2, output: 900 }, none = { calls: 0, times: 1, output: 0 };
  return expectations({ took: (step) => step === "judgment" ? known : none, spent: { counted: calls } }, {
    decoding,
  });
};

Deno.test("a call takes what those of its step took, else what is assumed; a reply no more than its limit", () => {
  const shown = { request_sha256: "", images: [], tokens: 100 }, estimated = true as const;
  const known = after(2), cut = after(2, { max_completion_tokens: 60 });
  const said = { text: "Yes.", finishReason: "stop" };
  assert.deepEqual(known.lost("judgment", shown), { input: 200, output: 900 });
  assert.deepEqual(cut.lost("judgment", shown), { input: 200, output: 60 });
  assert.deepEqual([known, after(0)].map((one) => one.of("anchor").output), [400, 400]);
  // A reply without a count takes the mean of those with one; of none known its text alone.
  assert.deepEqual(known.uncounted("judgment", shown, said), { input: 200, output: 900, estimated });
  assert.equal(after(0).uncounted("judgment", shown, said).output, 1);
  assert.equal(known.uncounted("judgment", shown, { text: "", finishReason: "content_filter" }).output, 0);
});

Deno.test("what calls take is looked up anew when a tenth more was counted", () => {
  const spent = { counted: 0 }, looked: (string | null)[] = [];
  const took = (step: string | null) => (looked.push(step), { calls: 1, times: 1, output: 1 });
  const { of } = expectations({ took, spent }, { decoding: {} });
  const looks = [10, 11, 12, 13, 14].map((counted) => {
    spent.counted = counted;
    of("judgment");
    return looked.length;
  });
  assert.deepEqual(looks, [1, 1, 2, 2, 3]);
});

Deno.test("a sample is drawn the same each time, is a part of every larger one, and not the first of the data", () => {
  const ids = (sample?: number) =>
    plannedSamples(PROTOCOLS.base, samples(200), { sample }).all.map(({ id }) => id);
  const [five, ten] = [ids(5), ids(10)];
  assert.deepEqual([five.length, ten.length, ids(500).length], [5, 10, 200]);
  assert.ok(five.every((id) => ten.includes(id)) && Math.max(...ten.map(Number)) > 100);
  assert.deepEqual(ids(10), ten);
});
