import { inWords } from "../progress/show.ts";
import type pl from "nodejs-polars";
import { told } from "../progress/told.ts";
import { studentPValue, studentQuantile } from "../stats/distributions.ts";
import { LEAST_P, SCARCE } from "../stats/limits.ts";
import { type Look, P_OF } from "./claim.ts";
import type { HypothesisTest } from "./hypothesis_table.ts";
import { resultOf } from "./own_claim.ts";
import type { PlanWords, StudyPower } from "./plan_display.ts";
import type { ClaimedPart } from "./hypothesis_types.ts";

/** A quantity that a study is to show. */
export interface PlannedPart {
  /** How far the truth that is planned on lies beyond the null value. */
  effect: number;
  /** Degrees of freedom of n pairs. */
  dfOf: (n: number) => number;
  /** How far the effect lies above a value, and the errors that the estimate of n pairs has at either: on the scale that the test works on. */
  above: (value: number, n: number) => { distance: number; error: number; errorThere: number };
}

/** What both kinds of plans are made from. */
export interface Planned extends PlannedPart {
  metric: string;
  designEffect?: number;
  /** Images that a pair adds. */
  imagesPerPair: number;
  /** Effective images that a pair adds. */
  effectivePerPair: number;
  /** What must be shown besides. */
  others: PlannedPart[];
  /** An effect as it is named: of a ratio the ratio. */
  named: (effect: number) => number;
  /** An effect by its distance from none on the scale of the test. */
  effectAt: (distance: number) => number;
  /** Whether the effective images are counted as degrees of freedom. */
  isStudent: boolean;
  said: string;
  warning: string;
  /** Where the numbers come from that are planned on. */
  provenance: StudyPower["provenance"];
  /** What is counted, and the truth that is planned on as people read it. */
  words: PlanWords;
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
  const result = resultOf("power", test(pilot), test.name), { hypothesis, estimate, n, clusters } = result;
  const { alpha, warning, unit, provenance, effect: { measure }, parts = [result] } = result;
  if (equivalence !== undefined && parts.length > 1) {
    throw new RangeError(
      `power: wanted a claim of one part for an equivalence, found ${parts.length} in "${hypothesis}"`,
    );
  }
  // A ratio is followed in its logarithm.
  const isRatio = measure === "ratio";
  const [scaled, unscaled] = isRatio
    ? [(value: number) => Math.log(Math.max(0, value)), Math.exp]
    : [Number, Number];
  const planOf = (part: PilotPart, place: number, named?: number) => {
    const { estimate, low, high, df, nullValue } = part;
    if (!(high > low && df > 0)) {
      throw new RangeError(
        `power: wanted a pilot that the claim can be tested on, found ${warning || "no interval"}`,
      );
    }
    const error = (scaled(high) - scaled(low)) / 2 / studentQuantile(1 - alpha / 2, df);
    const seen = isRatio && named !== undefined ? named : estimate;
    const side = result.claimIs === "below" || result.claimIs === "either" && seen < nullValue ? -1 : 1;
    // A result that no claim made tells its limits alone.
    const pOf: Look["pOf"] = P_OF.get(result)?.[place] ??
      ((value, size = 1) =>
        studentPValue((scaled(estimate) - scaled(value)) / error * Math.sqrt(size), size * df));
    const distance = (from: number, to: number) => Math.abs(scaled(to) - scaled(from));
    /** The error that puts the pilot's estimate, of so many times the pairs, where its test has it beside a value. */
    const apart = (value: number, size: number): number => {
      const p = size * df < 1 ? NaN : pOf(value, size); // below one degree of freedom nothing is seen
      if (p <= LEAST_P) return apart(value, size / 4) / 2; // a p without digits tells no distance
      return Number.isNaN(p)
        ? error / Math.sqrt(size)
        : distance(estimate, value) / -studentQuantile(p / 2, size * df);
    };
    const errorAt = (value: number, size: number) => {
      const step = error / Math.sqrt(size) / 2;
      if (distance(estimate, value) >= step) return apart(value, size);
      const [below, above] = [-step, step].map((by) => apart(unscaled(scaled(estimate) + by), size));
      return (below + above) / 2;
    };
    // The pilot's effect at its one-sided limit: where p of it is what is left of the assurance.
    const left = 2 * (1 - assurance), isSeen = side * (estimate - nullValue) > 0 && pOf(nullValue) < left;
    let truth = estimate, from = nullValue;
    if (named !== undefined) truth = isRatio ? named : nullValue + side * named;
    else if (assurance > 0.5) {
      if (!isSeen) from = nullValue - side * 20 * error;
      for (let step = 0; step < HALVINGS; step++) {
        const middle = (truth + from) / 2;
        if (pOf(middle) < left) from = middle;
        else truth = middle;
      }
    }
    if (named === undefined && equivalence === undefined && !isSeen) {
      throw new RangeError(
        `power: wanted a pilot that shows an effect at an assurance of ${assurance}, found ${
          part.name ? `${part.name} ` : ""
        }${estimate.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`,
      );
    }
    if (isRatio && !(truth > 0)) {
      throw new RangeError(
        `power: wanted as effect the ratio itself, above 0 (1.2 is a fifth above 1), found ${told(named)}`,
      );
    }
    if (unit === "percent" && !(truth >= 0 && truth <= 1)) {
      throw new RangeError(
        `power: wanted an effect that leaves a share from 0 to 1, found ${
          told(named)
        } from ${nullValue} (an effect is the distance from there)`,
      );
    }
    return {
      effect: !isRatio && named !== undefined ? named : exact(side * (truth - nullValue)),
      error,
      side,
      dfOf: (pairs: number) => df * pairs / n,
      above: (value: number, pairs: number) => {
        const from = nullValue + side * value, size = pairs / n;
        return {
          distance: side * (scaled(truth) - scaled(from)),
          error: errorAt(truth, size),
          errorThere: errorAt(from, size),
        };
      },
    };
  };
  const isShown = (part: PilotPart) =>
    Object.is(part.estimate, estimate) && part.nullValue === result.nullValue;
  const shown = Math.max(0, parts.findIndex(isShown)), { nullValue } = parts[shown];
  const { error, side, ...planned } = planOf(parts[shown], shown, named);
  const others = parts.flatMap((part, place) => place === shown ? [] : [planOf(part, place)]);
  const asNamed = (effect: number) => isRatio ? exact(nullValue + side * effect) : effect;
  const { df } = parts[shown], effective = df + 1, rows = pilot.height;
  return {
    ...planned,
    others,
    metric: hypothesis,
    imagesPerPair: clusters / n,
    effectivePerPair: df / n,
    named: asNamed,
    effectAt: (distance) => asNamed(side * (unscaled(scaled(nullValue) + side * distance) - nullValue)),
    isStudent: true,
    said: `a pilot of ${inWords(n, "pair")}${rows > n ? ` (of ${inWords(rows, "row")})` : ""} on ${
      inWords(clusters, "image")
    }, ${isRatio ? "a ratio of " : ""}${estimate.toFixed(3)} against ${nullValue}, standard error ${
      error.toFixed(3)
    }${isRatio ? " of its logarithm" : ""}${
      assurance > 0.5 && named === undefined
        ? `, of which ${asNamed(planned.effect).toFixed(3)} at an assurance of ${assurance}`
        : ""
    }${others.length > 0 ? `; at least, all ${parts.length} parts together` : ""}`,
    warning: [
      unit === "percent" && nullValue === 0 &&
      "any share is above 0: say the nullValue that it is to differ from",
      effective < SCARCE &&
      `the pilot's standard error rests on ${
        effective.toFixed(1)
      } effective images: n may be off by half and more`,
    ].filter(Boolean).join("; "),
    provenance,
    words: { unit, nullValue, truth: nullValue + side * planned.effect, used: { rows, n } },
  };
}

/** Without what the last digits of a sum add. */
const exact = (value: number) => Number(value.toPrecision(12));

/** How often the place of a limit is halved. */
const HALVINGS = 50;

/** Throws for options of the claim among those of its power. */
export function requireOwnOptions(claim: HypothesisTest, options: object): void {
  const own = ["first", "second", "bias", "where", "condition", "margin"].find((name) => name in options);
  if (own === undefined) return;
  throw new TypeError(
    `power: wanted the claim's own options in a function of rows, (rows) => ${
      claim.name || "claim"
    }(rows, { ${own}: … }), found ${own} among those of power`,
  );
}
