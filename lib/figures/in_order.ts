/** Sorts names: those of the list in its order, then the others by name; each once. */
export function inOrder(names: Iterable<string>, list: readonly string[]): string[] {
  const rank = (name: string) => list.includes(name) ? list.indexOf(name) : list.length;
  return [...new Set(names)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
