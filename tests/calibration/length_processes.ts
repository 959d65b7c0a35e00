import type pl from "nodejs-polars";
import { random } from "@/stats/random.ts";
import { type PairRow, pairsFrame } from "../metrics/pairs_fixture.ts";

/** How lengths and correctness hang together in a fictitious study. */
export interface LengthProcess {
  pairs: number;
  cdsShare: number;
  /** Mean of the length of the preferred answer less the other's in IDS, minus it in CDS, and its spread: words, or log of the ratio. */
  apart: number;
  spread: number;
  scale: "words" | "log_ratio";
  /** Logit of being right, by word difference, log ratio and subset. */
  logit: (pair: { d: number; ratio: number; ids: boolean }) => number;
  /** Correlation of two pairs of an image. */
  icc?: number;
  /** How many images the pairs lie on, of one size; of 1 to 3 pairs each without it. */
  images?: number;
  /** Images on which the judge is right more easily hold four times the pairs. */
  informativeSizes?: boolean;
  /** Share of pairs of two equally long answers beside those that fall so. */
  ties?: number;
  /** Share of pairs without an informativeness label where the preferred answer is longer, and elsewhere. */
  unlabelled?: readonly [number, number];
}

/** Pairs drawn from a process. */
export function lengthPairs(process: LengthProcess, seed: number): pl.DataFrame {
  const { pairs, cdsShare, apart, spread, scale, logit, icc = 0.1, images, ties = 0, unlabelled } = process;
  const generator = random(seed), copies = Math.sqrt(icc);
  const rows: Partial<PairRow>[] = [];
  for (let image = 0; rows.length < pairs; image++) {
    const ease = generator.uniform();
    const tilt = !process.informativeSizes ? 1 : ease < 0.5 ? 1.6 : 0.4;
    const size = images ? Math.max(1, Math.round(tilt * pairs / images)) : 1 + generator.integer(3);
    for (let k = size; k > 0 && rows.length < pairs; k--) {
      const ids = generator.uniform() >= cdsShare;
      const other = Math.max(3, Math.round(Math.exp(4 + 0.6 * generator.normal())));
      const gap = (ids ? apart : -apart) + spread * generator.normal();
      const preferred = ties > 0 && generator.uniform() < ties
        ? other
        : Math.max(1, Math.round(scale === "words" ? other + gap : other * Math.exp(gap)));
      const d = preferred - other, ratio = Math.log(preferred / other);
      const u = generator.uniform() < copies ? ease : generator.uniform();
      const right = u < 1 / (1 + Math.exp(-logit({ d, ratio, ids })));
      const first = generator.uniform() < 0.5;
      const human = first ? "A" : "B", wrong = first ? "B" : "A";
      rows.push({
        ...{ item_id: `${rows.length}`, image_id: `i${image}`, human },
        choice: right ? human : wrong,
        more_informative: unlabelled && generator.uniform() < unlabelled[d > 0 ? 0 : 1]
          ? null
          : ids
          ? human
          : wrong,
        ...{ words_a: first ? preferred : other, words_b: first ? other : preferred },
      });
    }
  }
  return pairsFrame(rows);
}

const expit = (x: number) => 1 / (1 + Math.exp(-x));
const shape = { pairs: 600, cdsShare: 0.3, spread: 15, scale: "words" } as const;

/** What each process is, the true IB at a difference of 0, and at the same difference where that is another. */
export const LENGTH_PROCESSES: Record<string, { process: LengthProcess; truth: number; matched?: number }> = {
  "inverted U": { process: { ...shape, apart: 8, logit: ({ d }) => 1.2 - 0.0015 * d * d }, truth: 0 },
  "step at ten words": { process: { ...shape, apart: 8, logit: ({ d }) => d > 10 ? 1.2 : 0.4 }, truth: 0 },
  "bias grows from none at no difference": {
    process: { ...shape, apart: 15, logit: ({ d, ids }) => 0.8 + 0.02 * d + (ids ? 0.05 * Math.abs(d) : 0) },
    truth: 0,
    matched: NaN,
  },
  "IB 16 points, length by sign": {
    process: { ...shape, apart: 8, logit: ({ d, ids }) => 0.2 + 0.7 * Math.sign(d) + (ids ? 0.7 : 0) },
    truth: expit(0.9) - expit(0.2),
  },
  "sign": { process: { ...shape, apart: 8, logit: ({ d }) => 0.6 + 0.7 * Math.sign(d) }, truth: 0 },
  "linear, good overlap": { process: { ...shape, apart: 8, logit: ({ d }) => 0.6 + 0.04 * d }, truth: 0 },
  "linear, little overlap": { process: { ...shape, apart: 22, logit: ({ d }) => 0.6 + 0.04 * d }, truth: 0 },
  "saturating, little overlap": {
    process: { ...shape, apart: 22, logit: ({ d }) => 0.6 + 1.2 * Math.tanh(d / 12) },
    truth: 0,
  },
  "log ratio": {
    process: {
      ...shape,
      scale: "log_ratio",
      apart: 0.35,
      spread: 0.45,
      logit: ({ ratio }) => 0.5 + 2 * ratio,
    },
    truth: 0,
  },
  "log ratio, 4,000 pairs": {
    process: {
      ...shape,
      pairs: 4000,
      scale: "log_ratio",
      apart: 0.35,
      spread: 0.45,
      logit: ({ ratio }) => 0.5 + 2 * ratio,
    },
    truth: 0,
  },
  "CDS 5%, 200 pairs": {
    process: { ...shape, pairs: 200, cdsShare: 0.05, apart: 8, logit: ({ d }) => 0.6 + 0.04 * d },
    truth: 0,
  },
  "heterogeneous: b = .2 + .05·|d|": {
    process: {
      ...shape,
      apart: 15,
      logit: ({ d, ids }) => 0.8 + 0.02 * d + (ids ? 0.2 + 0.05 * Math.abs(d) : 0),
    },
    truth: expit(1) - expit(0.8),
  },
  "strong effect of length": {
    process: { ...shape, apart: 15, logit: ({ d, ids }) => 0.2 + 0.07 * d + (ids ? 0.9 : 0) },
    truth: expit(1.1) - expit(0.2),
  },
};
