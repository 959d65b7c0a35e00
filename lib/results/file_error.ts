export function fileError(path: string, error: unknown): unknown {
  const found = error as Error & { path?: unknown }, code = systemCode(found);
  if (code === null || found.path === path && found.message.startsWith("write: ")) return error;
  const reason = found.message.replace(new RegExp(`^${code}: `), "")
    .replace(/, (open|mkdir|rename|write|fsync|ftruncate)\b.*$/s, "");
  const message = `write: wanted to write ${path}, found ${code}: ${reason}`;
  return Object.assign(new Error(message, { cause: error }), { code, path });
}

export function writing<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw fileError(path, error);
  }
}

const SYSTEM: readonly (readonly [RegExp, string])[] = [
  [/os error 28\b|database or disk is full/, "ENOSPC"],
  [/os error 30\b|readonly database/, "EROFS"],
  [/os error 13\b/, "EACCES"],
  [/os error 5\b|disk I\/O error/, "EIO"],
];

function systemCode(error: Error): string | null {
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && /^E[A-Z]+$/.test(code)) return code;
  return SYSTEM.find(([pattern]) => pattern.test(error.message))?.[1] ?? null;
}
