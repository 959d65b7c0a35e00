import { globSync } from "node:fs";
import { posix } from "node:path";
import { ROOT } from "@/cli/project.ts";
import floors from "./floors.json" with { type: "json" };

/**
 * The rooms of `lib/` from the top down: a file imports from its own room and from rooms with a higher number. Rooms
 * with the same number do not know each other. `mod.ts` is the core door, which stands before the rooms below it.
 */
const FLOORS: Record<string, number> = floors;

/** Import specifiers of a module's text, without those in comments. */
export function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const found = code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"]+)"/g);
  return [...found].map((match) => match[1]);
}

/**
 * What breaks the rule of the house in the given modules (path below `lib/` → text): an import of a room further up, of
 * a room that does not exist, or a circle of files. Empty when all is well.
 */
export function importFaults(modules: Record<string, string>): string[] {
  const faults: string[] = [];
  const graph = new Map<string, string[]>();
  for (const [file, text] of Object.entries(modules)) {
    const targets = importsOf(text).flatMap((specifier) => {
      if (specifier.startsWith("@/")) return [specifier.slice(2)];
      if (specifier.startsWith(".")) return [posix.normalize(posix.join(posix.dirname(file), specifier))];
      return [];
    });
    graph.set(file, targets);
    for (const door of importsOf(text).filter((specifier) => specifier.split("/")[0] === "judgebias")) {
      faults.push(`${file} imports ${door}: files of the library import each other, not its doors`);
    }
    for (const target of targets) {
      const from = room(file), to = room(target);
      if (target.startsWith("..")) faults.push(`${file} imports ${target}, which is outside lib`);
      else if (FLOORS[to] === undefined) {
        faults.push(`${file} imports ${target}: ${to} is no room of the house`);
      } else if (FLOORS[from] === undefined) {
        faults.push(`${file} is in ${from}, which is no room of the house`);
      } else if (from !== to && FLOORS[to] <= FLOORS[from]) {
        faults.push(`${file} imports upward from ${target}`);
      }
    }
  }
  return [...faults, ...circles(graph)];
}

function room(file: string): string {
  return file.split("/")[0];
}

function circles(graph: Map<string, string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) {
      found.push(`circle of imports: ${[...path.slice(start), file].join(" → ")}`);
      return;
    }
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

/** All TypeScript modules of `lib/`, path below `lib/` → text. */
export function libraryModules(folder = `${ROOT}lib`): Record<string, string> {
  const files = globSync("**/*.ts", { cwd: folder }).map((file) => file.replaceAll("\\", "/")).sort();
  return Object.fromEntries(files.map((file) => [file, Deno.readTextFileSync(`${folder}/${file}`)]));
}

/** Imports of a notebook that reach past the library's doors. */
export function notebookImportFaults(name: string, code: string): string[] {
  return importsOf(code)
    .filter((specifier) => specifier.startsWith("@/") || specifier.startsWith("."))
    .map((specifier) =>
      `${name} imports ${specifier}: notebooks import from the doors ("judgebias", …) alone`
    );
}
