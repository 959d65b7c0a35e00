/** One value, part and cluster per row. */
export interface CellRows {
  /** The number of each row whose mean is wanted; the estimate is NaN where one that takes part is. */
  values: ArrayLike<number>;
  /** Part of each row, 0 … weights.length − 1, or −1 for a row that takes no part. */
  parts: ArrayLike<number>;
  /** Cluster of each row, any whole number of 0 or more. */
  clusters: ArrayLike<number>;
}

/** Rows summed by cluster and part: all that an interval needs of them. */
export interface ClusterCells {
  /** Clusters with a row in any part, renumbered from 0. */
  clusters: number;
  /** Rows, and sums of values less their part's mean, of cluster g in part p at g · parts + p. */
  sizes: Float64Array;
  sums: Float64Array;
  counts: readonly number[];
  means: number[];
  /** Clusters with a row in each part. */
  partClusters: number[];
  /** Σ (value − its part's mean)² of each part. */
  squares: number[];
}

/**
 * Sums by cluster and part, checked: cluster codes may be any whole numbers, also far apart.
 *
 * @throws {TypeError} when values, parts and clusters differ in length
 * @throws {RangeError} for a part outside −1 … parts − 1, a negative cluster, a fraction as either
 */
export function clusterCells(
  { values, parts, clusters }: CellRows,
  k: number,
): ClusterCells {
  const rows = values.length;
  if (parts.length !== rows || clusters.length !== rows) {
    throw new TypeError(
      `clusterInterval: wanted as many parts and clusters as values, found ${rows}, ${parts.length}, ${clusters.length}`,
    );
  }
  const counts = new Array<number>(k).fill(0), totals = new Array<number>(k).fill(0);
  let highest = -1;
  for (let i = 0; i < rows; i++) {
    const part = parts[i], cluster = clusters[i];
    if (part === -1) continue;
    if (
      !(part >= 0 && part < k && cluster >= 0 && Math.floor(part) === part && Math.floor(cluster) === cluster)
    ) {
      throw new RangeError(
        `clusterInterval: wanted part −1 … ${k - 1} and cluster 0 …, found ${part} and ${cluster}`,
      );
    }
    counts[part]++;
    // A null of a column is no 0: the part's mean is then unknown, as with NaN.
    totals[part] += values[i] ?? NaN;
    if (cluster > highest) highest = cluster;
  }
  const means = totals.map((sum, part) => sum / counts[part]); // 0/0 is NaN: an empty part has no mean
  const { count, places } = clusterPlaces(parts, clusters, highest);
  const sizes = new Float64Array(count * k), sums = new Float64Array(count * k);
  const squares = new Array<number>(k).fill(0), partClusters = new Array<number>(k).fill(0);
  for (let i = 0; i < rows; i++) {
    const part = parts[i];
    if (part === -1) continue;
    const cell = places[i] * k + part, distance = values[i] - means[part];
    if (sizes[cell]++ === 0) partClusters[part]++;
    sums[cell] += distance;
    squares[part] += distance * distance;
  }
  return { clusters: count, sizes, sums, counts, means, partClusters, squares };
}

/** Each row's cluster as a number 0, 1, … of those that take part; by a table where codes are dense, a map where they are far apart. */
function clusterPlaces(
  parts: ArrayLike<number>,
  clusters: ArrayLike<number>,
  highest: number,
): { count: number; places: Int32Array } {
  const places = new Int32Array(parts.length);
  let count = 0;
  if (highest > 4 * parts.length + 64) {
    const known = new Map<number, number>();
    for (let i = 0; i < parts.length; i++) {
      if (parts[i] === -1) continue;
      let place = known.get(clusters[i]);
      if (place === undefined) known.set(clusters[i], place = count++);
      places[i] = place;
    }
    return { count, places };
  }
  const table = new Int32Array(highest + 1).fill(-1);
  for (let i = 0; i < parts.length; i++) {
    if (parts[i] === -1) continue;
    const cluster = clusters[i];
    if (table[cluster] < 0) table[cluster] = count++;
    places[i] = table[cluster];
  }
  return { count, places };
}
