import type { ReplyVerdict } from "../protocol.ts";
import { plainLine } from "./plain_line.ts";
import { noVerdict } from "./settle_reply.ts";

/** The sentence of the verdict, alone on its line or the line's last sentence. */
const VERDICT =
  /(?:^|[.!?:)]\s+)(?:(?:so|therefore|thus|hence|overall|in conclusion),? )?["'“]?response \[?([12])\]? is (?:the )?better(?: than response ([12])| one| response)?["'”]?[.!]?["'”]?$/i;

/**
 * Which response a criterion's reply prefers: the last line that is or ends with `Response X is better.`, X being 1 or 2:
 * `{ shown: 1 | 2 }`. The same words within a sentence are no verdict.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseBetter } from "@/judge/parse/parse_better.ts";
 *
 * assert.deepEqual(parseBetter("Response 1 is better written.\n\n**Response 2 is better.**").values, { shown: 2 });
 * assert.equal(parseBetter("Response X is better.").status, "unparsable");
 * ```
 */
export function parseBetter(text: string): ReplyVerdict {
  for (const line of text.split(/\r\n|\r|\n/).map(plainLine).reverse()) {
    const match = VERDICT.exec(line);
    if (!match || match[1] === match[2]) continue;
    return { status: "ok", values: { shown: Number(match[1]) } };
  }
  return noVerdict("unparsable", "no line that says which response is better");
}

/**
 * Which response a joint reply prefers on each criterion: the reply is cut at `Criterion: name`, and each block read like
 * a single reply; the last block of a name wins. Values are 1 or 2 by the names given, null for a criterion that the reply
 * leaves out or leaves open; without any the status is `unparsable`.
 *
 * @param names the criteria's names as the prompt lists them, by the key under which the value is wanted
 */
export function parseJointBetter(text: string, names: Readonly<Record<string, string>>): ReplyVerdict {
  const lines = text.split(/\r\n|\r|\n/);
  const heading = /^(?:\d+[.)] ?)?criterion(?: \d+)?\s*[:：]\s*(.+)$/i;
  const starts = lines.flatMap((line, i) => {
    const match = heading.exec(plainLine(line));
    return match ? [{ line: i, name: simplified(match[1]) }] : [];
  });
  const values: ReplyVerdict["values"] = {};
  for (const [key, name] of Object.entries(names)) {
    const block = starts.findLastIndex((start) => start.name === simplified(name));
    const body = block < 0
      ? ""
      : lines.slice(starts[block].line + 1, starts[block + 1]?.line ?? lines.length).join("\n");
    values[key] = parseBetter(body).values.shown ?? null;
  }
  const open = Object.keys(names).filter((key) => values[key] === null);
  if (open.length === Object.keys(names).length) {
    return noVerdict("unparsable", "no criterion with a judgment");
  }
  return {
    status: "ok",
    values,
    ...(open.length > 0 ? { reason: `no judgment on ${open.join(", ")}` } : {}),
  };
}

function simplified(name: string): string {
  return name.replace(/[^a-z]+/gi, " ").trim().toLowerCase();
}
