import type { Buffer } from "node:buffer";
import { realpathSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { relative, sep } from "node:path";
import { IMAGE_LIMITS } from "../../perturb/image_files.ts";
import { pathBelow } from "../../perturb/sample.ts";
import { hashOfText } from "../store/call_key.ts";

const KEPT = 4;

export interface LoadedImage {
  /** SHA-256 of the file's bytes; of the address where a remote image is passed on. */
  sha256: string;
  url: string;
  width: number | null;
  height: number | null;
}

export class ImageError extends Error {
  override name = "ImageError";
}

export function imageStore(
  folder: string | null,
  { remote = false, urls }: { remote?: boolean; urls?: string } = {},
) {
  const kept = new Map<string, Promise<LoadedImage>>();
  let root: string | undefined;

  const read = async (name: string): Promise<LoadedImage> => {
    const fault = (text: string) => new ImageError(`image ${name}: ${text}`);
    if (folder === null) throw fault("wanted a folder of images, none was named");
    try {
      root ??= realpathSync(folder);
    } catch {
      throw new ImageError(`image folder ${folder}: cannot be opened`);
    }
    // Synchronous: short looks at the file system cost less than their way through the event loop.
    const path = pathBelow(root, name);
    if (path === null) throw new ImageError(`image ${JSON.stringify(name)}: leads out of the image folder`);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) throw fault("no such file in the image folder");
    if (!stat.isFile()) throw fault("wanted a file, found a folder or device");
    if (stat.size > IMAGE_LIMITS.bytes) {
      throw fault(`wanted at most ${IMAGE_LIMITS.bytes} bytes, found ${stat.size}`);
    }
    const bytes = await readFile(path).catch((error) => {
      throw fault(`cannot be read (${error.message})`);
    });
    const header = await imageHeader(bytes);
    if (!header) throw fault("wanted a whole PNG, JPEG, GIF or WebP file, found something else");
    const { type, width, height } = header;
    if (!(width * height > 0 && width * height <= IMAGE_LIMITS.pixels)) {
      throw fault(`wanted 1 to ${IMAGE_LIMITS.pixels} pixels, found ${width} × ${height}`);
    }
    // A judge would be shown the upper half of a picture that is cut off, and answer. Nothing is decoded.
    const kind = type.slice("image/".length);
    if (!FORMATS[kind](bytes)) throw fault(`a file that is cut off (${kind})`);
    const url = urls === undefined
      ? `data:${type};base64,${bytes.toString("base64")}`
      : `${urls.replace(/\/+$/, "")}/${relative(root, path).split(sep).map(encodeURIComponent).join("/")}`;
    return { sha256: hashOfText(bytes), url, width, height };
  };

  return {
    async load(name: string): Promise<LoadedImage> {
      if (/^[a-z][a-z\d+.-]+:/i.test(name)) return remoteImage(name, remote);
      const loading = kept.get(name) ?? read(name);
      kept.set(name, loading);
      if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
      loading.catch(() => kept.delete(name));
      return await loading;
    },
  };
}

function remoteImage(name: string, allowed: boolean): LoadedImage {
  if (!/^https?:\/\//i.test(name)) {
    throw new ImageError(`image ${name.split(":")[0]}:…: wanted a path or an http(s) address`);
  }
  if (!allowed) {
    throw new ImageError(`image ${name}: remote images are sent only when asked for (--remote-images)`);
  }
  return { sha256: hashOfText(name), url: name, width: null, height: null };
}

const FORMATS: Record<string, (bytes: Buffer) => boolean> = {
  png: (bytes) => bytes.includes("IEND"),
  // Cameras append notes behind the end of the picture: the mark must stand behind the last scan, not last.
  jpeg(bytes) {
    let at = bytes.length - 2;
    while (at > 1 && !(bytes[at] === 0xff && (bytes[at + 1] === 0xd9 || bytes[at + 1] === 0xda))) at--;
    return at > 1 && bytes[at + 1] === 0xd9;
  },
  // Behind the trailer some programs leave zeros.
  gif: (bytes) => bytes[bytes.findLastIndex((byte) => byte !== 0)] === 0x3b,
  webp: (bytes) => bytes.readUInt32LE(4) + 8 <= bytes.length,
};

/** Format and size of a picture, without decoding it: a file of a few bytes can claim gigapixels. Null for anything else. */
export async function imageHeader(bytes: Uint8Array) {
  const { default: sharp } = await import("sharp");
  if (bytes.length === 0) return null;
  const found = await sharp(bytes, { limitInputPixels: false }).metadata().catch(() => null);
  if (!found || !Object.hasOwn(FORMATS, found.format)) return null;
  return { type: `image/${found.format}`, width: found.width, height: found.height };
}
