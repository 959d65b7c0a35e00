import { PROMPT_JUDGES } from "@/papers/mm_judgebias.ts";
import { mmJudgeBiasAbstention, mmJudgeBiasPrompts } from "./printed_scores.ts";
import { BIAS_TAXONOMY } from "@/results/bias_taxonomy.ts";
import { random } from "@/stats/random.ts";
import { biasedScores } from "./biased_scores.ts";
import { type JudgeScores, membersOf } from "./main_experiment.ts";
import type { ScoreSamples } from "./samples.ts";

/** One judge with one prompt in one run; a biased score of null is an abstention. */
export interface PromptScores {
  judge: string;
  prompt: string;
  unbiased: Uint8Array;
  biased: (number | null)[];
}

const PROMPTS = ["score", "abstention", "score_guided", "constraints", "reasoning"];

/**
 * The extra experiments of Tables 14–16: three judges with five prompts, one run each. Only the perturbed samples are judged
 * again (section 4.4), so the unbiased scores are those of the judge's first run in the main experiment. With the abstention
 * prompt as many samples are given up as Table 15's ratios say, of the kind whose perturbation is most noticeable, and BD and
 * BC are those of the rest.
 */
export function promptExperiment(
  samples: ScoreSamples,
  main: readonly JudgeScores[],
  seed: number,
): PromptScores[] {
  const values = mmJudgeBiasPrompts();
  return Object.entries(PROMPT_JUDGES).flatMap(([judge, own], j) =>
    PROMPTS.map((prompt, p) => {
      const generator = random(seed + 2000 + 10 * j + p);
      const [unbiased] = main.find((scores) => scores.judge === own)!.unbiased;
      const biased: (number | null)[] = Array.from(unbiased);
      BIAS_TAXONOMY.forEach(({ type, metric }, place) => {
        const members = membersOf(samples, place);
        const abstained = prompt === "abstention" ? abstentions(judge, type, members.length) : 0;
        const exposure = new Map(members.map((i) => [i, samples.exposure[i] + generator.normal()]));
        const byExposure = members.toSorted((a, b) => exposure.get(b)! - exposure.get(a)!);
        for (const i of byExposure.slice(0, abstained)) biased[i] = null;
        const judged = members.filter((i) => biased[i] !== null);
        const { value: target } = values.find((row) =>
          row.judge === judge && row.prompt === prompt && row.scope === type
        )!;
        const [scores] = biasedScores({
          metric,
          target,
          unbiased: [Uint8Array.from(judged, (i) => unbiased[i])],
          exposure: Float64Array.from(judged, (i) => samples.exposure[i]),
          generator,
        });
        judged.forEach((i, k) => biased[i] = scores[k]);
      });
      return { judge, prompt, unbiased, biased };
    })
  );
}

/** The count that comes nearest to a printed ratio of Table 15. */
export function abstentions(judge: string, type: string, samples: number): number {
  const { ratio } = mmJudgeBiasAbstention().find((row) => row.judge === judge && row.scope === type)!;
  return Math.round(ratio * samples);
}
