/** What a mistyped name most likely means: by edit distance, within half of the name, none without a letter of it in place. */
export function nearest(
  name: string,
  candidates: readonly string[],
  { count = 3, within = Math.max(2, Math.ceil(name.length / 2)) } = {},
): string[] {
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) =>
      distance <= within && distance < Math.max(name.length, candidate.length)
    )
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

function editDistance(a: string, b: string): number {
  let before: number[] = [], row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isTurned = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const other = isTurned ? before[j - 2] + 1 : row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(next[j - 1] + 1, row[j] + 1, other);
    }
    before = row;
    row = next;
  }
  return row[b.length];
}
