import { cholesky } from "./cholesky.ts";
import { normalCdf } from "./distributions.ts";

/** Votes of one unit: how many of how many went one way, and which way the judge went (1, 0, NaN for neither). */
export interface SplitVote {
  votes: number;
  of: number;
  judge: number;
}

/** What the votes say of a judge. */
export interface SplitVoteFit {
  /** Mean and standard deviation over units of the voters' leaning θ: a vote goes one way with the chance Φ(θ). */
  mean: number;
  spread: number;
  /** The judge goes that way with the chance Φ(shift + slope·θ). */
  shift: number;
  slope: number;
  /** What each unit adds to the shift, at the slope found. */
  influence: Float64Array;
}

/** Nodes of the integral over θ, in standard deviations, so far apart, and their weights. */
const APART = 0.075, NODES = Array.from({ length: 161 }, (_, k) => (k - 80) * APART);
const WEIGHTS = NODES.map((z) => Math.exp(-z * z / 2));
const TOTAL = WEIGHTS.reduce((a, b) => a + b), ROOT = Math.sqrt(2 * Math.PI);

/** Steps of scoring at most; step of derivatives; the score per unit below which it has arrived. */
const STEPS = 50, H = 1e-4, ARRIVED = 1e-7;

/**
 * Does a judge lean one way where the voters do not? A unit's leaning θ is normal over units; each vote goes one way with the chance Φ(θ), the
 * judge with Φ(shift + slope·θ), by maximum likelihood. The slope takes up that the judge is noisier (below 1) or better (above 1) than a voter: of
 * such a judge the shift is 0. Φ(shift) is how often it goes that way where voters are evenly split.
 *
 * Null where that cannot be told: no unit with two votes, voters or judge of one mind everywhere, or a likelihood without a maximum.
 */
export function splitVote(units: readonly SplitVote[]): SplitVoteFit | null {
  const patterns = new Map<string, SplitVote & { n: number }>();
  const keys = units.map(({ votes, of, judge }) => `${votes} ${of} ${judge}`);
  keys.forEach((key, i) => {
    const found = patterns.get(key);
    if (found) found.n++;
    else patterns.set(key, { ...units[i], n: 1 });
  });
  const cells = [...patterns.values()], n = units.length;
  const seen = new Set(cells.map(({ judge }) => judge).filter((judge) => !Number.isNaN(judge)));
  if (seen.size < 2 || !cells.some(({ votes, of }) => votes > 0 && votes < of)) return null;
  const total = (at: readonly number[]) =>
    likelihoods(at, cells).reduce((sum, { log }, c) => sum + cells[c].n * log, 0);
  const gradientAt = (at: readonly number[]) =>
    likelihoods(at, cells).map(({ score }, c) => score.map((s) => cells[c].n * s))
      .reduce((a, b) => a.map((v, j) => v + b[j]));
  /** Minus the second derivatives. */
  const informationAt = (at: readonly number[]) => {
    const rows = at.map((_, k) => {
      const [up, down] = [H, -H].map((step) => gradientAt(at.map((v, j) => j === k ? v + step : v)));
      return up.map((v, j) => (down[j] - v) / (2 * H));
    });
    return rows.map((row, j) => row.map((v, k) => (v + rows[k][j]) / 2));
  };
  // Mean, log spread, shift, log slope.
  let at = [0, 0, 0, 0], value = total(at), arrived = false;
  for (let step = 0; step < STEPS && !arrived; step++) {
    const gradient = gradientAt(at);
    arrived = gradient.every((g) => Math.abs(g) < ARRIVED * n);
    // Newton's step where the likelihood bends down, else scoring with the outer product, a little of the identity in it.
    const scores = likelihoods(at, cells).map(({ score }) => score);
    const outer = at.map((_, j) =>
      at.map((_, k) => scores.reduce((sum, s, c) => sum + cells[c].n * s[j] * s[k], j === k ? 1e-6 * n : 0))
    );
    const move = (cholesky(informationAt(at)) ?? cholesky(outer))?.solve(Float64Array.from(gradient));
    if (!move) return null;
    for (let scale = 1; scale > 1e-6; scale /= 2) {
      const next = at.map((v, j) => v + scale * Math.max(-1, Math.min(1, move[j]))), reached = total(next);
      if (reached < value) continue;
      [at, value] = [next, reached];
      break;
    }
  }
  const [mean, logSpread, shift, logSlope] = at;
  // Chances that go from 0 to 1 between two nodes: of one mind everywhere.
  if (!arrived || Math.exp(logSpread + Math.max(0, logSlope)) * APART > 1) return null;
  // At the slope found: −shift/slope, the leaning at which the judge is even, errs evenly to both sides; a shift drawn large has a slope drawn large.
  const direction = cholesky(informationAt(at))?.solve(Float64Array.of(0, 0, 1, -shift));
  if (!direction) return null;
  const scores = likelihoods(at, cells).map(({ score }) => score);
  const moves = new Map(
    [...patterns.keys()].map((key, c) =>
      [key, scores[c].reduce((sum, s, j) => sum + direction[j] * s, 0)] as const
    ),
  );
  return {
    mean,
    spread: Math.exp(logSpread),
    shift,
    slope: Math.exp(logSlope),
    influence: Float64Array.from(keys, (key) => moves.get(key)!),
  };
}

/** Each pattern's logarithm of the likelihood with its gradient. */
function likelihoods(
  [mean, logSpread, shift, logSlope]: readonly number[],
  cells: readonly SplitVote[],
): { log: number; score: number[] }[] {
  const spread = Math.exp(logSpread), slope = Math.exp(logSlope);
  const sums = cells.map(() => [0, 0, 0, 0, 0]);
  NODES.forEach((node, k) => {
    const theta = mean + spread * node, one = normalCdf(theta), other = normalCdf(-theta);
    const leaning = shift + slope * theta, goes = [normalCdf(-leaning), normalCdf(leaning)];
    const density = Math.exp(-theta * theta / 2) / ROOT, own = Math.exp(-leaning * leaning / 2) / ROOT;
    cells.forEach(({ votes, of, judge }, c) => {
      const known = !Number.isNaN(judge), at = sums[c];
      const likelihood = WEIGHTS[k] * one ** votes * other ** (of - votes) * (known ? goes[judge] : 1);
      if (!(likelihood > 0)) return;
      const byLeaning = known ? (judge === 1 ? own : -own) / goes[judge] : 0;
      const byTheta = votes * density / one - (of - votes) * density / other + slope * byLeaning;
      at[0] += likelihood;
      at[1] += likelihood * byTheta;
      at[2] += likelihood * byTheta * spread * node;
      at[3] += likelihood * byLeaning;
      at[4] += likelihood * byLeaning * slope * theta;
    });
  });
  return sums.map(([all, ...score]) => ({ log: Math.log(all / TOTAL), score: score.map((s) => s / all) }));
}
