import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { sceneOf } from "./scene.ts";

/** What a simulated judge is asked, found by the markers that the protocols' prompts carry. */
export type Question =
  | {
    kind: "choice";
    first: string;
    second: string;
    form: "bracket" | "selection" | "better";
    reference: boolean;
    about: "quality" | "informativeness";
  }
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
  | { kind: "extension"; answer: string; words: number }
  | { kind: "construction"; form: "questions" | "selection" | "instruction" | "boolean" | "keywords" }
  | { kind: "free" };

/** A request as the simulated judge takes it in. */
export interface JudgeRequest {
  question: Question;
  /** What the picture shows; null without a picture, or for one that is no drawn scene. */
  scene: Set<string> | null;
  hasImage: boolean;
  /** Hash of all that was sent but the sampling seed: equal questions, equal hash. */
  sha256: string;
}

/** Takes a chat completion request apart. */
export function readRequest(body: { messages: unknown }): JudgeRequest {
  const texts: string[] = [], hash = createHash("sha256");
  let scene: Set<string> | null = null, hasImage = false;
  for (const { content } of body.messages as { content: unknown }[]) {
    for (const part of typeof content === "string" ? [{ type: "text", text: content }] : content as Part[]) {
      if (part.type === "text") {
        texts.push(part.text!);
        hash.update(`text${part.text}`);
      } else if (part.type === "image_url") {
        hasImage = true;
        hash.update(`image${part.image_url!.url}`);
        const [, base64] = /^data:[^,]*;base64,(.*)$/s.exec(part.image_url!.url) ?? [];
        // The text chunk of a scene stands near the beginning.
        if (base64) scene = sceneOf(Buffer.from(base64.slice(0, 4096), "base64"));
      }
    }
  }
  return { question: readQuestion(texts.join("\n")), scene, hasImage, sha256: hash.digest("hex") };
}

interface Part {
  type: string;
  text?: string;
  image_url?: { url: string };
}

function readQuestion(text: string): Question {
  const between = (name: string) => {
    const [, inside] =
      new RegExp(`\\[The Start of ${name}\\]\\n?([\\s\\S]*?)\\n?\\[The End of ${name}\\]`).exec(text) ?? [];
    return inside;
  };
  const section = (heading: string) => {
    const [, inside] =
      new RegExp(`^### ${heading}:[ \\t]*\\n?([\\s\\S]*?)(?=^### |$(?![\\s\\S]))`, "m").exec(text) ?? [];
    return inside?.trim();
  };
  const rules = text.slice(0, Math.max(0, text.search(/\[The Start of /)) || text.length);
  const first = between("Assistant A's Answer"), second = between("Assistant B's Answer");
  if (first !== undefined && second !== undefined) {
    if (/Merged Response:/.test(rules)) return { kind: "anchor", first, second };
    const reference = between("Reference Answer") !== undefined;
    const about = /more informative/i.test(rules) ? "informativeness" : "quality";
    return { kind: "choice", first, second, form: "bracket", reference, about };
  }
  if (/Extended Answer:/.test(text)) {
    return {
      kind: "extension",
      answer: between("Answer") ?? "",
      words: Number(/\bhas (\d+) words/.exec(text)?.[1] ?? 50),
    };
  }
  const one = numbered(text, 1), two = numbered(text, 2);
  if (one !== undefined && two !== undefined) {
    const criteria = [...text.matchAll(/^(?:Criterion:|\d+\.|-)\s*\**([^:\n*<]+?)\**(?::|$)/gm)].map((m) =>
      m[1].trim()
    );
    return /^\W*Judge?ment:/m.test(text) || /Criterion: /.test(rules)
      ? { kind: "joint", first: one, second: two, criteria }
      : { kind: "choice", first: one, second: two, form: "better", reference: false, about: "quality" };
  }
  const a = lastSection(text, "Response A"), b = lastSection(text, "Response B");
  if (a !== undefined && b !== undefined) {
    return { kind: "choice", first: a, second: b, form: "selection", reference: false, about: "quality" };
  }
  if (/final score is/i.test(text)) {
    const response = /Generated captions?:\s*([\s\S]*?)(?=\n\n|$)/i.exec(text)?.[1] ?? "";
    return { kind: "score", response, query: "-", scale: [0, 100], abstention: false, form: "dollar" };
  }
  if (/### Score:/.test(text)) {
    const response = lastSection(text, "Response to evaluate") ?? between("Answer") ?? "";
    const query = lastSection(text, "The instruction to evaluate") ?? between("User Instruction") ?? "";
    const [, low, high] = /from (\d+) to (\d+)/.exec(text) ?? [, "1", "10"];
    return {
      kind: "score",
      response,
      query,
      scale: [Number(low), Number(high)],
      abstention: /N\/A/.test(text),
      form: "heading",
    };
  }
  if (/### Question1:/.test(text)) return { kind: "construction", form: "questions" };
  if (/### Selected Question:/.test(text)) return { kind: "construction", form: "selection" };
  if (section("Keyword") !== undefined) return { kind: "construction", form: "keywords" };
  if (section("Instruction") !== undefined) return { kind: "construction", form: "instruction" };
  if (/\bTrue\b[\s\S]*\bFalse\b/.test(text)) return { kind: "construction", form: "boolean" };
  return { kind: "free" };

  function numbered(whole: string, n: number): string | undefined {
    const found = [
      ...whole.matchAll(
        new RegExp(`\\[Response ${n}\\]:?[ \\t]*\\n?([\\s\\S]*?)(?=\\n\\[|$(?![\\s\\S]))`, "g"),
      ),
    ];
    return found.at(-1)?.[1].trim();
  }
}

/** The text under the last such heading: earlier ones explain the form. */
function lastSection(text: string, heading: string): string | undefined {
  const found = [
    ...text.matchAll(new RegExp(`^### ${heading}:[ \\t]*\\n?([\\s\\S]*?)(?=^### |$(?![\\s\\S]))`, "gm")),
  ];
  return found.at(-1)?.[1].trim();
}
