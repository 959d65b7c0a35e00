import pl from "nodejs-polars";
import { denseRanks } from "@/stats/ranks.ts";
import { rankTau } from "@/stats/kendall.ts";
import { type Random, random } from "@/stats/random.ts";
import type { RatingBenchmark } from "@/simulate/solved_frames.ts";
import { drawOrthogonal, fallsTo, mixColumns, orthogonalTo, withCorrelations } from "./latent_columns.ts";
import {
  type EvaluatorTarget,
  HUMAN_SHARES,
  RATING_SIZES,
  ratingsTargets,
  SHARED_JUDGMENT,
} from "./ratings_targets.ts";

/** Seed of the ratings that figures and notebooks use. */
export const RATINGS_SEED = 20261121;

/** Decimals of a score. */
const SCORE_DECIMALS = 1e4;

/** The frame of `simulateRatings`, drawn: correlations hold in the sample, each τ-b is found by halving. */
export function drawRatings(seed = RATINGS_SEED): pl.DataFrame {
  const targets = ratingsTargets();
  const nebula = Object.entries(RATING_SIZES.Nebula).map(([split, items], s): Part => {
    const names = Array.from({ length: items }, (_, i) => `${split}-${number(i)}`);
    return {
      benchmark: "Nebula",
      split,
      generator: random(seed + s),
      items: names.map((name) => `nebula-${name}`),
      images: names.map((name) => `nebula-image-${name}`),
      judgments: 1,
      targets,
    };
  });
  const { captions, images, judgments } = RATING_SIZES["Flickr8k-Expert"];
  const flickr: Part = {
    benchmark: "Flickr8k-Expert",
    split: "test",
    generator: random(seed + 3),
    items: Array.from({ length: captions }, (_, i) => `flickr8k-${number(i)}`),
    images: Array.from({ length: captions }, (_, i) => `flickr8k-image-${number(i % images)}`),
    judgments,
    targets,
  };
  return pl.concat([...nebula, flickr].map(ratingsPart));
}

interface Part {
  benchmark: RatingBenchmark;
  split: string;
  generator: Random;
  items: string[];
  images: string[];
  judgments: number;
  targets: readonly EvaluatorTarget[];
}

function ratingsPart({ benchmark, split, generator, items, images, judgments, targets }: Part): pl.DataFrame {
  const n = items.length;
  const { values, shares } = HUMAN_SHARES[benchmark];
  const first = drawOrthogonal(generator, n, []);
  const missed = drawOrthogonal(generator, n, [first]);
  const noise = Array.from({ length: judgments }, () => drawOrthogonal(generator, n, [first, missed]));
  const spread = (column: Float64Array) => repeated(column, judgments);
  const judged = (r: number) => {
    const latent = mixColumns(r, first, Math.sqrt(1 - r * r), missed);
    const all = new Float64Array(n * judgments);
    noise.forEach((own, j) => {
      const mine = judgments === 1
        ? latent
        : mixColumns(Math.sqrt(SHARED_JUDGMENT), latent, Math.sqrt(1 - SHARED_JUDGMENT), own);
      for (let i = 0; i < n; i++) all[i * judgments + j] = mine[i];
    });
    return cut(all, shares);
  };
  const [leader, ...followers] = targets;
  const leaderRanks = denseRanks(spread(first));
  const weaker = fallsTo(
    leader.tau[benchmark] / 100,
    (at) => rankTau(leaderRanks, denseRanks(judged(1 - at))),
    { low: 0, high: 1 },
  );
  const levels = judged(1 - weaker), human = denseRanks(levels);

  // What the leader misses of the mean human score, and parts of the others' own that agree with it as much as wanted.
  const means = Float64Array.from({ length: n }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < judgments; j++) sum += values[levels[i * judgments + j]];
    return sum / judgments;
  });
  const frame = [orthogonalTo(means, [first])];
  followers.forEach(() => frame.push(drawOrthogonal(generator, n, [first, ...frame])));
  const own = withCorrelations(frame, followers.map((target) => target.own));

  const scores = targets.map((target, k) => {
    if (k === 0) return scaled(first, target);
    const column = (angle: number) =>
      scaled(mixColumns(Math.cos(angle), first, Math.sin(angle), own[k - 1]), target);
    const angle = fallsTo(
      target.tau[benchmark] / 100,
      (at) => rankTau(denseRanks(spread(column(at))), human),
      { low: Math.atan(target.own), high: Math.PI / 2 },
    );
    return column(angle);
  });
  const text = (name: string, column: readonly string[]) =>
    pl.Series(name, column.flatMap((value) => Array.from({ length: judgments }, () => value)), pl.Utf8);
  const rows = n * judgments;
  return pl.DataFrame([
    text("item_id", items),
    text("image_id", images),
    pl.Series("split", new Array(rows).fill(split), pl.Utf8),
    pl.Series("human", Float64Array.from(levels, (level) => values[level]), pl.Float64),
    ...targets.map((target, k) => pl.Series(target.name, spread(scores[k]), pl.Float64)),
    pl.Series("benchmark", new Array(rows).fill(benchmark), pl.Utf8),
    pl.Series("provenance", new Array(rows).fill("simulated"), pl.Utf8),
  ]);
}

/** Cuts a column at its quantiles into levels 0, 1, … with the given shares. */
function cut(values: Float64Array, shares: readonly number[]): Int32Array {
  const { order } = denseRanks(values);
  const levels = new Int32Array(values.length);
  let level = 0, until = shares[0] * values.length;
  for (let k = 0; k < order.length; k++) {
    while (k >= until && level < shares.length - 1) until += shares[++level] * values.length;
    levels[order[k]] = level;
  }
  return levels;
}

/** A standardised column as scores from 0 to 1 with four decimals. */
function scaled(column: Float64Array, { mean, sd }: EvaluatorTarget): Float64Array {
  const scores = new Float64Array(column.length);
  for (let i = 0; i < scores.length; i++) {
    scores[i] = Math.round(Math.min(1, Math.max(0, mean + sd * column[i])) * SCORE_DECIMALS) / SCORE_DECIMALS;
  }
  return scores;
}

function repeated(column: Float64Array, times: number): Float64Array {
  if (times === 1) return column;
  const result = new Float64Array(column.length * times);
  for (let i = 0; i < result.length; i++) result[i] = column[Math.floor(i / times)];
  return result;
}

function number(i: number): string {
  return String(i + 1).padStart(5, "0");
}
