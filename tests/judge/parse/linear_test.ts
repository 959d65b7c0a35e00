import assert from "node:assert/strict";
import fc from "fast-check";
import { expectedScore } from "@/judge/parse/expected_score.ts";
import { parseSections, parseWhole, sections } from "@/judge/parse/settle_reply.ts";
import { jsonReply } from "@/results/reply_text.ts";
import { replyScore } from "@/results/reply_score.ts";
import { replyVerdict } from "@/results/reply_verdict.ts";
import {
  parseBetter,
  parseBracketChoice,
  parseFinalScore,
  parseJointBetter,
  parseScore,
  parseSelection,
} from "@/judge/parse/parsers.ts";
import { parseFlag, parseRanking } from "@/judge/protocols/query_generation.ts";

const PARSERS: Record<string, (text: string) => unknown> = {
  score: (text) => parseScore(text, { low: 1, high: 10, abstention: true }),
  final: parseFinalScore,
  bracket: parseBracketChoice,
  selection: (text) => parseSelection(text),
  better: parseBetter,
  joint: (text) => parseJointBetter(text, { a: "Grounding", b: "Logic" }),
  flag: parseFlag,
  ranking: parseRanking,
  sections: (text) => sections(text, ["Extended Answer", "Keyword"]),
  answer: (text) => parseSections(text, { answer: "Extended Answer" }),
  whole: parseWhole,
  json: jsonReply,
  reply: replyVerdict,
  unknown: (text) => replyScore(text, { unknown: true }),
};

/** Words on which the parsers' patterns begin, go on and end, and what patterns repeat. */
const BEGINNINGS =
  ("|## |The final score is:|Score:|Judgement:|[[A|[[|Response 1 is better|Criterion:|Extended Answer|" +
    "Keyword:|Answer: |**|<think>|Final Ranking: A|1|(|\\boxed{|I cannot").split("|");
const REPEATED =
  (' |\n|\t| \n|#|## |*|_ |- |> |0|1|[|[[A]] |(|"|\\|final |Score: |Response 1 is better. |Criterion: |' +
    "<think>|\u2028|\u00a0|。|-|.").split("|");
const ENDS = ["", "x", "Score: 3", "]]", "\n8"];

/** A quadratic pattern takes 14 s and more for 100 kB, a linear one milliseconds: no question of a fast machine. */
const SIZE = 100_000, ENDLESS_MS = 5000;

function ends(name: string, text: string): boolean {
  const began = performance.now();
  PARSERS[name](text);
  return performance.now() - began < ENDLESS_MS;
}

Deno.test("parsers come back from 100 kB of what their patterns repeat", () => {
  const found =
    ("## \n|The final score is: |**Judgement:** |Keyword:  |Extended\t|[[ |Score: 1 |### Score: 7(|" +
      "The final score is $7(|```json\n").split("|");
  for (const name of Object.keys(PARSERS)) {
    for (const text of found) {
      const long = text.slice(0, -1) + text.at(-1)!.repeat(SIZE);
      assert.ok(ends(name, long), `${name}: ${JSON.stringify(text)}`);
    }
  }
});

Deno.test("property: parsers come back from any three pieces, the middle one repeated", () => {
  const piece = fc.oneof(
    fc.constantFrom(...REPEATED, ...BEGINNINGS, ...ENDS),
    fc.string({ maxLength: 4, unit: "grapheme" }),
  );
  const names = fc.constantFrom(...Object.keys(PARSERS));
  const comesBack = (a: string, b: string, c: string, name: string) =>
    ends(name, a + b.repeat(SIZE / Math.max(1, b.length)) + c);
  fc.assert(fc.property(piece, piece, piece, names, comesBack), { seed: 13, numRuns: 300 });
});

Deno.test("the expected score is linear in the places of a number", () => {
  const digits = [..."0123456789", "10", "00", "05", " ", "$", "a"].map((token, i) => ({
    token,
    logprob: Math.log(i === 0 ? 0.5 : 0.5 / 15),
  }));
  const place = { ...digits[0], top: digits };
  const [words, seven, end] = ["The final score is ", "7", "$"].map((token) => ({
    token,
    logprob: 0,
    top: [],
  }));
  const tokens = [words, ...Array.from({ length: 400 }, () => place), seven, end];
  // 400 zeros and a 7; with every continuation listed on its own there are 13^400 of them.
  const { expected, mass } = expectedScore(tokens, 7);
  assert.ok(expected !== null && expected > 0 && expected < 100 && mass > 0.85, `${expected}, ${mass}`);
});
