import pl from "nodejs-polars";

/**
 * The columns by which a metric groups unless it is told others: those of some that the frame has, and `condition` where the rows
 * are of several. Rows without a condition are one of them.
 */
export function defaultGroups(frame: pl.DataFrame, names: readonly string[]): readonly string[] {
  const own = names.filter((name) => frame.columns.includes(name));
  return conditionsOf(frame).length > 1 ? [...own, "condition"] : own;
}

/**
 * Throws where the rows of a frame are of several conditions of its owner's and what is asked of them knows no groups.
 *
 * @throws {RangeError} naming the conditions and the way to take one of them
 */
export function requireOneCondition(action: string, frame: pl.DataFrame): void {
  const found = conditionsOf(frame);
  if (found.length < 2) return;
  throw new RangeError(
    `${action}: wanted rows of one condition, found ${found.map((one) => one ?? "none").join(", ")}; take ` +
      `one of them: only(frame, { condition: ${JSON.stringify(found.find((one) => one !== null))} })${
        found.includes(null) ? " or only(frame, { condition: null })" : ""
      }`,
  );
}

/** The conditions of a frame's owner that its rows are of; none where there is no such column or it says nothing. */
export function conditionsOf(frame: pl.DataFrame): (string | null)[] {
  if (!frame.columns.includes("condition")) return [];
  const given = frame.getColumn("condition");
  return given.nullCount() === given.length
    ? []
    : given.unique().sort().cast(pl.Utf8).toArray() as (string | null)[];
}
