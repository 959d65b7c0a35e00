import type { Reply, ReplyVerdict, VerdictStatus } from "../protocol.ts";

/** A verdict that is none. */
export function noVerdict(status: Exclude<VerdictStatus, "ok">, reason: string): ReplyVerdict {
  return { status, values: {}, reason };
}

/** Short replies that open by declining; longer ones may quote such words and still judge. */
const REFUSAL =
  /^\W*(?:i['’]?m (?:very |really |truly )?(?:sorry|afraid|unable|not able)|i am (?:very |really |truly )?(?:sorry|afraid|unable|not able)|sorry|i apologi[sz]e|my apologies|unfortunately|as an ai\b|i (?:can(?:no|['’])?t|could not|won['’]?t|will not|must decline|decline)\b)[\s\S]*?\b(?:can(?:no|['’])?t|can not|unable|not able|won['’]?t|will not|decline|not (?:comfortable|allowed|permitted)|against)\b/i;
const REFUSAL_ALONE = /^\W*i (?:can(?:no|['’])?t|won['’]?t|will not|must decline|decline)\b/i;

/** Longest reply that its opening words alone make a refusal, in characters. */
const LONGEST_REFUSAL = 400;

/** Whether a text without a verdict declines the task. */
export function declines(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length <= LONGEST_REFUSAL && (REFUSAL.test(trimmed) || REFUSAL_ALONE.test(trimmed));
}

/** Marks around the thinking that some open models write into their text. */
const THINKING = /[<◁](\/?)(?:think|thinking|thought|thoughts|reasoning)[>▷]/gi;

/** The reply's text after the thinking in it; null where the thinking never ended. */
function withoutThinking(text: string): string | null {
  const last = [...text.matchAll(THINKING)].at(-1);
  if (!last) return text;
  return last[1] === "/" ? text.slice(last.index + last[0].length) : null;
}

/** What the endpoint's word for the end of a reply means where that is no end by itself. */
const FILTERED = /filter|safety|prohibited|recitation|blocklist|spii|refus|guardrail/i;
const CUT = /length|max_?(?:output_)?tokens|model_context/i;

/** Why a reply that did not end by itself is no verdict; null for one that did, or of which nothing is said. */
function cutShort(finishReason: string | null): ReplyVerdict | null {
  if (finishReason === null || /^stop$/i.test(finishReason)) return null;
  if (FILTERED.test(finishReason)) return noVerdict("refused", "stopped by the content filter");
  return noVerdict(
    "truncated",
    CUT.test(finishReason)
      ? "cut by the token limit"
      : `ended with ${finishReason.slice(0, 40)}, not by itself`,
  );
}

/**
 * Reads a verdict out of a reply, and gives every reply without one its status: `refused` (the endpoint says so, its
 * content filter stopped it, or a short text declines), `empty`, `truncated` (it did not end by itself, `stop`, also where a
 * verdict seems to stand already: a cut 10 is a 1), else what `read` says of the text behind the thinking.
 *
 * @param read the verdict in the text, or why there is none
 */
export function settleReply(
  reply: Reply,
  read: (text: string) => ReplyVerdict,
): ReplyVerdict {
  if (reply.refusal) return noVerdict("refused", "the endpoint reports a refusal");
  const cut = cutShort(reply.finishReason);
  if (cut) return cut;
  const text = withoutThinking(reply.text);
  if (text === null) return noVerdict("truncated", "thinking that never ended");
  if (text.trim() === "") return noVerdict("empty", "no text");
  const verdict = read(text);
  if (verdict.status === "unparsable" && declines(text)) return noVerdict("refused", "declines the task");
  return verdict;
}
