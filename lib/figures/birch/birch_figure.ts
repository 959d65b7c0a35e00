import { BIRCH_BENCHMARKS } from "../../papers/birch.ts";
import { clusterUnit } from "../../results/cluster_unit.ts";
import type { FigureContext, FigureSpec } from "../figure_spec.ts";
import { inOrder } from "../in_order.ts";
import type { Provenance } from "../provenance.ts";
import { countRange } from "../theme.ts";
import { provenanceSentence } from "../provenance_sentence.ts";

/** The notebook that tells the paper's story. */
const NOTEBOOK = "notebooks/01_informativeness_bias.ipynb";

/** What the figures of this paper have in common. */
export function birchFigure(
  spec: Pick<FigureSpec, "number" | "title" | "kind" | "available" | "build"> & {
    file: string;
    frames?: FigureSpec["frames"];
    needs?: FigureSpec["needs"];
  },
): FigureSpec {
  const { file, frames = ["pairs"], needs = [], ...rest } = spec;
  const id = `birch-${spec.number.replace("Figure ", "fig").replace("Table ", "table")}`;
  return {
    ...rest,
    id,
    paper: "birch",
    source: `lib/figures/birch/${file}`,
    notebook: NOTEBOOK,
    frames,
    needs,
  };
}

/** Names and colours are those of the paper's judges; this is their order in Table 3. */
export const BIRCH_JUDGES = [
  "GPT-4o",
  "Gemini-2.5-Flash",
  "Gemini-2.5-Pro",
  "Llama-3.2-Vision-90B",
  "LLaVA-OneVision-1.5-8B",
  "LLaVA-1.5-13B",
  "LLaVA-1.6-34B",
  "Phi-4-multimodal",
] as const;

/** Judges in the paper's order. */
export function orderedJudges(names: Iterable<string>): string[] {
  return inOrder(names, BIRCH_JUDGES);
}

/** Benchmarks in the paper's order. */
export function orderedBenchmarks(names: Iterable<string>): string[] {
  return inOrder(names, BIRCH_BENCHMARKS);
}

/** Heading of a chart: the benchmark, and how many pairs its numbers rest on, by series where these differ. */
export function benchmarkTitle(
  benchmark: string,
  series: readonly { name: string; counts: readonly number[] }[],
): string {
  const ranges = series
    .map(({ name, counts }) => ({ name, counts: counts.filter((n) => !Number.isNaN(n)) }))
    .filter(({ counts }) => counts.length > 0)
    .map(({ name, counts }) => ({ name, range: countRange(counts) }));
  if (ranges.length === 0) return benchmark;
  const alike = ranges.every(({ range }) => range === ranges[0].range);
  return `${benchmark} (${
    alike ? ranges[0].range : ranges.map(({ name, range }) => `${name}: ${range}`).join("; ")
  })`;
}

/** The sentence of a caption that says where the numbers come from. */
export function provenanceNote(
  sources: Iterable<Provenance>,
  context: Pick<FigureContext, "source" | "origin">,
): string {
  const simulation =
    "the library's simulation calibrated to the paper's Tables 1, 2, 3, 4 and 8, and describe it, not the models";
  return provenanceSentence(
    sources,
    context,
    (anyPublished) =>
      anyPublished
        ? `Solid: as published. Hatched, spreads and intervals: simulated; these come from ${simulation}.`
        : `Simulated: all numbers come from ${simulation}.`,
  );
}

/** What the error bars are: the paper's spread where it is drawn, and the intervals by what joins the pairs. */
export async function intervalNote({ frame }: FigureContext, spread = false): Promise<string> {
  const interval = `95% interval clustered by ${clusterUnit(await frame("pairs"))}.`;
  return spread
    ? "Thick lines: ± standard deviation over the paper's 160 downsamplings (4 × 4 ratios × 10 draws), in closed form; " +
      `this is not a confidence interval. Thin lines beside them: ${interval}`
    : `Thin lines: ${interval}`;
}
