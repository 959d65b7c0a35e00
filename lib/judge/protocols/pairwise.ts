import { z } from "zod";
import { formatted, type Formatting, FORMATTINGS, withoutMarkup } from "../../perturb/sample.ts";
import { parseSections, parseWhole } from "../parse/settle_reply.ts";
import type { Protocol } from "../protocol.ts";
import { countWords } from "../../results/count_words.ts";
import { judgment, pairConditions, pairFacts, pairProtocol, pairSlots } from "./pair.ts";
import { orderConditions, pairId, type PairSample, pairSample, runConditions } from "./orders.ts";
import { type Ask, protocol } from "./protocol.ts";
import { SCORE_DECODING } from "./score.ts";
import { parseScore } from "../parse/parsers.ts";

/** Base: image, query and both answers in one call (informativeness paper, 2.4). Decoding: the paper states none. */
export const base = pairProtocol({ name: "base", asks: [judgment("base")] });

const withFirst = (
  pipeline: "image_caption" | "standard_ref" | "birch",
  first: Ask<PairSample>,
  [value, prompt, slot]: readonly [value: string, prompt: string, slot: string],
) =>
  pairProtocol({
    ...{ name: pipeline, pipeline },
    asks: [
      first,
      judgment(prompt, {
        needs: [first.name],
        slots: (earlier) => ({ [slot]: String(earlier[first.name].values[value]) }),
      }),
    ],
  });

const AS_REFERENCE = ["reference_judgement", "reference"] as const;

/** The description is always made from the image; without it the judgment has the description in its place. It serves both orders. */
export const imageCaption = withFirst("image_caption", {
  ...{ name: "caption", prompt: "caption", read: parseWhole },
  key: (_, { run }) => `run ${run}`,
  slots: (sample, condition) => pairSlots(sample, { ...condition, image: true }),
}, ["text", "image_caption", "caption"]);

/** The judge's own answer (Figure 19) is the reference of its judgment (Figure 21). Without the image neither step sees it. */
export const standardRef = withFirst("standard_ref", {
  ...{ name: "reference", prompt: "reference", slots: pairSlots, read: parseWhole },
  key: (_, { image, run }) => `image ${image}, run ${run}`,
}, ["text", ...AS_REFERENCE]);

const HEADINGS = {
  revised_a: "Revised Response A",
  revised_b: "Revised Response B",
  merged: "Merged Response",
};

/** The judge corrects both answers and merges them into an anchor in one pass (Figure 20), the reference of its judgment (Figure 21), for each order. */
export const birch = withFirst("birch", {
  ...{ name: "anchor", prompt: "anchor", slots: pairSlots },
  read: (text) => parseSections(text, HEADINGS, ["merged"]),
}, ["merged", ...AS_REFERENCE]);

/** The A/B judgment of MM-JudgeBias (Figure 12), for position robustness, and verbosity robustness on `variant: "verbose"`. A tie counts as unparsable. */
export const pairwise = pairProtocol({
  name: "pairwise",
  conditions: (options, sample) => pairConditions({ orders: ["given", "swapped"], ...options }, sample),
  decoding: SCORE_DECODING,
  asks: [judgment("pairwise", { heading: "selection" })],
});

/** Which answer is more informative, from the texts alone (Figure 18). The frame has one label per item and labeller: run and order stand in its name. */
export const informativeness: Protocol<PairSample> = pairProtocol({
  name: "informativeness",
  frame: "labels",
  conditions: (options) => orderConditions({ ...options, images: [false] }, false),
  asks: [judgment("informativeness")],
  row: ({ benchmark, item_id }, { choice = null, shown = null }, { judge, run, swapped, status }) => ({
    ...(benchmark === undefined ? {} : { benchmark }),
    ...{ item_id, labeller: `${judge}${run > 1 ? ` run ${run}` : ""}${swapped ? " swapped" : ""}` },
    ...{ more_informative: choice, run, swapped, status, shown },
  }),
});

const sample = z.looseObject({ response: z.string() })
  .transform(({ response, ...line }): unknown => {
    const plain = withoutMarkup(response);
    return { ...line, answer_a: plain, answer_b: plain, variant: "formatted", human: null };
  })
  .pipe(pairSample);

/**
 * The same response without markup (A) and with it (B), in every formatting (`formatted`) that changes it. The judge must choose (the prompt of `pairwise`). Rows have `variant: "formatted"` and
 * the formatting in `condition`; how often B wins is `ownMetric(pairs, { by: "condition", means: { formatted: (row) => row.choice === "B" } })`.
 */
export const formatting = pairProtocol({
  name: "formatting",
  sample,
  conditions(options, sample) {
    const changing = FORMATTINGS.filter((one) => formatted(sample.answer_a, one) !== null);
    const crossed = pairConditions({ orders: ["given", "swapped"], ...options }, sample);
    return changing.flatMap((formatting) => crossed.map((condition) => ({ ...condition, formatting })));
  },
  decoding: SCORE_DECODING,
  asks: [{
    ...judgment("pairwise", { heading: "selection" }),
    slots(sample, condition) {
      const answer_b = formatted(sample.answer_a, condition.formatting as Formatting) ?? sample.answer_b;
      return pairSlots({ ...sample, answer_b }, condition);
    },
  }],
});

/** The scale of correctness. The paper prints neither prompt nor scale; its means of 3.1–4.4 fit 1–5. */
const SCALE = { low: 1, high: 5 };

const anchorSample = pairSample.and(z.object({ anchors: z.record(z.string(), z.string()).optional() }));

type AnchorSample = z.infer<typeof anchorSample>;

function textsOf({ answer_a, answer_b, anchors = {} }: AnchorSample): Record<string, string> {
  const named = Object.entries(anchors).map(([judge, text]) => [`Anchor (${judge})`, text]);
  return { "Answer 1": answer_a, "Answer 2": answer_b, ...Object.fromEntries(named) };
}

/** How correct each answer and each judge's anchor is, one text per call, unlabelled (Table 5): means by judge and text are its scores. */
export const anchorQuality = protocol<AnchorSample>({
  name: "anchor_quality",
  sample: anchorSample,
  sampleId: pairId,
  conditions: (options, sample) =>
    Object.keys(textsOf(sample)).flatMap((text) =>
      (sample.image === null ? [false] : options.images ?? [true]).flatMap((image) =>
        runConditions(options, image).map((condition) => ({ ...condition, text }))
      )
    ),
  asks: [{
    name: "score",
    prompt: "anchor_quality",
    slots: (sample, condition) => ({
      ...pairSlots(sample, condition),
      answer: textsOf(sample)[String(condition.text)],
    }),
    read: (text) => parseScore(text, SCALE),
  }],
  row: (sample, { score = null }, { judge, image, text, run, status }) => ({
    ...pairFacts(sample),
    ...{ judge, image, text, run, score, status },
  }),
});

const EQUAL_WITHIN = 5;

function byLength({ answer_a, answer_b }: PairSample) {
  const sides = [{ side: "a", text: answer_a }, { side: "b", text: answer_b }];
  return sides.map((side) => ({ ...side, words: countWords(side.text)! }))
    .sort((one, other) => one.words - other.words);
}

/**
 * The shorter answer is extended to the longer one's length by repetition alone; only one within five words of it is kept. `new_words` is the
 * share of distinct words that the old one lacks. Rows are pairs to judge again, with the original texts where nothing usable came back.
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
      const words = countWords(answer)!, difference = words - long.words;
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
