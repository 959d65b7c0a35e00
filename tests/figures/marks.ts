import type { RenderedFigure } from "@/figures/render_figure.ts";
import { INK } from "@/figures/theme.ts";

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
      !/(?:\d|no number|: (?:higher|lower)).*\((?:.*; )?(published|computed from published|simulated|public verdicts|results)\)/s
        .test(tip) ||
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

/**
 * Keys of a legend that look like no mark of the picture: a fill that nothing in it has. Grey keys stand for marks of several
 * colours, white ones for rings, a ramp for the cells of a heatmap.
 */
export function keysUnlikeMarks(svg: string): string[] {
  const [head, body = ""] = svg.split(/(?=<g transform="translate\(20,)/, 2);
  const keys = head.match(/<(?:circle|path|rect)[^>]* fill="#[^>]*>/g) ?? [];
  const of = (name: string, element: string) => RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? "";
  return keys.filter((key) => {
    const fill = of("fill", key), rim = of("stroke", key) || fill;
    if (rim === INK.soft || fill === INK.paper || of("rx", key) !== "" || of("height", key) === "11") {
      return false;
    }
    const throughs = body.includes('fill-opacity="0.4"') && body.includes(`stroke="${rim}"`);
    return !body.includes(`fill="${fill}"`) && !throughs;
  });
}
