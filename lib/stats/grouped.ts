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

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** What is left of a range that is halved so often: its upper half where `isBelow` holds of the middle. */
export function halved(low: number, high: number, isBelow: (middle: number) => boolean, times = 50) {
  for (let step = 0; step < times; step++) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return { low, high };
}

/** A function that makes what it is asked for once for each thing, and hands it out again. */
export function remembered<Of, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new Map<Of, Made>();
  return (of) => {
    const found = known.get(of) ?? make(of);
    known.set(of, found);
    return found;
  };
}

/** Adds values to an object that are made when they are first asked for, each once. */
export function lazily<Known extends object, Made extends object>(
  known: Known,
  makes: { [Name in keyof Made]: () => Made[Name] },
): Known & Made {
  for (const name of Object.keys(makes) as (keyof Made)[]) {
    const get = () => {
      const value = makes[name]();
      Object.defineProperty(known, name, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(known, name, { get, enumerable: true, configurable: true });
  }
  return known as Known & Made;
}
