import type { Protocol } from "../protocol.ts";
import { anchorQuality } from "./anchor_quality.ts";
import { CAPTION_RATINGS, captionGeneration } from "./captions.ts";
import { criteriaJoint, criteriaSingle } from "./criteria.ts";
import { IMAGE_QUERIES } from "./image_query.ts";
import { formatting } from "./formatting.ts";
import { lengthEqualizing } from "./length_equalizing.ts";
import { base, birch, imageCaption, informativeness, pairwise, standardRef } from "./pairwise.ts";
import { queryGeneration } from "./query_generation.ts";
import { querySelection } from "./query_selection.ts";
import { SCORE_PROTOCOLS } from "./score.ts";
import { textQuery } from "./text_query.ts";

/** Protocols of any sample type: samples are checked by the protocol's own schema before anything else sees them. */
const ALL: readonly Protocol[] = [
  base,
  imageCaption,
  standardRef,
  birch,
  informativeness,
  lengthEqualizing,
  anchorQuality,
  ...SCORE_PROTOCOLS,
  pairwise,
  formatting,
  captionGeneration,
  ...CAPTION_RATINGS,
  criteriaSingle,
  criteriaJoint,
  queryGeneration,
  querySelection,
  textQuery,
  ...IMAGE_QUERIES,
];

/**
 * Every protocol by name: pure functions from a sample to messages, from a reply to a verdict, from verdicts to rows.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { PROMPTS, PROTOCOLS } from "judgebias/judge";
 *
 * const { sample, conditions, steps, rows } = PROTOCOLS.base;
 * const pair = sample.parse({ item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.", human: "A" });
 * const [, swapped] = conditions({ orders: ["given", "swapped"] }, pair);
 * const [{ content }] = steps[0].messages(pair, swapped, PROMPTS, {});
 * assert.ok(content[0].type === "text" && content[0].text.includes("A dog."));
 * const reply = { text: "Judgement: [[A]]", finishReason: "stop", refusal: null, tokens: null };
 * const judgment = steps[0].parse(reply, pair, swapped);
 * assert.equal(rows(pair, swapped, { judgment }, "my-judge")[0].choice, "B"); // what it saw first is answer B
 * ```
 */
export const PROTOCOLS: Record<string, Protocol> = Object.fromEntries(
  ALL.map((protocol) => [protocol.name, protocol]),
);

/**
 * The protocol of a name: one's own, or the library's.
 *
 * @throws {RangeError} for a name that none has
 */
export function libraryProtocol(name: string, own?: Protocol): Protocol {
  if (own?.name === name) return own;
  if (Object.hasOwn(PROTOCOLS, name)) return PROTOCOLS[name];
  const known = Object.keys(PROTOCOLS).join(", ");
  throw new RangeError(
    `judge: wanted a protocol of ${known}, or one's own (--protocol FILE; the option protocol); found ${name}`,
  );
}
