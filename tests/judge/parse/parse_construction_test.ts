import assert from "node:assert/strict";
import { parseFlag } from "@/judge/protocols/image_query.ts";
import { parseRanking } from "@/judge/protocols/query_generation.ts";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import { SAMPLES } from "../protocols/samples.ts";
import { reply } from "../reply.ts";

Deno.test("parseFlag wants one word", () => {
  const read = (text: string) => parseFlag(text).values.answer ?? parseFlag(text).status;
  assert.equal(read("### Answer: True"), true);
  assert.equal(read("The sign matters.\n### Answer: `false`."), false);
  assert.equal(read("### Answer: True\n### Answer: False"), false);
  assert.equal(read("**False**"), false);
  for (
    const text of [
      "### Answer:",
      "### Answer: yes",
      "### Answer: True/False",
      "It is True.",
      "True\nFalse",
      "### Answer: True\nNo, False",
      "### Answer: True\n\nWait, no.",
      "真",
    ]
  ) {
    assert.equal(read(text), "unparsable", text);
  }
});

Deno.test("parseRanking reads the letter and notices a ranking that contradicts it", () => {
  const text = (ranking: string, letter: string) =>
    `### Overall Assessment:\nSummary: all fine.\nFinal Ranking: ${ranking}\nRationale: because.\n\n### Selected Question: ${letter}`;
  assert.deepEqual(parseRanking(text("B > A > C", "B")).values, {
    selected: "B",
    ranking: "B > A > C",
    summary: "all fine.",
    rationale: "because.",
    consistent: true,
  });
  assert.equal(parseRanking(text("A>B>C", "**C**")).values.consistent, false);
  assert.equal(parseRanking(text("A > B = C", "Question A")).values.ranking, null);
  assert.equal(parseRanking(text("A > A > C", "A")).values.ranking, null);
  assert.equal(parseRanking("### Selected Question:\n\nB").values.selected, "B");
  for (const letter of ["D", "A or B", "", "none", "[A or B or C]"]) {
    assert.equal(parseRanking(text("A > B > C", letter)).status, "unparsable", letter);
  }
});

Deno.test("three questions, an instruction, a keyword", () => {
  const read = (name: string, text: string) => {
    const { steps: [step], sample, conditions } = PROTOCOLS[name];
    const checked = sample.parse(SAMPLES[name]);
    return step.parse(reply(text), checked, conditions({}, checked)[0]);
  };
  const questions = "### Question1: What?\n### Question2:\nWhy\nso?\n\n**Question3:** How?";
  assert.deepEqual(read("query_generation", questions).values, {
    question_a: "What?",
    question_b: "Why\nso?",
    question_c: "How?",
  });
  assert.equal(read("query_generation", "### Question1: What?\n### Question2: Why?").status, "unparsable");
  assert.equal(read("query_generation", questions.replace("How?", "<third question>")).status, "unparsable");
  assert.deepEqual(read("text_query", "### Instruction: Explain tides.").values, { query: "Explain tides." });
  assert.equal(read("text_query", "Explain tides.").status, "unparsable");
  assert.deepEqual(read("keyword_extraction", '### Keyword: "stop sign".').values, { keywords: "stop sign" });
  assert.deepEqual(read("keyword_extraction", "**stop sign**").values, { keywords: "stop sign" });
  assert.equal(
    read("keyword_extraction", "The keyword of this picture is a red stop sign.").status,
    "unparsable",
  );
});
