/** Columns side by side that share the first line of their names. */
export interface ColumnGroup {
  name: string;
  from: number;
  to: number;
}

/** Columns side by side whose headings are the same; those without one are in no group. */
export function neighbours(headings: readonly (string | undefined)[]): ColumnGroup[] {
  const groups: ColumnGroup[] = [];
  headings.forEach((name, i) => {
    const last = groups.at(-1);
    if (!name) return;
    if (last?.name === name && last.to === i - 1) last.to = i;
    else groups.push({ name, from: i, to: i });
  });
  return groups;
}
