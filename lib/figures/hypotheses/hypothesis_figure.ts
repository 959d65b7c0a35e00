import type { FigureSpec } from "../figure_spec.ts";

/** What the library's own figures on hypotheses and planning have in common. */
export function hypothesisFigure(
  spec: Pick<FigureSpec, "id" | "title" | "available" | "build"> & {
    file: string;
    notebook: string;
    frames?: FigureSpec["frames"];
    needs?: FigureSpec["needs"];
  },
): FigureSpec {
  const { file, notebook, frames = [], needs = [], ...rest } = spec;
  return {
    ...rest,
    paper: "hypotheses",
    number: "Own figure",
    kind: "chart",
    source: `lib/figures/hypotheses/${file}`,
    notebook: `notebooks/${notebook}`,
    frames,
    needs,
  };
}
