import pl from "nodejs-polars";

/** A column of text with more distinct values than this is written value by value. */
const FEW_TEXTS = 8;

/**
 * A column of a frame that a test makes: as `pl.Series`, but whole numbers without gaps as a typed array, and text of few distinct
 * values (verdicts, a judge's name) picked from those by place, which takes half the time. Simulations make thousands of frames.
 */
export function fixtureColumn(name: string, values: readonly unknown[], type: pl.DataType): pl.Series {
  if (type === pl.Int32) {
    // A null in a list of integers would become 0: build floats first.
    return values.includes(null)
      ? pl.Series(name, values as unknown[], pl.Float64).cast(type)
      : pl.Series(name, Int32Array.from(values as number[]));
  }
  if (type === pl.Float64 && !values.includes(null)) {
    return pl.Series(name, Float64Array.from(values as number[]));
  }
  if (type !== pl.Utf8 || values.length < 4 * FEW_TEXTS) return pl.Series(name, values as unknown[], type);
  const places = new Map<unknown, number>(), codes: number[] = new Array(values.length);
  for (let i = 0; i < values.length; i++) {
    let place = places.get(values[i]);
    if (place === undefined) {
      if (places.size === FEW_TEXTS) return pl.Series(name, values as unknown[], type);
      places.set(values[i], place = places.size);
    }
    codes[i] = place;
  }
  const texts = pl.Series(name, [...places.keys()], type);
  return places.size === 1 && values[0] !== null
    ? pl.repeat(values[0] as string, values.length, name)
    : texts.gather(codes);
}

/** A frame of rows that name only what matters to a test: columns as the full rows have them, texts unless `types` says otherwise. */
export function fixtureFrame<T extends object>(
  rows: readonly T[],
  columns: readonly (keyof T & string)[],
  types: Partial<Record<string, pl.DataType>> = {},
): pl.DataFrame {
  return pl.DataFrame(
    columns.map((name) => fixtureColumn(name, rows.map((row) => row[name]), types[name] ?? pl.Utf8)),
  );
}
