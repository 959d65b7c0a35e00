import type { ChatRequest } from "../../transport/chat_request.ts";
import type { UsableReply } from "../../transport/usable_reply.ts";
import { UnusableReply } from "../../transport/faults.ts";

/** What came back for a request: a reply, or why there is none (tokens that were counted all the same). */
export type Answer =
  | { key: string; reply: UsableReply }
  | { key: string; reason: string; usage?: UsableReply["usage"] };

/** Any value as it comes from a file. */
export type Loose = Record<string, unknown>;

/** A value as an object; nothing in it where it is none. */
export function loose(value: unknown): Loose {
  return typeof value === "object" && value !== null ? value as Loose : {};
}

/** A text, or null. */
export function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The answer that `read` makes, or the fault that it throws. */
export function answered(key: string, read: () => UsableReply): Answer {
  try {
    return { key, reply: read() };
  } catch (error) {
    if (!(error instanceof UnusableReply)) throw error;
    return { key, reason: `UnusableReply: ${error.message}`, usage: error.usage };
  }
}

/** An error of whatever shape in words: its code or status, and what it says. */
export function errorText(status: unknown, error: unknown): string {
  const said = loose(loose(error).error ?? error);
  const code = status ?? said.code ?? said.status ?? said.type ?? "batch";
  const message = textOrNull(error) ?? textOrNull(said.message) ?? JSON.stringify(error ?? null);
  return `${code}: ${message}`;
}

/** The texts for the system in one, as the formats have it that keep them apart, and the other messages. */
export function systemApart({ messages }: ChatRequest): { system: string; others: ChatRequest["messages"] } {
  const isSystem = ({ role }: ChatRequest["messages"][number]) => role === "system";
  return {
    system: messages.filter(isSystem).map(({ content }) => String(content)).join("\n\n"),
    others: messages.filter((message) => !isSystem(message)),
  };
}

/** A data URL's parts; null for an address. */
export function dataURL(url: string): { type: string; data: string } | null {
  if (!url.startsWith("data:")) return null;
  const comma = url.indexOf(",");
  return { type: url.slice(5, comma).replace(/;base64$/, ""), data: url.slice(comma + 1) };
}

/** Refuses parameters that a format has no word for: left out without a word, the journal would say that they were sent. */
export function requireKnown(format: string, request: object, known: readonly string[]): void {
  const strange = Object.entries(request).filter(([name, value]) =>
    value !== undefined && !known.includes(name)
  )
    .map(([name]) => name);
  if (strange.length === 0) return;
  throw new RangeError(
    `batch: wanted parameters that ${format} batches take, found ${
      strange.join(", ")
    }; leave them out with ` +
      `--decoding ${strange.map((name) => `${name}=null`).join(",")}`,
  );
}
