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
