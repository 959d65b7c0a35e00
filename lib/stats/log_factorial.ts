/** Beyond this n Stirling's series has an error below 1e-16 relative. */
const SMALL_FACTORIALS = 256;
const logFactorials = new Float64Array(SMALL_FACTORIALS);
for (let n = 2; n < SMALL_FACTORIALS; n++) logFactorials[n] = logFactorials[n - 1] + Math.log(n);

/** ln n!: summed once for small n, Stirling's series beyond. */
export function logFactorial(n: number): number {
  if (n < SMALL_FACTORIALS) return logFactorials[n];
  const x = n + 1;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x) - 1 / (360 * x ** 3) +
    1 / (1260 * x ** 5);
}
