import { crc32 } from "node:zlib";

/** What an image file says about itself in its first bytes. */
export interface ImageHeader {
  type: string;
  width: number;
  height: number;
}

/** The formats that judges take, and what is wrong with a file of them that begins as it should; null for a whole one. */
const FORMATS: Record<string, (bytes: Uint8Array, view: DataView) => string | null> = {
  png: pngFault,
  // Cameras append notes behind the end of the picture: the mark must stand behind the last scan, not last.
  jpeg(bytes) {
    let at = bytes.length - 2;
    while (at > 1 && !(bytes[at] === 0xff && (bytes[at + 1] === 0xd9 || bytes[at + 1] === 0xda))) at--;
    return at > 1 && bytes[at + 1] === 0xd9 ? null : "a JPEG file that is cut off";
  },
  // Behind the trailer some programs leave zeros.
  gif: (bytes) =>
    bytes[bytes.findLastIndex((byte) => byte !== 0)] === 0x3b ? null : "a GIF file that is cut off",
  webp: (bytes, view) => view.getUint32(4, true) + 8 <= bytes.length ? null : "a WebP file that is cut off",
};

/** Format and size of a picture, without decoding it: a file of a few bytes can claim gigapixels. Null for anything else. */
export async function imageHeader(bytes: Uint8Array): Promise<ImageHeader | null> {
  const { default: sharp } = await import("sharp");
  if (bytes.length === 0) return null;
  const found = await sharp(bytes, { limitInputPixels: false }).metadata().catch(() => null);
  if (!found || !Object.hasOwn(FORMATS, found.format)) return null;
  return { type: `image/${found.format}`, width: found.width, height: found.height };
}

/**
 * What is wrong with an image file: cut off, or a PNG whose parts were changed on the way; null for a whole file. A judge would be
 * shown the upper half of such a picture, and answer. Nothing is decoded.
 */
export function imageFault(bytes: Uint8Array, { type }: ImageHeader): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return FORMATS[type.slice("image/".length)](bytes, view);
}

function pngFault(bytes: Uint8Array, view: DataView): string | null {
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > bytes.length) break;
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) {
      return `a PNG file whose ${name} part does not match its checksum`;
    }
    if (name === "IEND") return null;
    at = end + 4;
  }
  return "a PNG file that is cut off";
}
