import { requireNamed, requireText } from "../../progress/require.ts";
import { behindField } from "../../results/lone_verdict.ts";
import type { ReplyVerdict } from "../protocol.ts";
import { declines } from "../../results/reply_text.ts";
import { noVerdict, unread } from "./settle_reply.ts";

/** Of what stands behind the last heading of a name (`behindField`) the rest of the heading's line, else the next line with text; null where there is none. */
export function lastField(text: string, name: string, before: string): string | null {
  return behindField(text, name, before)?.split("\n").find((line) => line !== "") ?? null;
}

/** The texts behind headings that begin sections, the last of a name winning; null for one that is missing, empty or a placeholder. */
export function sections<Name extends string>(
  text: string,
  names: readonly Name[],
): Record<Name, string | null> {
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

function squeeze(text: string): string {
  return text.replace(/\s+/g, "").toLowerCase();
}

/**
 * The whole reply as the answer: `{ text }`; a short reply that declines is `refused`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseWhole } from "judgebias/judge";
 *
 * assert.deepEqual(parseWhole(" A cat. ").values, { text: "A cat." });
 * assert.equal(parseWhole("I cannot help with that.").status, "refused");
 * ```
 */
export function parseWhole(text: string): ReplyVerdict {
  requireText("parseWhole", "a reply", text);
  return declines(text)
    ? noVerdict("refused", "declines the task")
    : { status: "ok", values: { text: text.trim() } };
}

/**
 * Sections behind headings, by the keys given: `{ merged: "Merged Response" }` → `{ merged: "…" }`. A required section that
 * is missing, empty or still a placeholder makes the reply unparsable; another is null.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseSections } from "judgebias/judge";
 *
 * const headings = { a: "Revised Response A", merged: "Merged Response" };
 * assert.deepEqual(
 *   parseSections("**Merged Response:** A cat.", headings, ["merged"]).values,
 *   { a: null, merged: "A cat." },
 * );
 * ```
 */
export function parseSections(
  text: string,
  headings: Readonly<Record<string, string>>,
  required: readonly string[] = Object.keys(headings ?? {}),
): ReplyVerdict {
  requireText("parseSections", "a reply", text);
  requireNamed("parseSections", headings, "headings");
  const found = sections(text, Object.values(headings));
  const values = Object.fromEntries(Object.entries(headings).map(([key, name]) => [key, found[name]]));
  const missing = required.filter((key) => values[key] === null);
  return missing.length === 0
    ? { status: "ok", values }
    : unread(`nothing behind ${missing.map((key) => `${headings[key]}:`).join(", ")}`);
}
