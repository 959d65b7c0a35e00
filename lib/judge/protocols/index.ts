import { refusing } from "../../results/said.ts";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isRefusal, namesLike } from "../../progress/require.ts";
import { told } from "../../progress/told.ts";
import type { Protocol } from "../protocol.ts";
import { guarded, placeOf } from "./orders.ts";
import {
  anchorQuality,
  base,
  birch,
  formatting,
  imageCaption,
  informativeness,
  lengthEqualizing,
  pairwise,
  standardRef,
} from "./pairwise.ts";
import { criteriaJoint, criteriaSingle } from "./criteria.ts";
import { IMAGE_QUERIES, queryGeneration, querySelection } from "./query_generation.ts";
import { CAPTION_RATINGS, captionGeneration, SCORE_PROTOCOLS } from "./score.ts";
import { textQuery } from "./subtasks.ts";

/** Protocols of any sample type: samples are checked by the protocol's own schema before anything else sees them. */
const ALL: readonly Protocol[] = [
  ...[base, imageCaption, standardRef, birch, informativeness, lengthEqualizing, anchorQuality],
  ...[...SCORE_PROTOCOLS, pairwise, formatting],
  ...[captionGeneration, ...CAPTION_RATINGS, criteriaSingle, criteriaJoint],
  ...[queryGeneration, querySelection, textQuery, ...IMAGE_QUERIES],
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
 * const pair = sample.parse({
 *   item_id: "1", query: "What is it?", answer_a: "A cat.", answer_b: "A dog.",
 *   human: "A",
 * });
 * const [, swapped] = conditions({ orders: ["given", "swapped"] }, pair);
 * const [{ content }] = steps[0].messages(pair, swapped, PROMPTS, {});
 * assert.ok(content[0].type === "text" && content[0].text.includes("A dog."));
 * const reply = {
 *   text: "Judgement: [[A]]", finishReason: "stop", refusal: null, tokens: null,
 * };
 * const judgment = steps[0].parse(reply, pair, swapped);
 * // what it saw first is answer B
 * assert.equal(rows(pair, swapped, { judgment }, "my-judge")[0].choice, "B");
 * ```
 */
export const PROTOCOLS: Record<string, Protocol> = Object.fromEntries(
  ALL.map((protocol) => [protocol.name, protocol]),
);

/** One's own protocol, whose name is its own and can stand in names of files: replies are kept by it. */
export function ownProtocol(own: Protocol): Protocol {
  const { name } = own;
  if (typeof name !== "string" || !/^[^\s./\\:*?"<>|][^/\\:*?"<>|]*$/.test(name)) {
    throw refusing("protocol_file_name", { found: told(name) });
  }
  if (PROTOCOLS[name] === own) return own;
  if (!Object.hasOwn(PROTOCOLS, name)) return guarded(own);
  throw refusing("library_name", { name });
}

export function libraryProtocol(name: string, own?: Protocol): Protocol {
  if (own?.name === name) return ownProtocol(own);
  if (Object.hasOwn(PROTOCOLS, name)) return PROTOCOLS[name];
  const known = Object.keys(PROTOCOLS);
  throw refusing("which_protocol", { known: known.join(", "), name: namesLike([name], known) });
}

/** A protocol by its name, or one's own by its file: a module whose default export `protocol` or `pairProtocol` made. */
export async function loadProtocol(name: string): Promise<Protocol> {
  if (!/[\\/.]/.test(name)) return libraryProtocol(name);
  if (!/\.[cm]?[jt]s$/.test(name)) throw refusing("protocol_or_module", { name });
  if (!existsSync(name)) throw refusing("protocol_file", { name });
  const { href } = pathToFileURL(resolve(name));
  const { default: own } = await import(href).catch((error) => {
    const found = `${String(Object(error).message ?? error).split("\n", 1)}${placeOf(error)}`;
    throw isRefusal(error) ? error : refusing("protocol_module", { found });
  });
  if (typeof own?.name !== "string" || !Array.isArray(own.steps) || typeof own.rows !== "function") {
    throw refusing("default_export", { name, own: told(own) });
  }
  return ownProtocol(own);
}
