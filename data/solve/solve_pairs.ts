import { mean } from "simple-statistics";
import { BIRCH_FACTS } from "@/papers/birch.ts";
import {
  BENCHMARK_DESIGNS,
  type BenchmarkDesign,
  type CellSizes,
  cellSizes,
  type PairsTarget,
} from "./benchmarks.ts";
import { rightInSubsets } from "./pairs_equalized.ts";
import {
  birchTable1,
  birchTable2,
  birchTable3,
  birchTable4,
  birchTable8,
  type PrintedValue,
} from "./birch_tables.ts";

/** A judge whose unpublished IB is taken from a judge of its family. */
const RELATIVES: Readonly<Record<string, string>> = {
  "Gemini-2.5-Pro": "Gemini-2.5-Flash",
  "LLaVA-1.5-13B": "LLaVA-1.6-34B",
};

/** Points by which IB grows without the image for the judge that relies least on it; the largest gap is published. */
const SMALLEST_IMAGE_GAP = 4;

const POINT = 0.01;

/**
 * The counts of right verdicts that every simulated table must have.
 *
 * Published numbers are met where they can hold together: accuracy (Tables 1 and 3), Acc_IDS, Acc_CDS, IB and LB (Tables 4
 * and 8), IB of Table 2; the counts are searched so that as many as possible print the same digits. What is not published
 * follows this model: IB of a judge without one is that of a judge of its family (`RELATIVES`), or its own on the other
 * benchmark; `image_caption` keeps the base pipeline's IB; `standard_ref` and `birch` lower it by the mean published change;
 * LB is IB times the published ratio LB/IB of that judge and pipeline, or the mean ratio; without image IB is higher by
 * 4 to 18.6 points, in proportion to the judge's IRS (the largest gap is published, its judge is not named), and a judge
 * without a published IRS has the mean one.
 */
export function solvePairs(): PairsTarget[] {
  const published = publishedAims();
  const targets: PairsTarget[] = [];
  for (const design of BENCHMARK_DESIGNS) {
    for (const row of birchTable3().filter(({ benchmark }) => benchmark === design.name)) {
      const aims = published.aims(row.judge, design.name, row.pipeline);
      targets.push(target(design, row.judge, row.pipeline, true, aims, [row, ...published.rows(row)]));
      if (row.pipeline !== "base") continue;
      const blind = published.blindAims(row.judge, design.name, aims);
      const accuracy = birchTable1().find((other) => same(other, row) && other.quantity === "acc_no_image");
      targets.push(
        target(design, row.judge, "base", false, blind, accuracy ? [{ ...accuracy, quantity: "Acc" }] : []),
      );
    }
  }
  return targets;
}

interface Aims {
  accuracy: number;
  ib: number;
  lb: number;
}

function same(a: PrintedValue, b: { judge: string; benchmark: string }): boolean {
  return a.judge === b.judge && a.benchmark === b.benchmark;
}

/** Everything published about pairs, and the model for what is not. */
function publishedAims() {
  const table2 = birchTable2().filter(({ quantity }) => quantity === "before").map((row) => ({
    ...row,
    quantity: "IB",
  }));
  const metrics: PrintedValue[] = [...birchTable4(), ...birchTable8()];
  const all = [...metrics, ...table2];
  const find = (judge: string, benchmark: string, pipeline: string, quantity: string) =>
    all.find((row) =>
      same(row, { judge, benchmark }) && row.pipeline === pipeline && row.quantity === quantity
    )?.value;
  const changes = (pipeline: string) =>
    metrics.filter((row) => row.pipeline === pipeline && row.quantity === "IB").map((row) =>
      row.value - find(row.judge, row.benchmark, "base", "IB")!
    );
  const ratios = (pipeline: string) =>
    metrics.filter((row) => row.pipeline === pipeline && row.quantity === "LB").map((row) => ({
      judge: row.judge,
      ratio: row.value / find(row.judge, row.benchmark, pipeline, "IB")!,
    }));
  const baseIb = (judge: string, benchmark: string): number => {
    const own = find(judge, benchmark, "base", "IB");
    if (own !== undefined) return own;
    if (RELATIVES[judge]) return baseIb(RELATIVES[judge], benchmark);
    return find(judge, BENCHMARK_DESIGNS[0].name, "base", "IB")!;
  };
  const irs = birchTable1().filter(({ quantity }) => quantity === "IRS");
  const irsOf = (judge: string, benchmark: string) =>
    irs.find((row) => same(row, { judge, benchmark }))?.value ??
      mean(irs.filter((row) => row.benchmark === benchmark).map(({ value }) => value));
  const lowest = Math.min(...irs.map(({ value }) => value)),
    highest = Math.max(...irs.map(({ value }) => value));

  return {
    /** Other published rows of the same judge, benchmark and pipeline. */
    rows: ({ judge, benchmark, pipeline }: PrintedValue) =>
      all.filter((row) =>
        same(row, { judge, benchmark }) && row.pipeline === pipeline && row.quantity !== "Acc"
      ),
    aims(judge: string, benchmark: string, pipeline: string): Aims {
      const accuracy =
        birchTable3().find((row) => same(row, { judge, benchmark }) && row.pipeline === pipeline)!.value;
      const change = pipeline === "standard_ref" || pipeline === "birch" ? mean(changes(pipeline)) : 0;
      const ib = find(judge, benchmark, pipeline, "IB") ?? baseIb(judge, benchmark) + change;
      const model = ratios(pipeline === "image_caption" ? "base" : pipeline);
      const ratio = model.find((row) => row.judge === (RELATIVES[judge] ?? judge))?.ratio ??
        mean(model.map((row) => row.ratio));
      const lb = find(judge, benchmark, pipeline, "LB") ?? ib * ratio;
      return { accuracy: accuracy * POINT, ib: ib * POINT, lb: lb * POINT };
    },
    blindAims(judge: string, benchmark: string, { accuracy, ib, lb }: Aims): Aims {
      const reliance = irsOf(judge, benchmark);
      const gap = SMALLEST_IMAGE_GAP +
        (BIRCH_FACTS.largestImageGap - SMALLEST_IMAGE_GAP) * (reliance - lowest) / (highest - lowest);
      return { accuracy: accuracy - reliance * POINT, ib: ib + gap * POINT, lb: lb * (1 + gap * POINT / ib) };
    },
  };
}

function target(
  design: BenchmarkDesign,
  judge: string,
  pipeline: string,
  image: boolean,
  aims: Aims,
  published: PrintedValue[],
): PairsTarget {
  const sizes = cellSizes(design);
  const { ids, cds } = rightInSubsets(design.pairs - design.cds, design.cds, aims, published);
  return {
    benchmark: design.name,
    judge,
    pipeline,
    image,
    right: rightInCells(sizes, ids, cds, aims.lb),
    ...aims,
  };
}

/**
 * Splits the right verdicts of either subset by length so that LB comes out, with the same effect of length in both
 * subsets (as far as whole pairs and the sizes of the cells allow).
 */
function rightInCells(sizes: CellSizes, ids: number, cds: number, lb: number): CellSizes {
  const nIds = sizes.idsLonger + sizes.idsShorter, nCds = sizes.cdsLonger + sizes.cdsShorter;
  const nLonger = sizes.idsLonger + sizes.cdsLonger, nShorter = sizes.idsShorter + sizes.cdsShorter;
  const rightLonger = Math.round((lb + (ids + cds) / nShorter) / (1 / nLonger + 1 / nShorter));
  const neutral = sizes.idsLonger * ids / nIds + sizes.cdsLonger * cds / nCds;
  const reach = sizes.idsLonger * sizes.idsShorter / nIds + sizes.cdsLonger * sizes.cdsShorter / nCds;
  const effect = (rightLonger - neutral) / reach;
  const low = Math.max(0, ids - sizes.idsShorter, rightLonger - Math.min(cds, sizes.cdsLonger));
  const high = Math.min(ids, sizes.idsLonger, rightLonger - Math.max(0, cds - sizes.cdsShorter));
  if (low > high) throw new RangeError(`rightInCells: wanted an LB that the cells allow, found ${lb}`);
  const wish = Math.round(sizes.idsLonger * (ids / nIds + effect * sizes.idsShorter / nIds));
  const idsLonger = Math.min(high, Math.max(low, wish));
  const cdsLonger = rightLonger - idsLonger;
  return { idsLonger, idsShorter: ids - idsLonger, cdsLonger, cdsShorter: cds - cdsLonger };
}
