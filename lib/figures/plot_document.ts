import type * as PlotModule from "@observablehq/plot";
import { FONT, INK, SIZE } from "./theme.ts";

let document: Document | undefined;

export async function plotDocument(): Promise<Document> {
  if (!document) {
    const { parseHTML } = await import("linkedom");
    document = parseHTML("<!doctype html><html><body></body></html>").document;
  }
  return document;
}

/**
 * Observable Plot with the house's defaults: font, ink, quiet axes. A warning of Plot's (an ordinal scale with numbers, a
 * channel without data) is an error: it would be a mark that is silently wrong.
 */
export async function themedPlot(
  options: (plot: typeof PlotModule) => PlotModule.PlotOptions,
): Promise<SVGSVGElement | HTMLElement> {
  const Plot = await import("@observablehq/plot");
  const own = { document: await plotDocument(), ...options(Plot) };
  const warnings: string[] = [];
  const warn = console.warn;
  console.warn = (...words: unknown[]) => void warnings.push(words.join(" "));
  let svg: SVGSVGElement | HTMLElement;
  // Nothing may be awaited in here: charts are drawn side by side, and another one would take this one's warnings.
  try {
    svg = Plot.plot(own);
  } finally {
    console.warn = warn;
  }
  if (warnings.length > 0) {
    throw new Error(`themedPlot: wanted a chart without warnings, found: ${warnings.join("; ")}`);
  }
  // Plot marks its own warnings with a sign in the picture.
  if (svg.textContent?.includes("⚠")) {
    throw new Error("themedPlot: wanted a chart without warnings, found one in it");
  }
  // One layout of axes for all charts: numbers at the ends of lines, no dashes, and titles in grey.
  for (const dashes of svg.querySelectorAll('[aria-label$="-axis tick"]')) dashes.remove();
  for (const title of svg.querySelectorAll('[aria-label$="-axis label"]')) {
    title.setAttribute("fill", INK.soft);
  }
  // As attributes: librsvg knows nothing of Plot's style sheet.
  const look = { "font-family": FONT, "font-size": String(SIZE.axis), color: INK.text, overflow: "visible" };
  for (const [name, value] of Object.entries(look)) svg.setAttribute(name, value);
  return svg;
}
