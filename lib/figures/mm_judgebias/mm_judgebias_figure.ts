import type { FigureSpec } from "../figure_spec.ts";

/** The notebooks that tell the paper's story. */
const NOTEBOOKS = {
  bias: "notebooks/04_compositional_bias.ipynb",
  perturbations: "notebooks/05_perturbations.ipynb",
};

/** What the figures of this paper have in common; those of the project page, and our own, name their id. */
export function mmJudgebiasFigure(
  spec: Pick<FigureSpec, "number" | "title" | "kind" | "available" | "build"> & {
    file: string;
    id?: string;
    frames?: FigureSpec["frames"];
    needs?: FigureSpec["needs"];
    notebook?: keyof typeof NOTEBOOKS;
  },
): FigureSpec {
  const { file, frames = ["score pairs"], needs = [], notebook = "bias", ...rest } = spec;
  return {
    id: `mm-judgebias-${spec.number.replace("Figure ", "fig").replace("Table ", "table")}`,
    ...rest,
    paper: "mm-judgebias",
    source: `lib/figures/mm_judgebias/${file}`,
    notebook: NOTEBOOKS[notebook],
    frames,
    needs,
  };
}
