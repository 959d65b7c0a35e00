import assert from "node:assert/strict";
import { PROMPTS } from "@/judge/prompts.ts";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import { readCriteria } from "@/results/read_criteria.ts";
import { reply } from "../reply.ts";
import { SAMPLES } from "./samples.ts";

const SAMPLE = { ...SAMPLES.criteria_single, criteria: ["Conciseness and Efficiency", "logic"] };
const { criteria_single: single, criteria_joint: joint } = PROTOCOLS;

const textOf = (
  protocol: typeof single,
  sample: unknown,
  condition: ReturnType<typeof single.conditions>[0],
) =>
  protocol.steps[0].messages(sample, condition, PROMPTS, {})[0].content
    .map((part) => part.type === "text" ? part.text : "<image>").join("\n");

Deno.test("one call per criterion that applies, each about its criterion alone", () => {
  const sample = single.sample.parse(SAMPLE);
  const conditions = single.conditions({}, sample);
  assert.deepEqual(conditions.map(({ criterion }) => criterion), ["logic", "efficiency"]);
  const text = textOf(single, sample, conditions[0]);
  assert.match(text, /Logic Coherence and Consistency\n[^]*- Reward: [^]*- Penalize: /);
  assert.doesNotMatch(text, /Efficiency/);
  const order = ["<image>", "[Question]: How many?", "[Response 1]: Two", "[Response 2]: Three."];
  const places = order.map((piece) => text.indexOf(piece));
  assert.deepEqual(places.toSorted((a, b) => a - b), places);
  assert.ok(places[0] > 0);
  assert.match(text, /Response X is better\.$/);
  assert.equal(single.conditions({}, single.sample.parse(SAMPLES.criteria_single)).length, 5);
});

Deno.test("a joint call states all criteria and gives a row for each", () => {
  const sample = joint.sample.parse(SAMPLE);
  const [condition, ...more] = joint.conditions({}, sample);
  assert.equal(more.length, 0);
  const text = textOf(joint, sample, condition);
  assert.match(text, /these 2 criteria/);
  assert.match(text, /1\. Logic Coherence and Consistency\n[^]*2\. Conciseness and Efficiency\n/);
  const judgment = joint.steps[0].parse(
    reply("Criterion: Logic Coherence and Consistency\nGaps.\nJudgment: Response 2 is better."),
    sample,
    condition,
  );
  const rows = joint.rows(sample, condition, { judgment }, "j");
  assert.deepEqual(rows.map((row) => [row.mode, row.criterion, row.human, row.choice, row.status]), [
    ["joint", "logic", "A", "B", "ok"],
    ["joint", "efficiency", "B", null, "unparsable"],
  ]);
  for (const row of rows) assert.ok(readCriteria([row as object]).height === 1);
});

Deno.test("choices are canonical in both orders, and other runs and orders have a judge's name of their own", () => {
  for (const protocol of [single, joint]) {
    const sample = protocol.sample.parse({ ...SAMPLE, criteria: ["logic"] });
    const conditions = protocol.conditions({ orders: ["given", "swapped"], runs: 2, thinking: true }, sample);
    assert.equal(conditions.length, 4);
    const text = "Criterion: Logic Coherence and Consistency\nResponse 1 is better.";
    const rows = conditions.map((condition) => {
      const judgment = protocol.steps[0].parse(reply(text), sample, condition);
      return protocol.rows(sample, condition, { judgment }, "j")[0];
    });
    assert.deepEqual(
      rows.map(({ judge, choice, thinking }) => [judge, choice, thinking]),
      [["j", "A", true], ["j run 2", "A", true], ["j swapped", "B", true], ["j run 2 swapped", "B", true]],
    );
    assert.match(textOf(protocol, sample, conditions[2]), /\[Response 1\]: Three\./);
    assert.throws(() => protocol.conditions({ thinking: "yes" }, sample), /thinking/);
  }
});

Deno.test("rows of the public dataset are samples of single judging, and none of joint judging", () => {
  const row = {
    prompt_id: 3,
    split: "open_ended",
    question: "Describe.",
    image_path: "3.png",
    pred_a: "one",
    pred_b: "two",
    criterion: "Visual Grounding and Details",
    preference: "B",
  };
  const sample = single.sample.parse(row);
  assert.equal(single.sampleId(sample), "open_ended/3/grounding");
  const [condition] = single.conditions({}, sample);
  const judgment = single.steps[0].parse(reply("Response 2 is better."), sample, condition);
  const [verdict] = single.rows(sample, condition, { judgment }, "j");
  assert.deepEqual(
    [verdict.item_id, verdict.criterion, verdict.human, verdict.choice],
    ["3", "grounding", "B", "B"],
  );
  assert.match(joint.sample.safeParse(row).error!.message, /one line per item/);
  assert.match(
    single.sample.safeParse({ ...row, criterion: "reflection" }).error!.message,
    /criteria of open_ended are completeness, .*found reflection/,
  );
});
