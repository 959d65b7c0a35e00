import { takesBack } from "../../results/lone_verdict.ts";
import { plainLines } from "../../results/plain_line.ts";
import type { ReplyVerdict } from "../protocol.ts";
import { behindField } from "./field.ts";
import { noVerdict } from "./settle_reply.ts";

/**
 * True or False behind the last `### Answer:`, or as the whole reply: `{ answer }`. Anything more on its line, words
 * such as yes, and the other word or a second thought behind it are unparsable.
 */
export function parseFlag(text: string): ReplyVerdict {
  const behind = behindField(text, "answer") ?? (/\n/.test(text.trim()) ? "" : text.trim());
  const [first = "", ...more] = plainLines(behind).filter((line) => line !== "");
  const word = /^["'“(<[]*(true|false)["'”)>\]]*\.?$/i.exec(first)?.[1].toLowerCase(), rest = more.join("\n");
  const others = rest.toLowerCase().match(/\b(?:true|false)\b/g) ?? [];
  return word !== undefined && others.every((other) => other === word) && !takesBack(rest)
    ? { status: "ok", values: { answer: word === "true" } }
    : noVerdict("unparsable", "neither True nor False behind Answer:");
}
