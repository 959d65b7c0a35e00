import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { PROMPTS, SLOT } from "../prompts.ts";
import type { Prompts } from "../protocol.ts";
import { filled, sceneOf, SIMULATED } from "./simulated_study.ts";

export interface Choice {
  kind: "choice";
  first: string;
  second: string;
  say(letter: "A" | "B"): string;
  reference: boolean;
  about: "quality" | "informativeness";
}

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
  | { kind: "text"; say(draw: () => number): string }
  | { kind: "free" }
  /** A verdict is wanted, but not by a prompt that the judge knows. */
  | { kind: "foreign" };

export type JudgeRequest = ReturnType<typeof readRequest>;

interface Part {
  type: string;
  text?: string;
  image_url?: { url: string };
}

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
        const [, base64] = /^data:[^,]*;base64,(.*)$/s.exec(part.image_url!.url.slice(0, 4200)) ?? [];
        if (base64) scene = sceneOf(Buffer.from(base64, "base64"));
      }
    }
  }
  // The hash is of all that was sent but the sampling seed: equal questions, equal hash.
  const sha256: string = hash.digest("hex");
  return { question: questionOf(texts.join("\n"), { ...PROMPTS, ...prompts }), scene, sha256 };
}

const PATTERNS = new Map<string, RegExp>();

function patternOf(template: string): RegExp {
  const open = new Set<string>();
  const pieces = template.split(SLOT).map((piece, i) => {
    if (i % 2 === 0) return piece.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replace(/\s+/g, "\\s*");
    if (piece === "image" || open.has(piece)) return piece === "image" ? "\\s*" : "[\\s\\S]*?";
    open.add(piece);
    return `(?<${piece}>[\\s\\S]*?)`;
  });
  const made = PATTERNS.get(template) ?? new RegExp(`^\\s*${pieces.join("")}\\s*$`);
  PATTERNS.set(template, made);
  return made;
}

function questionOf(text: string, prompts: Prompts): Question {
  for (const { id, text: template } of Object.values(prompts)) {
    const found = patternOf(template).exec(text);
    if (found) return asked(id, found.groups ?? {}, template);
  }
  return { kind: /\bA or B\b|\b(?:judge|verdict|score|rate)\b/i.test(text) ? "foreign" : "free" };
}

function asked(id: string, slots: Record<string, string>, template: string): Question {
  const { answer_a, answer_b, response_1, response_2, query = "-" } = slots;
  const first = answer_a ?? response_1, second = answer_b ?? response_2;
  if (id === "anchor") return { kind: "anchor", first, second };
  if (id === "criteria_joint") {
    const criteria = [...slots.criteria.matchAll(/^\d+\. (.*)$/gm)].map(([, name]) => name);
    return { kind: "joint", first, second, criteria };
  }
  if (first !== undefined && second !== undefined) {
    const form = id === "pairwise" ? "selected" : response_1 === undefined ? "bracketed" : "better";
    const say = (letter: "A" | "B") =>
      filled(SIMULATED.forms[form], { letter, number: letter === "A" ? "1" : "2" });
    const about = id === "informativeness" ? "informativeness" : "quality";
    return { kind: "choice", first, second, say, reference: slots.reference !== undefined, about };
  }
  if (id === "length_equalizing") {
    const said = slots.answer.split(/\s+/), length = Math.max(1, Number(slots.target_words));
    const extended = Array.from({ length }, (_, i) => said[i % said.length]);
    return { kind: "text", say: () => `Extended Answer: ${extended.join(" ")}` };
  }
  const response = slots.response ?? slots.caption ?? slots.answer;
  if (response !== undefined) {
    const form = /final score is/i.test(template) ? "dollar" : "heading";
    const [, low = "1", high = "10"] = /from (\d+) to (\d+)/.exec(template) ?? [];
    const scale: [number, number] = [Number(low), Number(high)];
    return { kind: "score", response, query, scale, abstention: id === "abstention", form };
  }
  const [, replies] = SIMULATED.constructions.find(([asked]) => new RegExp(asked, "m").test(template)) ?? [];
  return replies
    ? { kind: "text", say: (draw) => replies[Math.floor(draw() * replies.length)] }
    : { kind: "free" };
}
