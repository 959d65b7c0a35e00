import type { Protocol } from "../protocol.ts";
import { anchorQuality } from "./anchor_quality.ts";
import { base } from "./base.ts";
import { birch } from "./birch.ts";
import { captionGeneration } from "./caption_generation.ts";
import { captionRefBased, captionRefFree } from "./caption_rating.ts";
import { criteriaJoint, criteriaSingle } from "./criteria.ts";
import { imageCaption } from "./image_caption.ts";
import { detailDescription, keywordExtraction, relatedness } from "./image_query.ts";
import { informativeness } from "./informativeness.ts";
import { lengthEqualizing } from "./length_equalizing.ts";
import { pairwise } from "./pairwise.ts";
import { queryGeneration } from "./query_generation.ts";
import { querySelection } from "./query_selection.ts";
import { abstention, constraints, reasoning, score, scoreGuided } from "./score.ts";
import { standardRef } from "./standard_ref.ts";
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
  score,
  abstention,
  scoreGuided,
  constraints,
  reasoning,
  pairwise,
  captionGeneration,
  captionRefBased,
  captionRefFree,
  criteriaSingle,
  criteriaJoint,
  queryGeneration,
  querySelection,
  textQuery,
  keywordExtraction,
  detailDescription,
  relatedness,
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
