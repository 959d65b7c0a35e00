/**
 * A name for a passing column that none of a frame's columns has: those come from files, and may be called anything.
 */
export function unusedName(columns: readonly string[], wanted: string): string {
  let name = wanted;
  while (columns.includes(name)) name += "_";
  return name;
}
