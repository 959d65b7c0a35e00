/** Columns whose values make the groups: their names, or the name of one. */
export type By = string | readonly string[];

/** Names that objects have already: a row of a table cannot hold them. */
const TAKEN = ["constructor", "__proto__"];

/**
 * The columns that an option `by` names: one by its name alone, or a list.
 *
 * @param own columns of the result, which a column of the groups would replace or be replaced by
 * @throws {TypeError} for what is neither a name nor a list of names
 * @throws {RangeError} for a column that is called as one of the result's own
 */
export function columnList(by: By, own: readonly string[] = []): readonly string[] {
  const list: unknown = typeof by === "string" ? [by] : by;
  if (!Array.isArray(list) || !list.every((name) => typeof name === "string")) {
    throw new TypeError(
      `by: wanted the name of a column or a list of names, found ${JSON.stringify(by) ?? typeof by}`,
    );
  }
  const taken = [...own, ...TAKEN], found = list.find((name) => taken.includes(name));
  if (found !== undefined) {
    throw new RangeError(
      `by: wanted columns that are called otherwise than those of the result (${
        (own.includes(found) ? own : TAKEN).join(", ")
      }), found ${found}; rename it: frame.rename({ ${found}: "${found}_" })`,
    );
  }
  return list;
}
