import type { TableFile } from "../find_files.ts";
import { ResultsError } from "../results_error.ts";

interface Place {
  file: TableFile;
  line?: number;
  record?: unknown;
}

const isRaw = (error: unknown): error is TypeError =>
  error instanceof TypeError && !error.message.includes(": wanted ");

/** Of a record without what the tool always writes an engine says what it could not do; this says where it stands and what of it is nothing. */
export function placed<T>(tool: string, { file, line, record }: Place, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    if (!isRaw(cause)) throw cause;
    const nothing = nothingIn(record).slice(0, 5).join(", ");
    const found = nothing ? `, found nothing in ${nothing}` : ` (${cause.message})`;
    const expected = `a record with the objects and lists that ${tool} writes${found}`;
    throw Object.assign(new ResultsError({ file: file.path, line, expected }), { cause });
  }
}

/** The same of what reads the records of several files: which of them it is shows where each is alone. */
export function placedAmong<T, Found extends Place>(
  tool: string,
  files: readonly TableFile[],
  records: (file: TableFile) => readonly Found[],
  run: (files: readonly TableFile[], records: (file: TableFile) => readonly Found[]) => T,
): T {
  try {
    return run(files, records);
  } catch (error) {
    const fails = (found: Found): boolean => {
      try {
        run([found.file], () => [found]);
        return false;
      } catch (error) {
        return isRaw(error);
      }
    };
    const found = isRaw(error) ? files.flatMap(records).find(fails) : undefined;
    return placed<T>(tool, found ?? { file: files[0] }, () => {
      throw error;
    });
  }
}

function nothingIn(value: unknown, path: readonly string[] = []): string[] {
  if (value === null) return [path.join(".")];
  const parts = typeof value === "object" ? Object.entries(value) : [];
  return parts.flatMap(([name, part]) => nothingIn(part, [...path, name]));
}
