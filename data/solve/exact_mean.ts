/**
 * Turns deviations into scores in [0, 1] of a given mean, in place: shifted by one amount, cut, rounded to the grain; what rounding leaves
 * is laid on single values. Those of `fixed` stay, by place (NaN gives way).
 */
export function exactMean(
  values: Float64Array,
  mean: number,
  { grain, fixed = [] }: { grain: number; fixed?: readonly number[] },
): void {
  const n = values.length, top = Math.round(1 / grain);
  const free = (k: number) => !(k < fixed.length && !Number.isNaN(fixed[k]));
  let wanted = Math.round(mean * n / grain), held = 0;
  for (let k = 0; k < fixed.length; k++) {
    if (free(k)) continue;
    values[k] = Math.round(fixed[k] / grain);
    wanted -= values[k];
    held++;
  }
  if (!(wanted >= 0 && wanted <= (n - held) * top)) {
    throw new RangeError(`exactMean: wanted a mean that ${n} values in [0, 1] can have, found ${mean}`);
  }
  const shifted = (k: number, shift: number) =>
    Math.min(top, Math.max(0, Math.round((values[k] + shift) / grain)));
  const total = (shift: number) => {
    let sum = 0;
    for (let k = 0; k < n; k++) if (free(k)) sum += shifted(k, shift);
    return sum;
  };
  const shift = solve(total, wanted, { low: -2, high: 3, start: mean });
  let left = wanted - total(shift);
  for (let k = 0; k < n; k++) if (free(k)) values[k] = shifted(k, shift);
  while (left !== 0) {
    const step = Math.sign(left);
    for (let k = 0; k < n && left !== 0; k++) {
      if (!free(k) || values[k] + step < 0 || values[k] + step > top) continue;
      values[k] += step;
      left -= step;
    }
  }
  for (let k = 0; k < n; k++) values[k] /= top;
}

/** Where a rising function comes closest to a value: false position within a bracket that halves when it must. */
function solve(
  f: (x: number) => number,
  wanted: number,
  { low, high, start }: { low: number; high: number; start: number },
): number {
  let atLow = f(low) - wanted, atHigh = f(high) - wanted, x = start;
  for (let i = 0; i < 60; i++) {
    const value = f(x) - wanted;
    if (value === 0 || high - low < 1e-9) return x;
    if (value < 0) [low, atLow] = [x, value];
    else [high, atHigh] = [x, value];
    const slope = (atHigh - atLow) / (high - low);
    const guess = low - atLow / slope, width = high - low;
    x = i % 3 === 2 || !(guess > low && guess < high) ? low + width / 2 : guess;
  }
  return x;
}
