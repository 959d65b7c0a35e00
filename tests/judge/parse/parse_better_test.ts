import assert from "node:assert/strict";
import { parseBetter, parseJointBetter } from "@/judge/parse/parse_better.ts";

const shown = (text: string) => parseBetter(text).values.shown ?? parseBetter(text).status;

Deno.test("parseBetter reads the last line that says which response is better", () => {
  const cases: [string, unknown][] = [
    ["It names the sign.\nResponse 2 is better.", 2],
    ["Response 2 is better.\nNo.\nResponse 1 is better.", 1],
    ["**Response 1 is better.**", 1],
    ["> Response [2] is better", 2],
    ["Judgment: Response 1 is better.", 1],
    ["It is shorter. Therefore, Response 2 is better than Response 1.", 2],
    ["Response 2 is better written.\nResponse 1 is better.\nThank you!", 1],
  ];
  for (const [text, expected] of cases) assert.equal(shown(text), expected, text);
  const none = [
    "Response X is better.",
    "Response 3 is better.",
    "Response 1 or Response 2 is better.",
    "Response 1 is better than Response 1.",
    "I would not say that Response 1 is better.",
    "It is hard to say whether Response 2 is better.",
    "Neither. N/A",
    "回答 1 更好。",
    "Response 1 is better at grounding but Response 2 is clearer.",
    "Not: Response 1 is better.",
    "Response 1 is better. Response 2 is better.",
    "Response 1 is better.\nIn fact response 2 is better at that.",
    "Response 1 is better.\nCorrection: I meant the other.",
    "Response 1 is better.\nHowever, overall the second response wins.",
  ];
  for (const text of none) assert.equal(shown(text), "unparsable", text);
});

const NAMES = { logic: "Logic Coherence and Consistency", fact: "Factuality / No Hallucination" };

Deno.test("parseJointBetter reads a block per criterion", () => {
  const text = `**Criterion: Logic Coherence and Consistency**
Response 1 skips a step.
Judgment: Response 2 is better.

2. Criterion: Factuality/No Hallucination
Judgment: **Response 1 is better.**`;
  assert.deepEqual(parseJointBetter(text, NAMES), { status: "ok", values: { logic: 2, fact: 1 } });
  const half = parseJointBetter(text.replace("Response 1 is better", "A tie"), NAMES);
  assert.deepEqual([half.status, half.values], ["ok", { logic: 2, fact: null }]);
  assert.match(half.reason!, /fact/);
  assert.equal(parseJointBetter("Response 1 is better.", NAMES).status, "unparsable");
  const again = `${text}\nCriterion: Logic Coherence and Consistency\nJudgment: Response 1 is better.`;
  assert.equal(parseJointBetter(again, NAMES).values.logic, 1);
});

Deno.test("another heading ends a criterion's section, and two verdicts in one are none", () => {
  const names = { c: "Clarity", d: "Depth" };
  const read = (text: string) => parseJointBetter(`Criterion: Clarity\n${text}`, names).values;
  assert.deepEqual(read("Response 1 is better.\nCriterion: Depth\nResponse 2 is better."), { c: 1, d: 2 });
  assert.deepEqual(read("Response 1 is better.\nOn Depth: Response 2 is better."), { c: 1, d: null });
  assert.deepEqual(read("Response 1 is better.\nOn depth\nResponse 1 is better."), {});
  for (const heading of ["Depth and Clarity", "Clarity (revisited)"]) {
    assert.deepEqual(read(`Response 1 is better.\nCriterion: ${heading}\nResponse 2 is better.`), {});
  }
  for (const heading of ["On Depth:", "> Criterion: Depth"]) {
    assert.deepEqual(read(`${heading}\nResponse 2 is better.`), {});
  }
});
