import { crc32 } from "node:zlib";

/** What an image file says about itself in its first bytes. */
export interface ImageHeader {
  type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  width: number;
  height: number;
}

/**
 * Format and size of a PNG, JPEG, GIF or WebP picture from its header, without decoding it: a file of a few bytes can
 * claim gigapixels. Null for anything else, and for a header that is cut off.
 */
export function imageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return png(view) ?? gif(view) ?? webp(view) ?? jpeg(view);
  } catch (error) {
    if (error instanceof RangeError) return null; // read past the end
    throw error;
  }
}

function ascii(view: DataView, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (view.getUint8(at + i) !== text.charCodeAt(i)) return false;
  return true;
}

function png(view: DataView): ImageHeader | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a || !ascii(view, 12, "IHDR")) {
    return null;
  }
  return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
}

function gif(view: DataView): ImageHeader | null {
  if (!ascii(view, 0, "GIF8")) return null;
  return { type: "image/gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function webp(view: DataView): ImageHeader | null {
  if (!ascii(view, 0, "RIFF") || !ascii(view, 8, "WEBP")) return null;
  const size = (width: number, height: number): ImageHeader => ({ type: "image/webp", width, height });
  if (ascii(view, 12, "VP8X")) {
    const plusOne = (at: number) => 1 + (view.getUint16(at, true) | (view.getUint8(at + 2) << 16));
    return size(plusOne(24), plusOne(27));
  }
  if (ascii(view, 12, "VP8L")) {
    const bits = view.getUint32(21, true);
    return size(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
  }
  if (ascii(view, 12, "VP8 ")) {
    return size(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  }
  return null;
}

function jpeg(view: DataView): ImageHeader | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (true) {
    if (view.getUint8(at) !== 0xff) return null;
    while (view.getUint8(at + 1) === 0xff) at++; // fill bytes
    const marker = view.getUint8(at + 1);
    // Start of frame: all of C0 to CF but the tables C4, C8 and CC.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { type: "image/jpeg", height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    if (marker === 0xd9 || marker === 0xda) return null; // image data before any frame
    at += marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8) ? 2 : 2 + view.getUint16(at + 2);
  }
}

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
