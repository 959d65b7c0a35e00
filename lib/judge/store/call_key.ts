import { createHash } from "node:crypto";
import type { Condition, Decoding, Step } from "../protocol.ts";

/** SHA-256 of a value's JSON with the keys of all objects in order: equal content, equal hash. */
export function hashOf(value: unknown): string {
  return hashOfText(sortedText(value));
}

export function hashOfText(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}

export const sortedText = (value: unknown): string => canonical(value) ?? "null";

function canonical(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one) ?? "null").join()}]`;
  let text = "";
  for (const name of Object.keys(value).sort()) {
    const part = canonical((value as Record<string, unknown>)[name]);
    if (part !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${part}`;
  }
  return `{${text}}`;
}

/** What a call asks of its sample, as a text: replies to one ask are answers to one question, asked in different ways. */
export function askOf<S>(
  step: Pick<Step<S>, "name" | "key">,
  sample: S,
  condition: Condition,
  named?: string,
): string {
  return sortedText([
    step.name,
    step.key ? { shared: step.key(sample, condition) } : condition,
    ...(named === undefined ? [] : [named]),
  ]);
}

/** How the steps of a protocol ask, by their names: prompt, decoding (with the first run's seed) and endpoint as a text. */
export function waysOf(
  steps: readonly Pick<Step<unknown>, "name" | "promptId">[],
  { prompts, decoding, endpoint }: {
    prompts: Readonly<Record<string, { version: string; sha256: string }>>;
    decoding: Decoding;
    endpoint: string;
  },
): Record<string, string> {
  return Object.fromEntries(steps.map(({ name, promptId: id }) => {
    const { version, sha256 } = prompts[id] ?? { version: "", sha256: "" };
    return [name, sortedText({ prompt: { id, version, sha256 }, decoding, endpoint })];
  }));
}

const LONGEST = 80;

/** Names as parts of files' names side by side; strange or long ones, and those alike but for case, get digits of their hash. */
export function fileNameParts(names: readonly string[]): string[] {
  const plain = names.map((name) => name.replace(/[^\w.-]+/g, "-").slice(0, LONGEST));
  const folded = names.map((name, i) => withHash(name, plain[i]).toLowerCase());
  return names.map((name, i) => {
    const alone = folded.indexOf(folded[i]) === folded.lastIndexOf(folded[i]);
    return alone ? withHash(name, plain[i]) : `${withHash(name, plain[i])}-${hashOf(name).slice(0, 6)}`;
  });
}

function withHash(name: string, plain: string): string {
  return plain === name ? plain : `${plain}-${hashOf(name).slice(0, 6)}`;
}

/** File name of the study of a protocol and a judge, which no other judge's shares, not in another case either. */
export function studyName({ protocol, judge }: { protocol: { name: string }; judge: string }): string {
  const [name] = fileNameParts([judge]);
  const suffix = name === judge && judge !== judge.toLowerCase() ? `-${hashOf(judge).slice(0, 6)}` : "";
  return `${protocol.name}--${name}${suffix}`;
}
