import { existsSync } from "node:fs";

/** Extensions under which a picture of one's own is looked for. */
const EXTENSIONS = ["png", "jpg", "jpeg", "webp", "gif", "tif", "tiff"];

/** The longest side of an embedded picture: twice what a figure shows. */
const LONGEST = 900;

/**
 * A picture of one's own for an example card, as a data URI: `<folder>/<name>.png` (or .jpg, .webp, …), turned upright and
 * scaled down, so that the figure holds it and needs no other file. Null where the folder has none of that name.
 *
 * @throws {RangeError} when the file cannot be read as a picture
 */
export async function ownPicture(folder: string, name: string): Promise<string | null> {
  const path = EXTENSIONS.map((extension) => `${folder}/${name}.${extension}`).find((file) =>
    existsSync(file)
  );
  if (path === undefined) return null;
  const { default: sharp } = await import("sharp");
  try {
    const bytes = await sharp(path).rotate().resize({
      width: LONGEST,
      height: LONGEST,
      fit: "inside",
      withoutEnlargement: true,
    }).flatten({ background: "#ffffff" }).jpeg({ quality: 85 }).toBuffer();
    return `data:image/jpeg;base64,${bytes.toString("base64")}`;
  } catch (error) {
    throw new RangeError(`${path}: wanted a picture, found a file that cannot be read as one`, {
      cause: error,
    });
  }
}
