import { inWords } from "../progress/show.ts";
import { fixed } from "../progress/told.ts";
import { bare, inText } from "./hypothesis_display.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";

/** What a planned study can see. */
export interface StudyPower {
  /** What the study is to estimate, as the design or the claim calls it. */
  metric: string;
  /** True effect that is planned on, as a fraction: a difference from the claim's null value, of a ratio the ratio itself (1.2). */
  effect: number;
  /** Pairs (samples for bd); of a claim those that it can use. */
  n: number;
  /** Images that these pairs come from. */
  images: number;
  /** Probability of a significant result. */
  power: number;
  /** Level of the test, as it was asked for. */
  alpha: number;
  /** Of the estimate at this n; of a ratio that of its logarithm. */
  standardError: number;
  /** Smallest effect seen with the wanted power at this n, with the design's variance; of a ratio the ratio. */
  detectable: number;
  /** Variance with clustering over variance without; not of a claim, whose pilot has both in one. */
  designEffect?: number;
  /** Images of equal size that would tell as much of the smaller subset (of all, where an image's pairs fall into both); of a claim, its degrees of freedom. */
  effectiveImages: number;
  /** What the answer rests on. */
  method: string;
  /** Where the formula promises too much; empty where it does not. */
  warning: string;
  /** Where its numbers come from: `assumed` of a design, else what the pilot is. */
  provenance: "assumed" | HypothesisResult["provenance"];
}

/** What the words of a plan need beside its numbers. */
export interface PlanWords {
  unit: HypothesisResult["unit"];
  nullValue: number;
  /** The truth that is planned on. */
  truth: number;
  /** Rows that the pilot has, and pairs that the claim could use of them. */
  used?: { rows: number; n: number };
  /** What n counts; pairs unless told. */
  counts?: string;
}

/** A plan that says in words what it promises and what that rests on; of a given n also what is seen with the wanted power. */
export function planInWords(
  plan: StudyPower,
  { unit, nullValue, truth, used, counts = "pair" }: PlanWords,
  { equivalence, wanted }: { equivalence?: number; wanted?: number },
): StudyPower {
  const difference = { unit: unit === "percent" ? "points" : unit } as const;
  const none = nullValue === 0 ? "0" : bare(nullValue, { unit }), it = bare(truth, { unit });
  const shown = equivalence === undefined
    ? `${it} against ${none}`
    : `that it lies within ${bare(equivalence, difference)} of ${none}, where it is ${it},`;
  const { n, images, power, metric, detectable, method, warning } = plan;
  const lines = [
    `${metric}: ${inWords(n, counts)} on ${inWords(images, "image")} show ${shown} in ${
      fixed(100 * power, 1)
    }% of studies`,
    wanted !== undefined && equivalence === undefined &&
    `  smallest effect seen in ${fixed(100 * wanted, 0)}% of them: ${bare(detectable, difference)}`,
    used && used.rows > used.n &&
    `  to collect: about ${
      inWords(Math.ceil(n * used.rows / used.n), "row")
    }, if as many count as of the pilot's ${inWords(used.rows, "row")}, ${used.n}`,
    `  rests on: ${method}`,
    warning && `  warning: ${warning}`,
  ];
  return inText(plan, () => lines.filter(Boolean).join("\n"));
}
