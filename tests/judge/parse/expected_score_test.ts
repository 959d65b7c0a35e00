import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import fc from "fast-check";
import { expectedScore } from "@/judge/parse/expected_score.ts";
import type { TokenLogprob } from "@/judge/protocol.ts";

/** Pairs and no record, whose keys that are numbers would be sorted. */
type Alternatives = [string, number][];

/** Tokens, some with alternatives and their probabilities; the first is the one that was written. */
const tokens = (...given: (string | Alternatives)[]): TokenLogprob[] =>
  given.map((one) => {
    const all: Alternatives = typeof one === "string" ? [[one, 1]] : one;
    const top = all.map(([token, p]) => ({ token, logprob: Math.log(p) }));
    return { ...top[0], top };
  });

/** Where the number is in one token: what stands before it, and how its token looks. */
const SHAPES: [before: string[], number: (score: string) => string][] = [
  ...[
    (n: string) => n,
    (n: string) => ` ${n}`,
    (n: string) => `$${n}`,
    (n: string) => ` $${n}$.`,
    (n: string) => `**$${n}`,
  ]
    .map((number): typeof SHAPES[number] => [["The final score is "], number]),
  [["The "], (score) => `final score is $${score}$`],
  // In JSON: the tokens of its number, not of one that the reasons quote.
  [['{"explanation":"', "final score is 70", '","final_score', '":'], (score) => score],
  [['{"explanation": "\\"final_score\\": 70", "final_score"', ":"], (score) => ` ${score}`],
  [['{"explanation":"x","final_score"'], (score) => `:${score}}`],
  [['{"explanation":"x","final_score":'], (score) => `"${score}"`],
  [['{"explanation":"x",'], (score) => `"final_score":${score}`],
];

const IS = "final score is $";

/** What was written, the score that was read of it, and the mean over the alternatives, worked out by hand; null where there is none. */
const CASES: [
  name: string,
  tokens: TokenLogprob[] | null,
  parsed: number,
  expected: number | null,
  mass?: number,
][] = [
  // (0.75 · 80 + 0.2 · 90) / 0.95
  [
    "what is no number weighs nothing",
    tokens("The", " final", " score", " is", " $", [["80", 0.75], ["90", 0.2], ["good", 0.05]], "$."),
    ...[80, 78 / 0.95, 0.95] as const,
  ],
  // 0.5 · 80 + 0.25 · 100 + 0.25 · 7
  ...SHAPES.map(([before, n]): typeof CASES[number] => [
    "what surrounds the number may be part of its token",
    tokens(
      ...before,
      [[n("80"), 0.5], [n("100"), 0.25], [n("7"), 0.25]],
      before[0].startsWith("{") ? "}" : " ",
    ),
    ...[80, 66.75] as const,
  ]),
  // 0.8 · (0.5 · 85 + 0.5 · 80) + 0.2 · (0.5 · 95 + 0.5 · 90) = 66 + 18.5
  [
    "each place of several tokens",
    tokens(IS, [["8", 0.8], ["9", 0.2]], [["5", 0.5], ["0", 0.5]], "$"),
    85,
    84.5,
  ],
  // 0.5 · 85 + 0.5 · 8
  ["a number may end sooner", tokens(IS, "8", [["5", 0.5], ["$", 0.5]], "$"), 85, 46.5],
  ["so in JSON", tokens('{"final_score":', "8", [["5", 0.5], ["}", 0.5]], "}"), 85, 46.5],
  // 0.6 · 100 + 0.4 · 95
  ["behind 95 the scale has no room for a 0", tokens(IS, [["10", 0.6], ["95", 0.4]], "0", "$"), 100, 98],
  // 0.5 · 85 + 0.5 · 9
  ["the alternative ends the number", tokens(IS, [["8", 0.5], ["9$.", 0.5]], "5", "$"), 85, 47],
  // 0.5 · 10 + 0.5 · 100
  ["or goes on", tokens(IS, "10", [["$", 0.5], ["0", 0.5]]), 10, 55],
  [
    "the last final score counts",
    tokens(IS, [["10", 0.5], ["20", 0.5]], `$. Rather: ${IS}`, [["60", 0.5], ["70", 0.5]], "$"),
    ...[60, 65] as const,
  ],
  ["no tokens", null, 80, null, 0],
  ["none of them", [], 80, null, 0],
  ["no final score", tokens("It is ", "80"), 80, null, 0],
  ["another number than the text's", tokens(IS, "80"), 90, null, 0],
  ["less than half of the mass", tokens(IS, [["80", 0.3], ["very", 0.7]]), 80, null, 0.3],
  [
    "fillers",
    tokens(IS, [["3", 0]]).map((one) => ({ ...one, logprob: -9999, top: [{ token: "3", logprob: -9999 }] })),
    3,
    null,
    0,
  ],
];

Deno.test("expected score: the mean of the alternatives by their probabilities, or none", () => {
  for (const [name, given, parsed, wanted, weight = 1] of CASES) {
    const { expected, mass } = expectedScore(given, parsed);
    if (wanted === null) assert.equal(expected, null, name);
    else {assert.ok(
        expected !== null && Math.abs(expected - wanted) < 1e-9,
        `${name}: ${expected} is not ${wanted}`,
      );}
    assert.ok(Math.abs(mass - weight) < 1e-9, `${name}: ${mass}`);
  }
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
