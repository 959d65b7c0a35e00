import { inWords } from "../progress/show.ts";
import type pl from "nodejs-polars";
import { studentQuantile } from "../stats/distributions.ts";
import type { HypothesisTest } from "./hypothesis_table.ts";
import { resultOf } from "./own_claim.ts";
import type { ClaimedPart } from "./hypothesis_types.ts";

/** A quantity that a study is to show. */
export interface PlannedPart {
  effect: number;
  /** n times the variance of the estimate. */
  variance: number;
  /** Effective images that a pair adds. */
  effectivePerPair: number;
}

/** What both kinds of plans are made from. */
export interface Planned extends PlannedPart {
  metric: string;
  designEffect: number;
  /** Images that a pair adds. */
  imagesPerPair: number;
  /** What must be shown besides. */
  others: PlannedPart[];
  /** Whether the effective images are counted as degrees of freedom. */
  isStudent: boolean;
  said: string;
}

/** A part of a claim, as the pilot shows it. */
type PilotPart = Omit<ClaimedPart, "name"> & { name?: string };

/** What a claim says of a pilot, by pair. */
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
  const result = resultOf("power", test(pilot)), { hypothesis, estimate, n, clusters } = result;
  const { alpha, claimIs, warning, parts = [result] } = result;
  if (equivalence !== undefined && parts.length > 1) {
    throw new RangeError(
      `power: wanted a claim of one part for an equivalence, found ${parts.length} in "${hypothesis}"`,
    );
  }
  const planOf = (part: PilotPart, named?: number): PlannedPart & { error: number } => {
    const { estimate, low, high, df, nullValue } = part;
    if (!(high > low && df > 0)) {
      throw new RangeError(
        `power: wanted a pilot that the claim can be tested on, found ${warning || "no interval"}`,
      );
    }
    const error = (high - low) / 2 / studentQuantile(1 - alpha / 2, df);
    const side = claimIs === "below" || claimIs === "either" && estimate < nullValue ? -1 : 1;
    const seen = side * (estimate - nullValue) - error * studentQuantile(assurance, df);
    if (named === undefined && equivalence === undefined && !(seen > 0)) {
      throw new RangeError(
        `power: wanted a pilot that shows an effect at an assurance of ${assurance}, found ${
          part.name ? `${part.name} ` : ""
        }${estimate.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`,
      );
    }
    return { effect: named ?? seen, variance: n * error * error, effectivePerPair: df / n, error };
  };
  const isShown = (part: PilotPart) =>
    Object.is(part.estimate, estimate) && part.nullValue === result.nullValue;
  const shown = Math.max(0, parts.findIndex(isShown)), { error, ...planned } = planOf(parts[shown], named);
  const others = parts.filter((_, part) => part !== shown).map((part) => planOf(part));
  return {
    ...planned,
    others,
    metric: hypothesis,
    designEffect: NaN,
    imagesPerPair: clusters / n,
    isStudent: true,
    said: `a pilot of ${inWords(n, "pair")} on ${inWords(clusters, "image")}, ${estimate.toFixed(3)} ± ${
      error.toFixed(3)
    }${
      assurance > 0.5 && named === undefined
        ? `, of which ${planned.effect.toFixed(3)} at an assurance of ${assurance}`
        : ""
    }${others.length > 0 ? `; at least, all ${parts.length} parts together` : ""}`,
  };
}
