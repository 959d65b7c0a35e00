import assert from "node:assert/strict";
import { parseBetter } from "@/judge/parse/parse_better.ts";
import { parseBracketChoice, parseSelection } from "@/judge/parse/parse_choice.ts";
import { parseFinalScore, parseScore } from "@/judge/parse/parse_score.ts";

const REAL = "../shared/data/judgebench/arena_hard-o1-mini.jsonl";
const present = (() => {
  try {
    return Deno.statSync(REAL).isFile;
  } catch {
    return false;
  }
})();
if (!present) console.warn(`The test on 700 real replies is skipped: there is no file ${REAL}`);

Deno.test({
  name: "700 real replies to another prompt, with [[A>B]] and answers of their own, never become a verdict",
  ignore: !present,
  fn() {
    const parsers = [
      parseBracketChoice,
      parseSelection,
      parseBetter,
      parseFinalScore,
      (text: string) => parseScore(text, { low: 1, high: 10 }),
    ];
    let replies = 0, marked = 0;
    for (const line of Deno.readTextFileSync(REAL).trim().split("\n")) {
      for (const { judgment } of JSON.parse(line).judgments) {
        replies++;
        if (/\[\[[AB][<>=]+[AB]\]\]/.test(judgment.response)) marked++;
        for (const parse of parsers) assert.equal(parse(judgment.response).status, "unparsable");
      }
    }
    assert.ok(replies === 700 && marked > 600);
  },
});
