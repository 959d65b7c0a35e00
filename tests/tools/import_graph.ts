import { existsSync, readFileSync } from "node:fs";
import { posix, relative } from "node:path";
import { git, ROOT } from "@/cli/project.ts";

/** An import of a module: what it names, and the names it takes from there (none: all of it). */
interface Import {
  specifier: string;
  names: string[] | null;
}

const config: { imports: Record<string, string> } = JSON.parse(readFileSync(`${ROOT}deno.json`, "utf8"));

/** Imports of a module's text: static ones and those with `await import("…")`; comments hold none, and types are not run. */
function importsIn(text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const found: Import[] = [];
  for (const [, clause, specifier] of code.matchAll(/\b(?:import|export)\b([^;"'`]*?)\bfrom\s*"([^"]+)"/g)) {
    if (/^\s*type\b/.test(clause)) continue;
    const braces = /\{([^}]*)\}/.exec(clause);
    const whole = !braces || /^\s*\w+\s*,|\*/.test(clause);
    const names = whole
      ? null
      : braces[1].split(",").map((name) => name.trim()).filter((name) => !/^type\s|^$/.test(name))
        .map((name) => name.split(/\s+as\s+/)[0]);
    if (names?.length !== 0) found.push({ specifier, names });
  }
  for (
    const [, clause, specifier] of code.matchAll(
      /(?:const\s*(\{[^}]*\}|\w+)\s*=\s*await\s+)?\bimport\s*\(\s*"([^"]+)"/g,
    )
  ) {
    const names = clause?.startsWith("{")
      ? clause.slice(1, -1).split(",").map((name) => name.trim().split(":")[0])
      : null;
    found.push({ specifier, names });
  }
  for (const [, specifier] of code.matchAll(/^\s*import\s+"([^"]+)"/gm)) {
    found.push({ specifier, names: null });
  }
  // Workers and programs that a test starts are named by their path.
  for (const [, specifier] of code.matchAll(/"((?:lib|tests|\.{1,2})\/[^"\s]+\.ts)"/g)) {
    found.push({ specifier, names: null });
  }
  return found;
}

/** Which files of the project a file loads, directly and through others; through a door only what it takes from there. */
export class ImportGraph {
  readonly #imports = new Map<string, Import[]>();
  readonly #doors = new Map<string, Map<string, string>>();

  /** All that a text standing in `file` (path below the project's root) loads, as paths below the root. */
  reach(file: string, text?: string, seen = new Set<string>()): Set<string> {
    for (const target of this.#loads(file, text)) {
      if (seen.has(target)) continue;
      seen.add(target);
      this.reach(target, undefined, seen);
    }
    return seen;
  }

  /**
   * How many imports lie between a text standing in `file` and the nearest of some files: 0 in one of them, ∞ where it loads
   * none.
   */
  distancesTo(files: readonly string[]): (file: string, text?: string) => number {
    const importers = new Map<string, string[]>();
    for (const file of projectFiles(["lib", "tests"])) {
      for (const target of this.#loads(file)) {
        const known = importers.get(target);
        if (known) known.push(file);
        else importers.set(target, [file]);
      }
    }
    const distances = new Map(files.map((file) => [file, 0]));
    // A Map hands out what is added while it is gone through: nearer files first.
    for (const [file, distance] of distances) {
      for (const importer of importers.get(file) ?? []) {
        if (!distances.has(importer)) distances.set(importer, distance + 1);
      }
    }
    const of = (file: string) => distances.get(file) ?? Infinity;
    return (file, text) =>
      text === undefined
        ? of(file)
        : Math.min(of(file), ...this.#loads(file, text).map((one) => of(one) + 1));
  }

  #loads(file: string, text?: string): string[] {
    const imports = text === undefined ? this.#importsOf(file) : importsIn(text);
    return imports.flatMap((one) => this.#targets(file, one));
  }

  #importsOf(file: string): Import[] {
    let found = this.#imports.get(file);
    if (!found) {
      found = file.endsWith(".ts") && existsSync(ROOT + file)
        ? importsIn(readFileSync(ROOT + file, "utf8"))
        : [];
      this.#imports.set(file, found);
    }
    return found;
  }

  #targets(file: string, { specifier, names }: Import): string[] {
    const target = this.#resolve(file, specifier);
    if (target === null) return [];
    if (names === null || !target.endsWith("/mod.ts")) return [target];
    const door = this.#door(target);
    return names.map((name) => door.get(name) ?? target);
  }

  #resolve(file: string, specifier: string): string | null {
    if (/^(lib|tests)\//.test(specifier)) return specifier;
    if (specifier.startsWith("@/")) return `lib/${specifier.slice(2)}`;
    if (specifier.startsWith(".")) return posix.normalize(posix.join(posix.dirname(file), specifier));
    const mapped = config.imports[specifier];
    return mapped?.startsWith("./") ? mapped.slice(2) : null;
  }

  /** Name → file of the re-exports of a door. */
  #door(file: string): Map<string, string> {
    let door = this.#doors.get(file);
    if (!door) {
      door = new Map();
      for (const { specifier, names } of this.#importsOf(file)) {
        const target = this.#resolve(file, specifier);
        for (const name of names ?? []) if (target !== null) door.set(name, target);
      }
      this.#doors.set(file, door);
    }
    return door;
  }
}

/**
 * Files that differ from where the branch left `main`, with those that are not committed, as paths below the root; null
 * where that cannot be told (no repository).
 */
export function changedFiles(): string[] | null {
  const base = git(["merge-base", "HEAD", "main"])?.[0] ?? "HEAD";
  const changed = git(["diff", "--name-only", base]);
  const created = git(["ls-files", "--others", "--exclude-standard"]);
  return changed && created ? [...changed, ...created] : null;
}

/** Files under version control below the given paths, with those that would be (not ignored), sorted. */
export function projectFiles(paths: string[]): string[] {
  const listed = git(["ls-files", "--cached", "--others", "--exclude-standard", "--", ...paths]);
  if (listed) return [...new Set(listed)].filter((file) => existsSync(ROOT + file)).sort();
  const walk = (path: string): string[] =>
    Deno.statSync(path).isDirectory
      ? [...Deno.readDirSync(path)].flatMap(({ name }) => walk(`${path}/${name}`))
      : [relative(ROOT, path).replaceAll("\\", "/")];
  return paths.flatMap((path) => walk(ROOT + path)).sort();
}
