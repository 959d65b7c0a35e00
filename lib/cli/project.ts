import { fileURLToPath } from "node:url";

/** The project's root folder, wherever the command was started. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Folder for what can be made again: kernels, fonts' cache, simulated frames. Not in version control. */
export const CACHE = `${ROOT}.cache`;
