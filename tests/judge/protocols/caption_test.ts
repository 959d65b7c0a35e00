import assert from "node:assert/strict";
import type { TokenLogprob } from "@/judge/protocol.ts";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { reply } from "../reply.ts";
import { SAMPLES } from "./samples.ts";

const CONDITION = { image: true, swapped: false, run: 1 };

function token(text: string, top: [string, number][] = [[text, 1]]): TokenLogprob {
  return {
    token: text,
    logprob: Math.log(top[0][1]),
    top: top.map(([token, p]) => ({ token, logprob: Math.log(p) })),
  };
}

Deno.test("integer and expected score are both kept; the score is the expected one where there is one", () => {
  const { steps: [step], sample, rows } = PROTOCOLS.caption_ref_free;
  const checked = sample.parse(SAMPLES.caption_ref_free);
  const text = "Good. The final score is $80$.";
  const tokens = [
    token("Good."),
    token(" The final score is $"),
    token("80", [["80", 0.75], ["90", 0.25]]),
    token("$."),
  ];
  const row = (verdict: ReturnType<typeof step.parse>) =>
    rows(checked, CONDITION, { score: verdict }, "judge")[0];
  const weighted = row(step.parse(reply(text, { tokens }), checked, CONDITION));
  // 0.75 · 80 + 0.25 · 90 = 82.5
  assert.ok(Math.abs(Number(weighted.expected) - 0.825) < 1e-12);
  assert.deepEqual([weighted.parsed, weighted.score, weighted.mass], [0.8, weighted.expected, 1]);
  assert.ok(readCaptionScores([weighted as object]).height === 1);
  const plain = row(step.parse(reply(text), checked, CONDITION));
  assert.deepEqual([plain.parsed, plain.expected, plain.score, plain.mass], [0.8, null, 0.8, 0]);
  const none = row(step.parse(reply("The final score is $120$."), checked, CONDITION));
  assert.deepEqual([none.parsed, none.expected, none.score, none.status], [null, null, null, "out_of_range"]);
});

Deno.test("generated captions are samples of the ratings", () => {
  const { steps: [step], sample, rows } = PROTOCOLS.caption_generation;
  const checked = sample.parse({ image_id: 7, image: "7.jpg", references: ["A cat on a mat."] });
  const caption = step.parse(reply(" A cat sleeps. "), checked, CONDITION);
  const [row] = rows(checked, CONDITION, { caption }, "GPT-4o");
  const rated = PROTOCOLS.caption_ref_based.sample.parse(row) as Record<string, unknown>;
  assert.deepEqual(
    [rated.caption, rated.generator, rated.references],
    ["A cat sleeps.", "GPT-4o", ["A cat on a mat."]],
  );
  assert.equal(PROTOCOLS.caption_ref_based.sampleId(rated), "7/GPT-4o");
});
