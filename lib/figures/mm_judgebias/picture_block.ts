import { type Block, photo } from "../schematic/layout.ts";

/** Pixels of an embedded picture per pixel of the figure. */
const DENSITY = 2;

/**
 * A picture's bytes as a block that fits into a square of `side` pixels, embedded as a JPEG at twice that; small pictures
 * are not blown up.
 *
 * @throws {RangeError} when the bytes cannot be read as a picture
 */
export async function pictureBlock(bytes: Uint8Array, side: number): Promise<Block> {
  const { default: sharp } = await import("sharp");
  const resized = {
    width: DENSITY * side,
    height: DENSITY * side,
    fit: "inside",
    withoutEnlargement: true,
  } as const;
  try {
    const { data, info } = await sharp(bytes).autoOrient().flatten({ background: "#ffffff" }).resize(resized)
      .jpeg({ quality: 82 }).toBuffer({ resolveWithObject: true });
    const scale = Math.min(1 / DENSITY, side / info.width, side / info.height);
    const href = `data:image/jpeg;base64,${data.toString("base64")}`;
    return photo(href, Math.round(info.width * scale), Math.round(info.height * scale));
  } catch (error) {
    throw new RangeError("pictureBlock: wanted a picture, found bytes that cannot be read as one", {
      cause: error,
    });
  }
}
