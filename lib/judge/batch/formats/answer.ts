import type { ChatRequest } from "../../transport/chat_request.ts";
import type { UsableReply } from "../../transport/usable_reply.ts";
import { UnusableReply } from "../../transport/faults.ts";
import { type Loose, loose, textOrNull } from "../../transport/loose.ts";

/** What came back for a request: a reply, or why there is none (tokens that were counted all the same). */
export type Answer =
  | { key: string; reply: UsableReply }
  | { key: string; reason: string; usage?: UsableReply["usage"] };

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
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => String(content));
  return { system: system.join("\n\n"), others: messages.filter(({ role }) => role !== "system") };
}

/** The parts of a message as a format has them: texts, images that stand in the request, and images by their address. */
export function partsOf(
  content: ChatRequest["messages"][number]["content"],
  { text, data, address }: {
    text(text: string): Loose;
    data(type: string, data: string): Loose;
    address(url: string): Loose;
  },
): Loose[] {
  if (typeof content === "string") return [text(content)];
  return (content ?? []).map((part: { type: string; text?: string; image_url?: { url: string } }) => {
    if (part.image_url === undefined) return text(part.text!);
    const { url } = part.image_url, comma = url.indexOf(",");
    return url.startsWith("data:")
      ? data(url.slice(5, comma).replace(/;base64$/, ""), url.slice(comma + 1))
      : address(url);
  });
}

export function given(record: Loose): Loose {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined && value !== null),
  );
}

/** Refuses parameters that a format has no word for: left out without a word, the journal would say that they were sent. */
export function requireKnown(format: string, request: object, known: string): void {
  const strange = Object.keys(given(request as Loose)).filter((name) => !known.split(" ").includes(name));
  if (strange.length === 0) return;
  throw new RangeError(
    `batch: wanted parameters that ${format} batches take, found ${
      strange.join(", ")
    }; leave them out with ` +
      `--decoding ${strange.map((name) => `${name}=null`).join(",")}`,
  );
}
