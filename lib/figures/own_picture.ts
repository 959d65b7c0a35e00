import { existsSync } from "node:fs";

const EXTENSIONS = ["png", "jpg", "jpeg", "webp", "gif", "tif", "tiff"];

/** The longest side of a picture of one's own: twice what a figure shows, and more for those that zoom in. */
const LONGEST = 900;

/**
 * A picture of one's own for an example card, as a data URI: `<folder>/<name>.png` (or .jpg, .webp, …). Null where the folder
 * has none of that name.
 *
 * @throws {RangeError} when the file cannot be read as a picture
 */
export async function ownPicture(folder: string, name: string): Promise<string | null> {
  const path = EXTENSIONS.map((extension) => `${folder}/${name}.${extension}`).find((file) =>
    existsSync(file)
  );
  return path === undefined ? null : (await embedded(path, LONGEST)).href;
}

/** A picture as a data URI with its size, upright and scaled down to a longest side. */
export async function embedded(
  picture: string | Uint8Array,
  longest: number,
): Promise<{ href: string; width: number; height: number }> {
  const { default: sharp } = await import("sharp");
  try {
    const { data, info } = await sharp(picture).autoOrient()
      .resize({ width: longest, height: longest, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" }).jpeg({ quality: 85 }).toBuffer({ resolveWithObject: true });
    return {
      href: `data:image/jpeg;base64,${data.toString("base64")}`,
      width: info.width,
      height: info.height,
    };
  } catch (error) {
    const name = typeof picture === "string" ? `${picture}: ` : "";
    throw new RangeError(`${name}wanted a picture, found a file that cannot be read as one`, {
      cause: error,
    });
  }
}
