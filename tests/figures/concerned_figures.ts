import { ImportGraph, projectFiles } from "../tools/import_graph.ts";
import type { FigureSpec } from "@/figures/figure_spec.ts";
import { figures } from "@/figures/registry.ts";

/** Files that alter a figure only where it loads them: the others draw, read, simulate or test all figures, or none. */
const NARROW =
  /^lib\/(metrics|hypotheses|ensemble|judge|perturb|report|cli|figures\/(birch|mm_judgebias|philautia|multi_crit|hypotheses|real))\//;

/**
 * The figures that a change of some files can alter: of those that a figure or the simulations load, or of what serves all. By
 * default the change is what `deno task quick` found; without any it is all figures.
 */
export function concernedFigures(
  changed = (Deno.env.get("JUDGEBIAS_CHANGED") ?? "").split("\n").filter((file) => file !== ""),
): readonly FigureSpec[] {
  if (changed.length === 0) return figures;
  if (changed.some((file) => /^(lib|tests\/figures)\//.test(file) && !NARROW.test(file))) return figures;
  const graph = new ImportGraph(), simulations = graph.reach("lib/simulate/mod.ts");
  const modules = projectFiles(["lib/figures"]).filter((file) => file.endsWith(".ts"));
  return figures.filter(({ source, paper }) => {
    // What is drawn from cards and prompts does not say which module draws it: one of its paper's.
    const own = source.endsWith(".ts")
      ? [source]
      : modules.filter((file) => file.startsWith(`lib/figures/${paper.replaceAll("-", "_")}/`));
    const seen = new Set([...own, ...simulations]);
    for (const file of own) graph.reach(file, undefined, seen);
    return changed.some((file) => seen.has(file));
  });
}
