/** Marks around the thinking that some open models write into their text. */
const THINKING = /[<◁](\/?)(?:think|thinking|thought|thoughts|reasoning)[>▷]/gi;

/**
 * The reply's text after the thinking in it; null where the thinking never ended. Thinking begins a line, or had begun before
 * the text: a mark within a line, the end that belongs to it, and an end in quotation marks are part of what is said.
 */
export function withoutThinking(text: string): string | null {
  let isOpen = false, isQuoted = false, start = 0;
  for (const { 0: mark, 1: slash, index } of text.matchAll(THINKING)) {
    if (slash === "") {
      const beginsLine = /(?:^|[\r\n])[^\S\r\n]*$/.test(text.slice(Math.max(start, index - 20), index));
      isOpen ||= beginsLine;
      isQuoted = !isOpen;
    } else {
      isQuoted ||= /["'`“‘]/.test(text.charAt(index - 1));
      if (!isQuoted) [isOpen, start] = [false, index + mark.length];
      isQuoted = false;
    }
  }
  return isOpen ? null : text.slice(start);
}

/**
 * The object that a reply consists of, also within a fence of Markdown (` ```json `): undefined for a reply that is no such
 * JSON, null for an object that gives one name twice, of which `JSON.parse` would take the last.
 */
export function jsonReply(text: string): Record<string, unknown> | null | undefined {
  const whole = text.trim();
  const [, fenced = whole] = /^```(?:json)?\s([\s\S]*)\s```$/i.exec(whole) ?? [];
  const json = fenced.trim();
  if (!json.startsWith("{")) return undefined;
  let value: Record<string, unknown>;
  let names = 0;
  try {
    value = JSON.parse(json, (_, part) => {
      if (typeof part === "object" && part !== null && !Array.isArray(part)) {
        names += Object.keys(part).length;
      }
      return part;
    });
  } catch {
    return undefined;
  }
  const written = json.match(/"(?:[^"\\]|\\.)*"(?:\s*:)?/g)?.filter((part) => part.endsWith(":")).length ?? 0;
  return written === names ? value : null;
}
