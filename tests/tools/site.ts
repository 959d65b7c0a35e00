import { basename } from "node:path";
import { htmlPage } from "@/figures/html_page.ts";
import { writeWhole } from "@/results/write_frame.ts";
import { type Command, runCommand, UsageError } from "@/cli/command.ts";
import { findNotebookPython } from "./notebook_kernel.ts";
import { notebookFiles } from "./notebook_files.ts";
import { optionValues } from "@/cli/option_values.ts";
import { ROOT } from "@/cli/project.ts";
import { renderAll } from "@/cli/render_all.ts";
import { runNotebooks } from "./notebooks.ts";
import { writePage } from "@/cli/reproduce.ts";
import { ended } from "./run_deno.ts";
import { writeDocs } from "./docs.ts";

export const command: Command = {
  name: "site",
  summary:
    "Writes page, executed notebooks and documentation into one folder that opens from disk or any static host.",
  options: {
    "out DIR": "folder to write to (default: .cache/site)",
    "only IDS": "only these figures, separated by commas",
    "notebooks NAME": "only notebooks whose name contains NAME",
  },
  notes: ["Executing the notebooks needs Jupyter with nbclient and nbconvert."],
  async run({ values }) {
    const { text } = optionValues(values), out = text("out") ?? `${ROOT}.cache/site`;
    console.log(`Open ${await writeSite({ out, only: text("only"), notebooks: text("notebooks") })}.`);
  },
};

/** What of the site is written. */
export interface SiteOptions {
  out: string;
  /** Ids of figures, separated by commas; all by default. */
  only?: string;
  /** Only notebooks whose name contains this. */
  notebooks?: string;
}

/**
 * Writes page, executed notebooks and documentation into one folder that any static host serves and that opens without one:
 * `index.html`, `figures/`, `notebooks/` and `api/`. Every figure links to the notebook that shows it, with its outputs.
 */
export async function writeSite({ out, only, notebooks = "" }: SiteOptions): Promise<string> {
  const { entries } = await renderAll({ only, out: `${out}/figures` });
  const shown = await writeNotebooks(`${out}/notebooks`, notebooks);
  writePage(`${out}/figures`, entries, {
    notebook: ({ notebook }) => {
      const page = `${basename(notebook, ".ipynb")}.html`;
      return shown.includes(page) ? `../notebooks/${page}` : undefined;
    },
    source: () => undefined,
  });
  await writeDocs(`${out}/api`);
  const index = `${out}/index.html`;
  writeWhole(index, (temporary) => Deno.writeTextFileSync(temporary, indexPage(shown)));
  return index;
}

/** On a narrow screen pictures keep their size and are scrolled, rather than shrink until nobody can read them. */
const NARROW = `<style>@media (max-width: 860px) {
  .jp-InputPrompt, .jp-OutputPrompt { display: none }
  .jp-OutputArea-child, .jp-OutputArea-output { display: block; overflow-x: auto }
  .jp-OutputArea-output img { max-width: none !important }
}</style>`;

/** Executes notebooks and writes each as a page with its outputs; the names of the pages. */
async function writeNotebooks(out: string, part: string): Promise<string[]> {
  const chosen = notebookFiles().filter(({ name }) => name.includes(part));
  const runs = await runNotebooks(chosen, { out });
  const failed = runs.filter(({ success }) => !success);
  if (failed.length > 0) {
    throw new UsageError(failed.map(({ name, error }) => `${name}: ${error}`).join("\n"), 1);
  }
  const { python } = await findNotebookPython();
  const convert = ["-m", "nbconvert", "--to", "html", "--log-level", "ERROR"];
  const { code, stderr } = await ended(python!, [...convert, ...runs.map(({ path }) => path)]);
  if (code !== 0) throw new UsageError(`nbconvert: ${stderr.trim()}`, 1);
  for (const { path } of runs) {
    const page = path.replace(/\.ipynb$/, ".html"), html = await Deno.readTextFile(page);
    writeWhole(
      page,
      (temporary) => Deno.writeTextFileSync(temporary, html.replace("</head>", `${NARROW}$&`)),
    );
    await Deno.remove(path);
  }
  return runs.map(({ name }) => `${basename(name, ".ipynb")}.html`);
}

function indexPage(notebooks: readonly string[]): string {
  const readme = Deno.readTextFileSync(`${ROOT}README.md`);
  const items = notebooks.map((page) => {
    const [name] = page.split("."), [, asks] = readme.split(`/${name}.ipynb) `)[1].split("|");
    return `<li><a href="notebooks/${page}">${name.slice(3).replaceAll("_", " ")}</a>: ${asks.trim()}</li>`;
  });
  return htmlPage({
    title: "judgebias",
    style:
      "body { font: 16px/1.6 system-ui, sans-serif; max-width: 60ch; margin: 40px auto; padding: 0 16px }",
    body: `<h1>judgebias</h1>
<p>How do vision-language models behave as judges? Metrics, tests and figures for judge results.</p>
<ul>
<li><a href="figures/index.html">Every figure and table</a></li>
<li><a href="api/index.html">The library, function by function</a></li>
</ul>
<h2>Notebooks with their outputs</h2>
<ul>
${items.join("\n")}
</ul>`,
  });
}

if (import.meta.main) await runCommand(command);
