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
const ALL = [
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
] as unknown as Protocol[];

/** Every protocol by name. */
export const PROTOCOLS: Record<string, Protocol> = Object.fromEntries(
  ALL.map((protocol) => [protocol.name, protocol]),
);
