import { PROTOCOLS } from "@/judge/protocols/index.ts";
import { SAMPLES } from "../judge/protocols/samples.ts";
import { reply } from "../judge/reply.ts";

/**
 * Parsers on what degenerate models repeat until their tokens end: twice the length must take about twice the time, not four
 * times (16,384 tokens are some 60,000 characters).
 */
const PIECES = [
  ..." |\n|*|#|# A|[[|[[A|1|_|$|> |- |-\n|#\n| \n|a. |] |<think>".split("|"),
  ...["### Score: ", "final score is ", "Response 1 is better ", "Merged Response:", "Criterion: Logic\n"],
  ...["### Question1:\n", "Final Ranking: A>"],
];

/** One protocol for each parser. */
const PARSERS = [
  "base",
  "birch",
  "score",
  "pairwise",
  "caption_ref_free",
  "criteria_single",
  "criteria_joint",
  "query_generation",
  "query_selection",
  "keyword_extraction",
  "relatedness",
  "caption_generation",
];

for (const name of PARSERS) {
  const { sample, conditions, steps: [step] } = PROTOCOLS[name];
  const checked = sample.parse(SAMPLES[name]), [condition] = conditions({}, checked);
  for (const length of [30_000, 60_000]) {
    const replies = PIECES.flatMap((piece) => {
      const text = piece.repeat(length / piece.length);
      return [reply(text), reply(`The final score is ${text}x`)];
    });
    Deno.bench({
      name: `${name}, ${length.toLocaleString("en-US")} characters`,
      group: name,
      baseline: length === 30_000,
      n: 3,
      warmup: 1,
      fn: () => {
        for (const given of replies) step.parse(given, checked, condition);
      },
    });
  }
}
