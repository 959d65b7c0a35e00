import { createRequire } from "node:module";
import type * as Zod from "zod";
import type { TableFile } from "./find_files.ts";
import { ResultsError } from "./results_error.ts";

let zod: typeof Zod | undefined;

/** A schema that is made when it is first asked for: zod would take a third of the time in which the core is loaded. */
export function lazySchema<Schema>(make: (z: typeof Zod.z) => Schema): () => Schema {
  let made: Schema | undefined;
  return () => {
    zod ??= createRequire(import.meta.url)("zod") as typeof Zod;
    return made ??= make(zod.z);
  };
}

/**
 * A record of a file as its schema has it.
 *
 * @throws {ResultsError} for one that does not fit, with the first complaint of the schema
 */
export function checkedRecord<T>(
  { path: file }: Pick<TableFile, "path">,
  line: number,
  schema: () => Zod.ZodType<T>,
  record: unknown,
): T {
  const parsed = schema().safeParse(record);
  if (parsed.success) return parsed.data;
  const [{ path, message }] = parsed.error.issues;
  throw new ResultsError({ file, line, column: path.join("."), expected: message });
}
