import { existsSync, readFileSync } from "node:fs";

const SOURCES = new Map<string, string | null>();

/** The text of a module: its source, or its declarations where the library was packed. */
export function source(module: string): string | null {
  if (!SOURCES.has(module)) {
    const urls = [".ts", ".d.ts"].map((ending) => new URL(`../${module}${ending}`, import.meta.url));
    const url = urls.find((url) => url.protocol === "file:" && existsSync(url));
    SOURCES.set(module, url ? withoutGroups(readFileSync(url, "utf8")) : null);
  }
  return SOURCES.get(module)!;
}

/** Types without the columns of `by`, which the compiler follows and a reader need not. */
function withoutGroups(text: string): string {
  return text.replace(/<(const )?Groups extends By[^()]*?>(?=\(| extends)/g, "").replaceAll("<Groups>", "")
    .replace(/,\s*Groups\s*>/g, ">").replaceAll("by?: Groups", "by?: By");
}

/** Names that a module takes or hands on from another: values, and with `types` types too. */
export function namesFrom(module: string, { types }: { types: boolean }): { name: string; module: string }[] {
  const lines = (source(module) ?? "").matchAll(/^(?:import|export) (type )?\{([^}]*)\} from "(\.[^"]+)";/gm);
  return [...lines].flatMap(([, type, names, from]) => {
    const target = new URL(from, `file:///${module}`).pathname.slice(1).replace(/\.[jt]s$/, "");
    return names.split(",").map((one) => type ? `type ${one.trim()}` : one.trim())
      .filter((one) => one !== "" && (types || !one.startsWith("type ")))
      .map((one) => ({ name: one.replace(/^type /, ""), module: target }));
  });
}

/** What is declared under a name that a module declares, or has from another. */
export interface Declared {
  module: string;
  text: string;
  /** The code from its first word on. */
  code: string;
}

export function find(name: string, module: string): Declared | null {
  const declared = new RegExp(
    `(?:/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*)?^(?:export )?(?:declare )?` +
      `((?:async )?(?:function\\*?|const|class|interface|type) ${name}\\b[\\s\\S]*)`,
    "m",
  ).exec(source(module) ?? "");
  if (declared) {
    return { module, text: (declared[1] ?? "").replace(/^[ \t]*\* ?/gm, "").trim(), code: declared[2] };
  }
  const from = namesFrom(module, { types: true }).find((one) => one.name === name);
  return from ? find(name, from.module) : null;
}

/** The options of a declaration, all ways of calling it together, each with its type and what it does; empty where there are none. */
export function optionsOf({ code, module }: Pick<Declared, "code" | "module">): string[] {
  const ways = code.split(/^(?=export (?:declare )?(?:async )?function )/m)
    .filter((one, i) => i === 0 || /\w+(?=[(<])/.exec(one)![0] === /\w+(?=[(<])/.exec(code)![0]).map(
      signatureOf,
    );
  const lines = [...new Set(ways.join(" ").match(/\b[A-Z]\w*(?:Options|Design)\b/g))].flatMap((name) =>
    members(name, module)
  );
  return lines.length === 0 ? [] : [`Options\n${[...new Set(lines)].join("\n")}`];
}

/** The members of an interface and of those that it extends, as texts. */
function members(name: string, module: string): string[] {
  const found = find(name, module);
  // A type ends with its statement; the braces of one that adds to others stand two deep.
  const [whole] = found?.code.startsWith("type ") ? found.code.split(/;\r?\n(?![ }])/) : [found?.code ?? ""];
  const code = /^ {2}& \{/m.test(whole) ? whole.replace(/^ {2}/gm, "") : whole;
  const [, head, body] = /^([^{;]*)(?:\{\r?\n([\s\S]*?)^\})?/m.exec(code) ?? [];
  if (!found || head === undefined) return [];
  // The alternatives of a type, each with what it is; declarations write them over several lines, the first without a bar.
  const cases = [
    ...(found.code.startsWith("type ") ? whole : "").matchAll(
      /\/\*\* ([^*]*) \*\/\s*(?:\| )?(\{(?:[^{}]|\{[^{}]*\})*\})/g,
    ),
  ];
  const leaves = (text: string) => [...text.matchAll(/"(\w+)"/g)].map(([, one]) => one);
  // What is omitted of one type may be another's.
  const omits = [...head.matchAll(/\bOmit<\s*(\w+)[^"]*(?:"\w+"[\s|]*)+>/g)];
  const left = leaves(omits.reduce((rest, [text]) => rest.replace(text, ""), head));
  const leftOf = (one: string) => [...left, ...leaves(omits.find(([, of]) => of === one)?.[0] ?? "")];
  const inherited = [...new Set(head.match(/\b[A-Z]\w*/g))].filter((one) => one !== name)
    .flatMap((one) =>
      members(one, found.module).filter((line) => !leftOf(one).includes(/\w+/.exec(line)![0]))
    );
  const indent = /^ +/.exec(body ?? "")?.[0] ?? "";
  const own = (cases.length > 0 ? "" : body ?? "").matchAll(
    new RegExp(
      `(?:/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*)?^${indent}(?:readonly )?(\\w+\\??)(?:: |(?=\\())([\\s\\S]*?);$(?=\\s*(?![\\s\\S])|\\s*^${indent}[^\\s}])`,
      "gm",
    ),
  );
  return [...own].map(([, text = "", option, type]) => {
    const words = text.replace(/^[ \t]*\* ?/gm, "").replace(/\s+/g, " ").trim();
    return `  ${option}: ${inLine(type)}${words === "" ? "" : `\n      ${words}`}`;
  }).concat(cases.map(([, words, type]) => `  ${inLine(type)}\n      ${words}`), inherited);
}

/** A type as it would stand in one line, however it is broken into several. */
function inLine(type: string): string {
  return type.replace(/\s+/g, " ").replace(/^\| /, "").replace(/([<([]) /g, "$1")
    .replace(/,? ([>)\]])/g, "$1").replaceAll("; }", " }");
}

/** A declaration up to its body: the first brace outside brackets after the types, an equals sign, or the end of the statement. */
export function signatureOf(declaration: string): string {
  let depth = 0;
  for (let i = 0; i < declaration.length; i++) {
    const one = declaration[i];
    const ends = depth === 0 && (one === ";" || one === "=" && declaration[i + 1] !== ">" ||
      one === "{" && /[\w>\])}]\s*$/.test(declaration.slice(0, i)));
    if (ends) return declaration.slice(0, i).trim();
    // Angles between blanks compare; that of an arrow closes nothing.
    const compares = /^ . $|^=>/.test(`${declaration[i - 1]}${one}${declaration[i + 1]}`);
    if ("([{".includes(one) || one === "<" && !compares) depth++;
    else if (")]}".includes(one) || one === ">" && !compares) depth--;
  }
  return declaration.trim();
}
