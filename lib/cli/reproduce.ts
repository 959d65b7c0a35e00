import { relative } from "node:path";
import { pictureList } from "../figures/gallery/picture_list.ts";
import { figures } from "../figures/registry.ts";
import { writeWhole } from "../results/write_frame.ts";
import { type Command, runCommand, say } from "./command.ts";
import { ROOT } from "./project.ts";
import { RENDER_OPTIONS, renderAll } from "./render_all.ts";
import { writePage } from "./write_page.ts";

export const command: Command = {
  name: "reproduce",
  summary:
    "Renders every figure and table of every paper, as SVG, PNG and CSV, and a page that shows them all.",
  options: RENDER_OPTIONS,
  notes: [
    "Numbers are published where the paper prints them, simulated (and marked so) where it does not, or computed from",
    "your own result files with --results; then the page shows the published or simulated figure beside yours.",
    "The page, index.html, is written when all figures are rendered as SVG: without --only and --paper.",
  ],
  async run({ values }) {
    const { entries, out } = await renderAll(values, { compare: true });
    const whole = values.only === undefined && values.paper === undefined && !values.list;
    if (!whole || entries.length === 0) return;
    const root = relative(out, ROOT).replaceAll("\\", "/") || ".";
    const page = writePage(out, entries, {
      notebook: ({ notebook }) => `${root}/${notebook}`,
      source: ({ source }) => `${root}/${source}`,
    });
    if (out === `${ROOT}figures`) {
      writeWhole(`${out}/README.md`, (temporary) => Deno.writeTextFileSync(temporary, pictureList(figures)));
    }
    say(`Open ${page} in a browser: it needs no server.`);
  },
};

if (import.meta.main) await runCommand(command);
