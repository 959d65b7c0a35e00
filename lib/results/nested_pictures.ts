import type pl from "nodejs-polars";
import { toldColumns } from "../progress/require.ts";
import { isNested } from "./check.ts";
import { partsOf, valuesAt } from "./json_lines.ts";
import { said } from "./said.ts";
import { isPicture } from "./value_hint.ts";

/** How pictures themselves begin, as text. */
const PIXELS = /^(?:data:image\/|iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|Qk[0-9A-Za-z+/]{20})/;

/** In how many rows pictures are looked for before all are read. */
const LOOKED_AT = 1000;

/** The column as records, where its cells hold lists or objects: of JSON files these are texts. */
function recordsOf(frame: pl.DataFrame, column: string, isText: boolean): readonly object[] {
  if (!isText) return JSON.parse(`${frame.select(column).writeJSON({ format: "json" })}`);
  const texts = frame.getColumn(column).toArray() as (string | null)[];
  return texts.map((text) => ({ [column]: /^\s*[[{]/.test(text ?? "") ? JSON.parse(text!) : text }));
}

/** What of the lists and objects in a column names a picture in most rows, or is one: an address or a file's name before its bytes. */
export function picturesIn(
  frame: pl.DataFrame,
  column: string,
  nested: ReadonlySet<string>,
): { path: string; values: unknown[] } | undefined {
  const isList = isNested(frame.getColumn(column));
  if (!isList && !nested.has(column)) return undefined;
  const records = recordsOf(frame.head(LOOKED_AT), column, !isList);
  const parts = partsOf(records, column).map((path) => ({ path, values: valuesAt(records, path) }));
  const most = (is: (value: unknown) => boolean) =>
    parts.find(({ values }) =>
      2 * values.filter((one) => typeof one === "string" && is(one)).length > values.length
    );
  const isBytes = (value: unknown) => PIXELS.test(String(value));
  const found = most((value) => isPicture(value) && !isBytes(value)) ?? most(isBytes);
  if (!found || frame.height <= LOOKED_AT) return found;
  return { ...found, values: valuesAt(recordsOf(frame, column, !isList), found.path) };
}

/** Pictures inside lists or objects, where several items share one and each counts as a picture of its own. */
export function* nestedPictures({ frame, filled, nested }: {
  frame: pl.DataFrame;
  filled: readonly string[];
  nested: ReadonlySet<string>;
}) {
  if (!filled.includes("image_id")) return;
  const items = frame.getColumn("item_id").nUnique();
  for (const column of frame.columns) {
    const found = picturesIn(frame, column, nested);
    const pictures = new Set(found?.values.filter((one) => one != null)).size;
    if (!found || pictures === 0 || pictures >= items) continue;
    yield said("unread_image", {
      column: found.path,
      way: toldColumns([["image_id", found.path]]),
      items,
      pictures,
    });
    return;
  }
}
