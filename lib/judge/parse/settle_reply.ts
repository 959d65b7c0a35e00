import { isPlain, told } from "../../progress/told.ts";
import { behindField } from "../../results/lone_verdict.ts";
import { declines, jsonReply, whyUnread, withoutThinking } from "../../results/reply_text.ts";
import { says } from "../transport/usable_reply.ts";
import type { Condition, Reply, ReplyVerdict, Step, VerdictStatus } from "../protocol.ts";

/**
 * A verdict that is none.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { noVerdict } from "judgebias/judge";
 *
 * const verdict = noVerdict("unparsable", "it names no answer");
 * assert.deepEqual([verdict.status, verdict.values], ["unparsable", {}]);
 * ```
 */
export function noVerdict(status: Exclude<VerdictStatus, "ok">, reason: string): ReplyVerdict {
  return { status, values: {}, reason };
}

/** Verdicts of the library's own readers, which know no words in which a judge declines. */
const unreadHere = new WeakSet<ReplyVerdict>();

/** What a reader of the library gives for a reply in which it finds no verdict: where that declines, it is `refused`. */
export function unread(reason: string): ReplyVerdict {
  const verdict = noVerdict("unparsable", reason);
  unreadHere.add(verdict);
  return verdict;
}

export const UNREAD = noVerdict("unparsable", "stored, not read yet");

const STATUSES = "ok abstained refused empty truncated out_of_range unparsable".split(" ");

export function requireVerdict(given: unknown): ReplyVerdict {
  const wanted = (what: string, found: unknown) => new TypeError(`wanted ${what}, found ${told(found)}`);
  // A promise that fails and that nobody waits for would end the process.
  if (given instanceof Promise) given.catch(() => {});
  if (!isPlain(given)) throw wanted('a verdict { values: { … } }, or noVerdict("unparsable", "why")', given);
  // Values alone are a verdict; what is beside them could be a misspelt status.
  if (Object.keys(given).every((name) => name === "values")) given = { status: "ok", ...given };
  const { status, values } = given as Record<string, unknown>, [last, ...others] = STATUSES.toReversed();
  if (!STATUSES.includes(status as string)) {
    throw wanted(`a verdict's status as ${others.toReversed().join(", ")} or ${last}`, status);
  }
  if (!isPlain(values)) throw wanted("a verdict's values by their names", values);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || /^(?:string|boolean)$/.test(typeof value) || Number.isFinite(value)) continue;
    throw wanted(`the verdict's value ${name} as a text, a number, true, false or null`, value);
  }
  return given as unknown as ReplyVerdict;
}

/** Why a reply that did not end by itself is no verdict; null for one that did, or of which nothing is said. */
function cutShort(finishReason: string | null): ReplyVerdict | null {
  if (finishReason === null || says("natural", finishReason)) return null;
  if (says("filtered", finishReason)) return noVerdict("refused", "stopped by the content filter");
  const ended = `ended with ${finishReason.slice(0, 40)}, not by itself`;
  return noVerdict("truncated", says("cut", finishReason) ? "cut by the token limit" : ended);
}

/**
 * Reads a verdict out of a reply, and gives every reply without one its status. One that did not end by itself is `truncated`, also where
 * a verdict seems to stand already: a cut 10 is a 1. A reply that is JSON as a whole is read as JSON where the protocol knows how.
 */
export function settleReply(
  reply: Reply,
  read: (text: string) => unknown,
  readJson?: (value: Record<string, unknown>) => ReplyVerdict,
): ReplyVerdict {
  const cut = cutShort(reply.finishReason);
  if (reply.refusal) {
    const filtered = `turned away by a content filter: ${reply.refusal}`;
    return noVerdict("refused", cut?.status === "refused" ? filtered : "the endpoint reports a refusal");
  }
  if (cut) return cut;
  const whole = readJson && jsonReply(reply.text);
  const text = whole === undefined ? withoutThinking(reply.text) : reply.text;
  if (text === null) return noVerdict("truncated", "thinking that never ended");
  if (text.trim() === "") return noVerdict("empty", "no text");
  const json = readJson && (whole ?? jsonReply(text));
  if (readJson && json) return requireVerdict(readJson(json));
  if (json === null) return noVerdict("unparsable", "JSON that gives a name twice");
  const verdict = requireVerdict(read(text));
  if (!unreadHere.has(verdict)) return verdict;
  const why = whyUnread(text, { ended: reply.finishReason !== null });
  if (why === "refusal") return noVerdict("refused", "declines the task");
  return why === "cut off" ? noVerdict("truncated", "ends within a sentence") : verdict;
}

export function readReply(
  { parse }: Pick<Step<unknown>, "parse">,
  { text, finishReason, refusal, tokens }: Reply,
  sample: unknown,
  condition: Condition,
): ReplyVerdict {
  return parse({ text, finishReason, refusal, tokens }, sample, condition);
}

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

export function strictObject(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** Of what stands behind the last heading of a name (`behindField`) the rest of the heading's line, else the next line with text; null where there is none. */
export function lastField(text: string, name: string, before: string): string | null {
  return behindField(text, name, before)?.split("\n").find((line) => line !== "") ?? null;
}

/** The texts behind headings that begin sections, the last of a name winning; null for one that is missing, empty or a placeholder. */
export function sections<Name extends string>(text: string, names: readonly Name[]) {
  const found = Object.fromEntries(names.map((name) => [name, null])) as Record<Name, string | null>;
  const spaced = names.map((name) => name.replaceAll(" ", "[ \\t]*"));
  const heading = new RegExp(
    `^[ \\t>#*_-]*(${spaced.join("|")})[ \\t]*(?:[*_]+[ \\t]*)?[:：][ \\t]*(?:[*_]+[ \\t]*)?`,
    "gim",
  );
  const matches = [...text.matchAll(heading)];
  matches.forEach((match, i) => {
    const name = names.find((name) => squeeze(name) === squeeze(match[1]));
    const body = text.slice(match.index + match[0].length, matches[i + 1]?.index ?? text.length).trim();
    if (name !== undefined) found[name] = body === "" || /^<[^<>]*>$/.test(body) ? null : body;
  });
  return found;
}

const squeeze = (text: string): string => text.replace(/\s+/g, "").toLowerCase();

/** The whole reply as the answer; a short one that declines is `refused`. */
export function parseWhole(text: string): ReplyVerdict {
  return declines(text)
    ? noVerdict("refused", "declines the task")
    : { status: "ok", values: { text: text.trim() } };
}

/** Sections behind headings, by the keys given; a required one that is missing, empty or still a placeholder makes the reply unparsable. */
export function parseSections(
  text: string,
  headings: Readonly<Record<string, string>>,
  required: readonly string[] = Object.keys(headings),
): ReplyVerdict {
  const found = sections(text, Object.values(headings));
  const values = Object.fromEntries(Object.entries(headings).map(([key, name]) => [key, found[name]]));
  const missing = required.filter((key) => values[key] === null);
  return missing.length === 0
    ? { status: "ok", values }
    : unread(`nothing behind ${missing.map((key) => `${headings[key]}:`).join(", ")}`);
}
