import { relative } from "node:path";
import { coverage, figures } from "../figures/registry.ts";
import {
  type GalleryEntry,
  type GalleryPage,
  galleryPage,
  pictureList,
} from "../figures/gallery/gallery_page.ts";
import { writeWhole } from "../results/write_frame.ts";
import { type Command, runCommand, say, told } from "./command.ts";
import { ROOT } from "./project.ts";
import { RENDER_LISTS, renderAll, type RenderedFigures } from "./render_all.ts";

export const command: Command = {
  ...told("reproduce", RENDER_LISTS),
  async run({ values }) {
    const whole = values.only === undefined && values.paper === undefined && !values.list;
    await renderAll(values, { compare: true, finish: whole ? finish : undefined });
  },
};

function finish({ entries, out }: RenderedFigures): void {
  if (entries.length === 0) return;
  const root = relative(out, ROOT).replaceAll("\\", "/") || ".";
  const page = writePage(out, entries, {
    notebook: ({ notebook }) => `${root}/${notebook}`,
    source: ({ source }) => `${root}/${source}`,
  });
  if (out === `${ROOT}figures`) {
    writeWhole(`${out}/README.md`, (temporary) => Deno.writeTextFileSync(temporary, pictureList(figures)));
  }
  say(`Open ${page} in a browser: it needs no server.`);
}

/** Writes the page of figures; beside each picture the same as a script, so that a page opened as a file can show them large. */
export function writePage(out: string, entries: readonly GalleryEntry[], links: GalleryPage["links"]) {
  const write = (path: string, text: string) =>
    writeWhole(`${out}/${path}`, (temporary) => Deno.writeTextFileSync(temporary, text));
  write("index.html", galleryPage({ entries, covered: coverage(figures), links }));
  for (
    const svg of entries.flatMap((entry) => [entry.svg, ...(entry.reference ? [entry.reference.svg] : [])])
  ) {
    const text = Deno.readTextFileSync(`${out}/${svg}`);
    write(`${svg}.js`, `picture(${JSON.stringify(svg)}, ${JSON.stringify(text)});\n`);
  }
  return `${out}/index.html`;
}

if (import.meta.main) await runCommand(command);
