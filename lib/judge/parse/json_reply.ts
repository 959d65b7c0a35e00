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
