import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import fc from "fast-check";
import { expectedScore } from "@/judge/parse/expected_score.ts";
import type { TokenLogprob } from "@/judge/protocol.ts";
import { jsonLines } from "../study.ts";

/** Pairs and no record, whose keys that are numbers would be sorted. */
type Alternatives = [string, number][];

/** Tokens, some with alternatives and their probabilities; the first is the one that was written. */
const tokens = (...given: (string | Alternatives)[]): TokenLogprob[] =>
  given.map((one) => {
    const all: Alternatives = typeof one === "string" ? [[one, 1]] : one;
    const top = all.map(([token, p]) => ({ token, logprob: p === 0 ? -9999 : Math.log(p) }));
    return { ...top[0], top };
  });

/** What was written, the score that was read of it, and the mean over the alternatives, worked out by hand; null where there is none. */
interface Case {
  name: string;
  tokens: (string | Alternatives)[] | null;
  parsed: number;
  expected: number | null;
  mass: number;
}

Deno.test("expected score: the mean of the alternatives by their probabilities, or none", () => {
  const cases: Case[] = jsonLines("tests/judge/parse/expected_scores.jsonl");
  for (const { name, tokens: written, parsed, expected: wanted, mass: weight } of cases) {
    const { expected, mass } = expectedScore(written && tokens(...written), parsed);
    if (wanted === null) assert.equal(expected, null, name);
    else assert.ok(expected !== null && Math.abs(expected - wanted) < 1e-9, `${name}: ${expected}`);
    assert.ok(Math.abs(mass - weight) < 1e-9, `${name}: ${mass}`);
  }
});

Deno.test("any tokens give a score of the scale or none", () => {
  const pieces = fc.constantFrom(..."final score is| $|8|85|100|10|0|$|$.|good|\n|999|".split("|"));
  const logprob = fc.double({ min: -40, max: 0, noNaN: true });
  const one = fc.record({
    token: pieces,
    top: fc.array(fc.record({ token: pieces, logprob }), { maxLength: 5 }),
  })
    .map(({ token, top }): TokenLogprob => ({ token, logprob: top[0]?.logprob ?? -0.1, top }));
  const isScore = (given: TokenLogprob[], parsed: number) => {
    const { expected, mass } = expectedScore(given, parsed);
    assert.ok(expected === null || (expected >= 0 && expected <= 100 && mass >= 0.5));
    assert.ok(mass >= 0 && mass <= 1);
  };
  const parsed = fc.integer({ min: 0, max: 100 });
  fc.assert(fc.property(fc.array(one, { maxLength: 8 }), parsed, isScore), { seed: 10, numRuns: 2000 });
});

const REAL = "../shared/data/mllm-judge-scores", present = existsSync(REAL);
if (!present) console.warn(`The test on real log-probabilities is skipped: there is no folder ${REAL}`);

Deno.test({
  name: "log-probabilities of three real judges: the weighted mean, nothing made from fillers",
  ignore: !present,
  fn() {
    const unparsed = { "llava-critic-7b": 1, "phi-4-multimodal": 64, "gemini-2.5-flash": 308 };
    for (const [judge, count] of Object.entries(unparsed)) {
      const lines = Deno.readTextFileSync(`${REAL}/${judge}.csv`).trim().split("\n").slice(1);
      let fillers = 0, near = 0, scored = 0;
      for (const line of lines) {
        const numbers = line.split(",").map(Number), logprobs = numbers.slice(1, 6), parsed = numbers[7];
        const top = logprobs.map((logprob, i) => ({ token: String(i + 1), logprob })),
          written = parsed < 0 ? 3 : parsed;
        const [before, after] = tokens("The final score is $", "$.");
        const { expected } = expectedScore([before, { ...top[written - 1], top }, after], written);
        const weights = logprobs.map(Math.exp), sum = weights.reduce((total, weight) => total + weight, 0);
        if (parsed < 0) {
          fillers++;
          assert.equal(expected, null, line);
        } else if (expected === null) {
          // A judge may have written what its score token's probabilities hardly hold: then there is no expected score.
          assert.ok(sum < 0.5, line);
        } else {
          scored++;
          const mean = weights.reduce((total, weight, i) => total + weight * (i + 1), 0) / sum;
          assert.ok(Math.abs(expected - mean) < 1e-9, line);
          if (Math.abs(expected - parsed) < 0.5) near++;
        }
      }
      assert.equal(fillers, count);
      assert.ok(scored > 5000 && near / scored > 0.99, `${judge}: ${scored} scored, ${near} near`);
    }
  },
});
