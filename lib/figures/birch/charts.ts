import { refusing } from "../../results/said.ts";
import { BIRCH_FACTS } from "../../papers/birch.ts";
import { withSubsets } from "../../metrics/pair_outcomes.ts";
import { only } from "../../results/only.ts";
import type { Specs } from "../figure.ts";
import { printedOf } from "../figure_entry.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { NumberFigure } from "../number_figure.ts";
import { boundsOf, findValue, known, namesOf, pick, type Value, valueOf } from "../values/value.ts";
import { firstBenchmark, ORDER, pairNumbers, withGaps } from "./numbers.ts";
import { fixed } from "../../progress/told.ts";
import pl from "nodejs-polars";
import { cdsRatioSweep } from "../../metrics/cds_ratio_sweep.ts";
import { computed } from "../values/computed.ts";
import { mean } from "simple-statistics";

/** Judges whose IB lies in the range that the caption of Figure 1 states (40.6 to 59.0 points); Phi-4's lies outside. */
const OF_FIGURE_1 = ["GPT-4o", "Gemini-2.5-Flash", "Llama-3.2-Vision-90B", "LLaVA-OneVision-1.5-8B"];

/** Judges of which both biases are printed in Table 8, and the one of Figure 10. */
const OF_TABLE_8 = "LLaVA-OneVision-1.5-8B", PHI = "Phi-4-multimodal";

function bounds(keys: Value["keys"], quantity: string, low: number, high: number): Value {
  return boundsOf(keys, quantity, low, high, "computed from published");
}

const OF_PHI = { benchmark: ORDER.benchmark[1], judge: PHI, pipeline: "base" };
const PHI_BELOW = bounds(OF_PHI, "IB", -Infinity, 0.3);

function printedBiases(): Value[] {
  const table8 = pick(printedOf("birch-table8"), { pipeline: "base" });
  const both = [OF_TABLE_8, PHI];
  return withGaps([
    ...pick(printedOf("birch-table2"), { quantity: "IB" }),
    ...pick(table8, { quantity: "LB", judge: ORDER.judge.filter((judge) => !both.includes(judge)) }),
    ...pick(table8, { quantity: ["LB", "IB"], judge: both }),
    PHI_BELOW,
  ]);
}

/** Where a pair's more informative answer is always the longer one, or always the shorter one: what that does to both biases. */
export async function alike({ source, frame, once }: FigureContext): Promise<string[]> {
  if (source !== "results") return [];
  const kinds = await once("subsets", async () => {
    const pairs = only(await frame("pairs"), { pipeline: "base", variant: "original", image: true });
    return withSubsets(pairs).select("informativeness_subset", "length_subset").dropNulls().unique().rows()
      .map((row) => row.join(" "));
  });
  const side = (is: string, ids: string, cds: string) =>
    kinds.length > 0 && kinds.every((kind) => [ids, cds].includes(kind)) ? is : "";
  const always = side("longer", "IDS longer", "CDS shorter") || side("shorter", "IDS shorter", "CDS longer");
  return always === "" ? [] : [
    `The more informative answer is always the ${always} one: these pairs cannot tell a preference for information from one for length.`,
  ];
}

const OTHERS = "the others (Figure 3)";

function rangesOfOthers(): Value[] {
  const others = known(printedBiases()).filter(({ keys }) => keys.judge !== PHI);
  return ORDER.benchmark.flatMap((benchmark) =>
    ["LB", "IB"].flatMap((quantity) => {
      const own = pick(others, { quantity, benchmark }).map(({ value }) => value);
      const keys = { benchmark, judge: OTHERS, pipeline: "base" };
      return own.length === 0 ? [] : [bounds(keys, quantity, Math.min(...own), Math.max(...own))];
    })
  );
}

function printedBias(): Value[] {
  const first = pick(printedOf("birch-table2"), { quantity: "IB" });
  const more = pick(printedOf("birch-table8"), { quantity: "IB", pipeline: "base" });
  return [...first, ...more.filter(({ keys }) => !findValue(first, "IB", keys))];
}

/**
 * What printed facts leave of numbers that the paper draws but does not print (figures 5 and 6): IRS by subset, and IB without
 * image. The facts: IRS of all pairs (Table 1) is the mean of both subsets' by their shares, w = 32% CDS on MLLM-as-a-Judge
 * (section 4.2); IRS on CDS lies above that on IDS; IB without image lies above that with image, by at most g = 18.6 points;
 * and the last difference is IRS_CDS − IRS_IDS, as each IB is Acc_IDS − Acc_CDS. So IRS_CDS lies between IRS and
 * IRS + (1 − w)·g, IRS_IDS between IRS − w·g and IRS; without a printed share w may be anything.
 */
function imageBounds(): Value[] {
  const gap = BIRCH_FACTS.largestImageGap / 100;
  const reliance = pick(printedOf("birch-table1"), { quantity: "IRS" }).flatMap((irs) => {
    const share = irs.keys.benchmark === ORDER.benchmark[0] ? BIRCH_FACTS.cdsShare / 100 : null;
    return [
      bounds(irs.keys, "IRS_IDS", irs.value - (share ?? 1) * gap, irs.value),
      bounds(irs.keys, "IRS_CDS", irs.value, irs.value + (1 - (share ?? 0)) * gap),
    ];
  });
  return [
    ...reliance,
    ...printedBias().map((ib) => bounds(ib.keys, "IB_no_image", ib.value, ib.value + gap)),
  ];
}

const BIASES: NumberFigure = {
  published: printedBiases,
  computed: (context) => pairNumbers(context, ["LB", "IB"]),
  notes: (_, context) => alike(context),
};

const SHARES = [0.1, 0.2, 0.32, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9], DRAWS = 100, SEED = 4;

const NEAR = 17;

const SUBSETS = ["Acc_IDS", "Acc_CDS"], MARKS = "mean of subsamples";

/** The share of CDS that the pairs have, by the judges' own counts; of printed accuracies what the paper says of its pairs. */
function shares(values: readonly Value[]): { x: number; label: string }[] {
  const counted = values.filter(({ more }) => more.share_as_it_is >= 0);
  const found = new Map(counted.map(({ keys, more }) => [keys.judge, 100 * more.share_as_it_is]));
  const all = found.size > 0 ? [...found.values()] : [BIRCH_FACTS.cdsShare];
  const ends = [Math.min(...all), Math.max(...all)];
  const [low, high] = ends.map((share) => fixed(share, 1).replace(/\.0$/, ""));
  const own = { x: mean(ends), label: `data: ${low === high ? low : `${low}–${high}`}%` };
  // Near to each other one name alone has room.
  return [own, { x: 50, label: Math.abs(own.x - 50) < NEAR ? "" : "balanced, 50%" }];
}

function expected(subsets: readonly Value[]): Value[] {
  return subsets.filter(({ quantity, keys }) => quantity === "Acc_IDS" && keys.pipeline === "base").flatMap(
    (ids) => {
      const cds = findValue(subsets, "Acc_CDS", ids.keys);
      if (!cds) return [];
      return Array.from({ length: 21 }, (_, i) => i / 20).map((share) =>
        valueOf({
          ...{ keys: ids.keys, quantity: "expected accuracy", n: ids.n + cds.n },
          value: (1 - share) * ids.value + share * cds.value,
          more: {
            cds_share: share,
            ...(ids.n + cds.n > 0 ? { share_as_it_is: cds.n / (ids.n + cds.n) } : {}),
          },
          provenance: ids.provenance === "published" ? "computed from published" : ids.provenance,
        })
      );
    },
  );
}

/** The same from a frame, with subsamples of each share: on the paper's benchmark where it is there, else on the first. */
async function subsampled(context: FigureContext): Promise<Value[]> {
  const subsets = await pairNumbers(context, SUBSETS), lines = expected(subsets);
  const drawn = firstBenchmark(lines), [benchmark] = namesOf(drawn, "benchmark");
  if (drawn.length === 0) {
    throw refusing("both_subsets", { found: namesOf(subsets, "judge").join(", ") || "none" });
  }
  const rows = only(await context.frame("pairs"), {
    ...{ pipeline: "base", variant: "original", image: true },
    ...{ benchmark, judge: namesOf(drawn, "judge") },
  });
  const by = ["benchmark", "judge", "pipeline"];
  // Of few pairs several shares come to the same subsample: a mark, at the share that it has.
  const sizes = ["n_ids", "n_cds"], [ids, cds] = sizes.map((name) => pl.col(name).cast(pl.Float64));
  const sweep = cdsRatioSweep(rows, { ratios: SHARES, draws: DRAWS, seed: SEED, by })
    .unique({ subset: [...by, ...sizes], keep: "first", maintainOrder: true })
    .withColumns(cds.div(ids.add(cds)).alias("cds_share"));
  const marks = computed(sweep, {
    ...{ value: "accuracy", quantity: MARKS, keys: by },
    ...{ n: sizes, more: ["cds_share", "sd"] },
  });
  return [...drawn, ...known(marks)];
}

export const charts: Specs = {
  "birch-fig1": {
    published: () =>
      pick(printedOf("birch-table8"), { quantity: ["Acc_CDS", "Acc_IDS"], judge: OF_FIGURE_1 }),
    computed: (context) => pairNumbers(context, ["Acc_CDS", "Acc_IDS"], ["base", "birch"]),
  },
  "birch-fig3": BIASES,
  "birch-fig5": {
    published: () => [
      ...imageBounds().filter(({ quantity }) => quantity !== "IB_no_image"),
      ...pick(printedOf("birch-table1"), { quantity: "IRS" }),
    ],
    computed: (context) => pairNumbers(context, ["IRS_IDS", "IRS_CDS"]),
  },
  "birch-fig6": {
    published: () => [
      ...printedBias(),
      ...imageBounds().filter(({ quantity }) => quantity === "IB_no_image"),
      PHI_BELOW,
    ],
    computed: async (context) => {
      const all = await pairNumbers(context, ["IB", "IB_no_image"]);
      return all.filter(({ keys }) => findValue(all, "IB_no_image", keys) && findValue(all, "IB", keys));
    },
  },
  "birch-fig10": {
    ...BIASES,
    published: () => [...printedBiases().filter(({ keys }) => keys.judge === PHI), ...rangesOfOthers()],
  },
  "birch-fig4": {
    published: () => expected(pick(printedOf("birch-table8"), { quantity: SUBSETS })),
    computed: subsampled,
    options: (values) => ({
      marks: { when: ({ quantity }) => quantity === MARKS, label: "mean of subsamples, 95% interval" },
      at: [...shares(values), { y: 50, label: "chance" }],
    }),
  },
};
