import assert from "node:assert/strict";
import fc from "fast-check";
import type { Reply, ReplyVerdict } from "@/judge/protocol.ts";
import { PROMPTS } from "@/judge/prompts.ts";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import { verdictFrame } from "@/judge/verdict_frame.ts";
import { reply } from "../reply.ts";
import { SAMPLES } from "./samples.ts";

const STATUS = ["ok", "abstained", "refused", "empty", "truncated", "out_of_range", "unparsable"];

/** Protocols whose answer is free text, in which every language and every word may stand. */
const FREE_TEXT = ["caption", "reference", "answer"];

/** Every first request of every protocol: the sample, a condition of it and a step. */
const FIRST = Object.values(PROTOCOLS).flatMap((protocol) => {
  const sample = protocol.sample.parse(SAMPLES[protocol.name]);
  const conditions = protocol.conditions({}, sample);
  return protocol.steps.map((step) => ({ protocol, sample, condition: conditions[0], step }));
});

Deno.test("every protocol has a sample here, a prompt for each step, and conditions", () => {
  assert.deepEqual(Object.keys(PROTOCOLS).sort(), Object.keys(SAMPLES).sort());
  for (const { protocol, condition, step } of FIRST) {
    assert.ok(condition, protocol.name);
    for (const id of [step.promptId, ...step.includes ?? []]) assert.ok(PROMPTS[id], id);
    for (const needed of step.needs ?? []) assert.ok(protocol.steps.some(({ name }) => name === needed));
  }
});

Deno.test("every request shows its images and fills every slot", () => {
  for (const { protocol, sample, condition, step } of FIRST) {
    const earlier = Object.fromEntries((step.needs ?? []).map((name): [string, ReplyVerdict] => [name, {
      status: "ok",
      values: { merged: "M", text: "T" },
    }]));
    const messages = step.messages(sample, condition, PROMPTS, earlier);
    const parts = messages.flatMap(({ content }) => content);
    assert.equal(
      parts.some(({ type }) => type === "image"),
      condition.image,
      `${protocol.name} ${step.name}`,
    );
    for (const part of parts) {
      if (part.type === "text") assert.doesNotMatch(part.text, /\{\{|undefined|null/, protocol.name);
    }
  }
});

Deno.test("replies without a verdict have their status in every protocol, and no value", () => {
  const cases: [Reply, string][] = [
    [reply(""), "empty"],
    [reply(" \n\t "), "empty"],
    [reply("", { finishReason: "length" }), "truncated"],
    [reply("### Score: 1", { finishReason: "length" }), "truncated"],
    [reply("Judgement: [[A]]", { finishReason: "content_filter" }), "refused"],
    [reply("", { refusal: "No." }), "refused"],
    [reply("I'm sorry, but I can't assist with that."), "refused"],
    [reply("<think>Judgement: [[A]]"), "truncated"],
  ];
  for (const { protocol, sample, condition, step } of FIRST) {
    for (const [given, expected] of cases) {
      const verdict = step.parse(given, sample, condition);
      assert.equal(verdict.status, expected, `${protocol.name} ${step.name}: ${given.text}`);
      assert.deepEqual(verdict.values, {});
    }
  }
});

Deno.test("prose in any language is no verdict", () => {
  const replies = [
    "Die erste Antwort ist besser. Note: acht von zehn.",
    "第一个回答更好。评分:八",
    "Первый ответ лучше, оценка: 8",
    "الإجابة الأولى أفضل",
    "N/A",
    "Both are good: A and B, 1 and 2, 85 out of 100.",
    '```json\n{"rating": 8, "choice": "A"}\n```',
  ];
  for (const { protocol, sample, condition, step } of FIRST) {
    if (FREE_TEXT.includes(step.name) && protocol.name !== "relatedness") continue;
    for (const text of replies) {
      const { status, values } = step.parse(reply(text), sample, condition);
      assert.equal(status, "unparsable", `${protocol.name} ${step.name}: ${text}`);
      assert.deepEqual(values, {});
    }
  }
});

Deno.test("any reply ends in a typed status, and any verdict in rows of the frame", () => {
  const pieces = fc.constantFrom(
    ..."### Score:|### Feedback:|### Selection:|### Answer:|### Keyword:|### Instruction:|### Question1:"
      .split("|"),
    ..."### Question2:|### Question3:|### Selected Question:|Final Ranking:|Judgement:|Merged Response:"
      .split("|"),
    ..."Extended Answer:|Criterion: Logic Coherence and Consistency|Response 1 is better.|The final score is $"
      .split("|"),
    ..."[[A]]|[[B]]|A|B|1|7|85|100|-3|N/A|True|False|$|**|\n|\n\n| |>|<think>|</think>|cat".split("|"),
  );
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(" ")),
    fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join("\n")),
  );
  const collected = new Map<string, Record<string, unknown>[]>();
  const finish = fc.constantFrom(null, "stop", "length", "content_filter");
  fc.assert(
    fc.property(text, finish, fc.nat(FIRST.length - 1), (text, finishReason, index) => {
      const { protocol, sample, condition, step } = FIRST[index];
      const verdict = step.parse(reply(text, { finishReason }), sample, condition);
      assert.ok(STATUS.includes(verdict.status));
      if (verdict.status !== "ok") {
        assert.deepEqual(verdict.values, {});
        assert.ok(verdict.reason);
      } else assert.ok(Object.values(verdict.values).some((value) => value !== null));
      if (finishReason === "length") assert.equal(verdict.status, "truncated");
      const rows = collected.get(protocol.name) ?? [];
      rows.push(...protocol.rows(sample, condition, { [step.name]: verdict }, "judge"));
      collected.set(protocol.name, rows);
    }),
    { seed: 8, numRuns: 3000 },
  );
  for (const [name, rows] of collected) {
    // Every reply is about the same sample: ids of their own keep the frame's key.
    const apart = rows.map((row, i) => ({ ...row, item_id: `${i}`, sample_id: `${i}`, image_id: `${i}` }));
    assert.equal(verdictFrame(PROTOCOLS[name].frame, apart).height, rows.length, name);
  }
});

Deno.test("rows of no verdicts at all are rows of the frame too", () => {
  for (const { protocol, sample, condition } of FIRST) {
    const rows = protocol.rows(sample, condition, {}, "judge");
    assert.ok(rows.length > 0);
    assert.equal(verdictFrame(protocol.frame, rows).height, rows.length, protocol.name);
  }
});
