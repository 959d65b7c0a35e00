import { fixed } from "../../progress/told.ts";
import { BIRCH_FACTS } from "../../papers/birch.ts";
import { withSubsets } from "../../metrics/with_subsets.ts";
import { only } from "../../results/only.ts";
import type { Specs } from "../figure.ts";
import { printedOf } from "../figure_entry.ts";
import type { FigureContext } from "../figure_spec.ts";
import type { NumberFigure } from "../number_figure.ts";
import { listText, rangeText, signed } from "../theme.ts";
import { boundsOf, findValue, gaps, known, namesOf, pick, type Value } from "../values/value.ts";
import type { Slots } from "../words.ts";
import { ORDER, pairNumbers, withGaps } from "./numbers.ts";

const base = ({ keys }: Value) => keys.pipeline === "base";

/** Judges whose IB lies in the range that the caption of Figure 1 states (40.6 to 59.0 points); Phi-4's lies outside. */
const OF_FIGURE_1 = ["GPT-4o", "Gemini-2.5-Flash", "Llama-3.2-Vision-90B", "LLaVA-OneVision-1.5-8B"];

/** Judges of which both biases are printed in Table 8, and the one of Figure 10. */
const OF_TABLE_8 = "LLaVA-OneVision-1.5-8B", PHI = "Phi-4-multimodal";

const PIPELINES: Readonly<Record<string, string>> = { base: "in rows of Base", birch: "in rows of BIRCH" };

/** What becomes of the accuracy, in a sentence that holds whatever the signs of the drops: said of each kind that there is. */
export function dropSentence(drops: readonly number[], of = "Accuracy "): string {
  const written = drops.map((drop) => fixed(100 * drop, 1));
  const kinds = [
    ["falls", written.filter((drop) => !/^(−|0\.0$)/.test(drop))],
    ["rises", written.filter((drop) => drop.startsWith("−")).map((drop) => drop.slice(1))],
    ["stays the same", written.filter((drop) => drop === "0.0")],
  ] as const;
  const told = kinds.filter(([, own]) => own.length > 0).map(([what, own], i) => {
    const points = rangeText(own.map(Number), (one) => fixed(one, 1));
    const by = what === "stays the same" ? what : `${what} by ${points} points`;
    const all = i === 0 ? ` of ${drops.length} cases` : "";
    return own.length < drops.length ? `${by} in ${own.length}${all}` : by;
  });
  return drops.length === 0 ? "Accuracies on IDS and CDS cannot be compared" : of + listText(told);
}

/** The same in each pipeline that there is. */
function pipelineDrops(values: readonly Value[]): string {
  return namesOf(values, "pipeline").flatMap((pipeline) => {
    const own = gaps(pick(values, { pipeline }), "Acc_IDS", "Acc_CDS");
    return own.length === 0 ? [] : [dropSentence(own, `Accuracy ${PIPELINES[pipeline] ?? pipeline} `)];
  }).join("; ").replaceAll("; Accuracy", "; that") || dropSentence([]);
}

function bounds(keys: Value["keys"], quantity: string, low: number, high: number): Value {
  return boundsOf(keys, quantity, low, high, "computed from published");
}

/** Of Phi-4's IB on the second benchmark the paper's text says only that it is below 30. */
const PHI_BELOW = bounds(
  { benchmark: ORDER.benchmark[1], judge: PHI, pipeline: "base" },
  "IB",
  -Infinity,
  0.3,
);

/** Both biases of Tables 2 and 8: what Figures 3 and 10 show, together. */
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
export async function alike({ source, frame, once }: FigureContext): Promise<string> {
  if (source !== "results") return "";
  const kinds = await once(
    "subsets",
    async () =>
      withSubsets(only(await frame("pairs"), { pipeline: "base", variant: "original", image: true }))
        .select("informativeness_subset", "length_subset").dropNulls().unique().rows().map((row) =>
          row.join(" ")
        ),
  );
  const side = (is: string, ids: string, cds: string) =>
    kinds.length > 0 && kinds.every((kind) => [ids, cds].includes(kind)) ? is : "";
  const always = side("longer", "IDS longer", "CDS shorter") || side("shorter", "IDS shorter", "CDS longer");
  return always &&
    ` The more informative answer is always the ${always} one: these pairs cannot tell a preference for information from one for length.`;
}

/** In how many of the pairs of both biases IB is the larger one, and by how much. */
async function biasWords(values: readonly Value[], context: FigureContext): Promise<Slots> {
  // The paper's Figure 3 has all but Phi-4.
  const printed = gaps(values.filter(({ keys }) => keys.judge !== PHI), "IB", "LB");
  const all = gaps(values, "IB", "LB"), more = all.filter((gap) => gap > 0).length;
  const less = all.filter((gap) => gap < 0).length;
  const points = (gaps: readonly number[]) =>
    gaps.length === 0 ? "" : `, by ${rangeText(gaps.map(Math.abs), (gap) => fixed(100 * gap, 1))} points`;
  const below = less === 0 ? "" : `; it lies below in ${less}${points(all.filter((gap) => gap < 0))}`;
  const cases = more < all.length
    ? `${more} of ${all.length} cases`
    : more === 2
    ? "both cases"
    : more === 1
    ? "the one case"
    : `all ${more} cases`;
  const estimates = context.source === "published" ? "" : ", all by point estimates";
  const same = all.length > 0 && more + less === 0 ? "IB equals LB" : "";
  const by = more + less === 0 ? "" : `${points(all.filter((gap) => gap > 0))}${below} (Δ)`;
  return {
    exceeds: all.length === 0
      ? "IB cannot be compared with LB in any case"
      : same || `IB exceeds LB in ${cases} that can be compared${by}${estimates}`,
    alike: await alike(context),
    less: `${printed.filter((gap) => gap < 0.3).length} of ${printed.length}`,
  };
}

const OTHERS = "the others (Figure 3)";

/** Between which values a bias of the judges beside Phi-4 lies, on each benchmark. */
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

/** IB of the base pipeline with image, as printed: Table 2, and Table 8 for judges that it alone has. */
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
  words: biasWords,
};

/** The charts of the paper over judges and benchmarks. */
export const charts: Specs = {
  "birch-fig1": {
    published: () =>
      pick(printedOf("birch-table8"), { quantity: ["Acc_CDS", "Acc_IDS"], judge: OF_FIGURE_1 }),
    computed: (context) => pairNumbers(context, ["Acc_CDS", "Acc_IDS"], ["base", "birch"]),
    words: (values) => ({
      drop: dropSentence(gaps(values.filter(base), "Acc_IDS", "Acc_CDS")),
      drops: values.every(({ value }) => value === 0) ? "Accuracy is 0 and stays so" : pipelineDrops(values),
      where: gaps(values, "Acc_IDS", "Acc_CDS").length === 0
        ? ""
        : " where people prefer the less informative answer (CDS), by point estimates; Δ is IB",
    }),
  },
  "birch-fig3": BIASES,
  "birch-fig5": {
    published: () => [
      ...imageBounds().filter(({ quantity }) => quantity !== "IB_no_image"),
      ...pick(printedOf("birch-table1"), { quantity: "IRS" }),
    ],
    computed: (context) => pairNumbers(context, ["IRS_IDS", "IRS_CDS"]),
    words: (values) => {
      const all = pick(values, { quantity: "IRS" }).map(({ value }) => 100 * value);
      return { least: signed(Math.min(...all), 1), most: signed(Math.max(...all), 1) };
    },
  },
  // The bound on what is gained without the image is one number, said once.
  "birch-fig6": {
    published: () => [
      ...printedBias(),
      ...imageBounds().filter(({ quantity }) => quantity === "IB_no_image"),
      PHI_BELOW,
    ],
    computed: async (context) => {
      const all = await pairNumbers(context, ["IB", "IB_no_image"]);
      // Of judges that judged both ways: one side alone compares nothing.
      return all.filter(({ keys }) => findValue(all, "IB_no_image", keys) && findValue(all, "IB", keys));
    },
  },
  "birch-fig10": {
    ...BIASES,
    published: () => [...printedBiases().filter(({ keys }) => keys.judge === PHI), ...rangesOfOthers()],
    words: async (values, context) => {
      const [gap] = gaps(values, "IB", "LB"), all = gaps(printedBiases(), "IB", "LB");
      const among = Math.min(...all) === gap ? "the least" : "among the most";
      const lower = pick(rangesOfOthers(), { quantity: "LB" }).filter(({ keys, low }) =>
        low < (findValue(values, "LB", { ...keys, judge: PHI })?.value ?? NaN)
      );
      return {
        ...await biasWords(values, context),
        ...{ gap: fixed(100 * gap, 1), among, judges: all.length },
        lower: lower.length === 0
          ? "by the tables both are"
          : `by Table 8 another judge’s LB is lower (${
            lower.map(({ low }) => fixed(100 * low, 1)).join(", ")
          })`,
      };
    },
  },
};
