import { PAPERS } from "../../papers/papers.ts";
import { plain } from "../text_width.ts";
import type { FigureSpec } from "../figure_spec.ts";

/** A page of Markdown that shows the committed pictures of all figures and tables to those who browse the repository. */
export function pictureList(figures: readonly FigureSpec[]): string {
  const sections = PAPERS.map(({ name, title }) => {
    const own = figures.filter(({ paper }) => paper === name);
    const pictures = own.map((figure) => {
      const heading = plain(`${figure.number} · ${figure.title}`);
      return `### ${heading}\n\n![${heading}](${name}/${figure.id}.svg)`;
    });
    return own.length > 0 ? `## ${title}\n\n${pictures.join("\n\n")}` : "";
  }).filter((section) => section !== "");
  return `# Every figure and table

Written by \`deno task reproduce\`, which also writes PNG and CSV of each and a searchable page, \`index.html\`. A test fails when
a committed picture is stale.

${sections.join("\n\n")}
`;
}
