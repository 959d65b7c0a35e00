/**
 * Ranks that comparisons leave open: from 1 + the number of those that are significantly better, to the length less
 * the number of those that are significantly worse, at 1 − `level`. With p-values that keep the family-wise error over all
 * pairs, all intervals hold together at that level (Al Mohamad, Goeman and van Zwet 2022). A comparison without a p-value leaves
 * the order open.
 */
export function rankIntervals(
  values: readonly number[],
  comparisons: readonly { i: number; j: number; pValue: number }[],
  level: number,
): { low: number; high: number }[] {
  const alpha = 1 - level;
  const ranks = values.map(() => ({ low: 1, high: values.length }));
  for (const { i, j, pValue } of comparisons) {
    if (!(pValue <= alpha)) continue;
    const [better, worse] = values[i] > values[j] ? [i, j] : [j, i];
    ranks[worse].low++;
    ranks[better].high--;
  }
  return ranks;
}
