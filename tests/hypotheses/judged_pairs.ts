import type pl from "nodejs-polars";
import { random } from "@/stats/random.ts";
import { type PairRow, pairsFrame } from "../metrics/pairs_fixture.ts";

/** How a fictitious judge's chance of being right depends on a pair. */
export interface JudgeModel {
  /** Logit of being right in IDS and in CDS, at no difference in length. */
  ids: number;
  cds: number;
  /** Added per word by which the human-preferred answer is longer. */
  perWord?: number;
  condition?: Partial<PairRow>;
}

/** A drawn study: `images` pictures of 1 to 3 pairs each; answers preferred in IDS tend to be longer. */
export interface StudyOptions {
  seed: number;
  images: number;
  judges: JudgeModel[];
  cdsShare?: number;
  /** Correlation of the ease of two pairs on one picture, and of a pair in two conditions. */
  icc?: number;
  /** Words by which the human-preferred answer is longer in IDS and shorter in CDS, on average. */
  longer?: number;
  /** Share of human labels that are wrong, and of verdicts that are ties. */
  wrongHuman?: number;
  ties?: number;
  /** Images of unequal sizes, 4 pairs on average. */
  unequal?: boolean;
}

/** Standard deviation of the length difference within a subset, in words. */
const SPREAD = 12;

/** Defaults of a study. */
const CDS_SHARE = 0.35, ICC = 0.3, LONGER = 8;

/**
 * Pairs as several models judge them, each under its own condition. A pair is right where a uniform number is below its chance;
 * with probability √icc the number is that of its picture, else its own. So every pair's chance is exactly what its model says.
 */
export function judgedPairs(options: StudyOptions): pl.DataFrame {
  const { seed, images, judges, cdsShare = CDS_SHARE, icc = ICC, longer = LONGER } = options;
  const { wrongHuman = 0, ties = 0, unequal = false } = options;
  const generator = random(seed), copies = Math.sqrt(icc);
  const rows: Partial<PairRow>[][] = judges.map(() => []);
  for (let image = 0; image < images; image++) {
    const ease = generator.uniform();
    const pairs = unequal
      ? Math.max(1, Math.round(4 * Math.exp(generator.normal() - 0.5)))
      : 1 + generator.integer(3);
    for (let k = 0; k < pairs; k++) {
      const isCds = generator.uniform() < cdsShare;
      const difference = Math.round((isCds ? -longer : longer) + SPREAD * generator.normal());
      const better = generator.uniform() < 0.5 ? "A" : "B", worse = better === "A" ? "B" : "A";
      const human = generator.uniform() < wrongHuman ? worse : better;
      const words = [90 + difference, 90];
      judges.forEach((judge, j) => {
        const u = generator.uniform() < copies ? ease : generator.uniform();
        rows[j].push({
          item_id: `${image}-${k}`,
          image_id: `${image}`,
          human,
          choice: ties > 0 && generator.uniform() < ties
            ? "tie"
            : u < chance(judge, isCds, difference)
            ? better
            : worse,
          more_informative: isCds ? worse : better,
          words_a: words[better === "A" ? 0 : 1],
          words_b: words[better === "A" ? 1 : 0],
          ...judge.condition,
        });
      });
    }
  }
  return pairsFrame(rows.flat());
}

function chance({ ids, cds, perWord = 0 }: JudgeModel, isCds: boolean, difference: number): number {
  return 1 / (1 + Math.exp(-(isCds ? cds : ids) - perWord * difference));
}

/** Accuracy of a judge over the pairs that `chosen` takes, in the long run. */
export function trueAccuracy(
  { cdsShare = CDS_SHARE, longer = LONGER }: Pick<StudyOptions, "cdsShare" | "longer">,
  judge: JudgeModel,
  chosen: (pair: { isCds: boolean; difference: number }) => boolean,
): number {
  let weight = 0, right = 0;
  for (const isCds of [false, true]) {
    const mean = isCds ? -longer : longer;
    for (let difference = -100; difference <= 100; difference++) {
      if (!chosen({ isCds, difference })) continue;
      // Rounded normal: P(d − ½ < X < d + ½), by the trapezoid of its density in 20 steps.
      let p = 0;
      for (let s = 0; s <= 20; s++) {
        const z = (difference - 0.5 + s / 20 - mean) / SPREAD;
        p += (s === 0 || s === 20 ? 0.5 : 1) * Math.exp(-z * z / 2);
      }
      p *= isCds ? cdsShare : 1 - cdsShare;
      weight += p;
      right += p * chance(judge, isCds, difference);
    }
  }
  return right / weight;
}
