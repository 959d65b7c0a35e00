import type pl from "nodejs-polars";
import { random } from "@/stats/random.ts";
import { type PairRow, pairsFrame } from "../metrics/pairs_fixture.ts";

/** How a fictitious judge's chance of being right depends on a pair. */
export interface JudgeModel {
  /** Logit of being right in IDS and in CDS. */
  ids: number;
  cds: number;
  /** Added per word by which the human-preferred answer is longer. */
  perWord?: number;
  condition?: Partial<PairRow>;
}

/** A drawn study: `images` pictures of 1 to 3 pairs each; easy and hard pictures; answers preferred in IDS tend to be longer. */
export interface StudyOptions {
  seed: number;
  images: number;
  judges: JudgeModel[];
  cdsShare?: number;
  /** Standard deviation of a picture's ease, on the logit scale. */
  imageSd?: number;
  /** Words by which the human-preferred answer is longer in IDS and shorter in CDS, on average. */
  longer?: number;
}

/** Pairs as several models judge them, each under its own condition. */
export function judgedPairs(options: StudyOptions): pl.DataFrame {
  const { seed, images, judges, cdsShare = 0.35, imageSd = 0.8, longer = 8 } = options;
  const generator = random(seed);
  const rows: Partial<PairRow>[][] = judges.map(() => []);
  for (let image = 0; image < images; image++) {
    const ease = imageSd * generator.normal();
    const pairs = 1 + generator.integer(3);
    for (let k = 0; k < pairs; k++) {
      const isCds = generator.uniform() < cdsShare;
      const difference = Math.round((isCds ? -longer : longer) + 12 * generator.normal());
      const human = generator.uniform() < 0.5 ? "A" : "B", other = human === "A" ? "B" : "A";
      const words = [60 + difference, 60];
      judges.forEach(({ ids, cds, perWord = 0, condition }, j) => {
        const logit = (isCds ? cds : ids) + perWord * difference + ease;
        const right = generator.uniform() < 1 / (1 + Math.exp(-logit));
        rows[j].push({
          item_id: `${image}-${k}`,
          image_id: `${image}`,
          human,
          choice: right ? human : other,
          more_informative: isCds ? other : human,
          words_a: words[human === "A" ? 0 : 1],
          words_b: words[human === "A" ? 1 : 0],
          ...condition,
        });
      });
    }
  }
  return pairsFrame(rows.flat());
}
