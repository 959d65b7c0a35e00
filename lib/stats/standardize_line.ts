/** Standardises every `stride`-th value in place, and returns the standard deviation that they had. */
export function standardizeLine(
  values: Float64Array,
  { start, stride, count, ddof }: { start: number; stride: number; count: number; ddof: number },
): number {
  let sum = 0, squares = 0;
  const end = start + count * stride;
  for (let k = start; k < end; k += stride) sum += values[k];
  const mean = sum / count;
  for (let k = start; k < end; k += stride) squares += (values[k] - mean) ** 2;
  const sd = Math.sqrt(squares / (count - ddof));
  for (let k = start; k < end; k += stride) values[k] = (values[k] - mean) / sd;
  return sd;
}
