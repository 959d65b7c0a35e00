import { behindField, choosesOther, plainLine, plainLines, takesBack } from "../../results/lone_verdict.ts";
import { loneLabel, replyVerdict } from "../../results/reply_verdict.ts";
import type { ReplyVerdict } from "../protocol.ts";
import { unread } from "./settle_reply.ts";
import { betterResponse } from "../../results/reply_text.ts";

const MARKER = "(?:final )?judge?ment";

/** A bracketed verdict: `[[A]]`, `[[Assistant B]]`, and `[[C]]` or `[[tie]]`, the benchmark's own sign for a tie. */
const BRACKETED = /\[\[\s*(?:assistant |answer |response )?(A|B|C|tie)\s*\]\]/gi;

const LETTER =
  /^["'“”‘’([]*(?:(?:[Aa]ssistant|[Rr]esponse|[Oo]ption|(?:[Tt]he )?[Aa]nswer(?: is)?:?) [(["'“‘]*)?(A|B|[Tt]ie|TIE)["'“”‘’)\]]*\.?$/;

/**
 * The verdict of a pairwise reply in the letters that the judge saw: `{ shown: "A" | "B" | "tie" }`. Read from the text
 * behind the last `Judgement:`, or where no such marker is, from the whole, by the rule of all replies (`loneLabel`): all letters
 * in double brackets must agree, and explanations around them do not matter; an echo of the format before them is passed over,
 * and a letter in a sentence that does not choose it is unparsable. A letter without its double brackets counts where nothing
 * else stands behind the marker, or in the whole reply.
 */
export function parseBracketChoice(text: string): ReplyVerdict {
  const behind = behindField(text, MARKER, "analysis|judge?ment");
  if (behind === "") return unread("nothing behind Judgement:");
  const found = loneLabel(behind ?? plainLines(text).join("\n"), BRACKETED, letterOf);
  if ("label" in found) return chosen(found.label);
  if (found.fault !== "no label") return unread(`${found.fault} in double brackets`);
  return alone(behind ?? text, { only: behind === null }) ?? unread("no bracketed letter");
}

/** The verdict behind the last `### Selection:` or as the whole reply, A or B and nothing else: `{ shown: "A" | "B" }`. */
export function parseSelection(text: string, heading = "selection"): ReplyVerdict {
  const behind = behindField(text, heading);
  if (behind === "") return unread(`nothing behind ${heading}:`);
  return withoutTie(alone(behind ?? text, { only: behind === null }));
}

function withoutTie(verdict: ReplyVerdict | null): ReplyVerdict {
  return verdict?.values.shown === "tie"
    ? unread("a tie, which the prompt does not offer")
    : verdict ?? unread("not one letter alone");
}

/** A letter alone but for brackets, quotes and the word for an answer: the first line with text behind a heading, or a whole reply (`Answer: B`). */
function alone(text: string, { only }: { only: boolean }): ReplyVerdict | null {
  const lines = text.split(/[\r\n]+/).map(plainLine).filter((line) => line !== "");
  const said = lines.map((line) => LETTER.exec(line)?.[1]).map((word) => word && letterOf(word));
  const [letter, ...others] = new Set(said);
  if (!letter || others.some((other) => other) || only && lines.length > 1) return null;
  const behind = lines.slice(1).join("\n");
  return takesBack(behind) || choosesOther(behind, letter) ? null : chosen(letter);
}

/** The verdict in a reply of JSON, under the protocol's name or `verdict`; two that differ are none. */
export function letterInJson(value: Record<string, unknown>, { tie }: { tie: boolean }): ReplyVerdict {
  const own = Object.entries(value).filter(([name]) => /^(?:judge?ment|verdict|selection)$/.test(name))
    .map(([name, said]) => [name, said === "C" ? "[[C]]" : said]);
  const { verdict } = replyVerdict(JSON.stringify(Object.fromEntries(own)));
  if (verdict === undefined) return unread("no letter, or more than one, in the JSON");
  return tie ? chosen(verdict) : withoutTie(chosen(verdict));
}

const letterOf = (text: string) => /^[ab]$/i.test(text) ? text.toUpperCase() : "tie";

const chosen = (shown: string): ReplyVerdict => ({ status: "ok", values: { shown } });

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

export function jointVerdict(
  names: Readonly<Record<string, string>>,
  shownOn: (key: string) => ReplyVerdict["values"][string],
): ReplyVerdict {
  const values = Object.fromEntries(Object.keys(names).map((key) => [key, shownOn(key)]));
  const isRead = Object.values(values).some((value) => value !== null);
  return isRead ? { status: "ok", values } : unread("no criterion with a judgment");
}

function simplified(name: string): string {
  return name.replace(/[^a-z]+/gi, " ").trim().toLowerCase();
}
