import { noVerdict } from "../parse/settle_reply.ts";
import type { ReplyVerdict } from "../protocol.ts";

/** A reply as JSON: what the endpoint is told to write, and how it is read. */
export interface Structured {
  /** JSON Schema of the reply. */
  schema: Record<string, unknown>;
  /** The verdict in such a reply. */
  read(value: Record<string, unknown>): ReplyVerdict;
}

/**
 * A reply of an explanation and a verdict, in this order: a judge that must write the verdict first does not think before.
 *
 * @param verdict JSON Schema of the verdict
 * @param read the verdict in the value of that name, which is a text or a number
 */
export function explained(
  name: string,
  verdict: Record<string, unknown>,
  read: (verdict: string) => ReplyVerdict,
): Structured {
  return {
    schema: strictObject({ explanation: { type: "string" }, [name]: verdict }),
    read(value) {
      const given = value[name];
      return typeof given === "string" || typeof given === "number"
        ? read(String(given))
        : noVerdict("unparsable", `no ${name} in the JSON`);
    },
  };
}

/** A JSON Schema of an object with these properties and no others, as strict endpoints want it. */
export function strictObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
