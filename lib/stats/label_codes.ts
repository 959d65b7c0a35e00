/** Numbers 0, 1, … for labels of any kind, in the order in which they first come. */
export function labelCodes(labels: ArrayLike<unknown>): { codes: Int32Array; count: number } {
  const places = new Map<unknown, number>();
  const codes = Int32Array.from({ length: labels.length }, (_, i) => {
    const place = places.get(labels[i]) ?? places.size;
    if (place === places.size) places.set(labels[i], place);
    return place;
  });
  return { codes, count: places.size };
}
