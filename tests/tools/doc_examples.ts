import { readFileSync } from "node:fs";
import { ROOT } from "@/cli/project.ts";

/** An example of the documentation: the line on which its code starts, and the code. */
export interface DocExample {
  file: string;
  line: number;
  code: string;
}

/**
 * The examples (fenced blocks marked `ts`) of a file: those in the documentation comments of a module, or all of a Markdown
 * file. Blocks marked further (`ts ignore`) are no examples.
 */
export function docExamples(file: string, text: string): DocExample[] {
  const found: DocExample[] = [];
  const comments = file.endsWith(".md") ? [{ index: 0, 0: text }] : text.matchAll(/\/\*\*[\s\S]*?\*\//g);
  for (const comment of comments) {
    // A comment's lines lose their star, so that both kinds of file read alike; lines stay lines.
    const plain = file.endsWith(".md") ? comment[0] : comment[0].replace(/^[ \t]*\* ?/gm, "");
    const first = text.slice(0, comment.index).split("\n").length;
    for (const { index, 1: code } of plain.matchAll(/^```ts\n([\s\S]*?)^```/gm)) {
      found.push({ file, line: first + plain.slice(0, index).split("\n").length, code });
    }
  }
  return found;
}

/**
 * One module of tests, a test per example: an isolate for many starts in the time that one per example would take. Imports
 * move into the example's own function, so that examples share modules but no names; types are checked apart.
 */
export function examplesModule(examples: DocExample[]): string {
  return examples.map(({ file, line, code }) =>
    `Deno.test(${JSON.stringify(`${file}:${line}`)}, async () => {\n${localImports(code)}});\n`
  ).join("\n");
}

/** A block's import statements as constants of its own; imports of types vanish. */
function localImports(code: string): string {
  return code.replace(/^import\s+([^;]*?)\s+from\s+("[^"]+");$/gm, (_, clause: string, from: string) => {
    if (clause.startsWith("type ")) return "";
    const constants: string[] = [];
    const [, name, rest] = /^(\w+)?\s*,?\s*([\s\S]*)$/.exec(clause)!;
    if (name) constants.push(`const { default: ${name} } = await import(${from});`);
    if (rest.startsWith("*")) {
      constants.push(`const ${rest.replace(/^\*\s+as\s+/, "")} = await import(${from});`);
    } else if (rest) {
      const names = rest.slice(1, -1).split(",").map((part) => part.trim())
        .filter((part) => part !== "" && !part.startsWith("type "))
        .map((part) => part.replace(/\s+as\s+/, ": "));
      constants.push(`const { ${names.join(", ")} } = await import(${from});`);
    }
    return constants.join(" ");
  });
}

/** The examples of a file of the project (path below its root). */
export function examplesOf(file: string): DocExample[] {
  return docExamples(file, readFileSync(ROOT + file, "utf8"));
}
