import assert from "node:assert/strict";
import { PROMPTS } from "@/judge/prompts.ts";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import { reply } from "../reply.ts";

const SAMPLE = {
  id: 12,
  bias_type: "response_dominance",
  bias_category: "integrality",
  task_type: "Reasoning",
  domain_type: "Math",
  difficulty: "3",
  generator: "gpt-5-mini",
  response: "It is 42.",
  unbiased_instruction: "What is the sum?",
  biased_instruction: "",
  unbiased_image: "unbiased/12.png",
  biased_image: "biased/12.png",
};
const NAMES = ["score", "abstention", "score_guided", "constraints", "reasoning"];
const CONDITION = { image: true, swapped: false, run: 2 };

Deno.test("both scores make one row of score pairs", () => {
  for (const name of NAMES) {
    const { steps, sample, rows } = PROTOCOLS[name];
    const checked = sample.parse(SAMPLE);
    const unbiased = steps[0].parse(reply("### Feedback: ok\n### Score: 8"), checked, CONDITION);
    const biased = steps[1].parse(reply("### Feedback: ok\n### Score: 3"), checked, CONDITION);
    const [row] = rows(checked, CONDITION, { unbiased, biased }, "o3");
    assert.ok(readScorePairs([row as object]).height === 1, name);
    assert.deepEqual(
      [
        row.prompt,
        row.run,
        row.sample_id,
        row.unbiased,
        row.biased,
        row.unbiased_status,
        row.words_query,
        row.words_query_biased,
        row.words_response,
      ],
      [name, 2, "12", 8, 3, "scored", 4, 0, 3],
    );
  }
});

Deno.test("N/A is an abstention with the abstention prompt alone", () => {
  for (const name of NAMES) {
    const { steps, sample, rows } = PROTOCOLS[name];
    const checked = sample.parse(SAMPLE);
    const biased = steps[1].parse(reply("### Score: N/A"), checked, CONDITION);
    const [row] = rows(checked, CONDITION, { biased }, "o3");
    assert.ok(readScorePairs([row as object]).height === 1);
    assert.deepEqual(
      [row.biased, row.biased_status, row.unbiased_status],
      [null, name === "abstention" ? "abstained" : "unparsable", "missing"],
    );
  }
  const { steps, sample, rows } = PROTOCOLS.score;
  const checked = sample.parse(SAMPLE);
  const unbiased = steps[0].parse(reply("", { finishReason: "length" }), checked, CONDITION);
  const [row] = rows(checked, CONDITION, { unbiased }, "o3");
  assert.deepEqual([row.unbiased_status, row.unbiased_reply], ["unparsable", "truncated"]);
});

Deno.test("a sample may use the frame's names, and text-only inputs have no image", () => {
  const { sample, steps, sampleId } = PROTOCOLS.score;
  const { id, domain_type, ...rest } = SAMPLE;
  const checked = sample.parse({ ...rest, sample_id: id, domain: domain_type, unbiased_image: null });
  assert.equal(sampleId(checked), "12/response_dominance");
  assert.equal(steps[0].messages(checked, CONDITION, PROMPTS, {})[0].content.length, 1);
  assert.ok(!sample.safeParse({ ...SAMPLE, bias_type: "Text-Dominance" }).success);
  assert.ok(!sample.safeParse({ ...SAMPLE, biased_instruction: null }).success);
});

Deno.test("A/B judging asks in both orders and offers no tie", () => {
  const { sample, conditions, steps, rows, decoding } = PROTOCOLS.pairwise;
  const checked = sample.parse({
    item_id: "x",
    query: "Q",
    answer_a: "short",
    answer_b: "long long",
    variant: "verbose",
    image: "i.png",
  });
  const all = conditions({}, checked);
  assert.deepEqual(all.map(({ swapped }) => swapped), [false, true]);
  const swapped = steps[0].messages(checked, all[1], PROMPTS, {})[0].content[0];
  assert.match(
    swapped.type === "text" ? swapped.text : "",
    /### Response A:\nlong long\n\n### Response B:\nshort\n/,
  );
  const judgment = steps[0].parse(reply("### Feedback: …\n### Selection: B"), checked, all[1]);
  const [row] = rows(checked, all[1], { judgment }, "j");
  assert.deepEqual([row.choice, row.variant, row.swapped], ["A", "verbose", true]);
  assert.equal(steps[0].parse(reply("### Selection: tie"), checked, all[0]).status, "unparsable");
  assert.deepEqual(decoding, { max_completion_tokens: 16_384, reasoning_effort: "high" });
});
