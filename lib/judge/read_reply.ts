import type { Condition, Reply, ReplyVerdict, Step } from "./protocol.ts";
import { noVerdict } from "./parse/settle_reply.ts";

/** By what a reason begins where the parser failed and not the judge: such a reply is read again whenever it is wanted. */
const PARSER_FAILED = "the protocol's parser failed";

/**
 * The verdict in a reply. A parser that throws is a defect of its protocol and costs the reply nothing but its status
 * (`unparsable`): the reply is paid, stands in the journal, and is read again by the mended parser.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readReply } from "@/judge/read_reply.ts";
 *
 * const reply = { text: "A", finishReason: "stop", refusal: null, tokens: null };
 * const task = { sample: { value: {} }, condition: { image: false, swapped: false, run: 1 } };
 * const step = { parse: () => { throw new Error("no such field"); } };
 * assert.equal(readReply(step, { reply }, task).reason, "the protocol's parser failed: no such field");
 * ```
 */
export function readReply(
  step: Pick<Step<unknown>, "parse">,
  { reply }: { reply: Reply },
  { sample, condition }: { sample: { value: unknown }; condition: Condition },
): ReplyVerdict {
  const { text, finishReason, refusal, tokens } = reply, said = { text, finishReason, refusal, tokens };
  try {
    return step.parse(said, sample.value, condition);
  } catch (error) {
    return noVerdict("unparsable", `${PARSER_FAILED}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Whether a verdict is none for its parser's sake. */
export function parserFailed({ status, reason }: ReplyVerdict): boolean {
  return status === "unparsable" && reason?.startsWith(PARSER_FAILED) === true;
}
