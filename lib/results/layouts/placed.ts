import type { TableFile } from "../find_files.ts";
import { ResultsError } from "../results_error.ts";

/** Of a record without what the tool always writes an engine says what it could not do; this says where it stands and what of it is nothing. */
export function placed<T>(
  tool: string,
  read: { file: TableFile; line?: number; record?: unknown },
  run: () => T,
): T {
  try {
    return run();
  } catch (cause) {
    if (!(cause instanceof TypeError) || cause.message.includes(": wanted ")) throw cause;
    const { file, line, record } = read, nothing = nothingIn(record).slice(0, 5).join(", ");
    const found = nothing ? `, found nothing in ${nothing}` : ` (${cause.message})`;
    const expected = `a record with the objects and lists that ${tool} writes${found}`;
    throw Object.assign(new ResultsError({ file: file.path, line, expected }), { cause });
  }
}

function nothingIn(value: unknown, path: readonly string[] = []): string[] {
  if (value === null) return [path.join(".")];
  const parts = typeof value === "object" ? Object.entries(value) : [];
  return parts.flatMap(([name, part]) => nothingIn(part, [...path, name]));
}
