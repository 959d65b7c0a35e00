/** Beyond this n Stirling's series has an error below 1e-16 relative. */
const SMALL_FACTORIALS = 256;
const HALF_LOG_2PI = 0.5 * Math.log(2 * Math.PI);
const logFactorials = new Float64Array(SMALL_FACTORIALS);
for (let n = 2; n < SMALL_FACTORIALS; n++) logFactorials[n] = logFactorials[n - 1] + Math.log(n);

/** ln n!: summed once for small n, Stirling's series beyond. */
export function logFactorial(n: number): number {
  if (n < SMALL_FACTORIALS) return logFactorials[n];
  const x = n + 1, square = x * x;
  return (x - 0.5) * Math.log(x) - x + HALF_LOG_2PI + (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / x;
}
