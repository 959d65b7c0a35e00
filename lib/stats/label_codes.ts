/**
 * Numbers 0, 1, … for the labels of clusters, of any kind, in the order in which they first come.
 *
 * @throws {RangeError} for a row without a label (null, undefined, NaN): it would share a cluster with all others that have none
 */
export function labelCodes<Label>(
  action: string,
  labels: ArrayLike<Label>,
): { codes: Int32Array; labels: Label[] } {
  const places = new Map<Label, number>(), codes = new Int32Array(labels.length);
  for (let i = 0; i < codes.length; i++) {
    const label = labels[i];
    let place = places.get(label);
    if (place === undefined) {
      if (label === null || label === undefined || Number.isNaN(label)) {
        throw new RangeError(`${action}: wanted a cluster for each row, found ${label} in row ${i + 1}`);
      }
      places.set(label, place = places.size);
    }
    codes[i] = place;
  }
  return { codes, labels: [...places.keys()] };
}
