/** Lists of values by their keys, both in order of appearance: `Map.groupBy`, which Node has from 21 on. */
export function grouped<Value, Key>(values: Iterable<Value>, key: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const name = key(value), group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}

/** The mean of some numbers; NaN of none. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
