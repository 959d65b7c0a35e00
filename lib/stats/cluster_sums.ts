export interface ClusterSums {
  /** Clusters with a row in any part, numbered from 0. */
  clusters: number;
  /** Rows, and sums of values less their part's mean, of cluster g in part p at g · parts + p. */
  sizes: Float64Array;
  sums: Float64Array;
  counts: readonly number[];
  means: readonly number[];
  /** Σ (value − its part's mean)² of each part. */
  squares: readonly number[];
  partClusters: number[];
}

/** Values of k parts by row (row i's value in part p at i · k + p, NaN where it takes no part) and what they add up to without clusters. */
export interface PartValues {
  values: Float64Array;
  counts: number[];
  means: number[];
  squares: number[];
  n: number;
}

/** Sums by cluster and part. Codes may be any whole numbers from 0, also far apart; rows with a code below 0 take no part. */
export function clusterSums(
  { values, counts, means, squares }: PartValues,
  codes: ArrayLike<number>,
): ClusterSums {
  const k = counts.length, { places, clusters } = numbered(values, k, codes);
  const sizes = new Float64Array(clusters * k), sums = new Float64Array(clusters * k);
  const partClusters = new Array<number>(k).fill(0);
  for (let i = 0, at = 0; i < codes.length; i++) {
    for (let p = 0; p < k; p++, at++) {
      if (Number.isNaN(values[at])) continue;
      const cell = places[i] * k + p;
      if (sizes[cell]++ === 0) partClusters[p]++;
      sums[cell] += values[at] - means[p];
    }
  }
  return { clusters, sizes, sums, counts, means, squares, partClusters };
}

export function onePart(
  { clusters, sizes, sums, counts, means, squares, partClusters }: ClusterSums,
  p: number,
): ClusterSums {
  const k = counts.length, own = Int32Array.from({ length: clusters }, (_, g) => g * k + p);
  const cells = own.filter((cell) => sizes[cell] > 0);
  return {
    clusters: partClusters[p],
    sizes: Float64Array.from(cells, (cell) => sizes[cell]),
    sums: Float64Array.from(cells, (cell) => sums[cell]),
    ...{ counts: [counts[p]], means: [means[p]] },
    ...{ squares: [squares[p]], partClusters: [partClusters[p]] },
  };
}

/** CR2's factor for the residuals of a cluster with `size` of a part's `count` rows; 0 where it holds them all. */
export function leverage(size: number, count: number): number {
  return size < count ? 1 / Math.sqrt(1 - size / count) : 0;
}

/** Covariance of the parts' means: Σ_g s_gp·s_gq with s_gp = √(1 − m/n)⁻¹·Σ_i (y_i − mean)/n (CR2, Bell and McCaffrey 2002). */
export function partCovariance(own: ClusterSums): Float64Array {
  const { sizes, sums, counts } = own;
  return products(
    own,
    (cell, p) => sizes[cell] === 0 ? 0 : sums[cell] * leverage(sizes[cell], counts[p]) / counts[p],
  );
}

/** How parts' means would go together if clusters failed as a whole: Σ m_gp·m_gq / √(Σ m_gp²·Σ m_gq²), 1 of parts that share all their clusters alike, 0 of parts that share none. */
export function sharedClusters(own: ClusterSums): Float64Array {
  const k = own.counts.length, shared = products(own, (cell) => own.sizes[cell]);
  const size = (p: number) => Math.sqrt(shared[p * k + p]);
  return shared.map((sum, at) => sum / (size(Math.floor(at / k)) * size(at % k)));
}

function products(
  { clusters, counts: { length: k } }: ClusterSums,
  scoreOf: (cell: number, p: number) => number,
) {
  const sum = new Float64Array(k * k), scores = new Float64Array(k);
  for (let g = 0; g < clusters; g++) {
    for (let p = 0; p < k; p++) {
      scores[p] = scoreOf(g * k + p, p);
      for (let q = 0; q <= p; q++) sum[p * k + q] += scores[p] * scores[q];
    }
  }
  for (let p = 0; p < k; p++) for (let q = 0; q < p; q++) sum[q * k + p] = sum[p * k + q];
  return sum;
}

/** Correlation of two rows of a cluster, in the same part and in different ones, as the residuals show it; no less than 0 within a part. */
export function clusterCorrelations(
  { clusters, sizes, sums, counts, squares }: ClusterSums,
): { within: number; across: number } {
  const k = counts.length, n = counts.reduce((sum, count) => sum + count, 0);
  const variance = squares.reduce((sum, square) => sum + square, 0) / n;
  if (!(variance > 0)) return { within: 0, across: 0 };
  let same = -n * variance, samePairs = -n, all = 0, allPairs = 0;
  for (let g = 0; g < clusters; g++) {
    let sum = 0, size = 0;
    for (let p = 0; p < k; p++) {
      const cell = g * k + p;
      same += sums[cell] * sums[cell];
      samePairs += sizes[cell] * sizes[cell];
      sum += sums[cell];
      size += sizes[cell];
    }
    all += sum * sum;
    allPairs += size * size;
  }
  const between = all - (same + n * variance), betweenPairs = allPairs - (samePairs + n);
  const within = samePairs > 0 ? Math.min(1, Math.max(0, same / samePairs / variance)) : 0;
  const across = betweenPairs > 0 ? between / betweenPairs / variance : within;
  // A covariance: no part's rows go together with another's more than with their own.
  return { within, across: Math.min(within, Math.max(across, k > 1 ? -within / (k - 1) : 0)) };
}

/** Clusters of equal size that would tell as much as those of one part: n²/Σm². */
export function equalClusters({ sizes, counts: [n] }: ClusterSums): number {
  return n * n / sizes.reduce((sum, size) => sum + size * size, 0);
}

/** How many equal clusters the rarer side of a share lies in, (Σe)²/Σe² of the e that each holds of it; 0 where there is none. `range` is where the values lie: [0, 1] of a share. */
export function erringClusters(
  { sizes, sums, means: [mean] }: ClusterSums,
  [low, high]: readonly [number, number],
): number {
  const isHigh = mean > (low + high) / 2;
  let all = 0, squares = 0;
  for (let g = 0; g < sizes.length; g++) {
    const above = sums[g] + (mean - low) * sizes[g];
    const rarer = isHigh ? (high - low) * sizes[g] - above : above;
    all += rarer;
    squares += rarer * rarer;
  }
  return squares > 1e-20 ? all * all / squares : 0;
}

/** By how much the variance of a part's mean grows with the mean, as far as its clusters show it: Σu³/Σu² of the shares u that they have in its error. Of n independent trials it is (1 − 2p)/n. */
export function varianceSlope({ sizes, sums, counts: [n] }: ClusterSums): number {
  let squares = 0, cubes = 0;
  for (let g = 0; g < sizes.length; g++) {
    const share = sums[g] * leverage(sizes[g], n) / n;
    squares += share ** 2;
    cubes += share ** 3;
  }
  return squares > 0 ? cubes / squares : 0;
}

/** Clusters numbered 0, 1, … in the order in which rows that take part meet them; by a table where codes are dense, else a map. */
function numbered(values: Float64Array, k: number, codes: ArrayLike<number>) {
  const places = new Int32Array(codes.length);
  let highest = -1, clusters = 0;
  for (let i = 0; i < codes.length; i++) if (codes[i] > highest) highest = codes[i];
  const isDense = highest <= 4 * codes.length + 64;
  const table = new Int32Array(isDense ? highest + 1 : 0), far = new Map<number, number>();
  for (let i = 0; i < codes.length; i++) {
    let isIn = false;
    for (let p = 0; p < k && !isIn; p++) isIn = !Number.isNaN(values[i * k + p]);
    if (!isIn) continue;
    const known = isDense ? table[codes[i]] : far.get(codes[i]) ?? 0;
    places[i] = (known || ++clusters) - 1;
    if (known) continue;
    if (isDense) table[codes[i]] = clusters;
    else far.set(codes[i], clusters);
  }
  return { places, clusters };
}
