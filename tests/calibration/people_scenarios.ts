import pl from "nodejs-polars";
import { biasBeyondPeople } from "@/hypotheses/bias_beyond_people.ts";
import { drawVotedPairs } from "../../data/solve/draw_voted_pairs.ts";
import { random } from "@/stats/random.ts";
import { AT_MOST, rejects, type Scenario } from "./scenario.ts";

/** People and a judge that read nothing but quality, which goes with informativeness (`rho`); noise of a vote, and the judge's in units of it. */
export interface PeopleProcess {
  pairs: number;
  people: number;
  rho: number;
  noise: number;
  judgeNoise: number;
  /** What the judge adds for the more informative answer, in standard deviations of quality. */
  bias?: number;
  /** Quality with a long tail upwards (1) or downwards (−1) instead: exponential, its mean .5 standard deviations towards the more informative answer. */
  tail?: 1 | -1;
}

/** Pairs of two to an image, a row per person. */
export function votedPairs(
  { pairs, people, rho, noise, judgeNoise, bias = 0, tail }: PeopleProcess,
  seed: number,
): pl.DataFrame {
  if (tail !== undefined) {
    const generator = random(seed);
    const reads = (quality: number, own: number) => quality + own * generator.normal() > 0 ? "A" : "B";
    return pl.DataFrame(
      Array.from({ length: pairs }, (_, item) => {
        const quality = 0.5 - tail * (1 + Math.log(generator.uniform())),
          choice = reads(quality + bias, noise * judgeNoise);
        return Array.from({ length: people }, (_, person) => ({
          ...{ item_id: String(item), image_id: String(item >> 1), more_informative: "A", choice },
          ...{ annotator: `p${person + 1}`, human: reads(quality, noise) },
        }));
      }).flat(),
    );
  }
  const judges = [{ judge: "j", noise: judgeNoise, bias }];
  return drawVotedPairs({ pairs, people, correlation: rho, noise, judges, seed });
}

/** A judge that is only noisier, or only better, than people is not biased (the audit's three correlations and noises where people disagree at all). */
export const PEOPLE_SCENARIOS: readonly Scenario[] = [[0.5, 0.5], [0.7, 0.5]].flatMap(([rho, noise]) =>
  [0.5, 1, 2].map((judgeNoise) =>
    rejects(
      `people, quality alone: correlation ${rho}, noise ${noise}, the judge's ${judgeNoise} times that`,
      (_, seed) =>
        biasBeyondPeople(votedPairs({ pairs: 300, people: 3, rho, noise, judgeNoise }, seed)).pValue < 0.05,
      AT_MOST,
    )
  )
);
