import assert from "node:assert/strict";
import { parseWhole } from "@/judge/parse/field.ts";
import { parseBracketChoice } from "@/judge/parse/parse_choice.ts";
import { parseScore } from "@/judge/parse/parse_score.ts";
import { settleReply } from "@/judge/parse/settle_reply.ts";
import { usableReply } from "@/judge/transport/usable_reply.ts";
import { reply } from "../reply.ts";

Deno.test("replies without a verdict have a status of their own", () => {
  const status = (text: string, more = {}) => settleReply(reply(text, more), parseBracketChoice).status;
  assert.equal(status("Judgement: [[A]]"), "ok");
  assert.equal(status(""), "empty");
  assert.equal(status(" \n\t"), "empty");
  assert.equal(status("Judgement: [[A]]", { finishReason: "length" }), "truncated");
  assert.equal(status("", { finishReason: "length" }), "truncated");
  assert.equal(status("Judgement: [[A]]", { refusal: "I cannot help with that." }), "refused");
  assert.equal(status("Judgement: [[A]]", { finishReason: "content_filter" }), "refused");
  assert.equal(status("I'm sorry, but I can't assist with that request."), "refused");
  assert.equal(status("I cannot evaluate these images."), "refused");
  assert.equal(status("As an AI language model, I am unable to see pictures."), "refused");
  assert.equal(status("Hmm."), "unparsable");
  assert.equal(status("Sorry for the confusion above. Judgement: [[B]]"), "ok");
});

Deno.test("thinking is no part of the verdict", () => {
  const read = (text: string) => settleReply(reply(text), parseBracketChoice);
  assert.deepEqual(read("<think>First [[B]]?</think>\nJudgement: [[A]]").values, { shown: "A" });
  assert.equal(read("<think>Judgement: [[B]]</think>\nHm.").status, "unparsable");
  assert.equal(read("<think>Judgement: [[B]]").status, "truncated");
  assert.equal(read("<think>[[B]]</think>\nHm.\n <think>Judgement: [[B]]").status, "truncated");
  for (
    const quoted of [
      "the mark <think>",
      "`<think>`",
      '"<think>no</think>"',
      "x <think>no</think>",
      "“</think>”",
    ]
  ) {
    const text = `Analysis: it writes ${quoted} and ends.\nJudgement: [[A]]`;
    assert.deepEqual(read(text).values, { shown: "A" }, text);
    assert.deepEqual(read(`<think>[[B]]</think>${text}`).values, { shown: "A" }, text);
    assert.deepEqual(read(`Judgement: [[A]]. It writes ${quoted}`).values, { shown: "A" }, text);
  }
});

Deno.test("a free answer is taken whole, a refusal is not", () => {
  const read = (text: string) => settleReply(reply(text), parseWhole);
  assert.deepEqual(read("  A cat.\nIt sleeps. ").values, { text: "A cat.\nIt sleeps." });
  assert.equal(read("I’m sorry, I can’t help with identifying people.").status, "refused");
  assert.equal(read("I can see a cat.").status, "ok");
  assert.equal(read("Unfortunately the sign is blurred.").status, "ok");
});

const score = (text: string) => parseScore(text, { low: 1, high: 10 });

Deno.test("a score is accepted from a reply that ended by itself, and from no other", () => {
  const status = (finishReason: string | null) =>
    settleReply(reply("Score: 1", { finishReason }), score).status;
  for (
    const reason of [
      "stop",
      "STOP",
      null,
      "",
      "eos_token",
      "stop_sequence",
      "end_turn",
      "COMPLETE",
      "completed",
    ]
  ) assert.equal(status(reason), "ok", String(reason));
  for (
    const reason of ["length", "max_tokens", "MAX_TOKENS", "model_length", "abort", "tool_calls", "eos?"]
  ) {
    assert.equal(status(reason), "truncated", reason);
  }
  for (const reason of ["content_filter", "SAFETY", "PROHIBITED_CONTENT", "RECITATION", "refusal"]) {
    assert.equal(status(reason), "refused", reason);
  }
});

Deno.test("thinking under any mark is no answer", () => {
  for (const mark of ["think", "thinking", "reasoning", "Thought"]) {
    assert.equal(settleReply(reply(`<${mark}>Score: 3`), score).status, "truncated", mark);
    assert.deepEqual(settleReply(reply(`<${mark}>Score: 3</${mark}>Score: 8`), score).values, { score: 8 });
  }
});

Deno.test("parts of content that are reasoning are kept apart from the answer", () => {
  const content = [{ type: "reasoning", text: "Score: 3" }, { type: "text", text: "Score: 8" }, {
    type: "thinking",
    thinking: [{ type: "text", text: "hm" }],
  }];
  const found = usableReply({ choices: [{ finish_reason: "stop", message: { content } }] }).reply;
  assert.deepEqual([found.text, found.reasoning], ["Score: 8", "Score: 3\nhm"]);
});

Deno.test("of several choices the one with index 0 is the reply, whatever their order", () => {
  const choice = (text: string, index?: number) => ({
    index,
    finish_reason: "stop",
    message: { content: text },
  });
  const cases: [object[], string][] = [
    [[choice("second", 1), choice("first", 0)], "first"],
    [[choice("first"), choice("second")], "first"],
    [[choice("only", 1)], "only"],
  ];
  for (const [choices, wanted] of cases) assert.equal(usableReply({ choices }).reply.text, wanted);
});
