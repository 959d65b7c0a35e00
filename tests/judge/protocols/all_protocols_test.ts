import assert from "node:assert/strict";
import fc from "fast-check";
import { verdictFrame } from "@/judge/verdict_frame.ts";
import { PROMPTS } from "@/judge/prompts.ts";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import { reply } from "../reply.ts";
import { told } from "../told.ts";
import { SAMPLES } from "./samples.ts";
import { jsonLines } from "../study.ts";

const STATUS = ["ok", "abstained", "refused", "empty", "truncated", "out_of_range", "unparsable"];

/** Every step of every protocol, about a sample in its first condition. */
const STEPS = Object.keys(PROTOCOLS).flatMap((name) => {
  const about = told(name), { protocol: { steps }, conditions: [condition] } = about;
  return steps.map((step, i) => ({ ...about, name, step, i, condition }));
});

Deno.test("every protocol has a sample here, a prompt for each step, and conditions; every request shows its images and fills every slot", () => {
  assert.deepEqual(Object.keys(PROTOCOLS).sort(), Object.keys(SAMPLES).sort());
  for (const { name, protocol, step, condition, asked, i } of STEPS) {
    for (const id of [step.promptId, ...step.includes ?? []]) {
      assert.ok(PROMPTS[id], `${name}: wanted the prompt ${id} in data/prompts (prompts.json and ${id}.txt)`);
    }
    for (const needed of step.needs ?? []) assert.ok(protocol.steps.some(({ name }) => name === needed));
    const made = { status: "ok" as const, values: { merged: "M", text: "T" } };
    const text = asked(condition, i, Object.fromEntries((step.needs ?? []).map((name) => [name, made])));
    assert.equal(/<\S+\.(png|jpg)>/.test(text), condition.image, `${name} ${step.name}`);
    assert.doesNotMatch(text, /\{\{|undefined|null/, name);
  }
});

/** Replies that are a verdict to no protocol, with their status; those in words are an answer where free text is asked for. */
const NONE: [string, string, object?][] = jsonLines("tests/judge/protocols/no_verdicts.jsonl");

Deno.test("replies without a verdict, prose in any language among them, have their status in every protocol, and no value", () => {
  for (const { name, step, condition, verdict, i } of STEPS) {
    const isFree = ["caption", "reference", "answer"].includes(step.name) && name !== "relatedness";
    for (const [text, wanted, more] of NONE) {
      if (isFree && wanted === "unparsable") continue;
      const { status, values } = verdict(reply(text, more), condition, i);
      assert.deepEqual([status, values], [wanted, {}], `${name} ${step.name}: ${text}`);
    }
  }
});

Deno.test("any reply ends in a typed status, and any verdict, or none at all, in rows of the frame", () => {
  const pieces = fc.constantFrom(
    ...("### Score:|### Feedback:|### Selection:|### Answer:|### Keyword:|### Instruction:|### Question1:|### Question2:|" +
      "### Question3:|### Selected Question:|Final Ranking:|Judgement:|Merged Response:|Extended Answer:|" +
      "Criterion: Logic Coherence and Consistency|Response 1 is better.|The final score is $|" +
      "[[A]]|[[B]]|A|B|1|7|85|100|-3|N/A|True|False|$|**|\n|\n\n| |>|<think>|</think>|cat").split("|"),
  );
  const many = fc.array(pieces, { maxLength: 14 });
  const joined = [" ", "\n"].map((between) => many.map((parts) => parts.join(between)));
  const text = fc.oneof(fc.string({ unit: "grapheme" }), ...joined);
  const collected = new Map(STEPS.map(({ name, rows }) => [name, rows([])]));
  const isTyped = (text: string, finishReason: string | null, index: number) => {
    const { name, protocol, sample, condition, step, verdict: read, i } = STEPS[index];
    const verdict = read(reply(text, { finishReason }), condition, i), { status, values, reason } = verdict;
    assert.ok(STATUS.includes(status));
    if (status === "ok") assert.ok(Object.values(values).some((value) => value !== null));
    else assert.ok(Object.keys(values).length === 0 && reason);
    if (finishReason === "length") assert.equal(status, "truncated");
    collected.get(name)!.push(...protocol.rows(sample, condition, { [step.name]: verdict }, "judge"));
  };
  const finish = fc.constantFrom(null, "stop", "length", "content_filter");
  fc.assert(fc.property(text, finish, fc.nat(STEPS.length - 1), isTyped), { seed: 8, numRuns: 3000 });
  for (const [name, rows] of collected) {
    // Every reply is about the same sample: ids of their own keep the frame's key.
    const apart = rows.map((row, i) => ({ ...row, item_id: `${i}`, sample_id: `${i}`, image_id: `${i}` }));
    assert.ok(rows.length > 0);
    assert.equal(verdictFrame(PROTOCOLS[name].frame, apart).height, rows.length, name);
  }
});
