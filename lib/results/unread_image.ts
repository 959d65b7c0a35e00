import type pl from "nodejs-polars";

/** Names that columns with the picture have in other files. */
const PICTURE =
  /^(image|img|picture|photo|video)([ _-]?(id|url|uri|path|file|filename|name|src|link))?$|^file[ _-]?name$/i;

/**
 * Says where a column sounds like the picture and several items share one, while every item counts as a picture of its own: intervals over
 * pictures would be too narrow without a word.
 */
export function unreadImage(frame: pl.DataFrame, filled: readonly string[]): string[] {
  if (!filled.includes("image_id")) return [];
  const items = frame.getColumn("item_id").nUnique();
  const found = frame.columns.filter((column) => column !== "image" && PICTURE.test(column)).flatMap(
    (column) => {
      const values = frame.getColumn(column), pictures = values.nUnique() - (values.nullCount() > 0 ? 1 : 0);
      return pictures > 0 && pictures < items ? [{ column, pictures }] : [];
    },
  );
  if (found.length === 0) return [];
  const [{ column, pictures }] = found;
  return [
    `the column ${column} is not read: if it names the picture, name it (columns: { image_id: ${
      JSON.stringify(column)
    } }, on the command ` +
    `line --columns "image_id=${column}"), for ${items} items share ${pictures} of its values; now every item counts as a picture of its ` +
    "own, which makes intervals too narrow where verdicts on one picture go together",
  ];
}
