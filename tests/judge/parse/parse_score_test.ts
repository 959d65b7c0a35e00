import assert from "node:assert/strict";
import fc from "fast-check";
import { parseScore } from "@/judge/parse/parse_score.ts";
import { ambiguous, lone } from "./verdict_cases.ts";

const scale = { low: 1, high: 10 };
const read = (text: string, abstention = false) => {
  const { status, values } = parseScore(text, { ...scale, abstention });
  return status === "ok" ? values.score : status;
};

Deno.test("parseScore reads the number behind the last heading", () => {
  const cases: [string, number][] = [
    ["### Feedback: fine.\n### Score: 7", 7],
    ["### Feedback: fine. ### Score: 10", 10],
    ["### Score: 3\n### Score: 8", 8],
    ["**Score:** **8**", 8],
    ["### Score:\n\n`9`", 9],
    ["### Score: 8/10", 8],
    ["### Score: 8 out of 10", 8],
    ["### Score: 8 (good)", 8],
    ["### Score: 8.", 8],
    ["### Score: 7.5", 7.5],
    ["### Score: [6]", 6],
    ["### SCORE: 1", 1],
    [" 4 \n", 4],
  ];
  for (const [text, expected] of cases) assert.equal(read(text), expected, text);
});

Deno.test("parseScore makes no score of what is none", () => {
  const unparsable = [
    "I give it an 8.",
    "### Score: (Only output a single integer between 1 and 10)",
    "### Score: 7-8",
    "### Score: 7 or 8",
    "### Score: 7, 8",
    "### Score: 7 to 8",
    "### Score: 8 of 9 items are right",
    "### Score: eight",
    "### Score: \uff18", // full width
    "### Score: 80%",
    "### Score: 8e0",
    "### Score: 1:2",
    "评分:8",
    "Bewertung: 8",
    '{"score": 8}',
    "### Score: 8\n### Feedback:\n### Score:",
    "### Score: N/A",
    "Feedback: 10 points are missing",
  ];
  for (const text of unparsable) assert.equal(read(text), "unparsable", text);
  for (
    const text of [
      "### Score: 0",
      "### Score: 11",
      "### Score: -3",
      "### Score:\n-3",
      "### Score: 100",
      "### Score: 4/5",
      "### Score: 80/100",
      "### Score: 10.5",
    ]
  ) {
    assert.equal(read(text), "out_of_range", text);
  }
});

Deno.test("a number that could be another one is no score", () => {
  for (const text of lone(8, 10)) assert.equal(read(`### Score: ${text}`), 8, text);
  for (const text of ambiguous(8)) assert.equal(read(`### Score: ${text}`), "unparsable", text);
  assert.equal(read("### Score: 8 points out of 20"), "out_of_range");
});

Deno.test("N/A is an abstention only where the prompt offers it", () => {
  for (
    const text of [
      "### Score: N/A",
      '### Score: "N/A"',
      "### Score: **n/a**",
      "### Score: N/A (unclear)",
      "### Score: Not applicable",
    ]
  ) {
    assert.equal(read(text, true), "abstained", text);
    assert.equal(read(text), "unparsable", text);
  }
  assert.equal(read("### Score: 5\nN/A", true), 5);
});

Deno.test("without a heading only a bare number is a score", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }).filter((text) => !/score/i.test(text)), (text) => {
      const result = read(text);
      if (typeof result === "number") assert.match(text.trim(), /^[+-]?\d+(\.\d+)?$/);
    }),
    { seed: 5, numRuns: 500 },
  );
});
