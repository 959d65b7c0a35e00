import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { SLOT } from "../prompts.ts";
import type { Prompts } from "../protocol.ts";
import { sceneOf, SIMULATED } from "./simulated_study.ts";

export interface Choice {
  kind: "choice";
  first: string;
  second: string;
  say(letter: "A" | "B"): string;
  reference: boolean;
  about: "quality" | "informativeness";
}

/** What a simulated judge is asked, found by the markers that the protocols' prompts carry. */
export type Question =
  | Choice
  | { kind: "joint"; first: string; second: string; criteria: string[] }
  | { kind: "anchor"; first: string; second: string }
  | {
    kind: "score";
    response: string;
    query: string;
    scale: [number, number];
    abstention: boolean;
    form: "heading" | "dollar";
  }
  /** Something that asks for no judgment. */
  | { kind: "text"; say(draw: () => number): string }
  | { kind: "free" }
  /** A verdict is wanted, but not by a prompt that the judge knows. */
  | { kind: "foreign" };

const bracketed = (letter: string) =>
  `Analysis: Assistant ${letter} serves the user better.\n\nJudgement: [[${letter}]]`;
const selected = (letter: string) =>
  `### Feedback: Response ${letter} serves the user better.\n### Selection: ${letter}`;
const better = (letter: string) =>
  `It serves the user better.\nResponse ${letter === "A" ? 1 : 2} is better.`;

export type JudgeRequest = ReturnType<typeof readRequest>;

export function readRequest(body: { messages: unknown }, prompts: Prompts = {}) {
  const texts: string[] = [], hash = createHash("sha256");
  /** What the picture shows; null without a picture, or for one that is no drawn scene. */
  let scene: Set<string> | null = null;
  for (const { content } of body.messages as { content: unknown }[]) {
    for (const part of typeof content === "string" ? [{ type: "text", text: content }] : content as Part[]) {
      if (part.type === "text") {
        texts.push(part.text!);
        hash.update(`text${part.text}`);
      } else if (part.type === "image_url") {
        hash.update(`image${part.image_url!.url}`);
        // The text chunk of a scene stands near the beginning.
        const [, base64] = /^data:[^,]*;base64,(.*)$/s.exec(part.image_url!.url.slice(0, 4200)) ?? [];
        if (base64) scene = sceneOf(Buffer.from(base64, "base64"));
      }
    }
  }
  const text = texts.join("\n"), question = readQuestion(text);
  const known = question.kind === "free" || question.kind === "foreign"
    ? byTemplate(text, prompts)
    : undefined;
  // The hash is of all that was sent but the sampling seed: equal questions, equal hash.
  const sha256: string = hash.digest("hex");
  return { question: known ?? question, scene, sha256 };
}

/** The question on two answers that one of the templates makes this text, by what stands in its slots. */
function byTemplate(text: string, prompts: Prompts): Question | undefined {
  for (const { text: template } of Object.values(prompts)) {
    const open = new Set(["answer_a", "answer_b"]);
    // Literal texts and names of slots in turn.
    const pattern = template.split(SLOT).map((piece, i) => {
      if (i % 2 === 0) return piece.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replace(/\s+/g, "\\s*");
      return piece === "image" ? "\\s*" : open.delete(piece) ? `(?<${piece}>[\\s\\S]*?)` : "[\\s\\S]*?";
    });
    const { answer_a: first, answer_b: second } =
      new RegExp(`^\\s*${pattern.join("")}\\s*$`).exec(text)?.groups ?? {};
    if (first === undefined || second === undefined) continue;
    return { kind: "choice", first, second, say: bracketed, reference: false, about: "quality" };
  }
  return undefined;
}

interface Part {
  type: string;
  text?: string;
  image_url?: { url: string };
}

function readQuestion(text: string): Question {
  const between = (name: string) =>
    new RegExp(`\\[The Start of ${name}\\]\\n?([\\s\\S]*?)\\n?\\[The End of ${name}\\]`).exec(text)?.[1];
  // The last: earlier ones explain the form.
  const last = (start: string, end: string) =>
    [...text.matchAll(new RegExp(`${start}[ \\t]*\\n?([\\s\\S]*?)(?=${end}|$(?![\\s\\S]))`, "gm"))]
      .at(-1)?.[1].trim();
  // A response may have headings of its own; those of prompts end with a colon.
  const section = (heading: string) => last(`^### ${heading}:`, "^### [^\\n:]+:");
  const numbered = (n: number) => last(`\\[Response ${n}\\]:?`, "\\n\\[");
  const rules = text.slice(0, Math.max(0, text.search(/\[The Start of /)) || text.length);
  const choice = { kind: "choice", reference: false, about: "quality" } as const;

  const first = between("Assistant A's Answer"), second = between("Assistant B's Answer");
  if (first !== undefined && second !== undefined) {
    if (/Merged Response:/.test(rules)) return { kind: "anchor", first, second };
    const reference = between("Reference Answer") !== undefined;
    const about = /more informative/i.test(rules) ? "informativeness" : "quality";
    return { kind: "choice", first, second, say: bracketed, reference, about };
  }
  if (/Extended Answer:/.test(text)) {
    // The same text over and over, cut at the number of words.
    const [, words = 50] = /\bhas (\d+) words/.exec(text) ?? [], length = Math.max(1, Number(words));
    const said = (between("Answer") ?? "").trim().split(/\s+/);
    const extended = Array.from({ length }, (_, i) => said[i % said.length]);
    return { kind: "text", say: () => `Extended Answer: ${extended.join(" ")}` };
  }
  const one = numbered(1), two = numbered(2);
  if (one !== undefined && two !== undefined) {
    const listed = text.matchAll(/^(?:Criterion:|\d+\.|-)\s*\**([^:\n*<]+?)\**(?::|$)/gm);
    return /^\W*Judge?ment:/m.test(text) || /Criterion: /.test(rules)
      ? { kind: "joint", first: one, second: two, criteria: [...listed].map(([, name]) => name.trim()) }
      : { ...choice, first: one, second: two, say: better };
  }
  const a = section("Response A"), b = section("Response B");
  if (a !== undefined && b !== undefined) return { ...choice, first: a, second: b, say: selected };
  if (/final score is/i.test(text)) {
    const [, response = ""] = /Generated captions?:\s*([\s\S]*?)(?=\n\n|$)/i.exec(text) ?? [];
    return { kind: "score", response, query: "-", scale: [0, 100], abstention: false, form: "dollar" };
  }
  if (/### Score:/.test(text)) {
    const [, low = "1", high = "10"] = /from (\d+) to (\d+)/.exec(text) ?? [];
    const response = section("Response to evaluate") ?? between("Answer") ?? "";
    const query = section("The instruction to evaluate") ?? between("User Instruction") ?? "";
    const scale: [number, number] = [Number(low), Number(high)], abstention = /N\/A/.test(text);
    return { kind: "score", response, query, scale, abstention, form: "heading" };
  }
  const [, replies] = SIMULATED.constructions.find(([asked]) => new RegExp(asked, "m").test(text)) ?? [];
  if (replies) return { kind: "text", say: (draw) => replies[Math.floor(draw() * replies.length)] };
  return { kind: /\bA or B\b|\b(?:judge|verdict|score|rate)\b/i.test(text) ? "foreign" : "free" };
}
