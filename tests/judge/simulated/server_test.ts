import assert from "node:assert/strict";
import sharp from "sharp";
import { judgeTraits } from "@/judge/simulated/judge_traits.ts";
import { answerRequest } from "@/judge/simulated/answer.ts";
import { readRequest } from "@/judge/simulated/read_request.ts";
import { claimsOf, sceneOf, scenePicture } from "@/judge/simulated/simulated_study.ts";
import { simulatedServer } from "../simulated_server.ts";
import { fillPrompt, PROMPTS } from "@/judge/prompts.ts";

Deno.test("scene: what is drawn is seen again; another picture is none", () => {
  const things = ["red circle", "orange ring"];
  assert.deepEqual(sceneOf(scenePicture(things)), new Set(things));
  assert.deepEqual(scenePicture(things), scenePicture(things));
  assert.equal(sceneOf(new TextEncoder().encode("GIF89a")), null);
  assert.deepEqual(claimsOf("no shapes here"), new Set());
});

Deno.test("scene: a circle stands in the middle of its cell, half of which it fills", async () => {
  const { data, info } = await sharp(scenePicture(["red circle"])).removeAlpha().raw().toBuffer({
    resolveWithObject: true,
  });
  const drawn = Array.from({ length: 1600 }, (_, i) => [i % 40, Math.floor(i / 40)])
    .filter(([x, y]) => data[3 * (y * info.width + x) + 1] < 200);
  const middle = (axis: number) => drawn.reduce((sum, at) => sum + at[axis], 0) / drawn.length;
  assert.deepEqual([middle(0), middle(1)], [19.5, 19.5]);
  assert.ok(Math.abs(drawn.length - Math.PI * 16 ** 2) < 20, `${drawn.length}`);
});

Deno.test("simulated judge: one numbered response alone is nothing to choose from", () => {
  const kind = (content: string) => readRequest({ messages: [{ content }] }).question.kind;
  assert.deepEqual([kind("[Response 1]: x"), kind("[Response 1]: x\n[Response 2]: y")], ["free", "choice"]);
});

Deno.test("simulated judge: the same request gets the same reply, another seed another draw", () => {
  const traits = judgeTraits({ noise: 1 });
  const ask = (seed: number, id: number) => {
    const text = PROMPTS.base.text.replace("{{query}}", `q${id}`).replace("{{answer_a}}", "a").replace(
      "{{answer_b}}",
      "b",
    );
    return answerRequest(readRequest({ messages: [{ role: "user", content: text }] }), traits, seed).text;
  };
  const series = (seed: number) => Array.from({ length: 40 }, (_, id) => ask(seed, id)).join();
  assert.equal(series(0), series(0));
  assert.notEqual(series(0), series(1));
});

Deno.test("simulated judge: traits out of range are refused", async () => {
  assert.throws(() => judgeTraits({ noise: 1.2 }), /noise from 0 to 1, found 1.2/);
  assert.throws(() => judgeTraits({ informativeness: 0.7, length: 0.7 }), /at most 1 together/);
  assert.throws(() => judgeTraits({ charm: 1 } as never), /found "charm"/);
  await assert.rejects(() => simulatedServer({ traits: { blindness: NaN } }), /blindness/);
});

Deno.test("simulated endpoint: refuses what OpenAI's API refuses, and says so", async () => {
  await using server = await simulatedServer();
  const post = (body: unknown) =>
    fetch(`${server.url}/chat/completions`, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const message = { role: "user", content: "Hello" };
  const bad = [
    "no json",
    {},
    { model: "m", messages: [] },
    { model: "m", messages: [message], temperature: 3 },
    { model: "m", messages: [message], top_logprobs: 5 },
    { model: "m", messages: [message], surprise: 1 },
    {
      model: "m",
      messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "cat.png" } }] }],
    },
  ];
  for (const body of bad) {
    const response = await post(body);
    assert.equal(response.status, 400);
    assert.ok((await response.json()).error.message.length > 0);
  }
  const good = await post({ model: "m", messages: [message] });
  assert.equal(good.status, 200);
  assert.equal((await good.json()).choices.length, 1);
});

Deno.test("a response with headings of its own is read whole", () => {
  const slots = { query: "What is it?", answer_a: "Plain.", answer_b: "### One.\n\nTwo.", image: null };
  const { question } = readRequest({ messages: fillPrompt(PROMPTS.pairwise, slots) });
  assert.ok(question.kind === "choice");
  assert.deepEqual([question.first, question.second], ["Plain.", "### One.\n\nTwo."]);
});
