import { basename, dirname, resolve } from "node:path";
import type { TableFile } from "../find_files.ts";
import { peek } from "./peek.ts";

/** What the note says where nothing but the folder names the model. */
export const BY_FOLDER =
  "rows whose judge has the name of the folder, which any folder has: no results file lies beside that names the model (option judge)";

/**
 * The models under test, by file: as the tool's results file in the same folder says, else by the folder, which the tool calls as the
 * model, with two underscores for a slash. `isFolder` is true where the folder could be anybody's.
 */
export function modelNames(
  files: readonly TableFile[],
): (file: TableFile) => { model: string; isFolder: boolean } {
  const folderOf = ({ path }: TableFile) => dirname(resolve(path));
  const named = new Map(
    files.map((file) => [folderOf(file), peek(file).record] as const)
      .filter(([, record]) => "results" in record && typeof record.model_name === "string")
      .map(([folder, { model_name }]) => [folder, String(model_name)]),
  );
  return (file) => {
    const folder = folderOf(file), name = basename(folder), model = named.get(folder);
    return {
      model: model ?? name.replaceAll("__", "/"),
      isFolder: model === undefined && !name.includes("__"),
    };
  };
}
