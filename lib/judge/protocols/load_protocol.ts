import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Protocol } from "../protocol.ts";
import { libraryProtocol, PROTOCOLS } from "./index.ts";

/**
 * A protocol by its name, or one's own by its file: a module whose default export `protocol` or `pairProtocol` made.
 *
 * @throws {RangeError} for a name that no protocol has, or a file without one
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadProtocol } from "judgebias/judge";
 *
 * assert.equal((await loadProtocol("base")).name, "base");
 * const path = `${Deno.makeTempDirSync()}/shorter.ts`;
 * Deno.writeTextFileSync(path, `
 * import { judgment, pairProtocol } from "judgebias/judge";
 * export default pairProtocol({
 *   name: "shorter",
 *   summary: "Which answer says it in fewer words",
 *   prompts: { shorter: "{{query}}\\nA: {{answer_a}}\\nB: {{answer_b}}\\nWhich is shorter? A or B alone." },
 *   asks: [judgment("shorter")],
 * });`);
 * assert.equal((await loadProtocol(path)).name, "shorter");
 * ```
 */
export async function loadProtocol(name: string): Promise<Protocol> {
  if (!/\.[cm]?[jt]s$/.test(name) || !existsSync(name)) return libraryProtocol(name);
  const { default: own } = await import(pathToFileURL(resolve(name)).href);
  if (typeof own?.name !== "string" || !Array.isArray(own.steps) || typeof own.rows !== "function") {
    throw new RangeError(`judge: wanted a protocol as the default export of ${name}, found ${typeof own}`);
  }
  if (Object.hasOwn(PROTOCOLS, own.name)) {
    throw new RangeError(
      `judge: wanted another name for the protocol in ${name} than the library's ${own.name}`,
    );
  }
  return own;
}
