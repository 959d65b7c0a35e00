import pl from "nodejs-polars";
import { unusedName } from "../results/frame.ts";

/** Columns of pairs that say what holds of an item, whoever judges it. */
const OF_ITEMS = ["image_id", "domain", "human", "more_informative", "words_a", "words_b"];

const SIDES = ["first", "second"];

/** What one of two results says of no item it has from the other, item by item, unless an item has several values. */
export function sharedLabels(frames: readonly pl.DataFrame[]): { frames: pl.DataFrame[]; notes: string[] } {
  const [keys, at] = [["benchmark", "item_id"], unusedName(frames.flatMap(({ columns }) => columns), "item")];
  const whole = keys.filter((key) => frames.every(({ columns }) => columns.includes(key)));
  const cells = whole.map((key) => pl.col(key).cast(pl.Utf8).fillNull(pl.lit("\u0001")));
  const known = frames.map((frame) =>
    OF_ITEMS.filter((name) =>
      frame.columns.includes(name) && frame.getColumn(name).nullCount() < frame.height
    )
  );
  const keyed = frames.map((frame) => frame.withColumns(pl.concatString(cells, "\u0000").alias(at)));
  const taken = keyed.map((frame, side) => {
    let rows: pl.DataFrame = frame;
    const names = known[1 - side].filter((name) => {
      const said = keyed[1 - side].select(at, name).filter(pl.col(name).isNotNull()).unique();
      if (known[side].includes(name) || said.getColumn(at).nUnique() < said.height) return false;
      const own: pl.DataFrame = rows.columns.includes(name) ? rows.drop(name) : rows;
      rows = own.join(said, { on: at, how: "left" });
      return true;
    });
    return { rows: rows.drop(at) as pl.DataFrame, names };
  });
  return {
    frames: taken.map(({ rows }) => rows),
    notes: taken.flatMap(({ names }, side) =>
      names.length === 0
        ? []
        : [`The ${SIDES[side]} results lack ${names.join(", ")}: taken from the ${SIDES[1 - side]}, by item.`]
    ),
  };
}

/** How many labels of two results in one order differ (of people's choices also where one has none), and where first; empty where none does. */
export function unlikeLabels(before: pl.DataFrame, after: pl.DataFrame, column: string): string {
  const [people, others] = [before, after].map((frame) => frame.getColumn(column).toArray());
  const rows = [...people.keys()].filter((row) =>
      people[row] !== others[row] && (column === "human" || people[row] !== null && others[row] !== null)
    ),
    [row] = rows;
  return row === undefined
    ? ""
    : `${rows.length} of ${people.length} that differ, such as item ${
      before.getColumn("item_id").get(row)
    } (${people[row] ?? "none"} before, ${others[row] ?? "none"} after)`;
}
