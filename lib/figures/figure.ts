import type { PaperName } from "../papers/papers.ts";
import { FEATURES } from "../results/frame_features.ts";
import { entryOf, type Named, printedOf, wordsOf } from "./figure_entry.ts";
import type { Drawing, FigureContext, FigureId, FigureSpec } from "./figure_spec.ts";
import { buildNumbers, type NumberFigure, sourcesFor } from "./number_figure.ts";

export interface DrawnFigure extends Named {
  file?: string;
  draw: (context: FigureContext) => Promise<Drawn> | Drawn;
}

export type Drawn = Partial<Drawing> & Pick<Drawing, "body" | "data">;

export type Specs = Readonly<Partial<Record<FigureId, NumberFigure | DrawnFigure>>>;

const NOTEBOOKS: Record<PaperName, string> = {
  "birch": "01_informativeness_bias",
  "mm-judgebias": "04_compositional_bias",
  "philautia": "02_philautia",
  "multi-crit": "06_multi_crit",
  "hypotheses": "08_length_equalized",
  "real": "10_real_judges",
};

/** A figure of the registry. Its id says the rest: `birch-fig3` is Figure 3 of the paper `birch`. */
export function figure(id: string, given: (NumberFigure | DrawnFigure) & { file: string }): FigureSpec {
  const paper = (Object.keys(NOTEBOOKS) as PaperName[]).find((name) => id.startsWith(`${name}-`)) ??
    "mm-judgebias";
  const part = id.slice(id.startsWith(`${paper}-`) ? paper.length + 1 : 0);
  const entry = entryOf(id), printed = entry.printed && { published: () => printedOf(id) };
  const drawn = "draw" in given, spec = { ...entry, ...printed, ...given };
  const { title = "", needs = [], kind = /^table/.test(part) ? "table" : "chart" } = spec;
  const needed = [...new Set(needs.map((need) => FEATURES[need].frame))];
  return {
    id,
    paper,
    number: spec.number ?? numberOf(part),
    title,
    kind,
    source: spec.file,
    notebook: `notebooks/${spec.notebook ?? NOTEBOOKS[paper]}.ipynb`,
    frames: spec.frames ?? needed,
    needs,
    available: drawn ? ["published"] : sourcesFor(spec),
    async build(context) {
      if (!drawn) return await buildNumbers(id, paper, spec, context);
      return { ...wordsOf(id, context.source, {}), ...await given.draw(context) };
    },
  };
}

/** `fig3` → `Figure 3`, `table4` → `Table 4`, `figA` → `Figure A`; what is in no paper has none. */
function numberOf(part: string): string {
  const [, kind, number] = /^(fig|table|alg)([0-9]+|[A-D])$/.exec(part) ?? [];
  return kind ? `${{ fig: "Figure", table: "Table", alg: "Algorithm" }[kind]} ${number}` : "";
}
