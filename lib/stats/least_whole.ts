/** The smallest whole number from 1 for which it is enough, or Infinity where none up to 2⁵³ is; what is enough stays so. */
export function leastWhole(enough: (n: number) => boolean): number {
  let high = 1;
  while (!enough(high)) {
    high *= 2;
    if (high > Number.MAX_SAFE_INTEGER) return Infinity;
  }
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
