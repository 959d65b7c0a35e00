import { RESPONSE_GENERATORS } from "@/papers/mm_judgebias.ts";
import { mmJudgeBiasTable2, type PublishedJudge } from "./printed_scores.ts";
import { BIAS_TAXONOMY } from "@/results/bias_taxonomy.ts";
import { random } from "@/stats/random.ts";
import { biasedScores } from "./biased_scores.ts";
import type { ScoreSamples } from "./samples.ts";
import { unbiasedScores } from "./unbiased_scores.ts";

/** Runs per judge in the main experiment (see `stated-values.csv` for where the paper says it). */
const RUNS = 3;

/** A simulated judge's scores of the main experiment, by run and sample. */
export interface JudgeScores {
  judge: string;
  unbiased: Uint8Array[];
  biased: Uint8Array[];
}

/**
 * The main experiment: every judge of Table 2 on all samples in three runs. A judge whose printed variance between runs is 0
 * gives the same scores in all of them.
 */
export function mainExperiment(
  samples: ScoreSamples,
  seed: number,
  judges?: readonly string[],
): JudgeScores[] {
  return mmJudgeBiasTable2().flatMap((row, j) => {
    if (judges && !judges.includes(row.judge)) return [];
    // Every judge draws from a stream of its own: leaving judges out changes nothing for the others.
    return [judgeScores(samples, row, seed + 1000 + j)];
  });
}

function judgeScores(samples: ScoreSamples, row: PublishedJudge, seed: number): JudgeScores {
  const generator = random(seed);
  const distinct = row.interRun === 0 ? 1 : RUNS;
  const unbiased = unbiasedScores(
    samples,
    {
      interRun: row.interRun,
      interSample: row.interSample,
      values: BIAS_TAXONOMY.map(({ type }) => row.values[type]),
      self: RESPONSE_GENERATORS.findIndex((name) => name === row.judge.replace(" (high)", "")),
    },
    distinct,
    generator,
  );
  const biased = unbiased.map(() => new Uint8Array(samples.count));
  BIAS_TAXONOMY.forEach(({ type, metric }, place) => {
    const members = membersOf(samples, place);
    const scores = biasedScores({
      metric,
      target: row.values[type],
      unbiased: unbiased.map((run) => Uint8Array.from(members, (i) => run[i])),
      exposure: Float64Array.from(members, (i) => samples.exposure[i]),
      generator,
    });
    scores.forEach((run, r) => members.forEach((i, k) => biased[r][i] = run[k]));
  });
  const repeated = (scores: Uint8Array[]) => Array.from({ length: RUNS }, (_, r) => scores[r % distinct]);
  return { judge: row.judge, unbiased: repeated(unbiased), biased: repeated(biased) };
}

/** Samples of a bias type. */
export function membersOf(samples: ScoreSamples, place: number): number[] {
  return Array.from(samples.type.keys()).filter((i) => samples.type[i] === place);
}
