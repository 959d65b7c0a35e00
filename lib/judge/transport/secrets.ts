import { refusing } from "../../results/said.ts";
import process from "node:process";
import { cut } from "../../progress/told.ts";

const HIDDEN = "[secret]";

/** Shorter keys are no secrets ("EMPTY", "none"), and could be words of a reply. */
const SHORTEST_SECRET = 6;

/** Shapes of keys that error messages echo, whole or masked in the middle. */
const KEY_SHAPES = [
  /\b(?:sk|rk|pk|gsk|xai|AIza)[-_][\w*.…-]{4,}/g,
  /\bBearer\s+[^\s"',]+/gi,
  /\/\/[^\s/@"]+:[^\s/@"]+@/g,
];

/**
 * Takes the key of an endpoint from the environment, the only place it is taken from: without a name from `OPENAI_API_KEY` for
 * OpenAI's own endpoint and `JUDGE_API_KEY` for every other, so that OpenAI's key never goes to another host by accident. A
 * server that asks for no key gets a dummy, and so does work that sends nothing (`needed: false`) where no key is set.
 */
export function readSecret(
  { variable, baseURL, needed = true }: { variable?: string; baseURL: string; needed?: boolean },
) {
  const own = new URL(baseURL).hostname === "api.openai.com";
  const name = variable ?? (own ? "OPENAI_API_KEY" : "JUDGE_API_KEY");
  // Said, since where the package is packed nobody declares `process`.
  const key: string | undefined = process.env[name]?.trim();
  if (needed && !key && (variable !== undefined || own)) throw refusing("no_key", { name });
  if (key && !/^[\x21-\x7e]+$/.test(key)) throw refusing("key_letters", { name });
  return { key: key ?? "none", ...scrubbers(key && key.length >= SHORTEST_SECRET ? [key] : []) };
}

/** How keys are kept out of all that is written; of messages also what looks like a key, then in one line of bearable length. */
export function scrubbers(secrets: readonly string[]) {
  // Also as JSON writes it, and as a URL does; the longest first, so that none leaves a part of another.
  const formsOf = (key: string) => [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)];
  const forms = secrets.flatMap(formsOf).sort((a, b) => b.length - a.length);
  const scrub = (text: string) => forms.reduce((clean, form) => clean.replaceAll(form, HIDDEN), text);
  return {
    scrub,
    scrubMessage: (text: string) =>
      oneLine(KEY_SHAPES.reduce((clean, shape) => clean.replace(shape, HIDDEN), scrub(text))),
  };
}

const LONGEST = 300;

/** A text from outside as one line that a terminal can show: no line breaks, no control or direction characters. */
export function oneLine(text: string): string {
  // Before the cut: what stands behind it need not be looked at, but white space in front of it may be long.
  return cut(text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim(), LONGEST);
}
