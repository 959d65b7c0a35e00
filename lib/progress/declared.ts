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

/** The file of a module: its source, or what it was compiled to. */
export function fileOf(module: string): string {
  const url = new URL(`../${module}.ts`, import.meta.url);
  return `lib/${module}${url.protocol !== "file:" || existsSync(url) ? ".ts" : ".js"}`;
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

/** The options of a declaration, all ways of calling it together (not that of its body, which declarations lack), each with its type and what it does; empty where there are none. */
export function optionsOf({ code, module, text }: Declared): string[] {
  const ways = code.split(/^(?=export (?:declare )?(?:async )?function )/m)
    .filter((one, i) => i === 0 || /\w+(?=[(<])/.exec(one)![0] === /\w+(?=[(<])/.exec(code)![0]);
  const called = ways.filter((one) => ways.length === 1 || one.at(signatureOf(one).length) === ";");
  const lines = called.map(signatureOf).flatMap(optionTypes).flatMap((type) => {
    const own = parts(type, "&").filter((one) => one.startsWith("{"));
    const named = own.reduce((rest, one) => rest.replace(one, ""), type);
    return [...own.flatMap((one) => ownMembers(one.slice(1, -1), text)), ...inherited(named, module)];
  });
  // What must be said stands first.
  const sorted = [...new Set(lines)].sort((a, b) => Number(MAY.test(a)) - Number(MAY.test(b)));
  return lines.length === 0 ? [] : [`Options\n${sorted.join("\n")}`];
}

const MAY = /^ {2}\w+\?:/;

/** The types of what a signature takes by name: parameters that are options or taken apart, a study's design. */
function optionTypes(signature: string): string[] {
  const [list = ""] = /\([\s\S]*/.exec(signature.replace(/^[^(]*?<[^(]*>(?=\()/, "")) ?? [];
  return parts(list.slice(1), ",").flatMap((parameter) => {
    const [name, ...type] = parts(parameter, ":"), [said] = parts(type.join(":"), "=");
    const isTaken = /^(options|asked|spec)\??$|^\{/.test(name) || /\b[A-Z]\w*(Options|Design)\b/.test(said);
    return isTaken ? [said] : [];
  });
}

/** A text between the marks that stand in no bracket and no comment of it; up to a bracket that it did not open. */
function parts(text: string, mark: string): string[] {
  const all: string[] = [""];
  let depth = 0;
  for (const one of text.match(/\/\*[\s\S]*?\*\/|=>|"[^"]*"|[\s\S]/g) ?? []) {
    if ("([{<".includes(one)) depth++;
    else if (")]}>".includes(one) && --depth < 0) break;
    if (one === mark && depth === 0) all.push("");
    else all[all.length - 1] += one;
  }
  return all.map((part) => part.trim());
}

/** What options mean wherever nothing else is said of them. */
const ANYWHERE: Readonly<Record<string, string>> = {
  level: "Level of the interval; 0.95 by default.",
  seed: "The same seed gives the same digits.",
};

/** The members that stand between the braces of a type, as texts; of one without a comment the sentence of the whole that names it. */
function ownMembers(body: string, whole: string): string[] {
  const sentences = whole.split(/^@/m)[0].replace(/\s+/g, " ").split(/(?<=[.;]) (?=[A-Z`])/);
  const saidOf = (name: string) =>
    sentences.find((one) => new RegExp(`\`${name}\\b`).test(one)) ?? ANYWHERE[name];
  return parts(body, ";").flatMap((member) => {
    const [, text, name, type] =
      /^(?:\/\*\*([\s\S]*?)\*\/)?\s*(?:readonly )?(\w+\??)(?::|(?=\())\s*([\s\S]*)$/.exec(member) ?? [];
    return name === undefined ? [] : [memberLine(name, type, text || saidOf(name.replace("?", "")))];
  });
}

function memberLine(name: string, type: string, text = ""): string {
  const words = text.replace(/^[ \t]*\* ?/gm, "").replace(/\s+/g, " ").trim();
  return `  ${name}: ${inLine(type)}${words === "" ? "" : `\n      ${words}`}`;
}

/** The members of an interface and of those that it extends, as texts. */
function members(name: string, module: string): string[] {
  const found = find(name, module);
  // A type ends with its statement; the braces of one that adds to others stand two deep.
  const [whole] = found?.code.startsWith("type ") ? found.code.split(/;\r?\n(?![ }])/) : [found?.code ?? ""];
  const code = /^ {2}& \{/m.test(whole) ? whole.replace(/^ {2}/gm, "") : whole;
  const [, head, body] = /^([^{;]*)(?:\{\r?\n([\s\S]*?)^\})?/m.exec(code) ?? [];
  if (!found || head === undefined || /^type \w+(<[^=]*>)? = ?\s*\(/.test(found.code)) return [];
  // The alternatives of a type, each with what it is; declarations write them over several lines, the first without a bar.
  const cases = [
    ...(found.code.startsWith("type ") ? whole : "").matchAll(
      /\/\*\* ([^*]*) \*\/\s*(?:\| )?(\{(?:[^{}]|\{[^{}]*\})*\})/g,
    ),
  ];
  const indent = /^ +/.exec(body ?? "")?.[0] ?? "";
  const own = (cases.length > 0 ? "" : body ?? "").matchAll(
    new RegExp(
      `(?:/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*)?^${indent}(?:readonly )?(\\w+\\??)(?:: |(?=\\())([\\s\\S]*?);$(?=\\s*(?![\\s\\S])|\\s*^${indent}[^\\s}])`,
      "gm",
    ),
  );
  return [...own].map(([, text = "", option, type]) => {
    const [, one = ""] = /^(?:readonly )?([A-Z]\w*)\[\]$/.exec(inLine(type)) ?? [];
    // What each of a list holds stands below it.
    const isHeld = one !== "" && find(one, found.module)?.code.startsWith("interface ");
    const held = isHeld ? members(one, found.module).map((line) => `\n${line.replace(/^/gm, "    ")}`) : [];
    return memberLine(option, type, text) + held.join("");
  }).concat(
    cases.map(([, words, type]) => `  ${inLine(type)}\n      ${words}`),
    inherited(head, found.module, name),
  );
}

/** The members of the types that a type is made of, without those that it leaves out. */
function inherited(head: string, module: string, name = ""): string[] {
  const leaves = (text: string) => [...text.matchAll(/"(\w+)"/g)].map(([, one]) => one);
  // What is omitted of one type may be another's.
  const some = [...head.matchAll(/\b(Omit|Pick)<\s*(\w+)[^"]*(?:"\w+"[\s|]*)+>/g)];
  const rest = some.reduce((rest, [text]) => rest.replace(text, ""), head), left = leaves(rest);
  const isOf = (one: string, option: string) => {
    const isWhole = new RegExp(`\\b${one}\\b`).test(rest);
    const [text, way] = isWhole ? [] : some.find(([, , of]) => of === one) ?? [];
    return !left.includes(option) &&
      (text === undefined || leaves(text).includes(option) === (way === "Pick"));
  };
  // What a type is of is none of its members.
  const names = head.replace(/\b(?!(?:Omit|Pick|Partial|Readonly|Required)<)([A-Z]\w*)<[^<>]*>/g, "$1");
  return [...new Set(names.match(/\b[A-Z]\w*/g))].filter((one) => one !== name).flatMap((one) =>
    members(one, module).filter((line) => isOf(one, /\w+/.exec(line)![0]))
  );
}

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
