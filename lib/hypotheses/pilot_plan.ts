import type pl from "nodejs-polars";
import { inWords, told } from "../progress/told.ts";
import { frameCodes } from "../results/factor.ts";
import { studentPValue, studentQuantile } from "../stats/distributions.ts";
import { halved } from "../stats/grouped.ts";
import { LEAST_P, SCARCE } from "../stats/limits.ts";
import { type Look, P_OF } from "./claim.ts";
import { type HypothesisTest, resultOf } from "./hypothesis_table.ts";
import type { ClaimedPart, HypothesisResult } from "./hypothesis_types.ts";
import { said } from "../metrics/said.ts";

/** What a planned study can see. */
export interface StudyPower {
  /** What the study is to estimate, as the design or the claim calls it. */
  metric: string;
  /** True effect that is planned on, as a fraction: a difference from the claim's null value. */
  effect: number;
  /** Pairs (samples for bd); of a claim those that it can use, or their judgments where its pilot has several of a pair (orders, runs, judges). */
  n: number;
  /** Images that these pairs come from. */
  images: number;
  /** Probability of a significant result. */
  power: number;
  /** Level of the test, as it was asked for. */
  alpha: number;
  /** Of the estimate at this n. */
  standardError: number;
  /** Smallest effect seen with the wanted power at this n, with the design's variance. */
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

export interface PlannedPart {
  /** Degrees of freedom of n pairs. */
  dfOf: (n: number) => number;
  /** How far the truth that is planned on lies above a value, and the errors that the estimate of n pairs has at either. */
  above: (value: number, n: number) => { distance: number; error: number; errorThere: number };
}

/** What both kinds of plans are made from. */
export interface Planned
  extends Pick<StudyPower, "metric" | "effect" | "designEffect" | "warning" | "provenance"> {
  /** The part that the claim shows, then what must be shown besides. */
  parts: readonly PlannedPart[];
  imagesPerPair: number;
  effectivePerPair: number;
  /** Whether the effective images are counted as degrees of freedom. */
  isStudent: boolean;
  said: string;
  unit: HypothesisResult["unit"];
  nullValue: number;
  /** The side of the null value on which the claim lies. */
  side: number;
  counts: "pair" | "judgment" | "sample";
}

/** What a claim says of a pilot, by pair or judgment. */
export function ofPilot(
  test: HypothesisTest,
  { pilot, effect: named, assurance = 0.5, equivalence }: {
    pilot: pl.DataFrame;
    effect?: number;
    assurance?: number;
    equivalence?: number;
  },
): Planned {
  if (!(assurance >= 0.5 && assurance < 1)) {
    throw new RangeError(`power: wanted an assurance from 0.5 to below 1, found ${assurance}`);
  }
  const result = resultOf("power", test(pilot), test.name), { hypothesis, estimate, n, clusters } = result;
  const { alpha, claimIs, warning, unit, provenance, effect: { measure }, parts = [result] } = result;
  if (measure === "ratio") throw new RangeError(said("pilot_of_ratio"));
  if (equivalence !== undefined && parts.length > 1) {
    throw new RangeError(said("one_part", { parts: parts.length, hypothesis }));
  }
  const planOf = (part: Omit<ClaimedPart, "name"> & { name?: string }, place: number, named?: number) => {
    const { estimate, low, high, df, nullValue, name = "" } = part;
    if (!(high > low && df > 0)) throw new RangeError(said("no_pilot", { found: warning || "no interval" }));
    const error = (high - low) / 2 / studentQuantile(1 - alpha / 2, df);
    const side = claimIs === "below" || claimIs === "either" && estimate < nullValue ? -1 : 1;
    // A result that no claim made tells its limits alone.
    const pOf: Look["pOf"] = P_OF.get(result)?.[place] ??
      ((value, size = 1) => studentPValue((estimate - value) / error * Math.sqrt(size), size * df));
    /** The error that puts the pilot's estimate, of so many times the pairs, where its test has it beside a value. */
    const apart = (value: number, size: number): number => {
      const p = size * df < 1 ? NaN : pOf(value, size); // below one degree of freedom nothing is seen
      if (p <= LEAST_P) return apart(value, size / 4) / 2; // a p without digits tells no distance
      return Number.isNaN(p)
        ? error / Math.sqrt(size)
        : Math.abs(value - estimate) / -studentQuantile(p / 2, size * df);
    };
    const errorAt = (value: number, size: number) => {
      const step = error / Math.sqrt(size) / 2;
      if (Math.abs(value - estimate) >= step) return apart(value, size);
      return (apart(estimate - step, size) + apart(estimate + step, size)) / 2;
    };
    // The pilot's effect at its one-sided limit: where p of it is what is left of the assurance.
    const left = 2 * (1 - assurance), isSeen = side * (estimate - nullValue) > 0 && pOf(nullValue) < left;
    const from = isSeen ? nullValue : nullValue - side * 20 * error;
    // Of a claim of either side a named effect below 0 is one as it stands, whichever side the pilot's lies on.
    const meant = named === undefined ? NaN : claimIs === "either" && named < 0 ? named : side * named;
    let truth = named === undefined ? estimate : nullValue + meant;
    if (named === undefined && assurance > 0.5) {
      truth = halved(from, truth, (middle) => pOf(middle) < left).high;
    }
    if (named === undefined && equivalence === undefined && !isSeen) {
      const found = `${name} ${estimate.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`.trim();
      throw new RangeError(said("no_effect", { assurance, found }));
    }
    if (unit === "percent" && !(truth >= 0 && truth <= 1)) {
      throw new RangeError(said("no_share", { named: told(named), nullValue }));
    }
    return {
      ...{ effect: Number((side * (truth - nullValue)).toPrecision(12)), truth },
      error,
      side,
      dfOf: (pairs: number) => df * pairs / n,
      above: (value: number, pairs: number) => {
        const there = nullValue + side * value, size = pairs / n;
        const distance = side * (truth - there);
        return { distance, error: errorAt(truth, size), errorThere: errorAt(there, size) };
      },
    };
  };
  const isShown = (part: Pick<ClaimedPart, "estimate" | "nullValue">) =>
    Object.is(part.estimate, estimate) && part.nullValue === result.nullValue;
  const place = Math.max(0, parts.findIndex(isShown)), { nullValue, df } = parts[place];
  const shown = planOf(parts[place], place, named), { error, side, effect } = shown;
  const others = parts.flatMap((part, other) => other === place ? [] : [planOf(part, other)]);
  const rows = pilot.height > n ? ` (of ${inWords(pilot.height, "row")})` : "", few = (df + 1).toFixed(1);
  const id = ["item_id", "sample_id"].filter((name) => pilot.columns.includes(name)).slice(0, 1);
  const items = id.length > 0 ? frameCodes(pilot, ["benchmark", "split", ...id]).size : n;
  const counts = n > items ? "judgment" : "pair", of = n > items ? ` of ${inWords(items, "pair")}` : "";
  const isAssured = assurance > 0.5 && named === undefined;
  return {
    ...{ metric: hypothesis, effect, side, unit, nullValue, counts, provenance, isStudent: true },
    ...{ parts: [shown, ...others], imagesPerPair: clusters / n, effectivePerPair: df / n },
    said: said("pilot", {
      ...{ pairs: inWords(n, counts), items: of, rows, images: clusters, nullValue, parts: parts.length },
      ...{ estimate: estimate.toFixed(3), error: error.toFixed(3), truth: shown.truth.toFixed(3), assurance },
      ...{ ...!isAssured && { assured: "" }, ...others.length === 0 && { together: "" } },
    }),
    warning: [
      unit === "percent" && nullValue === 0 && said("any_share"),
      df + 1 < SCARCE && said("rough_pilot", { few }),
    ].filter(Boolean).join("; "),
  };
}
