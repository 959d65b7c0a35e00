import type pl from "nodejs-polars";
import { biasBeyondPeople } from "@/hypotheses/bias_beyond_people.ts";
import { simulateVotedPairs } from "@/simulate/voted_pairs.ts";
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
}

/** Pairs of two to an image, a row per person. */
export function votedPairs(
  { pairs, people, rho, noise, judgeNoise, bias = 0 }: PeopleProcess,
  seed: number,
): pl.DataFrame {
  const judges = [{ judge: "j", noise: judgeNoise, bias }];
  return simulateVotedPairs({ pairs, people, correlation: rho, noise, judges, seed });
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
