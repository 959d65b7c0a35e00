import { mmJudgeBiasAblation } from "./printed_scores.ts";
import { BIAS_TAXONOMY } from "@/results/bias_taxonomy.ts";
import { random } from "@/stats/random.ts";
import { type JudgeScores, membersOf } from "./main_experiment.ts";
import type { ScoreSamples } from "./samples.ts";
import { scoreValue } from "./score_value.ts";

/** Scores of the text-only samples: without image, with an unrelated one, with a blank one. */
export interface AblationScores {
  judge: string;
  /** Places of the samples. */
  members: number[];
  text: Uint8Array;
  unrelated: Uint8Array;
  blank: Uint8Array;
}

/** Random moves tried per judge, and by how much the first may worsen the sum of deviations. */
const MOVES = 30_000, HEAT = 0.001;

/**
 * The ablation of Table 13: BC from text to text with an unrelated image (A), from text to text with a blank image (B), and
 * between these two (C), all three as published for its three judges. One run; single points are moved at random by simulated
 * annealing, and in the end the two samples are moved that bring the three values nearest.
 */
export function ablationExperiment(
  samples: ScoreSamples,
  main: readonly JudgeScores[],
  seed: number,
): AblationScores[] {
  const published = mmJudgeBiasAblation();
  const members = membersOf(samples, BIAS_TAXONOMY.findIndex(({ type }) => type === "unnecessary_image"));
  return [...new Set(published.map(({ judge }) => judge))].map((judge, j) => {
    const generator = random(seed + 3000 + j);
    const [first] = main.find((scores) => scores.judge === judge)!.unbiased;
    const text = Uint8Array.from(members, (i) => first[i]);
    const unrelated = text.slice(), blank = text.slice();
    const target = ["A", "B", "C"].map((setting) =>
      published.find((row) => row.judge === judge && row.setting === setting)!.bc
    );
    /** What a sample with these scores adds to A, B and C. */
    const shares = (i: number, u: number, b: number): Triple => [
      scoreValue("bc", text[i], u) / members.length,
      scoreValue("bc", text[i], b) / members.length,
      scoreValue("bc", b, u) / members.length,
    ];
    /** What is still to be gained or lost. */
    let lack = target as Triple;
    members.forEach((_, i) => lack = minus(lack, shares(i, unrelated[i], blank[i])));
    const movesOf = (i: number) =>
      STEPS.map(([du, db]) => ({ i, u: unrelated[i] + du, b: blank[i] + db }))
        .filter(({ u, b }) => Math.min(u, b) >= 1 && Math.max(u, b) <= 10)
        .map((move) => ({
          ...move,
          change: minus(shares(i, move.u, move.b), shares(i, unrelated[i], blank[i])),
        }));
    const apply = ({ i, u, b, change }: Move) => {
      unrelated[i] = u;
      blank[i] = b;
      lack = minus(lack, change);
    };
    for (let step = 0; step < MOVES; step++) {
      const moves = movesOf(generator.integer(members.length));
      const move = moves[generator.integer(moves.length)];
      const heat = HEAT * (1 - step / MOVES) ** 2;
      if (size(minus(lack, move.change)) < size(lack) + heat * generator.uniform()) apply(move);
    }
    nearestPair(members.flatMap((_, i) => movesOf(i)), lack).forEach(apply);
    return { judge, members, text, unrelated, blank };
  });
}

type Triple = [number, number, number];

interface Move {
  i: number;
  u: number;
  b: number;
  change: Triple;
}

/** Single points up or down: an image of any kind may move a score (both), or its content (one of them). */
const STEPS = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1]] as const;

function minus(a: Triple, b: Triple): Triple {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function size([a, b, c]: Triple): number {
  return Math.abs(a) + Math.abs(b) + Math.abs(c);
}

/** The two moves of different samples whose sum comes nearest to what is lacking. */
function nearestPair(moves: readonly Move[], lack: Triple): Move[] {
  let best: Move[] = [], error = size(lack);
  for (let m = 0; m < moves.length; m++) {
    const first = moves[m], left = minus(lack, first.change);
    for (let n = m + 1; n < moves.length; n++) {
      const { i, change } = moves[n];
      const found = Math.abs(left[0] - change[0]) + Math.abs(left[1] - change[1]) +
        Math.abs(left[2] - change[2]);
      if (found < error && i !== first.i) {
        error = found;
        best = [first, moves[n]];
      }
    }
  }
  return best;
}
