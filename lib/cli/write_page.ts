import { coverage } from "../figures/coverage.ts";
import type { GalleryEntry } from "../figures/gallery/gallery_entry.ts";
import { type GalleryPage, galleryPage } from "../figures/gallery/gallery_page.ts";
import { pictureScript } from "../figures/gallery/picture_script.ts";
import { figures } from "../figures/registry.ts";
import { writeWhole } from "../results/write_frame.ts";

/** Writes the page that shows figures into their folder, with the scripts beside these, and returns its path. */
export function writePage(
  out: string,
  entries: readonly GalleryEntry[],
  links: GalleryPage["links"],
): string {
  const page = `${out}/index.html`;
  const html = galleryPage({ entries, covered: coverage(figures), links });
  writeWhole(page, (temporary) => Deno.writeTextFileSync(temporary, html));
  for (
    const svg of entries.flatMap(({ files, reference }) => [files.svg, ...(reference ? [reference.svg] : [])])
  ) {
    const script = pictureScript(svg, Deno.readTextFileSync(`${out}/${svg}`));
    writeWhole(`${out}/${svg}.js`, (temporary) => Deno.writeTextFileSync(temporary, script));
  }
  return page;
}
