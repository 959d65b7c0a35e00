import { refusing } from "../results/said.ts";
import { requireNamed } from "../progress/require.ts";
import { Buffer } from "node:buffer";
import type { TextFunctions } from "../perturb/perturb.ts";
import { imageHeader } from "./images/image_store.ts";
import { makePlan, type Plan } from "./plan/make_plan.ts";
import type { Condition } from "./protocol.ts";
import type { RunOptions } from "./run/run_options.ts";
import { chatRequest } from "./transport/chat_request.ts";
import { endpointJudge } from "./transport/endpoint_judge.ts";
import { JudgeFault, readSecret } from "./transport/judge.ts";

/** Which model writes, and how it is reached; as for `runJudge`. */
export interface PerturbationTextsOptions extends
  Pick<
    RunOptions,
    "baseURL" | "decoding" | "prompts" | "keyVariable" | "retries" | "timeout" | "perMinute"
  > {
  /** The model's name, as the endpoint knows it. */
  judge: string;
}

const CONDITION: Condition = { image: true, swapped: false, run: 1 };

/**
 * The texts that perturbations take from a model (MM-JudgeBias, Table 11; there GPT-5.1 with high effort): descriptions,
 * keywords, and whether a query needs a picture, by the protocols `detail_description`, `keyword_extraction` and
 * `relatedness`. For `perturb` and `perturbSet`; to ask for all texts first, with a journal, run these protocols with
 * `runJudge` and supply the texts with the samples.
 *
 * A reply without a usable text is a RangeError, the fault of that sample; a refused key, a used-up quota or an unknown
 * model ends everything with another error.
 *
 * @throws {RangeError} for bad options, or a key that is named or needed and not set
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import {
 *   nullImage, perturb, perturbationTexts, simulatedServer,
 * } from "judgebias/judge";
 *
 * await using server = await simulatedServer();
 * const texts = await perturbationTexts({ judge: "simulated", baseURL: server.url });
 * const sample = {
 *   id: "a", query: "What is this?", image: await nullImage(), response: "Night.",
 * };
 * const { record } = await perturb(sample, "detail_description", { seed: 1, texts });
 * assert.equal(record.text?.author, "simulated");
 * ```
 */
export async function perturbationTexts(asked: PerturbationTextsOptions): Promise<Required<TextFunctions>> {
  const { keyVariable, retries, timeout, perMinute, ...options } = requireNamed("perturbationTexts", asked);
  const planned = (protocol: string) => makePlan({ ...options, protocol, data: [] });
  const names = ["detail_description", "keyword_extraction", "relatedness"];
  const [describe, keywords, needsImage] = names.map(planned), { baseURL } = describe;
  const { key, scrubMessage } = readSecret({ variable: keyVariable, baseURL });
  const judge = await endpointJudge(options.judge, { baseURL, key, retries, timeout, perMinute });

  const ask = async ({ protocol, prompts, decoding }: Plan, query: string, image: Uint8Array) => {
    const { name, steps: [step] } = protocol, header = await imageHeader(image);
    if (!header) throw refusing("picture_format", { name });
    const sample = { id: "sample", image: "image", query };
    const url = `data:${header.type};base64,${Buffer.from(image).toString("base64")}`;
    const messages = step.messages(sample, CONDITION, prompts, {}), images = new Map([["image", { url }]]);
    const request = chatRequest({ judge: options.judge, messages, images, decoding });
    const { reply } = await judge.ask(request).catch((error) => {
      const message = scrubMessage(`${name}: ${options.judge} did not answer: ${error.message}`);
      const ends = error instanceof JudgeFault && error.fault.action === "stop";
      throw ends ? new TextsEnd(message) : new RangeError(message);
    });
    const { status, reason, values } = step.parse(reply, sample, CONDITION);
    if (status === "ok") return Object.values(values)[0];
    const found = `${status}${reason ? ` (${reason})` : ""}`;
    throw refusing("answer_of", { name, options: options.judge, found });
  };
  return {
    author: options.judge,
    describe: async (image) => String(await ask(describe, "", image)),
    keywords: async (query, image) => String(await ask(keywords, query, image)),
    needsImage: async (query, image) => Boolean(await ask(needsImage, query, image)),
  };
}

/** No further text can be had: not one sample's fault. */
class TextsEnd extends Error {
  override name = "TextsEnd";
}
