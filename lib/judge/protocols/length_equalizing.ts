import { countWords } from "../../results/count_words.ts";
import { parseSections } from "../parse/field.ts";
import { pairFacts } from "./pair.ts";
import { pairId, type PairSample, pairSample, runConditions } from "./orders.ts";
import { protocol } from "./protocol.ts";

/** Largest difference in words that counts as equal (the paper: within five words). */
const EQUAL_WITHIN = 5;

function byLength({ answer_a, answer_b }: PairSample) {
  const sides = [{ side: "a", text: answer_a }, { side: "b", text: answer_b }];
  return sides.map((side) => ({ ...side, words: countWords(side.text) ?? 0 }))
    .sort((one, other) => one.words - other.words);
}

/**
 * The shorter answer is extended to the longer one's length by repetition alone, then checked: only an answer within five words
 * of the longer one is kept. A pair that is within five words already is not asked about. `new_words` is the share of the new
 * answer's distinct words that the old one lacks: much above rephrasing, the rule against new content was broken. Rows are
 * pairs to judge again, with the original texts where nothing usable came back.
 */
export const lengthEqualizing = protocol<PairSample>({
  name: "length_equalizing",
  sample: pairSample,
  sampleId: pairId,
  conditions(options, sample) {
    const [short, long] = byLength(sample);
    return long.words - short.words <= EQUAL_WITHIN ? [] : runConditions(options, false);
  },
  asks: [{
    name: "extension",
    prompt: "length_equalizing",
    slots(sample) {
      const [short, long] = byLength(sample), { query } = sample;
      return { query, answer: short.text, words: String(short.words), target_words: String(long.words) };
    },
    read: (text) => parseSections(text, { answer: "Extended Answer" }),
    finish(found, sample) {
      const [short, long] = byLength(sample), answer = String(found.answer);
      const words = countWords(answer) ?? 0, difference = words - long.words;
      const kept = Math.abs(difference) <= EQUAL_WITHIN;
      return { answer, words, difference, kept, new_words: newShare(answer, short.text) };
    },
  }],
  row(sample, { answer = null, kept = false, difference = null, new_words = null }, { judge, run, status }) {
    const [{ side }] = byLength(sample), extended = side.toUpperCase();
    return {
      ...equalized(sample, answer === null ? {} : { [`answer_${side}`]: answer }),
      ...{ kept, extended, difference, new_words, extended_by: judge, run, status },
    };
  },
  unasked(sample) {
    const [short, long] = byLength(sample), difference = short.words - long.words;
    return [{
      ...equalized(sample, {}),
      ...{ kept: true, extended: null, difference, new_words: null, extended_by: null, run: 1 },
      status: "unasked",
    }];
  },
});

function equalized(sample: PairSample, changed: Record<string, unknown>): Record<string, unknown> {
  const { image, query, answer_a, answer_b, human, more_informative } = sample;
  return {
    ...pairFacts(sample),
    ...{ image, query, variant: "length_equalized", answer_a, answer_b, human, more_informative, ...changed },
  };
}

function newShare(text: string, old: string): number {
  const [words, known] = [text, old].map((one) => new Set(one.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
  return words.size === 0 ? 0 : [...words].filter((word) => !known.has(word)).length / words.size;
}
