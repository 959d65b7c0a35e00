import assert from "node:assert/strict";
import fc from "fast-check";
import { parseBetter } from "@/judge/parse/parse_better.ts";
import { parseBracketChoice, parseSelection } from "@/judge/parse/parse_choice.ts";
import { parseFinalScore, parseScore } from "@/judge/parse/parse_score.ts";
import type { ReplyVerdict } from "@/judge/protocol.ts";

const score = (text: string) => parseScore(text, { low: 1, high: 10, abstention: true });
const whole = fc.integer({ min: -300, max: 300 });
const within = (low: number, high: number) => (value: unknown) =>
  Number(value) >= low && Number(value) <= high ? value : "out_of_range";

/** A parser, what verdicts it is given in a last line, how the line says one, and what is read of it. */
const LAST: [
  parse: (text: string) => ReplyVerdict,
  verdicts: fc.Arbitrary<unknown>,
  line: (verdict: unknown) => string,
  read: (verdict: unknown) => unknown,
][] = [
  [parseBracketChoice, fc.constantFrom("A", "B"), (letter) => `Judgement: [[${letter}]]`, (letter) => letter],
  [parseBetter, fc.constantFrom(1, 2), (one) => `Response ${one} is better.`, (one) => one],
  [score, whole, (value) => `### Score: ${value}`, within(1, 10)],
  [parseFinalScore, whole, (value) => `The final score is $${value}$.`, within(0, 100)],
];

Deno.test("whatever stands before it, a last line with the verdict is the verdict, and off the scale none", () => {
  for (const [parse, verdicts, line, read] of LAST) {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), verdicts, (text, verdict) => {
        const { status, values } = parse(`${text}\n${line(verdict)}`);
        const found = status === "ok" ? values.shown ?? values.score ?? values.parsed : status;
        assert.equal(found, read(verdict));
      }),
      { seed: 4, numRuns: 400 },
    );
  }
});

/** Marks of what verdicts are made of. */
const PIECES = "[[A]]|[[B]]|[[|]]|A|B|Judgement:|Selection:|### Score:|Score:|8".split("|")
  .concat(["10", "-", "/", ".", "N/A", "\n", " ", "**", "#", "or", "\\[", "`", "tie", "(", ")", "%", "$"]);

Deno.test("any mixture of markers, letters, numbers and noise ends in a verdict of the scale or a typed status", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      for (const verdict of [parseBracketChoice(text), parseSelection(text), score(text)]) {
        const { status, values, reason } = verdict;
        if (status !== "ok") assert.ok(Object.keys(values).length === 0 && reason, text);
        else {assert.ok(
            ["A", "B", "tie"].includes(String(values.shown)) || within(1, 10)(values.score) === values.score,
          );}
      }
    }),
    { seed: 3, numRuns: 3000 },
  );
});
