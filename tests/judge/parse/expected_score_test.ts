import assert from "node:assert/strict";
import fc from "fast-check";
import { expectedScore } from "@/judge/parse/expected_score.ts";
import type { TokenLogprob } from "@/judge/protocol.ts";

/** Pairs and no record, whose keys that are numbers would be sorted. */
type Alternatives = [string, number][];

/** A token with its alternatives and their probabilities; the first is the one that was written. */
function token(alternatives: Alternatives): TokenLogprob {
  const top = alternatives.map(([token, p]) => ({ token, logprob: Math.log(p) }));
  return { ...top[0], top };
}

const tokens = (...given: (string | Alternatives)[]) =>
  given.map((one) => token(typeof one === "string" ? [[one, 1]] : one));

function close(actual: number | null, wanted: number) {
  assert.ok(actual !== null && Math.abs(actual - wanted) < 1e-9, `${actual} is not ${wanted}`);
}

Deno.test("a number in one token: the mean of the alternatives", () => {
  const probabilities: Alternatives = [["80", 0.75], ["90", 0.2], ["good", 0.05]];
  // (0.75 · 80 + 0.2 · 90) / 0.95 = 78 / 0.95
  const { expected, mass } = expectedScore(
    tokens("The", " final", " score", " is", " $", probabilities, "$."),
    80,
  );
  close(expected, 78 / 0.95);
  close(mass, 0.95);
});

Deno.test("what surrounds the number may be part of its token", () => {
  const shapes: ((score: string) => string)[] = [
    (score) => score,
    (score) => ` ${score}`,
    (score) => `$${score}`,
    (score) => ` $${score}$.`,
    (score) => `**$${score}`,
    (score) => `final score is $${score}$`,
  ];
  for (const shape of shapes) {
    const alternatives: Alternatives = [[shape("80"), 0.5], [shape("100"), 0.25], [shape("7"), 0.25]];
    const before = shape("1").startsWith("final") ? "The " : "The final score is ";
    // 0.5 · 80 + 0.25 · 100 + 0.25 · 7 = 66.75
    close(expectedScore(tokens(before, alternatives, " "), 80).expected, 66.75);
  }
});

Deno.test("a number in several tokens: the alternatives of each place together", () => {
  const digits = tokens("final score is $", [["8", 0.8], ["9", 0.2]], [["5", 0.5], ["0", 0.5]], "$");
  // 0.8 · (0.5 · 85 + 0.5 · 80) + 0.2 · (0.5 · 95 + 0.5 · 90) = 66 + 18.5
  close(expectedScore(digits, 85).expected, 84.5);
  const short = tokens("final score is $", "8", [["5", 0.5], ["$", 0.5]], "$");
  // 0.5 · 85 + 0.5 · 8
  close(expectedScore(short, 85).expected, 46.5);
  const hundred = tokens("final score is $", [["10", 0.6], ["95", 0.4]], "0", "$");
  // 0.6 · 100 + 0.4 · 95: behind 95 the scale has no room for a 0
  close(expectedScore(hundred, 100).expected, 98);
  const ended = tokens("final score is $", [["8", 0.5], ["9$.", 0.5]], "5", "$");
  // 0.5 · 85 + 0.5 · 9: the alternative ends the number
  close(expectedScore(ended, 85).expected, 47);
  const longer = tokens("final score is $", "10", [["$", 0.5], ["0", 0.5]]);
  // 0.5 · 10 + 0.5 · 100
  close(expectedScore(longer, 10).expected, 55);
});

Deno.test("the last final score counts", () => {
  const twice = tokens("final score is $", [["10", 0.5], ["20", 0.5]], "$. Rather: final score is $", [[
    "60",
    0.5,
  ], ["70", 0.5]], "$");
  close(expectedScore(twice, 60).expected, 65);
});

Deno.test("a score in JSON: the tokens of its number, not of one that the reasons quote", () => {
  const shapes: [before: (string | Alternatives)[], number: (score: string) => string][] = [
    [['{"explanation":"', "final score is 70", '","final_score', '":'], (score) => score],
    [['{"explanation": "\\"final_score\\": 70", "final_score"', ":"], (score) => ` ${score}`],
    [['{"explanation":"x","final_score"'], (score) => `:${score}}`],
    [['{"explanation":"x","final_score":'], (score) => `"${score}"`],
    [['{"explanation":"x",'], (score) => `"final_score":${score}`],
  ];
  for (const [before, number] of shapes) {
    // 0.75 · 80 + 0.25 · 90 = 82.5
    const given = tokens(...before, [[number("80"), 0.75], [number("90"), 0.25]], "}");
    close(expectedScore(given, 80).expected, 82.5);
  }
  close(expectedScore(tokens('{"final_score":', "8", [["5", 0.5], ["}", 0.5]], "}"), 85).expected, 46.5);
});

Deno.test("where the probabilities do not carry a score there is none", () => {
  const none = { expected: null, mass: 0 };
  assert.deepEqual(expectedScore(null, 80), none);
  assert.deepEqual(expectedScore([], 80), none);
  assert.deepEqual(expectedScore(tokens("It is ", "80"), 80), none);
  assert.deepEqual(
    expectedScore(tokens("final score is $", "80"), 90),
    none,
    "another number than the text's",
  );
  const rare = expectedScore(tokens("final score is $", [["80", 0.3], ["very", 0.7]]), 80);
  assert.equal(rare.expected, null);
  close(rare.mass, 0.3);
  const filler = tokens("final score is $", "3").map((one) => ({
    ...one,
    logprob: -9999,
    top: one.top.map((other) => ({ ...other, logprob: -9999 })),
  }));
  assert.deepEqual(expectedScore(filler, 3), none);
});

Deno.test("any tokens give a score of the scale or none", () => {
  const pieces = fc.constantFrom(
    "final score is",
    " $",
    "8",
    "85",
    "100",
    "10",
    "0",
    "$",
    "$.",
    "good",
    "\n",
    "999",
    "",
  );
  const one = fc.tuple(
    pieces,
    fc.array(fc.tuple(pieces, fc.double({ min: -40, max: 0, noNaN: true })), { maxLength: 5 }),
  )
    .map(([text, top]): TokenLogprob => ({
      token: text,
      logprob: top[0]?.[1] ?? -0.1,
      top: top.map(([token, logprob]) => ({ token, logprob })),
    }));
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), fc.integer({ min: 0, max: 100 }), (given, parsed) => {
      const { expected, mass } = expectedScore(given, parsed);
      assert.ok(expected === null || (expected >= 0 && expected <= 100 && mass >= 0.5));
      assert.ok(mass >= 0 && mass <= 1);
    }),
    { seed: 10, numRuns: 2000 },
  );
});

const REAL = "../shared/data/mllm-judge-scores";
const present = (() => {
  try {
    return Deno.statSync(REAL).isDirectory;
  } catch {
    return false;
  }
})();
if (!present) console.warn(`The test on real log-probabilities is skipped: there is no folder ${REAL}`);

Deno.test({
  name: "log-probabilities of three real judges: the weighted mean, nothing made from fillers",
  ignore: !present,
  fn() {
    const unparsed = { "llava-critic-7b": 1, "phi-4-multimodal": 64, "gemini-2.5-flash": 308 };
    for (const [judge, count] of Object.entries(unparsed)) {
      const lines = Deno.readTextFileSync(`${REAL}/${judge}.csv`).trim().split("\n").slice(1);
      const fillers: number[] = [];
      let near = 0, scored = 0;
      for (const line of lines) {
        const [, lp1, lp2, lp3, lp4, lp5, , parsed] = line.split(",").map(Number);
        const logprobs = [lp1, lp2, lp3, lp4, lp5];
        const top = logprobs.map((logprob, i) => ({ token: String(i + 1), logprob }));
        const written = parsed < 0 ? 3 : parsed;
        const { expected } = expectedScore([
          { token: "The final score is $", logprob: 0, top: [] },
          { ...top[written - 1], top },
          { token: "$.", logprob: 0, top: [] },
        ], written);
        if (parsed < 0) {
          fillers.push(expected ?? NaN);
          continue;
        }
        const weights = logprobs.map(Math.exp);
        const sum = weights.reduce((total, weight) => total + weight, 0);
        // A judge may have written what its score token's probabilities hardly hold: then there is no expected score.
        if (expected === null) {
          assert.ok(sum < 0.5, line);
          continue;
        }
        scored++;
        close(expected, weights.reduce((total, weight, i) => total + weight * (i + 1), 0) / sum);
        if (Math.abs(expected - parsed) < 0.5) near++;
      }
      assert.equal(fillers.length, count);
      assert.ok(fillers.every(Number.isNaN));
      assert.ok(scored > 5000 && near / scored > 0.99, `${judge}: ${scored} scored, ${near} near`);
    }
  },
});
