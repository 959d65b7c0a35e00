import { countWords } from "../../results/count_words.ts";
import { parseSections } from "../parse/parse_text.ts";
import { runConditions } from "./conditions.ts";
import { pairFacts, pairId, type PairSample, pairSample } from "./pair.ts";
import { protocol } from "./protocol.ts";

/** Largest difference in words that counts as equal (the paper: within five words). */
const EQUAL_WITHIN = 5;

/** The pair's shorter and longer answer with their lengths in words. */
function byLength(sample: PairSample) {
  const sides = [["a", sample.answer_a], ["b", sample.answer_b]] as const;
  const [short, long] = sides
    .map(([side, text]) => ({ side, text, words: countWords(text) ?? 0 }))
    .sort((one, other) => one.words - other.words);
  return { short, long };
}

/**
 * Length equalising: the shorter answer is extended to the longer one's length by repetition alone, then checked: only an
 * answer within five words of the longer one is kept. A pair that is within five words already is kept as it is and not
 * asked about. The verdict has the new answer, its words, the difference, and the share of its distinct words that the old one lacks: much
 * above rephrasing, the rule against new content was broken.
 *
 * Rows are pairs to judge again: the sample with `variant: "length_equalized"` and the extended answer, `kept`, and the
 * original texts where nothing usable came back.
 */
export const lengthEqualizing = protocol<PairSample>({
  name: "length_equalizing",
  summary: "Extends the shorter answer by repetition to the longer one's length, within five words",
  sample: pairSample,
  sampleId: pairId,
  conditions(options, sample) {
    const { short, long } = byLength(sample);
    return long.words - short.words <= EQUAL_WITHIN ? [] : runConditions(options, false);
  },
  asks: [{
    name: "extension",
    prompt: "length_equalizing",
    slots(sample) {
      const { short, long } = byLength(sample);
      return {
        query: sample.query,
        answer: short.text,
        words: String(short.words),
        target_words: String(long.words),
      };
    },
    read: (text) => parseSections(text, { answer: "Extended Answer" }),
    finish(found, sample) {
      const { short, long } = byLength(sample), answer = String(found.answer);
      const words = countWords(answer) ?? 0, difference = words - long.words;
      const kept = Math.abs(difference) <= EQUAL_WITHIN;
      return { answer, words, difference, kept, new_words: newShare(answer, short.text) };
    },
  }],
  row(sample, { answer, kept = false, difference = null, new_words = null }, { judge, run, status }) {
    const { short: { side } } = byLength(sample);
    const extended = side.toUpperCase();
    return {
      ...equalized(sample, side, answer),
      ...{ kept, extended, difference, new_words, extended_by: judge, run, status },
    };
  },
  unasked(sample) {
    const { short, long } = byLength(sample), difference = short.words - long.words;
    return [{
      ...equalized(sample, short.side, null),
      ...{ kept: true, extended: null, difference, new_words: null, extended_by: null, run: 1 },
      status: "unasked",
    }];
  },
});

/** The pair with one answer replaced, as far as there is something to replace it. */
function equalized(sample: PairSample, side: "a" | "b", answer: unknown): Record<string, unknown> {
  const { image, query, answer_a, answer_b, human, more_informative } = sample;
  return {
    ...pairFacts(sample),
    ...{ image, query, variant: "length_equalized", answer_a, answer_b, human, more_informative },
    ...(answer === null || answer === undefined ? {} : { [`answer_${side}`]: answer }),
  };
}

/** Share of the distinct words of a text that another lacks, without regard to case and punctuation. */
function newShare(text: string, old: string): number {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const known = new Set(old.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return words.size === 0 ? 0 : [...words].filter((word) => !known.has(word)).length / words.size;
}
