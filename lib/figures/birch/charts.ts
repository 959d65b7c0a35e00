import { BIRCH_FACTS } from "../../papers/birch.ts";
import { figure, type NamedFigure, type NumberFigure } from "../figure.ts";
import { dots, type DumbbellOptions, dumbbells } from "../recipes/rows.ts";
import { fixed, INK, signed } from "../theme.ts";
import { findValue, gaps, type Value, valueOf } from "../values/value.ts";
import type { Slots } from "../words.ts";
import { JUDGE_ROWS, NAMES, only, ORDER, pairNumbers, PRINTED, withGaps } from "./numbers.ts";

const base = ({ keys }: Value) => keys.pipeline === "base";

/** Judges whose IB lies in the range that the caption of Figure 1 states (40.6 to 59.0 points); Phi-4's lies outside. */
const OF_FIGURE_1 = ["GPT-4o", "Gemini-2.5-Flash", "Llama-3.2-Vision-90B", "LLaVA-OneVision-1.5-8B"];

/** Judges of which both biases are printed in Table 8, and the one of Figure 10. */
const OF_TABLE_8 = "LLaVA-OneVision-1.5-8B", PHI = "Phi-4-multimodal";

const PIPELINES = ["base", "birch"];

export const fig1: NamedFigure<"birch-fig1"> = figure("birch-fig1", {
  title: "Accuracy on the two subsets, IDS and CDS",
  needs: ["informativeness"],
  published: () => only(PRINTED.table8(), ["Acc_CDS", "Acc_IDS"], OF_FIGURE_1),
  computed: (context) => pairNumbers(context, ["Acc_CDS", "Acc_IDS"], PIPELINES),
  recipe: dumbbells({
    ...JUDGE_ROWS,
    rows: ["judge", "pipeline"],
    order: {
      ...JUDGE_ROWS.order,
      rows: ORDER.judges.flatMap((judge) => PIPELINES.map((pipeline) => `${judge}\n${pipeline}`)),
    },
    from: "Acc_CDS",
    to: "Acc_IDS",
    label: "Accuracy (%)",
    reach: [20],
    at: [{ x: 50, label: "chance" }],
  }),
  words: (values) => ({ drop: dropSentence(gaps(values.filter(base), "Acc_IDS", "Acc_CDS")) }),
});

/** What becomes of the accuracy, in a sentence that holds whatever the signs of the drops. */
export function dropSentence(drops: readonly number[]): string {
  const least = 100 * Math.min(...drops), most = 100 * Math.max(...drops);
  const range = (low: number, high: number) =>
    fixed(low, 1) === fixed(high, 1)
      ? `${fixed(low, 1)} points`
      : `${fixed(low, 1)} to ${fixed(high, 1)} points`;
  if (drops.length === 0) return "Accuracy cannot be compared";
  if (fixed(least, 1) === "0.0" && fixed(most, 1) === "0.0") return "Accuracy stays the same";
  if (least >= 0) return `Accuracy falls by ${range(least, most)}`;
  if (most <= 0) return `Accuracy rises by ${range(-most, -least)}`;
  return `Accuracy changes by ${signed(-most, 1)} to ${signed(-least, 1)} points`;
}

/** Of Phi-4's IB on the second benchmark the paper's text says only that it is below 30. */
const PHI_BELOW = valueOf({
  ...{ keys: { benchmark: ORDER.benchmarks[1], judge: PHI, pipeline: "base" }, quantity: "IB", value: NaN },
  ...{ low: -Infinity, high: 0.3, interval: "bounds", provenance: "computed from published" },
});

/** Both biases of Tables 2 and 8: what Figures 3 and 10 show, together. */
function printedBiases(): Value[] {
  const table8 = PRINTED.table8().filter(base);
  const both = [OF_TABLE_8, PHI];
  return withGaps([
    ...only(PRINTED.table2(), ["IB"]),
    ...only(table8, ["LB"], ORDER.judges.filter((judge) => !both.includes(judge))),
    ...only(table8, ["LB", "IB"], both),
    PHI_BELOW,
  ]);
}

const BIASES_SHOWN: DumbbellOptions = {
  ...JUDGE_ROWS,
  sort: "IB",
  from: "LB",
  to: "IB",
  label: "Bias (percentage points)",
  reach: [0],
};

const BIASES: NumberFigure = {
  title: "Informativeness bias and length bias",
  needs: ["informativeness", "lengths"],
  published: printedBiases,
  computed: (context) => pairNumbers(context, ["LB", "IB"]),
  recipe: dumbbells(BIASES_SHOWN),
  words: biasWords,
};

/** In how many of the pairs of both biases IB is the larger one, and by how much. */
function biasWords(values: readonly Value[]): Slots {
  // The paper's Figure 3 has all but Phi-4.
  const printed = gaps(values.filter(({ keys }) => keys.judge !== PHI), "IB", "LB");
  const all = gaps(values, "IB", "LB"), more = all.filter((gap) => gap > 0).length;
  const ends = [Math.min(...all), Math.max(...all)].map((gap) => fixed(100 * gap, 1));
  return {
    cases: more < all.length
      ? `${more} of ${all.length} cases`
      : more === 2
      ? "both cases"
      : more === 1
      ? "the one case"
      : `all ${more} cases`,
    by: all.length === 0 ? "" : `, by ${ends.join(" to ")} points (Δ)`,
    less: `${printed.filter((gap) => gap < 0.3).length} of ${printed.length}`,
  };
}

export const fig3: NamedFigure<"birch-fig3"> = figure("birch-fig3", BIASES);

const OTHERS = "the others (Figure 3)";

const isRange = ({ keys }: Value) => keys.judge === OTHERS;

/** Between which values a bias of the judges beside Phi-4 lies, on each benchmark. */
function rangesOfOthers(): Value[] {
  const others = printedBiases().filter(({ keys, value }) => keys.judge !== PHI && !Number.isNaN(value));
  return ORDER.benchmarks.flatMap((benchmark) =>
    ["LB", "IB"].flatMap((quantity) => {
      const own = only(others, [quantity]).filter(({ keys }) => keys.benchmark === benchmark)
        .map(({ value }) => value);
      return own.length === 0 ? [] : [valueOf({
        ...{ keys: { benchmark, judge: OTHERS, pipeline: "base" }, quantity, value: NaN },
        ...{ low: Math.min(...own), high: Math.max(...own), interval: "bounds" },
        provenance: "computed from published",
      })];
    })
  );
}

export const fig10: NamedFigure<"birch-fig10"> = figure("birch-fig10", {
  ...BIASES,
  title: "IB and LB of Phi-4, beside the others",
  ownTitle: "Informativeness and length bias",
  published: () => [...printedBiases().filter(({ keys }) => keys.judge === PHI), ...rangesOfOthers()],
  recipe: (values) => {
    const ranges = { sort: undefined, columns: 1, numbers: ["LB", "IB"] };
    return dumbbells({ ...BIASES_SHOWN, ...values.some(isRange) ? ranges : {} });
  },
  words: (values) => {
    const [gap] = gaps(values, "IB", "LB"), all = gaps(printedBiases(), "IB", "LB");
    const among = Math.min(...all) === gap ? "the least" : "among the most";
    const lower = only(rangesOfOthers(), ["LB"]).filter(({ keys, low }) =>
      low < (findValue(values, "LB", { ...keys, judge: PHI })?.value ?? NaN)
    );
    return {
      ...biasWords(values),
      ...{ gap: fixed(100 * gap, 1), among, judges: all.length },
      lower: lower.length === 0
        ? "by the tables both are"
        : `by Table 8 another judge’s LB is lower (${
          lower.map(({ low }) => fixed(100 * low, 1)).join(", ")
        })`,
    };
  },
});

/** IB of the base pipeline with image, as printed: Table 2, and Table 8 for judges that it alone has. */
function printedBias(): Value[] {
  const first = only(PRINTED.table2(), ["IB"]);
  const more = only(PRINTED.table8(), ["IB"]).filter(({ keys }) => keys.pipeline === "base");
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
  const bound = (value: Value, quantity: string, low: number, high: number) =>
    valueOf({
      keys: value.keys,
      quantity,
      value: NaN,
      low,
      high,
      interval: "bounds",
      provenance: "computed from published",
    });
  const reliance = only(PRINTED.table1(), ["IRS"]).flatMap((irs) => {
    const share = irs.keys.benchmark === ORDER.benchmarks[0] ? BIRCH_FACTS.cdsShare / 100 : null;
    return [
      bound(irs, "IRS_IDS", irs.value - (share ?? 1) * gap, irs.value),
      bound(irs, "IRS_CDS", irs.value, irs.value + (1 - (share ?? 0)) * gap),
    ];
  });
  return [...reliance, ...printedBias().map((ib) => bound(ib, "IB_no_image", ib.value, ib.value + gap))];
}

export const fig5: NamedFigure<"birch-fig5"> = figure("birch-fig5", {
  title: "Image reliance on IDS and CDS",
  needs: ["informativeness", "no_image"],
  published: () => {
    const all = only(PRINTED.table1(), ["IRS"]);
    return [...imageBounds().filter(({ quantity }) => quantity !== "IB_no_image"), ...all];
  },
  computed: (context) => pairNumbers(context, ["IRS_IDS", "IRS_CDS"]),
  recipe: (values) => {
    const shown = { ...JUDGE_ROWS, label: "Image reliance score (points)", reach: [0] };
    const pinned = values.some(({ quantity }) => quantity === "IRS");
    return pinned
      ? dots({
        ...shown,
        names: { ...NAMES, IRS: "all pairs (Table 1)" },
        colors: { IRS: INK.text },
        order: { ...shown.order, series: ["IRS_IDS", "IRS", "IRS_CDS"] },
        sort: "IRS",
        numbers: ["IRS"],
      })
      : dumbbells({ ...shown, sort: "IRS_CDS", from: "IRS_IDS", to: "IRS_CDS" });
  },
  words: (values) => {
    const all = only(values, ["IRS"]).map(({ value }) => 100 * value);
    return { least: signed(Math.min(...all), 1), most: signed(Math.max(...all), 1) };
  },
});

export const fig6: NamedFigure<"birch-fig6"> = figure("birch-fig6", {
  title: "Informativeness bias with the image",
  ownTitle: "IB with and without the image",
  needs: ["informativeness", "no_image"],
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
  recipe: (values, look) => {
    const shown = {
      ...JUDGE_ROWS,
      names: { ...NAMES, IB: "with image", IB_no_image: "without image" },
      label: "Informativeness bias (percentage points)",
      sort: "IB",
    };
    // The bound on what is gained without the image is one number, said once.
    return values.some(({ quantity, value }) => quantity === "IB_no_image" && !Number.isNaN(value))
      ? dumbbells({ ...shown, from: "IB", to: "IB_no_image" })
      : dots({ ...shown, reach: [0] })(only(values, ["IB"]), look);
  },
});
