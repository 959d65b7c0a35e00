import assert from "node:assert/strict";
import { costRange } from "@/judge/run/costs_to_come.ts";
import { plannedSamples } from "@/judge/plan/planned_samples.ts";
import { ingestBatch, PROTOCOLS, writeBatch } from "judgebias/judge";
import { expectations, partsOf } from "@/judge/run/expected.ts";
import type { TookCall } from "@/judge/store/queries.ts";
import { random } from "@/stats/random.ts";
import { keysIn } from "../batch/answers.ts";
import { completion, NOWHERE, place, samples } from "../study.ts";

const PRICES = { input: 2.5, output: 10 };

/** What is known after such calls, all of one step. */
const after = (took: TookCall[], decoding = {}, ways = { judgment: "another" }) =>
  expectations({ took: (_, way) => way ? [] : took, spent: { counted: took.length } }, { decoding, ways });

/** A call about a picture of so many pixels a side (0: none) that took so many tokens. */
const call = (
  sample: number,
  side: number,
  { input = 0, output = 10, text = 100, counted = true },
): TookCall => {
  const images = side > 0 ? [`${side}`] : [], tiles = side > 0 ? 85 + 170 * Math.ceil(side / 512) ** 2 : 0;
  const pictures = { tiles, pixels: side ** 2 };
  const shown = { request_sha256: "", images, tokens: text + tiles, ...(side > 0 ? { pictures } : {}) };
  return { sample, step: "judgment", shown, input, output, counted };
};

Deno.test("pictures go by the rule that the endpoint's counts fit, with other calls or without; unknown ones by tiles", () => {
  const rules = {
    flat: () => 258,
    pixels: (side: number) => side ** 2 / 750,
    tiles: (side: number) => 2 * (85 + 170 * Math.ceil(side / 512) ** 2),
  };
  for (const [rule, of] of Object.entries(rules)) {
    for (const sides of [[256, 512, 900, 0, 1500], [256, 512, 900, 1500]]) {
      // The estimate of text is 0.9 of the truth.
      const took = sides.map((side, i) => {
        const text = 90 + 30 * i;
        return call(i, side, { text, input: text / 0.9 + (side > 0 ? of(side) : 0) });
      });
      const { all } = after(took), { shown } = call(9, 1200, { text: 180 });
      assert.equal(all.rule, rule);
      assert.ok(
        Math.abs(all.input(partsOf(shown)) - 200 - of(1200)) < 1e-6,
        `${rule}: ${all.input(partsOf(shown))}`,
      );
    }
  }
  const { all } = after([call(1, 0, { input: 200 })]), { shown } = call(2, 600, {});
  assert.deepEqual([all.rule, all.input(partsOf(shown))], [null, 200 + 85 + 680]);
});

Deno.test("a reply without a count takes the mean of those with one, and no more than the limit; of none known its text alone", async () => {
  const { shown } = call(2, 0, {}), said = { text: "Yes.", finishReason: "stop" };
  const took = [call(1, 0, { input: 200, output: 900 }), call(1, 0, { input: 0, output: 1, counted: false })];
  const estimated = true as const;
  const known = after(took), cut = after(took, { max_completion_tokens: 60 }), none = after([], {});
  assert.deepEqual(known.uncounted("judgment", shown, said), { input: 200, output: 900, estimated });
  assert.deepEqual(cut.lost("judgment", shown), { input: 200, output: 60 });
  assert.deepEqual(none.uncounted("judgment", shown, said), { input: 100, output: 1, estimated });
  const filtered = known.uncounted("judgment", shown, { text: "", finishReason: "content_filter" });
  assert.deepEqual(filtered.output, 0);
  // Every second answer of a batch's file has a count, 200 or 400: those between take 300 more or less, and up to so many more.
  await using at = await place(NOWHERE, { data: samples(200) });
  const answers = keysIn(...(await writeBatch(at.options)).files).map((key, i) => {
    const usage = i % 2 === 0 ? null : { prompt_tokens: 100, completion_tokens: i % 4 === 1 ? 200 : 400 };
    return JSON.stringify({
      custom_id: key,
      response: { status_code: 200, body: JSON.parse(completion("[[A]]", { usage })) },
    });
  });
  Deno.writeTextFileSync(`${at.path}/answers.jsonl`, answers.join("\n"));
  const { tokens, uncertain } = await ingestBatch(`${at.path}/answers.jsonl`, at.options);
  // The standard error of 100 counts and 100 estimates, of a spread of 100.5: √300 × 100.5; two of them.
  assert.ok(Math.abs(tokens.output - 60_000) < 2000, `${tokens.output}`);
  assert.equal(uncertain.output, Math.round(2 * Math.sqrt(300 / 99) * 1000));
});

Deno.test("range of a plan: it holds in 19 of 20 studies of a judge that thinks, now and then for long; none where the pilot does not tell", () => {
  const made = random(1), studies = 400, left = 300;
  const output = () => made.uniform() < 0.03 ? 8000 + 4000 * made.uniform() : Math.exp(6 + made.normal());
  const sampled = (sample: number) => [1, 2].map(() => call(sample, 0, { input: 110, output: output() }));
  const ranged = (took: TookCall[], pixels: number[] = []) => {
    const expected = after(took), { input, output } = expected.of("judgment");
    const cost = 2 * left * (input(partsOf(took[0].shown)) * PRICES.input + output * PRICES.output) / 1e6;
    const steps = new Set(["judgment"]), rest = { calls: 2 * left, pixels, steps, cost };
    return costRange(expected, { left: rest, prices: PRICES, draw: () => 38 });
  };
  let held = 0;
  for (let study = 0; study < studies; study++) {
    const range = ranged(Array.from({ length: 20 }, (_, i) => sampled(i)).flat());
    const truth = Array.from({ length: left }, (_, i) => sampled(i)).flat()
      .reduce((sum, { input, output }) => sum + (input * PRICES.input + output * PRICES.output) / 1e6, 0);
    if (typeof range === "object" && range.low <= truth && truth <= range.high) held++;
  }
  assert.ok(held / studies > 0.92, `${held} of ${studies}`);
  const two = [...sampled(1), ...sampled(2)],
    seen = [call(3, 256, { input: 300 }), call(4, 256, { input: 310 })];
  assert.match(String(ranged(sampled(1))), /one sample alone/);
  assert.match(String(ranged(two, [65_536])), /no picture was in the pilot/);
  assert.match(String(ranged(seen, [65_536])), /every call of the pilot had a picture/);
  const large = String(ranged([...two, ...seen], Array(100).fill(1e6)));
  assert.match(large, /100 calls have far larger pictures.*--sample 38/);
});

Deno.test("a sample is drawn the same each time, is a part of every larger one, and not the first of the data", () => {
  const ids = (sample?: number) =>
    plannedSamples(PROTOCOLS.base, samples(200), { sample }).all.map(({ id }) => id);
  const [five, ten] = [ids(5), ids(10)];
  assert.deepEqual([five.length, ten.length, ids(500).length], [5, 10, 200]);
  assert.ok(five.every((id) => ten.includes(id)) && Math.max(...ten.map(Number)) > 100);
  assert.deepEqual(ids(10), ten);
});
