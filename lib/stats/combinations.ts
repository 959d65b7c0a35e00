/** How many sets of `size` there are among `n`. */
export function binomial(n: number, size: number): number {
  let sets = 1;
  for (let i = 1; i <= size; i++) sets = sets * (n - size + i) / i;
  return Math.round(sets);
}

/** All sets of `size` of the numbers 0 … n − 1, ascending; the same array stands for each of them in turn. */
export function* combinations(n: number, size: number): Generator<readonly number[]> {
  const set = Array.from({ length: size }, (_, i) => i);
  while (size <= n) {
    yield set;
    let at = size - 1;
    while (at >= 0 && set[at] === n - size + at) at--;
    if (at < 0) return;
    for (let value = set[at] + 1; at < size; at++) set[at] = value++;
  }
}
