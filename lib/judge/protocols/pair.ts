import { refusing } from "../../results/said.ts";
import { requireOptions } from "../../progress/require.ts";
import { countWords } from "../../results/count_words.ts";
import { behindWords } from "../../results/read_replies.ts";
import { replyVerdict } from "../../results/reply_verdict.ts";
import type { PIPELINES } from "../../results/frames.ts";
import { slotsOf, type SlotValue } from "../prompts.ts";
import { letterInJson, parseBracketChoice, parseSelection } from "../parse/parsers.ts";
import type { Condition, Protocol, ProtocolOptions, ReplyVerdict } from "../protocol.ts";
import { given } from "../transport/usable_reply.ts";
import { orderConditions, pairId, type PairSample, pairSample, requireBoth, withChoice } from "./orders.ts";
import { type Ask, protocol, type ProtocolSpec, SPEC } from "./protocol.ts";
import { strictObject, unread } from "../parse/settle_reply.ts";

type Earlier = Record<string, ReplyVerdict>;

export function pairConditions(options: ProtocolOptions, sample: PairSample): Condition[] {
  const conditions = orderConditions(options, sample.image !== null);
  return sample.kept ? conditions : [];
}

/**
 * The slots that every prompt about a pair may use, the answers in the order in which the judge sees them.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pairSlots } from "judgebias/judge";
 *
 * const pair = { image: null, query: "?", answer_a: "Yes.", answer_b: "No." };
 * const slots = pairSlots(pair, { image: false, swapped: true, run: 1 });
 * assert.deepEqual([slots.answer_a, slots.answer_b], ["No.", "Yes."]);
 * ```
 */
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
 * A `read` of one's own in its place (`{ ...judgment(…), read }`) reads all replies; what it says beside `shown` are further columns of the
 * row, of which those that speak of one answer (`score_a`, `score_b`) are turned as the choice is. `slots` are further ones from earlier steps and the condition: what belongs to an answer (its score)
 * changes places where `swapped`. With `heading` it stands behind that heading of Markdown instead, and a tie is not offered.
 *
 * @param prompt with the slots `query, answer_a, answer_b`, and `image` where there is one
 *
 * @example
 * ```ts
 * import { judgment, pairProtocol } from "judgebias/judge";
 * const prompts = { which: "A: {{answer_a}}\nB: {{answer_b}}\nA or B?" };
 * const { name } = pairProtocol({ name: "which", prompts, asks: [judgment("which")] });
 * console.log(name);
 * ```
 */
export function judgment(
  prompt: string,
  { heading, slots = () => ({}), ...more }:
    & { heading?: string; slots?: (earlier: Earlier, condition: Condition) => Record<string, SlotValue> }
    & Pick<Ask<PairSample>, "needs"> = {},
): Ask<PairSample> {
  const tie = heading === undefined;
  const read = (text: string) => tie ? parseBracketChoice(text) : parseSelection(text, heading);
  return {
    ...more,
    read,
    name: "judgment",
    prompt,
    slots: (sample, about, earlier) => ({ ...pairSlots(sample, about), ...slots(earlier, about) }),
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

export function pairFacts({ benchmark, item_id, image_id, image, domain }: PairSample) {
  return { ...given({ benchmark }), item_id, image_id: image_id ?? image ?? item_id, domain };
}

/** The row of a judged pair; what else was crossed is its `condition` (the value, or names and values), what else `read` says stands behind. */
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
  & {
    /**
     * The text with `{{query}}`, `{{answer_a}}`, `{{answer_b}}` and, where the picture goes, `{{image}}`; without that slot the
     * picture stands before the text.
     */
    prompt?: string;
    /**
     * How replies to `prompt` are read, all as the judge saw the answers: by default as `readPairs(…, { replies: true })` reads
     * them. Those of `asks` have their own (`{ ...judgment(…), read }`).
     */
    read?: Ask<PairSample>["read"];
    /**
     * In the place of `read`, the words before a verdict in a reply, or several such (`"FINAL>>"`): the answer named right behind them is
     * the verdict, as with `replies: "FINAL>>"` of `readPairs`; a reply without them is read as any other.
     */
    behind?: string | readonly string[];
    /** What the rows' `pipeline` says. */
    pipeline?: (typeof PIPELINES)[number];
  }
  & Partial<Omit<ProtocolSpec<PairSample>, "name">>;

function wholeReply(name: string, words: PairSpec["behind"]): (text: string) => ReplyVerdict {
  const behind = behindWords(words ?? true, `pairProtocol: ${name}: wanted in behind`);
  return (text) => {
    const { verdict: shown, fault } = replyVerdict(text, { behind });
    if (shown !== undefined) return { status: "ok", values: { shown } };
    return unread(fault === "unknown wording" ? "names no answer plainly" : fault!);
  };
}

/**
 * A protocol that judges pairs of answers and gives rows of the `pairs` frame, for every metric on pairs. Pairs with an `image`
 * are judged with it, which stands where the prompt says `{{image}}`, else before its text. To have the texts alone
 * judged, run it with `images: [false]` (`--image without`).
 *
 * In rows shown in reverse `choice` is turned, and with it what `read` says by a name that ends in `_a` or `_b` (`score_a`, `score_b`, with
 * or without the other; other values stay as they are): in a row A is the sample's answer A. A `read` is not told the order.
 *
 * @throws {RangeError} for a prompt that does not show both answers, or with braces around what is no slot (`{query}`, `{{Query}}`)
 * @throws {TypeError} where there is neither a prompt nor a request
 * @example A prompt and a mark of one's own: what it would ask, a run, and its replies read by another mark.
 * ```ts
 * import assert from "node:assert/strict";
 * import { pairProtocol, planJudge, reread, runJudge } from "judgebias/judge";
 *
 * const prompt = "{{query}}\n\nA: {{answer_a}}\n\nB: {{answer_b}}\n\nWhich is more " +
 *   "to the point? End with FINAL>> A or FINAL>> B.";
 * const protocol = pairProtocol({ name: "shorter", prompt, behind: "FINAL>>" });
 * const plan = {
 *   protocol, out: Deno.makeTempDirSync(),
 *   // In its place a model's name, or one that answers any prompt, as `[[A]]`:
 *   // simulatedJudge({}, { prompts: protocol.prompts })
 *   judge: { name: "first", ask: async () => ({ reply: { text: "FINAL>> A" } }) },
 *   data: [{ item_id: "1", query: "?", answer_a: "Yes.", answer_b: "It is so." }],
 * };
 * assert.equal((await planJudge(plan)).calls, 1);
 * const { journal, statuses } = await runJudge({ ...plan, silent: true });
 * assert.deepEqual(statuses, { ok: 1 });
 * const other = pairProtocol({ name: "shorter", prompt, behind: "VERDICT>>" });
 * const { replies } = await reread(journal, { protocol: other });
 * assert.equal(replies, 1);
 * ```
 */
export function pairProtocol(
  { pipeline = "base", prompt, behind, read, ...spec }: PairSpec,
): Protocol<PairSample> {
  const { name } = spec;
  requireOptions("pairProtocol", spec, [...SPEC, "prompt", "pipeline", "read", "behind"]);
  if ([read, behind, spec.asks].filter((one) => one !== undefined).length > 1) {
    throw refusing("read_beside", { name });
  }
  // Without the slot no picture would be sent, and rows would say that it was seen.
  const placed = spec.asks || prompt === undefined || slotsOf(prompt).includes("image");
  const shown = placed ? prompt : `{{image}}\n${prompt}`;
  const {
    asks = shown === undefined ? [] : [{ ...judgment(name), read: read ?? wholeReply(name, behind) }],
  } = spec;
  const prompts = spec.prompts ?? (shown === undefined ? {} : { [name]: shown });
  const made = protocol({
    frame: "pairs",
    sample: pairSample,
    sampleId: pairId,
    conditions: pairConditions,
    row: pairRow(pipeline),
    ...spec,
    ...(Object.keys(prompts).length === 0 ? {} : { prompts }),
    asks,
  });
  requireBoth(`pairProtocol: ${name}`, prompts[asks.at(-1)!.prompt]);
  return made;
}
