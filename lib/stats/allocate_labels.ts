/**
 * How many units to draw of each stratum: by its size times the root of its variance (Neyman 1934), at least two where there are two, `n` in all.
 */
export function allocateLabels(strata: readonly { size: number; variance: number }[], n: number): number[] {
  const wanted = strata.map(({ size }) => Math.min(2, size)),
    drawn = () => wanted.reduce((sum, own) => sum + own, 0);
  while (drawn() < n) {
    // The next label goes to where it takes most of the variance off: w²s²·(1/m − 1/(m + 1)).
    const gain = strata.map(({ size, variance }, k) =>
      wanted[k] < size ? size ** 2 * variance / (wanted[k] * (wanted[k] + 1)) : -1
    );
    wanted[gain.indexOf(Math.max(...gain))]++;
  }
  while (drawn() > n) wanted[wanted.indexOf(Math.max(...wanted))]--;
  return wanted;
}
