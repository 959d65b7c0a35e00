import { existsSync, readFileSync } from "node:fs";

const SOURCES = new Map<string, string | null>();

/** The text of a module: its source, or where the library was packed its declarations, or its `.js`, which has the bodies. */
export function source(module: string, packed: ".d.ts" | ".js" = ".d.ts"): string | null {
  const name = module + packed;
  if (!SOURCES.has(name)) {
    const urls = [".ts", packed].map((ending) => new URL(`../${module}${ending}`, import.meta.url));
    const url = urls.find((url) => url.protocol === "file:" && existsSync(url));
    SOURCES.set(name, url ? withoutGroups(readFileSync(url, "utf8")) : null);
  }
  return SOURCES.get(name)!;
}

export function fileOf(module: string): string {
  const url = new URL(`../${module}.ts`, import.meta.url);
  return `lib/${module}${url.protocol !== "file:" || existsSync(url) ? ".ts" : ".js"}`;
}

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

export type Declared = Record<"module" | "text" | "code", string>;

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

/** The options of a declaration, all ways of calling it together (not that of its body, which declarations lack), each with its type and what it does, what must be said first; empty where there are none. */
export function optionsOf({ code, module, text }: Declared): string[] {
  const name = /\w+(?=[(<])/.exec(code)?.[0];
  const ways = code.split(/^(?=export (?:declare )?(?:async )?function )/m)
    .filter((one, i) => i === 0 || /\w+(?=[(<])/.exec(one)![0] === name);
  const called = ways.filter((one) => ways.length === 1 || one.at(signatureOf(one).length) === ";");
  const found = called.flatMap((way) => optionTypes(signatureOf(way)))
    .flatMap((type) => membersOf(type, module, text));
  const lines = [
    ...new Set(found.map(({ name, type, said }) => {
      const isTold = !name.endsWith("?") || /default/i.test(said);
      const known = `${said} ${isTold ? "" : defaultIn({ code, module, text }, name.slice(0, -1))}`.trim();
      return `  ${name}${name && ": "}${type}${known && `\n      ${known}`}`;
    })),
  ];
  if (lines.length === 0) return [];
  return [`Options\n${lines.toSorted((a, b) => Number(MAY.test(a)) - Number(MAY.test(b))).join("\n")}`];
}

const LITERAL = /"[^"]*"|-?\d[\d._e-]*|true|false|\[[^\]]*\]/.source;

/** What the code takes for an option that is left out, a literal or a constant of its file. */
function defaultIn({ code, module }: Declared, name: string): string {
  const whole = source(module, ".js")!, [own] = /\w+ \w+(?=[(<])/.exec(code) ?? [""];
  const body = whole.slice(Math.max(0, whole.indexOf(own)));
  const taken = (text: string, name: string, value: string) =>
    new RegExp(`[{,t]\\s*${name}(?:: [\\w[\\] ]+)? = (${value})(?=[,;\\s}])`).exec(text)?.[1];
  const value = taken(body, name, `${LITERAL}|[A-Z_]+`);
  const found = value && /^[A-Z]/.test(value) ? taken(whole, value, LITERAL) : value;
  return found === undefined ? "" : `Default: ${found}.`;
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
export function parts(text: string, mark: string): string[] {
  const all: string[] = [""];
  let depth = 0;
  for (const one of text.match(/\/\*[\s\S]*?\*\/|=>|"[^"]*"|[\s\S]/g) ?? []) {
    if ("([{<".includes(one)) depth++;
    else if (")]}>".includes(one) && --depth < 0) break;
    if (one === mark && depth === 0) all.push("");
    else all[all.length - 1] += one;
  }
  return all.map((part) => part.trim()).filter((part) => part !== "");
}

const ANYWHERE: Readonly<Record<string, string>> = {
  level: "Level of the interval; 0.95 by default.",
  seed: "The same seed gives the same digits.",
};

type Member = Record<"name" | "type" | "said", string>;

/** The members of a type as it is written: of its own braces, of the types that it names, of what `Omit` and `Pick` leave; one without a comment has the sentence of `whole` that names it. */
function membersOf(type: string, module: string, whole = ""): Member[] {
  return parts(type, "&").flatMap((part) => {
    if (part.startsWith("{")) return ownMembers(part.slice(1, -1), whole);
    const [, name = "", of = ""] = /^(\w+)(?:<([\s\S]*)>)?$/.exec(part) ?? [],
      [first = "", ...more] = parts(of, ",");
    if (name === "Partial") {
      return membersOf(first, module, whole).map((one) => ({ ...one, name: one.name.replace(/\??$/, "?") }));
    }
    if (name === "Omit" || name === "Pick") {
      const named: string[] = more.join().match(/\w+(?=")/g) ?? [];
      return membersOf(first, module, whole).filter((one) =>
        named.includes(one.name.replace("?", "")) === (name === "Pick")
      );
    }
    const found = name === "" ? null : find(name, module);
    const [, bases = "", body] =
      /^interface [^{]*?(?:\bextends\b([^{]*))?\{([\s\S]*?)\n\}/.exec(found?.code ?? "") ?? [];
    if (found && body !== undefined) {
      return [...ownMembers(body, ""), ...parts(bases, ",").flatMap((base) => membersOf(base, found.module))];
    }
    const [, right] = /^type \w+(?:<[^=]*>)? =([\s\S]*?);\r?\n(?![ }])/.exec(found?.code ?? "") ?? [];
    if (right === undefined || right.includes("=>")) return [];
    const ways = [...right.matchAll(/\/\*\* ([^*]*) \*\/\s*(?:\| )?(\{(?:[^{}]|\{[^{}]*\})*\})/g)];
    if (ways.length === 0) return membersOf(right, found!.module);
    return ways.map(([, said, type]) => ({ name: "", type: inLine(type), said }));
  });
}

function ownMembers(body: string, whole: string): Member[] {
  const sentences = whole.split(/^@/m)[0].replace(/\s+/g, " ").split(/(?<=[.;]) (?=[A-Z`])/);
  return parts(body, ";").flatMap((member) => {
    const [, text, name, type] =
      /^(?:\/\*\*([\s\S]*?)\*\/)?\s*(?:readonly )?(\w+\??)(?::|(?=\())\s*([\s\S]*)$/.exec(member) ?? [];
    if (name === undefined) return [];
    const plain = name.replace("?", ""),
      told = sentences.find((one) => new RegExp(`\`${plain}\\b`).test(one));
    const said = (text || told || ANYWHERE[plain] || "").replace(/^[ \t]*\* ?/gm, "").replace(/\s+/g, " ")
      .trim();
    return [{ name, type: inLine(type), said }];
  });
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
