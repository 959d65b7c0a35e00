import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { estimateTokens } from "@/judge/plan/render_call.ts";
import { planJudge } from "@/judge/plan/plan_judge.ts";
import { runJudge } from "@/judge/run/run_judge.ts";
import { costOf } from "@/judge/run/cost.ts";
import { simulatedServer } from "../simulated_server.ts";
import { runOf, studyIn } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

Deno.test("plan: counts what a run then asks, before, midway and after, and asks nothing itself", async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, 10);
  await using server = await simulatedServer();
  const options = {
    ...runOf({ data, images }, server.url, folder.path, "standard_ref"),
    conditions: { images: [true, false], orders: ["given", "swapped"] as ("given" | "swapped")[] },
    prices: { input: 2, output: 8 },
  };
  const before = await planJudge(options);
  assert.equal(server.answers.size, 0);
  // A reference per image condition, shared by both orders: 2 × 10; judgments: 4 × 10.
  assert.deepEqual(before.steps.map(({ step, calls, done }) => [step, calls, done]), [
    ["reference", 20, 0],
    ["judgment", 40, 0],
  ]);
  assert.equal(before.outputFrom, "assumed");
  assert.equal(before.cost, costOf(before.tokens, options.prices));
  const part = await runJudge({ ...options, limit: 4 });
  assert.equal(part.done, 24);
  const midway = await planJudge(options);
  assert.deepEqual([midway.calls, midway.done, midway.outputFrom], [60, 24, "journal"]);
  await runJudge(options);
  const after = await planJudge(options);
  assert.deepEqual([after.calls, after.done, after.tokens, after.cost], [60, 60, { input: 0, output: 0 }, 0]);
});

Deno.test("plan: names the samples that cannot be asked, and the parameters that a judge does not take", async () => {
  using folder = tempFolder();
  const { data, images } = studyIn(folder.path, 3);
  rmSync(`${images}/scene-00002.png`);
  const plan = await planJudge({ protocol: "base", data, images, judge: "gpt-4o" });
  assert.deepEqual(plan.problems.map(({ sample_id }) => sample_id), ["simulated study/s-00002"]);
  assert.equal(plan.cost, null);
  const score = {
    id: 1,
    bias_type: "response_dominance",
    response: "It is 42.",
    unbiased_instruction: "What is the sum?",
    biased_instruction: "",
  };
  const scored = await planJudge({ protocol: "score", data: [score], judge: "gpt-4o" });
  assert.deepEqual([scored.decoding, scored.leftOut], [{ max_completion_tokens: 16_384 }, [
    "reasoning_effort",
  ]]);
});

Deno.test("tokens: text by characters, images by tiles of the 4o rule", () => {
  const text = (text: string) => [{ role: "user" as const, content: [{ type: "text" as const, text }] }];
  assert.equal(estimateTokens(text("a".repeat(400)), []), 104);
  assert.equal(estimateTokens(text("日本語"), []), 7);
  const tiles = (width: number | null, height: number | null) =>
    estimateTokens(text(""), [{ sha256: "", url: "", width, height }]) - 4;
  // 1024 × 1024 → 768 × 768 → 2 × 2 tiles; 2048 × 4096 → 1024 × 2048 → 768 × 1536 → 2 × 3; both as OpenAI states them.
  assert.equal(tiles(1024, 1024), 85 + 170 * 4);
  assert.equal(tiles(2048, 4096), 85 + 170 * 6);
  assert.equal(tiles(100, 100), 85 + 170);
  assert.equal(tiles(null, null), 765);
});
