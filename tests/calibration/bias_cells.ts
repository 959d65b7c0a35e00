import type pl from "nodejs-polars";
import { biasAtEqualLength } from "@/hypotheses/bias_at_equal_length.ts";
import { biasBeyondPeople } from "@/hypotheses/bias_beyond_people.ts";
import { equalizedBias } from "@/hypotheses/equalized_bias.ts";
import type { HypothesisResult } from "@/hypotheses/hypothesis_types.ts";
import { power } from "@/hypotheses/power.ts";
import { lengthPairs, type LengthProcess } from "./length_processes.ts";
import { paddedPairs } from "./padding_scenarios.ts";
import { type PeopleProcess, votedPairs } from "./people_scenarios.ts";

/** What one data set says in one line of the table. */
export type Found = { isSupported: boolean; isWarned: boolean };

/** A process at one size: each data set answers several questions. */
export interface BiasCells {
  process: string;
  n: number;
  images: number;
  /** Data sets of this cell for each of the others': the largest take longest. */
  share: number;
  ask: (seed: number) => Record<string, Found>;
}

const found = ({ verdict, warning }: HypothesisResult): Found => ({
  isSupported: verdict === "supported",
  isWarned: warning !== "" || verdict === "untestable",
});

const shape = { cdsShare: 0.3, spread: 15, scale: "words", apart: 8 } as const;
type Shape = Pick<LengthProcess, "logit"> & Partial<LengthProcess>;

/** No bias at any length, however length acts; then a bias, at all differences, at none only, and at all but none. */
const LENGTHS: Record<string, Shape> = {
  "null: length in a line": { logit: ({ d }) => 0.6 + 0.04 * d },
  "null: length by sign": { logit: ({ d }) => 0.6 + 0.7 * Math.sign(d) },
  "null: a step at ten words": { logit: ({ d }) => d > 10 ? 1.2 : 0.4 },
  "null: an inverted U": { logit: ({ d }) => 1.2 - 0.0015 * d * d },
  "null: size of the difference": { logit: ({ d }) => 0.2 + 0.04 * Math.abs(d) },
  "null: by sign, 30% ties": { logit: ({ d }) => 0.6 + 0.7 * Math.sign(d), ties: 0.3 },
  "null: in a line, informative sizes": { logit: ({ d }) => 0.6 + 0.04 * d, informativeSizes: true },
  "null: by sign, labels missing by length": {
    logit: ({ d }) => 0.6 + 0.7 * Math.sign(d),
    unlabelled: [0.4, 0.1],
  },
  "IB 16 points, length by sign": { logit: ({ d, ids }) => 0.2 + 0.7 * Math.sign(d) + (ids ? 0.7 : 0) },
  "IB 21 points at no difference, gone at ten words": {
    logit: ({ d, ids }) => 0.2 + (ids ? 0.95 * Math.exp(-d * d / 40) : 0),
  },
  "IB 0 at no difference, 16 points from ten words": {
    logit: ({ d, ids }) => 0.2 + (ids ? 0.7 * Math.min(1, Math.abs(d) / 10) : 0),
  },
  "IB 0 at no difference, most of it from five words": {
    logit: ({ d, ids }) => 0.2 + (ids ? 1 - Math.exp(-Math.abs(d) / 5) : 0),
  },
};
const SIZES = [[300, 40], [300, 150], [600, 40], [600, 300], [2000, 1000], [6000, 1000]] as const;

const byLength = Object.entries(LENGTHS).flatMap(([process, drawn]) =>
  SIZES.map(([n, images]): BiasCells => ({
    ...{ process, n, images, share: n > 2000 ? 0.25 : 1 },
    ask: (seed) => {
      const { atZero, ...matched } = biasAtEqualLength(
        lengthPairs({ ...shape, ...drawn, pairs: n, images }, seed),
      );
      return { "at the same difference": found(matched), "at no difference": found(atZero) };
    },
  }))
);

/** A dislike of padding, flat or by the word, and no bias. */
const byPadding = [300, 600, 2000].flatMap((n) =>
  [[0.4, 0], [0, 0.005], [0, 0.01], [0, 0.02]].map(([flat, perWord]): BiasCells => ({
    process: `null: padding disliked by ${flat > 0 ? `${flat} logit` : `${perWord} logit a word`}`,
    ...{ n, images: Math.round(n / 2.5), share: 1 },
    ask: (seed) => ({
      "after lengthening": found(equalizedBias(paddedPairs({ pairs: n, flat, perWord }, seed))),
    }),
  }))
);

/**
 * Judges of quality alone, half, once and twice as noisy as people, also where quality has a long tail; one that adds .3 of quality's standard deviation; and
 * those that take the more informative answer in 85 and 97% whatever the quality (all but noise: Φ⁻¹ of it times the noise is added).
 */
const JUDGES: Record<string, Omit<PeopleProcess, "pairs" | "people" | "noise">> = {
  ...Object.fromEntries(
    [[0.5, 0.5], [0.5, 1], [0.5, 2], [0.7, 0.5], [0.7, 1], [0.7, 2]].map(([rho, judgeNoise]) =>
      [`null: quality, correlation ${rho}, ${judgeNoise} × people's noise`, { rho, judgeNoise }] as const
    ),
  ),
  ...Object.fromEntries(
    ([[1, 0.5], [1, 2], [-1, 0.5], [-1, 2]] as const).map(([tail, judgeNoise]) =>
      [
        `null: quality with a tail ${tail === 1 ? "up" : "down"}wards, ${judgeNoise} × people's noise`,
        { rho: 0, tail, judgeNoise },
      ] as const
    ),
  ),
  "bias of .3 sd: quality, correlation 0.5, 1 × people's noise": { rho: 0.5, judgeNoise: 1, bias: 0.3 },
  "the more informative in 85%": { rho: 0.5, judgeNoise: 2000, bias: 1036 },
  "the more informative in 97%": { rho: 0.5, judgeNoise: 2000, bias: 1881 },
};
const byPeople = [300, 1000].flatMap((n) =>
  [2, 3, 5].flatMap((people) =>
    Object.entries(JUDGES).map(([process, drawn]): BiasCells => ({
      process: `${process}, ${people} votes`,
      ...{ n, images: n / 2, share: 1 },
      ask: (seed) => ({
        "beyond people": found(
          biasBeyondPeople(votedPairs({ pairs: n, people, noise: 0.5, ...drawn }, seed)),
        ),
      }),
    }))
  )
);

/** A power of .80 planned from a pilot, on the true effect or on the pilot's with an assurance of .8, and what a study of that size finds. */
const CLAIMS = { "at the same difference": biasAtEqualLength, "at no difference": biasAtEqualLength.atZero };
const draw = (pairs: number, seed: number): pl.DataFrame => {
  const process = LENGTHS["IB 16 points, length by sign"];
  return lengthPairs({ ...shape, ...process, pairs, images: Math.round(pairs / 2) }, seed);
};
/** The truth of a claim and the pairs that it needs, from one large data set: at the same difference it is 15 points, less than at none. */
const truths = new Map<string, { effect: number; n: number }>();
const truthOf = (name: keyof typeof CLAIMS) => {
  const pilot = truths.has(name) ? null : draw(100_000, 1);
  if (pilot) {
    const effect = name === "at no difference"
      ? 1 / (1 + Math.exp(-0.9)) - 1 / (1 + Math.exp(-0.2))
      : CLAIMS[name](pilot).estimate;
    truths.set(name, { effect, n: power(CLAIMS[name], { pilot, effect }).n });
  }
  return truths.get(name)!;
};
const planned = (Object.keys(CLAIMS) as (keyof typeof CLAIMS)[]).flatMap((name): BiasCells[] => [
  {
    process: `power .80 planned on the true effect from a pilot (${name})`,
    ...{ n: 600, images: 300, share: 0.5 },
    ask: (seed) => {
      const { n } = power(CLAIMS[name], {
        pilot: draw(600, seed + 500_000_000),
        effect: truthOf(name).effect,
      });
      return { [name]: found(CLAIMS[name](draw(n, seed))) };
    },
  },
  ...[0.5, 0.8].map((assurance): BiasCells => ({
    process: `plans that reach a power of .80, planned with an assurance of ${assurance} (${name})`,
    ...{ n: 300, images: 150, share: 0.5 },
    ask: (seed) => {
      try {
        const { n } = power(CLAIMS[name], { pilot: draw(300, seed), assurance });
        return { [name]: { isSupported: n >= truthOf(name).n, isWarned: false } };
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return { [name]: { isSupported: true, isWarned: true } }; // nothing is planned, nothing is promised
      }
    },
  })),
]);

export const BIAS_CELLS: readonly BiasCells[] = [...byLength, ...byPadding, ...byPeople, ...planned];
