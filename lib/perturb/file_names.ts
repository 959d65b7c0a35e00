import { createHash } from "node:crypto";

/** Longest name, so that an ending and a temporary one still fit where file names are limited to 255 bytes. */
const LONGEST = 80;

/**
 * A file name for each id, without an ending: the id itself where every file system takes it, else what is left of it with a
 * few digits of its hash. Different ids get different names, also where upper and lower case are the same.
 */
export function fileNames(ids: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const id of ids) times.set(id.toLowerCase(), (times.get(id.toLowerCase()) ?? 0) + 1);
  return ids.map((id) => {
    const plain = id.replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^_+/, "").slice(0, LONGEST);
    if (plain === id && times.get(id.toLowerCase()) === 1 && !RESERVED.test(id)) return id;
    return `${plain}-${createHash("sha256").update(id).digest("hex").slice(0, 12)}`;
  });
}

/** No name, and names of devices on Windows. */
const RESERVED = /^(|con|prn|aux|nul|com\d|lpt\d)$/i;
