import {
  behindField,
  choosesOther,
  loneLabel,
  plainLine,
  plainLines,
  takesBack,
} from "../../results/lone_verdict.ts";
import { replyVerdict } from "../../results/reply_verdict.ts";
import type { ReplyVerdict } from "../protocol.ts";
import { unread } from "./settle_reply.ts";

const MARKER = "(?:final )?judge?ment";

/** A bracketed verdict: `[[A]]`, `[[Assistant B]]`, and `[[C]]` or `[[tie]]`, the benchmark's own sign for a tie. */
const BRACKETED = /\[\[\s*(?:assistant |answer |response )?(A|B|C|tie)\s*\]\]/gi;

const LETTER =
  /^["'“”‘’([]*(?:(?:[Aa]ssistant|[Rr]esponse|[Oo]ption|(?:[Tt]he )?[Aa]nswer(?: is)?:?) [(["'“‘]*)?(A|B|[Tt]ie|TIE)["'“”‘’)\]]*\.?$/;

/**
 * The verdict of a pairwise reply in the letters that the judge saw: `{ shown: "A" | "B" | "tie" }`. Read from the text
 * behind the last `Judgement:`, or where no such marker is, from the last line with double brackets. Both letters there
 * (an echo of the format, an undecided judge) are unparsable, never the first or last of them, and so is a letter in a
 * sentence that does not choose it. A letter without its double brackets counts where nothing else stands behind the marker,
 * or in the whole reply.
 */
export function parseBracketChoice(text: string): ReplyVerdict {
  const behind = behindField(text, MARKER, "analysis|judge?ment");
  if (behind === "") return unread("nothing behind Judgement:");
  const lines = plainLines(text), last = lines.findLastIndex((line) => line.match(BRACKETED));
  const said = behind ?? (last < 0 ? "" : lines.slice(last).join("\n"));
  const found = loneLabel(said, BRACKETED, letterOf);
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
  return takesBack(behind) || choosesOther(behind, letter, letterOf) ? null : chosen(letter);
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
