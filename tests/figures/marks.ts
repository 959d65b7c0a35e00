import type { RenderedFigure } from "@/figures/render_figure.ts";

const entity = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/**
 * What is wrong with what the marks of a chart say: every number's mark says its value and where it comes from, a curve says its
 * ends. All titles are those of marks, but that of the whole.
 */
export function faultsOfMarks({ svg, data }: Pick<RenderedFigure, "svg" | "data">): string[] {
  const tips = [...svg.matchAll(/<title>([^<]*)<\/title>/g)].map(([, text]) => entity(text));
  if (tips.length === 0) return ["no mark says anything"];
  return [
    ...tips.filter((tip) =>
      !/(?:\d|no number).*\((?:.*; )?(published|computed from published|simulated|results)\)/s.test(tip) ||
      /NaN|undefined|\[object/.test(tip)
    ),
    ...(tips.length > 2 * data.height ? [`${tips.length} marks of ${data.height} rows`] : []),
  ];
}

/** Whether a picture of values shows intervals of confidence: as marks, or as text in a table or a heatmap. */
export function showsIntervals({ svg, data }: Pick<RenderedFigure, "svg" | "data">): boolean {
  if (!data.columns.includes("interval")) return false;
  const texts = svg.replace(/<title[^>]*>.*?<\/title>/g, "").match(/>[^<]+</g) ?? [];
  return /aria-description="95% interval"[^>]*>(?:\s*<g[^>]*>)*\s*<(?:line|path)/.test(svg) ||
    texts.some((text) => /^>(?:±[\d.]+|\[[−\d.]+, [−\d.]+\])<$/.test(text));
}
