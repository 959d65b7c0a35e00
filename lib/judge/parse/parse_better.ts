import { plainLine } from "../../results/lone_verdict.ts";
import { betterResponse } from "../../results/reply_text.ts";
import type { ReplyVerdict } from "../protocol.ts";
import { unread } from "./settle_reply.ts";

/** Which response a reply prefers, `{ shown: 1 | 2 }`: its last line that is or ends with `Response X is better.` */
export function parseBetter(text: string): ReplyVerdict {
  const shown = Number(betterResponse(text));
  return shown === 1 || shown === 2
    ? { status: "ok", values: { shown } }
    : unread("no line that says which response is better, or more than one");
}

/**
 * Which response a joint reply prefers on each criterion: the reply is cut at `Criterion: name`, and each block read like
 * a single reply; the last block of a name wins. Values are 1 or 2 by the names given, null for a criterion that the reply
 * leaves out or leaves open; without any the status is `unparsable`.
 */
export function parseJointBetter(text: string, names: Readonly<Record<string, string>>): ReplyVerdict {
  const lines = text.split(/\r\n|\r|\n/);
  const heading = /^(?:\d+[.)] ?)?criterion(?: \d+)?\s*[:：]\s*(.+)$/i;
  const known = Object.values(names).map(simplified);
  let current = "";
  const starts = lines.flatMap((line, i) => {
    const plain = plainLine(line), match = heading.exec(plain);
    const [, about = ""] = /^(?:(?:on|for|regarding|as for) )?([^:：]*)[:：]/i.exec(plain) ?? [];
    const other = simplified(about) !== current && known.includes(simplified(about));
    if (!match && !other) return [];
    // A quoted heading, or one in other words, ends a block and begins none.
    current = match && !/^\s*>/.test(line) ? simplified(match[1]) : "";
    return [{ line: i, name: current }];
  });
  return jointVerdict(names, (key) => {
    const own = simplified(names[key]);
    // What is said under a heading of several, or of one once more in other words, may say otherwise.
    const shared = starts.some(({ name }) => !known.includes(name) && ` ${name} `.includes(` ${own} `));
    if (shared) return null;
    const block = starts.findLastIndex(({ name }) => name === own);
    const body = block < 0
      ? ""
      : lines.slice(starts[block].line + 1, starts[block + 1]?.line ?? lines.length).join("\n");
    const said = body.split("\n").filter((line) => parseBetter(line).status === "ok");
    return said.length > 1 ? null : parseBetter(body).values.shown ?? null;
  });
}

/** What was said on each criterion as one verdict: `unparsable` where nothing was, with a reason where some are left open. */
export function jointVerdict(
  names: Readonly<Record<string, string>>,
  shownOn: (key: string) => ReplyVerdict["values"][string],
): ReplyVerdict {
  const values = Object.fromEntries(Object.keys(names).map((key) => [key, shownOn(key)]));
  const open = Object.keys(names).filter((key) => values[key] === null);
  if (open.length === Object.keys(names).length) return unread("no criterion with a judgment");
  return {
    status: "ok",
    values,
    ...(open.length > 0 ? { reason: `no judgment on ${open.join(", ")}` } : {}),
  };
}

function simplified(name: string): string {
  return name.replace(/[^a-z]+/gi, " ").trim().toLowerCase();
}
