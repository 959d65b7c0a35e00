import { cholesky } from "./matrix.ts";
import { normalCdf, normalQuantile } from "./distributions.ts";
import { grouped } from "./grouped.ts";

/** Votes of one unit: how many of how many went one way, and which way the judge went (1 or 0). */
export interface SplitVote {
  votes: number;
  of: number;
  judge: number;
}

/** Nodes of the integral over a normal z, so far apart, and their weights. */
const APART = 0.15, NODES = Array.from({ length: 81 }, (_, k) => (k - 40) * APART);
const WEIGHTS = NODES.map((z) => Math.exp(-z * z / 2));
const TOTAL = WEIGHTS.reduce((a, b) => a + b), ROOT = Math.sqrt(2 * Math.PI);

/** What the judge's or a vote's leaning changes by between two nodes at most: beyond that chances go from 0 to 1 between them. */
const STEEPEST = 1.5;

/** Steps of scoring at most; step of derivatives; the score per unit below which it has arrived. */
const STEPS = 100, H = 1e-4, ARRIVED = 1e-7;

/** How skewed leanings may well be: one standard deviation of what is held of the skew before votes are seen, so that few votes leave them normal. */
const SKEW = 0.3;

type Cell = SplitVote & { n: number };

/**
 * Does a judge lean one way where the voters do not? A unit's leaning θ = mean + spread·(z + skew·(z² − 1)), z normal over units; each vote goes one way
 * with the chance Φ(θ), the judge with Φ(shift + slope·θ), by maximum likelihood with a little weight on no skew. The slope takes up that the judge is noisier
 * (below 1) or better (above 1) than a voter: of such a judge the shift is 0. Φ(shift) is how often it goes that way where voters are evenly split;
 * `influence` what each unit adds to the shift.
 *
 * Null where that cannot be told: no unit with two votes, voters or judge of one mind everywhere, or a likelihood without a maximum.
 */
export function splitVote(units: readonly SplitVote[]) {
  const share = units.filter(({ judge }) => judge === 1).length / units.length;
  const isSplit = units.some(({ votes, of }) => votes > 0 && votes < of);
  if (!(share > 0 && share < 1) || !isSplit) return null;
  const cells = [...grouped(units, keyOf).values()].map((own) => ({ ...own[0], n: own.length }));
  const at = maximum(cells, share);
  if (!at) return null;
  const [mean, logSpread, shift, slope, skew] = at, followed = (slope * Math.exp(logSpread)) ** 2;
  // The shift in units of all that moves the judge, √(1 + slope²·spread²): where it follows closely, a shift drawn large has a slope drawn large.
  const part = -shift / (1 + followed);
  const direction = cholesky(informationAt(at, cells))
    ?.solve(Float64Array.of(0, part * followed, 1, part * slope * Math.exp(2 * logSpread), 0));
  if (!direction) return null;
  const scores = likelihoods(at, cells).map(({ score }) => score);
  const moveOf = (score: number[]) => score.reduce((sum, s, j) => sum + direction[j] * s, 0);
  const moves = new Map(cells.map((cell, c) => [keyOf(cell), moveOf(scores[c])] as const));
  return {
    ...{ mean, spread: Math.exp(logSpread), skew, shift, slope },
    influence: Float64Array.from(units, (unit) => moves.get(keyOf(unit))!),
  };
}

const keyOf = ({ votes, of, judge }: SplitVote) => `${votes} ${of} ${judge}`;

/** Mean, log spread, shift, slope (as it is, since that of a judge that does not look may be 0) and skew, where `share` of the verdicts go one way; null without a maximum. */
function maximum(cells: readonly Cell[], share: number): number[] | null {
  const n = cells.reduce((sum, cell) => sum + cell.n, 0);
  const total = (at: readonly number[]) =>
    likelihoods(at, cells).reduce((sum, { log }, c) => sum + cells[c].n * log, -((at[4] / SKEW) ** 2) / 2);
  const steepness = ([, logSpread, , slope]: readonly number[]) =>
    Math.exp(logSpread) * Math.max(1, Math.abs(slope)) * APART;
  let at = [0, 0, normalQuantile(share), 0, 0], value = total(at);
  for (let step = 0; step < STEPS && steepness(at) < 2 * STEEPEST; step++) {
    const gradient = gradientAt(at, cells);
    if (gradient.every((one) => Math.abs(one) < ARRIVED * n)) return steepness(at) > STEEPEST ? null : at;
    // Newton's step where the likelihood bends down, else scoring with the outer product, a little of the identity in it.
    const outer = () => {
      const scores = likelihoods(at, cells).map(({ score }) => score);
      const entry = (j: number, k: number) =>
        scores.reduce((sum, s, c) => sum + cells[c].n * s[j] * s[k], j === k ? 1e-6 * n : 0);
      return at.map((_, j) => at.map((_, k) => entry(j, k)));
    };
    const move = (cholesky(informationAt(at, cells)) ?? cholesky(outer()))?.solve(gradient);
    if (!move) return null;
    // At most a unit of each, all of them shortened alike: bent to another direction the step may lead down.
    for (let scale = 1 / Math.max(1, ...move.map(Math.abs)); scale > 1e-6; scale /= 2) {
      const next = at.map((value, j) => value + scale * move[j]), reached = total(next);
      if (reached < value) continue;
      [at, value] = [next, reached];
      break;
    }
  }
  return null;
}

function gradientAt(at: readonly number[], cells: readonly Cell[]): number[] {
  const own = likelihoods(at, cells).map(({ score }, c) => score.map((s) => cells[c].n * s));
  return at.map((v, j) => own.reduce((sum, score) => sum + score[j], j === 4 ? -v / SKEW ** 2 : 0));
}

function informationAt(at: readonly number[], cells: readonly Cell[]): number[][] {
  const rows = at.map((_, k) => {
    const [up, down] = [H, -H].map((step) => gradientAt(at.map((v, j) => j === k ? v + step : v), cells));
    return up.map((v, j) => (down[j] - v) / (2 * H));
  });
  return rows.map((row, j) => row.map((v, k) => (v + rows[k][j]) / 2));
}

function bothWays(leaning: number): [number, number] {
  const small = normalCdf(-Math.abs(leaning));
  return leaning < 0 ? [1 - small, small] : [small, 1 - small];
}

function likelihoods(
  [mean, logSpread, shift, slope, skew]: readonly number[],
  cells: readonly SplitVote[],
): { log: number; score: number[] }[] {
  const spread = Math.exp(logSpread);
  const sums = cells.map(() => [0, 0, 0, 0, 0, 0]);
  NODES.forEach((z, k) => {
    const bend = z * z - 1, from = z + skew * bend, theta = mean + spread * from;
    const [other, one] = bothWays(theta), density = Math.exp(-theta * theta / 2) / ROOT;
    const leaning = shift + slope * theta, goes = bothWays(leaning);
    const own = Math.exp(-leaning * leaning / 2) / ROOT;
    cells.forEach(({ votes, of, judge }, c) => {
      const likelihood = WEIGHTS[k] * one ** votes * other ** (of - votes) * goes[judge];
      if (!(likelihood > 0)) return;
      const byLeaning = (judge === 1 ? own : -own) / goes[judge], at = sums[c];
      // A chance of 0 without a vote there is no 0/0.
      const byVotes = (votes > 0 ? votes * density / one : 0) -
        (votes < of ? (of - votes) * density / other : 0);
      const byTheta = byVotes + slope * byLeaning;
      at[0] += likelihood;
      at[1] += likelihood * byTheta;
      at[2] += likelihood * byTheta * spread * from;
      at[3] += likelihood * byLeaning;
      at[4] += likelihood * byLeaning * theta;
      at[5] += likelihood * byTheta * spread * bend;
    });
  });
  return sums.map(([all, ...score]) => ({ log: Math.log(all / TOTAL), score: score.map((s) => s / all) }));
}
