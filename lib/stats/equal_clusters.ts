/** With fewer effective clusters than this behind a part the row carries a warning. */
export const FEW_CLUSTERS = 5;

/** Clusters of equal size that would leave as much of the rows as these: n²/Σm². */
export function equalClusters(sizes: Iterable<number>): number {
  let n = 0, squares = 0;
  for (const size of sizes) {
    n += size;
    squares += size * size;
  }
  return n * n / squares;
}
