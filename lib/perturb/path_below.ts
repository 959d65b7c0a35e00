import { existsSync, realpathSync } from "node:fs";
import { resolve, sep } from "node:path";

/**
 * The real path of a name below a folder, or where it would be if it is not there; null for one that leads out, by `..`, an
 * absolute path or a symbolic link.
 *
 * @param root the folder's own real path
 */
export function pathBelow(root: string, name: string): string | null {
  const wanted = resolve(root, name), isBelow = (path: string) => path.startsWith(root + sep);
  if (name.includes("\0") || !isBelow(wanted)) return null;
  const path = existsSync(wanted) ? realpathSync(wanted) : wanted;
  return isBelow(path) ? path : null;
}
