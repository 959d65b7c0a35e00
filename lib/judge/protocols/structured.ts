import { unread } from "../parse/settle_reply.ts";
import type { ReplyVerdict } from "../protocol.ts";

/** A reply as JSON: what the endpoint is told to write, and how it is read. */
export interface Structured {
  schema: Record<string, unknown>;
  read(value: Record<string, unknown>): ReplyVerdict;
  /** The request's `read` that it belongs to: where another stands in its place, that reads JSON too. */
  beside?: unknown;
}

/** A reply of an explanation and a verdict, in this order: a judge that must write the verdict first does not think before. */
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
        : unread(`no ${name} in the JSON`);
    },
  };
}

/** A JSON Schema of an object with these properties and no others, as strict endpoints want it. */
export function strictObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}
