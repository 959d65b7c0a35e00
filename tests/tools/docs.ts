import { existsSync, globSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { namesFrom } from "@/progress/declared.ts";
import { help } from "@/progress/help.ts";
import { firstSentence } from "@/progress/search.ts";
import { ownFacts } from "@/progress/own_facts.ts";
import { type Command, runCommand } from "@/cli/command.ts";
import { optionValues } from "@/cli/option_values.ts";
import { ROOT } from "@/cli/project.ts";
import { runDeno } from "./run_deno.ts";

/** The doors, and the questions and words that people come with: the list that `help()` prints is the documentation's home too. */
const { doors, questions, words } = ownFacts<
  & { doors: Record<string, { module: string; holds: string }> }
  & Record<"questions" | "words", Record<string, string[]>>
>("help");

/**
 * Writes the documentation of all doors as pages: what `deno doc` makes, with a home that lists functions by question in place of the
 * first five symbols, and usage lines that import from the doors.
 *
 * @param out the folder of the pages
 */
export async function writeDocs(out: string): Promise<string> {
  await Deno.mkdir(out, { recursive: true });
  const modules = Object.values(doors).map(({ module }) => `${ROOT}lib/${module}.ts`);
  if (!await runDeno(["doc", "--quiet", "--html", "--name=judgebias", `--output=${out}`, ...modules])) {
    throw new Error("docs: deno doc could not write the pages; why stands above");
  }
  const script = join(out, "search.js"), lines = byWord(out);
  const search = Deno.readTextFileSync(script).replace("function renderResults", "function renderNames")
    .replace("Click or press 'S' to search...", "Search by name or in words")
    .replace("Type your query here...", "");
  const all = Object.values(lines).flat(), names = new Set(all.flatMap(({ names = [] }) => names));
  const functions = [...names].map((name) =>
    [name, `<li>${links(out, [name])} ${inCode(sentenceOf(name))}</li>`] as const
  );
  const said = `const WORDS = ${JSON.stringify(all)};\n` +
    `const FUNCTIONS = ${JSON.stringify(Object.fromEntries(functions))};\n`;
  Deno.writeTextFileSync(script, said + Deno.readTextFileSync(`${ROOT}tests/tools/docs_search.js`) + search);
  const toggle = join(out, "darkmode_toggle.js"), themes = Deno.readTextFileSync(toggle);
  // Only who chooses a theme has one of their own; otherwise it is the system's.
  const chosen = `localStorage.setItem("theme", isDark ? "light" : "dark");\n      setTheme(isDark`;
  const calm = themes.replaceAll(/ *localStorage\.setItem.*\n/g, "").replace("setTheme(isDark", () => chosen);
  Deno.writeTextFileSync(toggle, calm);
  const shell = Deno.readTextFileSync(join(out, "index.html"));
  // Questions stand at home.
  const parts = Object.entries(lines).slice(1).map(([title, own]) => byLetter(title, own));
  const main = `<main><div class="markdown words">${parts.join("")}</div></main>`;
  const page = shell.replace(/<main>[^]*<\/main>/, () => main);
  Deno.writeTextFileSync(join(out, "by_word.html"), page.replace(/<nav class="topSymbols">[^]*?<\/nav>/, ""));
  for (const page of globSync(join(out, "**/*.html"))) {
    // Sources are on the machine that writes the pages; names of files hold a "%" that an address writes otherwise.
    const html = Deno.readTextFileSync(page).replaceAll(/<a[^>]* href="file:[^>]*>[\s\S]*?<\/a>/g, "")
      .replaceAll(/href="(\.[^"]*)"/g, (_, to) => `href="${to.replaceAll("%", "%25")}"`)
      // The core door is the home.
      .replace(/(<\/li>)<span[^>]*><svg[^>]*>[^]*?<\/svg>\s*<\/span><a [^>]*>default<\/a>/, "$1")
      // Opened as a file a folder is a list of files.
      .replaceAll(/href="((?:\.{1,2}&#x2F;)+)"/g, 'href="$1index.html"')
      .replace(
        /(<button id="theme-toggle")/,
        `<a href="${relative(dirname(page), out) || "."}/by_word.html">By word</a>$1`,
      )
      .replaceAll(/(?<= from &quot;)(\.|[a-z]+)(?=&quot;;)/g, doorOf)
      // The first five symbols are those of another door.
      .replace(/(<nav class="topSymbols">)[^]*?<\/ul>/, "$1")
      .replaceAll(/(?<=class="link text-xl font-bold">)\w+/g, doorOf)
      // What a function is asked as besides stands behind it, once.
      .replace(TWICE, "$1$3$2$4")
      // What a function takes apart has no name of its own.
      .replaceAll(/(<|&lt;)span class=\S{1,6}italic\S{2,10}arg_\d+\1\/span(>|&gt;)/g, "options");
    Deno.writeTextFileSync(page, html);
  }
  const prose = linkedProse(out);
  for (const { module } of Object.values(doors)) {
    for (const { name } of namesFrom(module, { types: false })) {
      const page = join(out, folderOf(module), "~", `${name}.html`), home = relative(dirname(page), out);
      const linked = (names: string[]) => links(out, names).replaceAll('"./', `"${home}/`);
      Deno.writeTextFileSync(page, prose(withHelp(Deno.readTextFileSync(page), name, linked), name, home));
    }
  }
  Deno.writeTextFileSync(join(out, "page.css"), Deno.readTextFileSync(`${ROOT}tests/tools/docs.css`), {
    append: true,
  });
  const home = join(out, "index.html"), html = Deno.readTextFileSync(home);
  const list = html.replace(/(<\/div>\s*<\/section>\s*)<\/main>/, (end) => `${byQuestion(out)}${end}`);
  if (list === html) {
    throw new Error("docs: wanted a place for the list of questions, found none in index.html");
  }
  Deno.writeTextFileSync(home, list);
  return home;
}

/** A page of a function that has members: it begins with these, and says all of it for either. */
const TWICE =
  /(<article>[^]*?<div>)(<div class="space-y-7" id="">[^]*?)(<div class="scroll-mt-16"[^]*?)(<\/div>\s*<\/article>)\s*<article>[^]*<\/article>/;

/** The folder of a door's pages, and the door of a folder as `deno doc` calls it. */
const folderOf = (module: string): string => module.replace(/\/?mod$/, "");
const doorOf = (folder: string): string =>
  /^(\.|default)$/.test(folder)
    ? "judgebias"
    : `judgebias/${folder}` in doors
    ? `judgebias/${folder}`
    : folder;

/** A page with what `help` says beside its text: options with their types, and what is near. */
function withHelp(page: string, name: string, linked: (names: string[]) => string): string {
  const said = String(help(name)), [, lines = ""] = /^Options\n((?: {2}.*\n)+)/m.exec(said) ?? [];
  const rows = [...lines.matchAll(/^ {2}(?:(\w+\??): )?(\S.*)\n((?: {6}.*\n)*)/gm)].map((
    [, option = "", type, words],
  ) => `<tr><th>${option}</th><td><code>${text(type)}</code><br>${inCode(words)}</td></tr>`);
  const near = /^See also: (.*)$/m.exec(said)?.[1].replaceAll(/ \([^)]*\)/g, "").split(", ");
  const parts = {
    Options: rows.length > 0 && `<table>${rows.join("")}</table>`,
    "See also": near && linked(near),
  };
  return Object.entries(parts).filter(([, html]) => html).reduce((page, [title, html]) => {
    const id = title.replace(" ", "-"), own = `<h2>${title}</h2><div class="markdown">${html}</div>`;
    return page.replace("</article>", (end) => `<section class="said" id="${id}">${own}</section>${end}`)
      .replace("</ul></nav>", (end) => `<li><a href="#${id}">${title}</a></li>${end}`);
  }, page);
}

/** Lines under a title, by the letters that they begin with. */
function byLetter(title: string, lines: { keys: string[]; html: string }[]): string {
  const sorted = lines.toSorted((a, b) => a.keys[0].localeCompare(b.keys[0], "en", { numeric: true }));
  const of = Object.entries(Object.groupBy(sorted, ({ keys }) => keys[0][0].toUpperCase())).sort();
  const links = of.map(([letter]) => `<a href="#${title[0]}-${letter}">${letter}</a>`);
  const lists = of.map(([letter, own]) =>
    `<h3 id="${title[0]}-${letter}">${letter}</h3><ul>${own!.map(({ html }) => html).join("")}</ul>`
  );
  return `<h2>${title}</h2><p>${links.join(" ")}</p>${lists.join("")}`;
}

/** A text as HTML, and one whose code stands between backticks. */
const text = (code: string) => code.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const inCode = (words: string) => text(words).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

/** Functions as links to their pages. */
function links(out: string, names: readonly string[]): string {
  return names.map((name) => {
    const folder = Object.values(doors).map(({ module }) => join(folderOf(module), "~"))
      .find((one) => existsSync(join(out, one, `${name}.html`)));
    if (folder === undefined) {
      throw new Error(`docs: wanted a page of ${name}, which help() names, found none`);
    }
    return `<a href="./${folder}/${name}.html"><code>${name}</code></a>`;
  }).join(", ");
}

/** Names of functions in the text of a page as links to their pages, but for its own. */
function linkedProse(out: string) {
  const pages = Object.values(doors).map(({ module }) => join(folderOf(module), "~")).flatMap((folder) =>
    globSync(join(out, folder, "*.html")).map((page) => [basename(page, ".html"), folder] as const)
  );
  const folders = new Map(pages.toReversed());
  return (html: string, own: string, home: string) =>
    html.replaceAll(/<code>(\w+)<\/code>(?!<\/a>)/g, (code, name) => {
      const folder = name === own ? undefined : folders.get(name);
      return folder === undefined ? code : `<a href="${home}/${folder}/${name}.html">${code}</a>`;
    });
}

/** What `help()` knows, a line each with the words that it is found by. */
function byWord(out: string): Record<string, { keys: string[]; html: string; names?: string[] }[]> {
  const line = (said: string, html: string, keys = said.split(", ")) => ({
    keys,
    html: `<li>${said}${html}</li>`,
  });
  const linked = (own: Record<string, string[]>) =>
    Object.entries(own).map(([said, names]) => ({ ...line(text(said), `<br>${links(out, names)}`), names }));
  const code = (said: string) => `<code>${text(said)}</code>`;
  const pandas = Object.entries(ownFacts<Record<string, { here: string; words: string }>>("pandas"));
  const figures = Object.entries(ownFacts<Record<string, string>>("figures"));
  return {
    "By question": linked(questions),
    "By word": linked(words),
    "What habits of pandas and R are here": pandas.map(([habit, { here, words }]) =>
      line(code(habit), `<br>${code(here)}`, [habit, "pandas", ...words.split(", ")])
    ),
    "Columns of results": Object.entries(ownFacts<Record<string, string>>("columns"))
      .filter(([names]) => !names.startsWith("_"))
      .map(([names, said]) => line(text(names), `<br>${text(said)}`)),
    "Figures and tables": figures.map(([id, title]) =>
      line(`<code>renderFigure("${id}")</code>`, `<br>${text(title)}`, [id.replaceAll("-", "_"), id, title])
    ),
  };
}

const sentenceOf = (name: string): string => firstSentence(String(help(name)).split("\n\n")[1]);

/** Every question with links to the functions that answer it. */
function byQuestion(out: string): string {
  const items = Object.entries(questions).map(([question, names]) => {
    const start = inCode(`Start with \`${names[0]}\`: ${sentenceOf(names[0])}`);
    return `<li><strong>${question}</strong><br>${links(out, names)}<br>${start}</li>`;
  });
  const rooms = Object.entries(doors).slice(1).map(([door, { module, holds }]) =>
    `<li><a href="./${folderOf(module)}/index.html"><code>${door}</code></a> ${holds}</li>`
  );
  return `<div class="markdown"><p><a href="./by_word.html">By word</a>: what people call things, habits of pandas, columns, figures.</p>` +
    `<h2>By question</h2><ul>${items.join("")}</ul>` +
    `<h2>By door: what an import names, beside <code>judgebias</code></h2><ul>${rooms.join("")}</ul></div>`;
}

export const command: Command = {
  name: "docs",
  summary: "Writes the documentation of all doors as pages.",
  options: { "out DIR": "folder to write to (default: .cache/docs)" },
  async run({ values }) {
    console.log(`Open ${await writeDocs(optionValues(values).text("out") ?? `${ROOT}.cache/docs`)}.`);
  },
};

if (import.meta.main) await runCommand(command);
