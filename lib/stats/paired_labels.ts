/** A label that two raters give, or nothing. */
export type Label = string | number | boolean | null | undefined;

/**
 * The pairs of labels in which neither is missing (null, undefined, NaN), and how many were left out.
 *
 * @throws {TypeError} when the two lists differ in length
 */
export function pairedLabels(
  action: string,
  a: ArrayLike<Label>,
  b: ArrayLike<Label>,
): { pairs: [Label, Label][]; rows: number[]; nMissing: number } {
  if (a.length !== b.length) {
    throw new TypeError(
      `${action}: wanted as many labels from both raters, found ${a.length} and ${b.length}`,
    );
  }
  const rows = Array.from({ length: a.length }, (_, i) => i).filter((i) =>
    !isMissing(a[i]) && !isMissing(b[i])
  );
  return { pairs: rows.map((i) => [a[i], b[i]]), rows, nMissing: a.length - rows.length };
}

function isMissing(label: Label): boolean {
  return label === null || label === undefined || Number.isNaN(label);
}
