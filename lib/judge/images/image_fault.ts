import { crc32 } from "node:zlib";
import type { ImageHeader } from "./image_header.ts";

/**
 * What is wrong with an image file that begins as it should: cut off, or a PNG whose parts were changed on the way; null
 * for a whole file. A judge would be shown the upper half of such a picture, and answer. Nothing is decoded.
 */
export function imageFault(bytes: Uint8Array, type: ImageHeader["type"]): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (type) {
    case "image/jpeg":
      return endsJpeg(bytes) ? null : "a JPEG file that is cut off";
    case "image/gif":
      // Behind the trailer some programs leave zeros.
      return bytes[lastByte(bytes, 0)] === 0x3b ? null : "a GIF file that is cut off";
    case "image/webp":
      return view.getUint32(4, true) + 8 <= bytes.length ? null : "a WebP file that is cut off";
    case "image/png":
      return pngFault(bytes, view);
  }
}

function lastByte(bytes: Uint8Array, filler: number): number {
  let at = bytes.length - 1;
  while (at > 0 && bytes[at] === filler) at--;
  return at;
}

/** Cameras append notes behind the end of the picture: the mark must stand behind the last scan, not last. */
function endsJpeg(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 2; at > 1; at--) {
    if (bytes[at] !== 0xff) continue;
    const mark = bytes[at + 1];
    if (mark === 0xd9) return true;
    if (mark === 0xda) return false;
  }
  return false;
}

function pngFault(bytes: Uint8Array, view: DataView): string | null {
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at), end = at + 8 + length;
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
