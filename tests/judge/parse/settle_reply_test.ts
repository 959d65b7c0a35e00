import assert from "node:assert/strict";
import { parseBracketChoice } from "@/judge/parse/parse_choice.ts";
import { parseWhole } from "@/judge/parse/field.ts";
import { settleReply } from "@/judge/parse/settle_reply.ts";
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
