import { existsSync, readdirSync, rmSync } from "node:fs";

/** What may follow a figure's id in the name of a file that a rendering writes. */
const ENDINGS = [".svg", ".svg.js", ".png", ".csv", ".reference.svg", ".reference.svg.js"];

/**
 * Removes files of figures that this rendering did not write, pictures of other data: only in the folders given, and only
 * under names that a rendering gives. Returns the ids of the figures that are gone.
 *
 * @param folders by path: the ids of the figures that may lie there, and the files just written
 */
export function removeStalePictures(
  folders: Readonly<Record<string, { ids: readonly string[]; written: readonly string[] }>>,
): string[] {
  const gone = Object.entries(folders).flatMap(([folder, { ids, written }]) => {
    if (!existsSync(folder)) return [];
    const found = new Set(readdirSync(folder));
    return ids.flatMap((id) =>
      ENDINGS.filter((ending) => found.has(id + ending) && !written.includes(id + ending)).map((ending) => {
        rmSync(`${folder}/${id}${ending}`);
        return id;
      })
    );
  });
  return [...new Set(gone)];
}
