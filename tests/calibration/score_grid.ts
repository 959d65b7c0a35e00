import { conformity, deviation } from "@/metrics/run_means.ts";
import { clusterInterval } from "@/stats/cluster_interval.ts";
import { kendallInterval } from "@/stats/kendall.ts";
import { type Random, random } from "@/stats/random.ts";
import type { Procedure, Study } from "./cluster_grid.ts";

/** Scores run to this, ratings to that. */
const MAX = 10, LEVELS = 5;

/** A score of 4 to 10, and the one without evidence: another run's where the judge holds, anywhere below it where it falls. */
function scores({ uniform, normal }: Random, holds: boolean): [number, number] {
  const y = 4 + Math.floor(7 * uniform());
  const changed = holds ? Math.round(y + 0.7 * normal()) : y - Math.ceil((y - 1) * uniform());
  return [y, Math.min(MAX, Math.max(1, changed))];
}

const OF = {
  "BD": (y: number, changed: number) => deviation(y, changed),
  "BC": (y: number, changed: number) => conformity(y, changed, MAX),
};

/** The mean of BD or BC over judges that hold their score in as many rows as the cell's accuracy. */
function ofScores(metric: keyof typeof OF): Procedure {
  const mean = (holds: boolean) => {
    const g = random(54_321), many = 400_000;
    let sum = 0;
    for (let i = 0; i < many; i++) sum += OF[metric](...scores(g, holds));
    return sum / many;
  };
  let known: [number, number] | undefined;
  return {
    shares: [0.5],
    truth: (_, right) => {
      const [fallen, held] = known ??= [mean(false), mean(true)];
      return fallen + right * (held - fallen);
    },
    limits: ({ n, cluster, right: [holds] }, extra) =>
      clusterInterval({
        values: Float64Array.from({ length: n }, (_, i) => OF[metric](...scores(extra, holds[i] === 1))),
        parts: new Int8Array(n),
        clusters: cluster.subarray(0, n),
        weights: [1],
      }),
  };
}

/** A person's rating: 1 or 2 for the rarer subset, else 3 to 5. */
const rated = ({ uniform }: Random, rare: boolean) =>
  rare ? 1 + Math.floor(2 * uniform()) : 3 + Math.floor(3 * uniform());

/** τ-b of a person's ratings and a judge's that are the same where it is right, else any. */
const TAU: Procedure = {
  shares: [0.05, 0.2, 0.5],
  truth: ({ share }, right) => {
    const person = Array.from({ length: LEVELS }, (_, x) => x < 2 ? share / 2 : (1 - share) / 3);
    const judge = person.map((p) => right * p + (1 - right) / LEVELS);
    const both = (x: number, y: number) => person[x] * ((x === y ? right : 0) + (1 - right) / LEVELS);
    let concordant = 0;
    for (let x = 0; x < LEVELS; x++) {
      for (let y = 0; y < LEVELS; y++) {
        for (let u = 0; u < x; u++) {
          for (let v = 0; v < LEVELS; v++) concordant += 2 * Math.sign(y - v) * both(x, y) * both(u, v);
        }
      }
    }
    const untied = (p: readonly number[]) => 1 - p.reduce((sum, one) => sum + one * one, 0);
    return concordant / Math.sqrt(untied(person) * untied(judge));
  },
  limits({ n, cluster, cds, right: [right] }: Study, extra: Random) {
    const person = Int8Array.from({ length: n }, (_, i) => rated(extra, cds[i] === 1));
    const judge = person.map((x, i) => right[i] ? x : 1 + Math.floor(LEVELS * extra.uniform()));
    return kendallInterval(person, judge, { variant: "b", clusters: cluster.subarray(0, n) });
  },
};

/** What is estimated from scores and ratings. */
export const SCORE_PROCEDURES: Record<string, Procedure> = {
  "BD": ofScores("BD"),
  "BC": ofScores("BC"),
  "τ-b": TAU,
};
