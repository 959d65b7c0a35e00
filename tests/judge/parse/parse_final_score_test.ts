import assert from "node:assert/strict";
import { parseFinalScore, parseScore } from "@/judge/parse/parse_score.ts";
import { ambiguous, lone } from "./verdict_cases.ts";

const read = (text: string) => {
  const { status, values } = parseFinalScore(text);
  return status === "ok" ? values.parsed : status;
};

Deno.test("parseFinalScore reads the last final score, however it is dressed", () => {
  const cases: [string, number][] = [
    ["It has 3 dogs.\nThe final score is $85$.", 85],
    ["The final score is $0$.", 0],
    ["The final score is $100$.", 100],
    ["The final score is $10$. No, the final score is $20$.", 20],
    ["**The final score is $85$.**", 85],
    ["The final score is **$85$**.", 85],
    ["The final score is \\$85\\$.", 85],
    ["The final score is $\\boxed{85}$.", 85],
    ["The final score is: 85", 85],
    ["The final score is 85/100.", 85],
    ["The final score is $85.0$.", 85],
    ["The final score is\n$85$.", 85],
    ["the FINAL\nscore is $85$", 85],
  ];
  for (const [text, expected] of cases) assert.equal(read(text), expected, text);
});

Deno.test("parseFinalScore makes no score of what is none", () => {
  const unparsable =
    ("85|Score: 85|The final score is $N$.|The final score is $85.5$.|The final score is 80-85.|" +
      "The final score is 80 or 85.|The final score is 85%.|The final score is $eighty$.|" +
      "The final score is N/A.|If it were perfect, the final score is $100$. It is not.|" +
      "The prompt says: The final score is $100$|最终得分是 85|Die Endnote ist $85$.|" +
      "The final score is $85$. But then the final score is unclear.").split("|");
  for (const text of unparsable) assert.equal(read(text), "unparsable", text);
  for (const number of ["-1", "101", "999999999999", "8/10"]) {
    assert.equal(read(`The final score is $${number}$.`), "out_of_range", number);
  }
});

Deno.test("a number that could be another one is no final score", () => {
  for (const text of lone(85, 100)) assert.equal(read(`The final score is ${text}`), 85, text);
  for (const text of [...ambiguous(85), "0.85", ".85"]) {
    assert.equal(read(`The final score is ${text}`), "unparsable", text);
  }
  for (const text of ["85/200", "85 points out of 200", "−85"]) {
    assert.equal(read(`The final score is ${text}`), "out_of_range", text);
  }
});

Deno.test("a second score behind the first leaves none; a remark with a number does not", () => {
  for (const text of ["85\nThe final grade is 70", "85.\n\nScore: 70", "$85$.\nMy rating is now 70"]) {
    assert.equal(read(`The final score is ${text}`), "unparsable", text);
  }
  for (const text of ["85.\nThe caption has 3 errors.", "$85$.\nThis score reflects the missing dog."]) {
    assert.equal(read(`The final score is ${text}`), 85, text);
  }
});

Deno.test("a score in other words, or a number alone, behind the score leaves none", () => {
  for (const behind of ["The score should be 3.", "Overall: 3", "3", "\n**3.5**\nSo it is."]) {
    assert.equal(parseFinalScore(`The final score is 85.\n${behind}`).status, "unparsable", behind);
    assert.equal(parseScore(`### Score: 7\n${behind}`, { low: 1, high: 10 }).status, "unparsable", behind);
  }
});
