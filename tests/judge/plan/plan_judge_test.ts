import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { planJudge, PROTOCOLS } from "judgebias/judge";
import { planText } from "@/cli/judge_report.ts";
import { plannedSamples } from "@/judge/plan/planned_samples.ts";
import { estimateTokens } from "@/judge/run/cost.ts";
import { costOf } from "@/judge/run/prices.ts";
import { completion, holds, NOWHERE, place, saying } from "../study.ts";

/** What counts a token per four characters, and 1,100 per picture; what it says is as long as what a plan takes for unknown. */
const counting = saying((_, body) => {
  const pictures = body.split("data:").length - 1, { length } = body.replace(/data:[^"]*/g, "");
  const usage = { prompt_tokens: Math.round(length / 4) + 1100 * pictures, completion_tokens: 10 };
  return [200, completion("So. ".repeat(100) + "[[A]]", { usage })];
});

Deno.test("plan: counts what a run then asks, before, midway and after, and asks nothing itself", async () => {
  await using at = await place(counting, {
    ...{ pairs: 10, protocol: "standard_ref", prices: { input: 2, output: 8 } },
    conditions: { images: [true, false], orders: ["given", "swapped"] },
  });
  const before = await planJudge(at.options);
  assert.equal(at.server.count, 0);
  assert.equal(before.tokens.input, 26_262, "a reference not known yet counts as 396 characters");
  // A reference per image condition, shared by both orders: 2 × 10; judgments: 4 × 10.
  holds(before, {
    calls: 60,
    done: 0,
    outputFrom: "assumed",
    cost: costOf(before.tokens, at.options.prices!),
  });
  const pilot = await at.run({ limit: 4 });
  const left = await planJudge(at.options);
  holds(left, { calls: 60, done: 24, outputFrom: "journal", spent: pilot.cost });
  assert.equal(left.counted, 24);
  assert.match(planText(left, { batch: false }), /if the rest is like the 24 calls answered/);
  // A reference is one call for both orders, whether it was there or not.
  const whole = await at.run(), truth = whole.tokens.input - pilot.tokens.input;
  holds(whole, { done: 36, skipped: 24 });
  assert.ok(Math.abs(left.tokens.input / truth - 1) < 0.02, `${left.tokens.input} for ${truth}`);
  assert.ok(Math.abs((left.cost! + left.spent!) / whole.cost! - 1) < 0.02);
  const done = { calls: 60, done: 60, tokens: { input: 0, output: 0 } };
  holds(await planJudge(at.options), { ...done, cost: 0 });
  const unpriced = await planJudge({ ...at.options, prices: undefined });
  holds(unpriced, { ...done, cost: null, spent: whole.cost });
  const said = /cost +\d\S+ spent at each run's prices, nothing to come/;
  assert.match(planText(unpriced, { batch: false }), said);
});

Deno.test("plan: names the samples that cannot be asked, and the parameters that a judge does not take", async () => {
  await using at = await place(NOWHERE, { pairs: 3, judge: "gpt-4o" });
  rmSync(`${at.path}/images/scene-00002.png`);
  const { problems, cost } = await planJudge(at.options);
  assert.deepEqual([problems.map(({ sample_id }) => sample_id), cost], [["simulated study/s-00002"], null]);
  const score = {
    ...{ id: 1, bias_type: "response_dominance", response: "It is 42.", biased_instruction: "" },
    unbiased_instruction: "What is the sum?",
  };
  const scored = await planJudge({ protocol: "score", data: [score], judge: "gpt-4o" });
  holds(scored, { decoding: { max_completion_tokens: 16_384 }, leftOut: ["reasoning_effort"] });
  const decoding = { max_completion_tokens: 50 };
  const cut = await planJudge({ protocol: "score", data: [score], judge: "gpt-4o", decoding });
  assert.match(planText(cut, { batch: false }), /and 100 out \(replies assumed: 50 tokens each;/);
});

Deno.test("tokens: text by characters, images by tiles of the 4o rule", () => {
  const tokens = (text: string, width?: number | null) => {
    const height = width === 2048 ? 4096 : width ?? null;
    const image = { sha256: "", url: "", width: width ?? null, height };
    return estimateTokens(
      [{ role: "user", content: [{ type: "text", text }] }],
      width === undefined ? [] : [image],
    );
  };
  assert.deepEqual([tokens("a".repeat(400)), tokens("日本語")], [104, 7]);
  // 1024 × 1024 → 768 × 768 → 2 × 2 tiles; 2048 × 4096 → 1024 × 2048 → 768 × 1536 → 2 × 3; both as OpenAI states them.
  const tiles = [1024, 2048, 100, null].map((width) => tokens("", width) - 4);
  assert.deepEqual(tiles, [85 + 170 * 4, 85 + 170 * 6, 85 + 170, 765]);
});

const rows = Array.from({ length: 20_003 }, (_, i) => ({
  ...{ item_id: `${i}`, query: `What is in ${i}?`, answer_a: "A cat.", answer_b: `A dög, number ${i}.` },
  human: i % 3 === 0 ? null : "A",
}));

/** The rows as JSON lines, which leave out what is null. */
const lines = rows.map((row) => JSON.stringify(row, (_, value) => value ?? undefined)).join("\n");

Deno.test("samples: JSON lines and packed ones are the same samples; what is wrong with a file names it, and its row", async () => {
  await using at = await place(NOWHERE);
  const path = (name: string) => `${at.path}/${name}`;
  writeFileSync(path("study.jsonl"), lines);
  writeFileSync(path("packed.jsonl.gz"), gzipSync(lines));
  const read = (name: string) => {
    const { all } = plannedSamples(PROTOCOLS.base, path(name), { dataSet: "study" });
    const part = all.slice(19_999, 20_002).map(({ id, index }) => [id, index]);
    return { whole: all.map(({ sha256 }) => sha256), count: all.length, part };
  };
  const plain = read("study.jsonl");
  holds(plain, { count: rows.length, part: [["19999", 19_999], ["20000", 20_000], ["20001", 20_001]] });
  assert.deepEqual(read("packed.jsonl.gz"), plain);
  writeFileSync(path("torn.jsonl.gz"), gzipSync(lines).subarray(0, 5000));
  writeFileSync(path("none.csv"), "item_id,query");
  writeFileSync(
    path("twice.jsonl"),
    `${lines.split("\n")[0]}\n${lines.split("\n")[1].replace("{", '{"query":"x",')}`,
  );
  for (
    const [name, words] of [
      ["torn.jsonl.gz", /torn\.jsonl\.gz: wanted a whole gzip file/],
      ["none.csv", /none\.csv: wanted samples as JSONL/],
      ["twice.jsonl", /twice\.jsonl, line 2, column query: wanted each key once in a record/],
    ] as const
  ) await assert.rejects(() => planJudge({ ...at.options, out: undefined, data: path(name) }), words);
});
