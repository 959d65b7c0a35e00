import { z } from "zod";
import { idText } from "../../perturb/sample.ts";
import { requireOptions } from "../../progress/require.ts";
import { countWords } from "../../results/count_words.ts";
import { type PIPELINES, VARIANTS } from "../../results/frames.ts";
import { slotsOf, type SlotValue } from "../prompts.ts";
import { letterInJson, parseBracketChoice, parseSelection } from "../parse/parse_choice.ts";
import type { Condition, Protocol, ProtocolOptions, ReplyVerdict } from "../protocol.ts";
import { given } from "../transport/loose.ts";
import { orderConditions, withChoice } from "./orders.ts";
import { type Ask, protocol, type ProtocolSpec, SPEC } from "./protocol.ts";
import { strictObject } from "./structured.ts";

type Preference = "A" | "B" | "tie" | null;

/** A checked line of pairs: two answers to a query about an image. */
export interface PairSample {
  /** What the pair's benchmark is called. */
  benchmark?: string;
  /** What tells it from all others of its benchmark. */
  item_id: string;
  /** Names the image; by default its file. */
  image_id?: string;
  /** Kind of image or question. */
  domain: string | null;
  /** What was done to the answers. */
  variant: (typeof VARIANTS)[number];
  /** The image's name; null for none. */
  image: string | null;
  /** What was asked. */
  query: string;
  /** The answer given as A. */
  answer_a: string;
  /** The answer given as B. */
  answer_b: string;
  /** Who wrote answer A. */
  model_a?: string;
  /** Who wrote answer B. */
  model_b?: string;
  /** Which one people prefer. */
  human: Preference;
  /** Which one says more. */
  more_informative: Preference;
  /** False for a pair that length equalising did not bring to equal length, which is not asked about. */
  kept: boolean;
  /** What else the line holds. */
  [other: string]: unknown;
}

const preference = z.enum(["A", "B", "tie"]).nullable().default(null);

/** Two answers as a line of a data file: `item_id, query, answer_a, answer_b` are needed, `image` wherever the judge shall see it. */
export const pairSample: z.ZodType<PairSample> = z.looseObject({
  benchmark: z.string().min(1).optional(),
  item_id: idText,
  image_id: idText.optional(),
  domain: z.string().min(1).nullable().default(null),
  variant: z.enum(VARIANTS).default("original"),
  image: z.string().min(1).nullable().default(null),
  query: z.string(),
  answer_a: z.string(),
  answer_b: z.string(),
  model_a: z.string().min(1).optional(),
  model_b: z.string().min(1).optional(),
  human: preference,
  more_informative: preference,
  kept: z.boolean().default(true),
});

/** What tells pairs of a file apart: the same item may stand there in several variants and benchmarks. */
export function pairId({ benchmark, item_id, variant }: PairSample): string {
  return [benchmark, item_id, variant === "original" ? undefined : variant]
    .filter((part) => part !== undefined).join("/");
}

/** With and without image, orders, runs; a pair without an image is only ever judged without. */
export function pairConditions(options: ProtocolOptions, sample: PairSample): Condition[] {
  const conditions = orderConditions(options, sample.image !== null);
  return sample.kept ? conditions : [];
}

/** The slots that every prompt about a pair may use, the answers in the order in which the judge sees them. */
export function pairSlots(
  sample: Pick<PairSample, "image" | "query" | "answer_a" | "answer_b">,
  { image, swapped }: Condition,
): Record<string, SlotValue> {
  const [first, second] = swapped ? [sample.answer_b, sample.answer_a] : [sample.answer_a, sample.answer_b];
  const shown = image && sample.image !== null ? { image: sample.image } : null;
  return { image: shown, query: sample.query, answer_a: first, answer_b: second };
}

/**
 * The request for a verdict on two answers, A or B (or a tie) as the judge sees them, read from double brackets behind
 * `Judgement:`, a letter alone, or JSON: `{ choice, shown }`, where `choice` is the answer's own letter whatever the order.
 * A `read` of one's own in its place (`{ ...judgment(…), read }`) reads all replies; what it says beside `shown` (two scores, as shown)
 * are further columns of the row.
 * With `heading` it stands behind that heading of Markdown instead, and a tie is not offered.
 *
 * @param prompt with the slots `query, answer_a, answer_b`, and `image` where there is one
 */
export function judgment(
  prompt: string,
  { heading, slots = () => ({}), ...more }:
    & { heading?: string; slots?: (earlier: Record<string, ReplyVerdict>) => Record<string, SlotValue> }
    & Pick<Ask<PairSample>, "needs"> = {},
): Ask<PairSample> {
  const tie = heading === undefined;
  const read = (text: string) => tie ? parseBracketChoice(text) : parseSelection(text, heading);
  return {
    ...more,
    read,
    name: "judgment",
    prompt,
    slots: (sample, condition, earlier) => ({ ...pairSlots(sample, condition), ...slots(earlier) }),
    json: {
      beside: read,
      schema: strictObject({
        explanation: { type: "string" },
        [heading ?? "judgement"]: { type: "string", enum: tie ? ["A", "B", "tie"] : ["A", "B"] },
      }),
      read: (value) => letterInJson(value, { tie }),
    },
    finish: withChoice,
  };
}

export function pairFacts(
  { benchmark, item_id, image_id, image, domain }: PairSample,
): Record<string, unknown> {
  return { ...given({ benchmark }), item_id, image_id: image_id ?? image ?? item_id, domain };
}

/**
 * The row of a judged pair: the `pairs` frame's columns, then `status` and `shown` (the letter as the judge wrote it). What
 * else was crossed is its `condition`: the value, or names and values where there are several. What else `read` says is a column
 * by its own name behind these.
 */
export function pairRow(pipeline: (typeof PIPELINES)[number]): ProtocolSpec<PairSample>["row"] {
  return (sample, { choice = null, shown = null, ...more }, about) => {
    const { judge, status, image, swapped, run, ...crossed } = about, all = Object.entries(crossed);
    const { variant, human, more_informative, answer_a, answer_b, model_a, model_b } = sample;
    const condition = all.length === 1 ? String(all[0][1]) : all.map((one) => one.join(" ")).join(", ");
    return {
      ...more,
      ...pairFacts(sample),
      ...{ judge, pipeline, image, variant, swapped, run, human, choice, more_informative },
      ...{ words_a: countWords(answer_a), words_b: countWords(answer_b), ...given({ model_a, model_b }) },
      ...(all.length === 0 ? {} : { condition }),
      ...{ status, shown },
    };
  };
}

/**
 * A protocol on pairs as data: a prompt of its own, or requests as `protocol` takes them. Samples, conditions and rows are
 * those of all protocols on pairs unless it says otherwise.
 */
export type PairSpec =
  & Pick<ProtocolSpec<PairSample>, "name">
  & Partial<ProtocolSpec<PairSample>>
  & {
    /**
     * The text with `{{query}}`, `{{answer_a}}`, `{{answer_b}}` and, where the picture goes, `{{image}}`; without that slot the
     * picture stands before the text.
     */
    prompt?: string;
    /** What the rows' `pipeline` says. */
    pipeline?: (typeof PIPELINES)[number];
  };

/**
 * A protocol that judges pairs of answers and gives rows of the `pairs` frame, for every metric on pairs. Pairs with an `image`
 * are judged with it, which stands where the prompt says `{{image}}`, else before its text. To have the texts alone
 * judged, run it with `images: [false]` (`--image without`).
 *
 * @throws {RangeError} for a prompt that does not show both answers, or spells a slot with single braces
 * @throws {TypeError} where there is neither a prompt nor a request
 * @example A pairwise judge with a prompt of one's own; "A", `{"verdict": "A"}` and `[[A]]` are all read.
 * ```ts
 * import assert from "node:assert/strict";
 * import { pairProtocol } from "judgebias/judge";
 *
 * const shorter = pairProtocol({
 *   name: "shorter",
 *   prompt: "{{image}}\n{{query}}\n\nA: {{answer_a}}\n\nB: {{answer_b}}\n\nWhich is more to the point? A or B alone.",
 * });
 * const reply = { text: '{"verdict": "A"}', finishReason: "stop", refusal: null, tokens: null };
 * const pair = shorter.sample.parse({ item_id: "1", query: "?", answer_a: "Yes.", answer_b: "It is so." });
 * const [, swapped] = shorter.conditions({ orders: ["given", "swapped"] }, pair);
 * assert.equal(shorter.steps[0].parse(reply, pair, swapped).values.choice, "B"); // what it saw first is answer B
 * ```
 * @example Answers are scored first: the judge is told how the scores differ, and `columns` puts them into the rows.
 * ```ts
 * import assert from "node:assert/strict";
 * import { journalResults, judgment, pairProtocol, parseScore, runJudge } from "judgebias/judge";
 *
 * const score = (name: string, side: "answer_a" | "answer_b") => ({
 *   ...{ name, prompt: "score", read: (text: string) => parseScore(text, { low: 1, high: 10 }) },
 *   slots: (pair: Record<typeof side, string>) => ({ answer: pair[side] }),
 *   key: (_: unknown, { run }: { run: number }) => `run ${run}`, // once for both orders
 * });
 * const protocol = pairProtocol({
 *   name: "scored",
 *   prompts: {
 *     score: "How good is this, from 1 to 10? {{answer}}",
 *     compare: "A: {{answer_a}}\nB: {{answer_b}}\nTheir scores differ by {{gap}}. Which is better?",
 *   },
 *   asks: [score("score_a", "answer_a"), score("score_b", "answer_b"), judgment("compare", {
 *     needs: ["score_a", "score_b"],
 *     slots: ({ score_a: a, score_b: b }) => ({ gap: `${Math.abs(+a.values.score! - +b.values.score!)}` }),
 *   })],
 *   columns: ({ score_a, score_b }) => ({ score_a: score_a.score, score_b: score_b.score }),
 * });
 * const says = (asked: string) => asked.includes("differ by 3") ? "[[A]]" : asked.includes("Yes") ? "Score: 7" : "Score: 4";
 * const judge = { name: "j", ask: (all: unknown) => Promise.resolve({ reply: { text: says(JSON.stringify(all)) } }) };
 * const data = [{ item_id: "1", query: "?", answer_a: "Yes.", answer_b: "No." }];
 * const { journal } = await runJudge({ protocol, judge, data, out: Deno.makeTempDirSync(), silent: true });
 * const [row] = journalResults(journal, { protocol }).frame.toRecords();
 * assert.deepEqual([row.choice, row.score_a, row.score_b], ["A", 7, 4]);
 * ```
 */
export function pairProtocol({ pipeline = "base", prompt, ...spec }: PairSpec): Protocol<PairSample> {
  requireOptions("pairProtocol", spec, [...SPEC, "prompt", "pipeline"]);
  const { name } = spec, slots = ["{{answer_a}}", "{{answer_b}}"];
  const bare = prompt?.match(/(?<!\{)\{(?:query|answer_[ab]|image)\}(?!\})/)?.[0];
  const lacks = prompt === undefined ? undefined : slots.find((slot) => !prompt.includes(slot));
  if (bare !== undefined || lacks !== undefined) {
    throw new RangeError(
      `pairProtocol: ${name}: wanted ${bare ? `{${bare}}` : lacks} in the prompt, found ${bare ?? "none"}`,
    );
  }
  // Without the slot no picture would be sent, and rows would say that it was seen.
  const placed = spec.asks || prompt === undefined || slotsOf(prompt).includes("image");
  const shown = placed ? prompt : `{{image}}\n${prompt}`;
  const { asks = shown === undefined ? [] : [judgment(name)] } = spec;
  return protocol({
    frame: "pairs",
    summary: `Which of two answers, by the prompt ${name}`,
    sample: pairSample,
    sampleId: pairId,
    conditions: pairConditions,
    row: pairRow(pipeline),
    ...(shown === undefined ? {} : { prompts: { [name]: shown } }),
    ...spec,
    // The row's choice is worked out of what the judge saw, also of what a reading of one's own says.
    asks: spec.row || spec.rows || !Array.isArray(asks)
      ? asks
      : asks.map((ask, i) => i < asks.length - 1 ? ask : { ...ask, finish: ask.finish ?? withChoice }),
  });
}
