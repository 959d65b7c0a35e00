import process from "node:process";
import type { DatabaseSync } from "node:sqlite";

/**
 * Opens a database file, made where there is none. SQLite is part of Deno and of Node from 22.5; it is asked for when it is
 * needed, so that older ones can load the rest of the library.
 */
export function openDatabase(path: string, { readOnly = false } = {}): DatabaseSync {
  const sqlite = process.getBuiltinModule?.("node:sqlite");
  if (!sqlite) throw new Error("judge: wanted Deno, or Node from 22.5 on (its SQLite), for journals");
  return new sqlite.DatabaseSync(path, { readOnly });
}

/** Takes a lock that the operating system gives back when the process ends, however it ends; null where somebody has it. */
export function lockFile(path: string): { release(): void } | null {
  const database = openDatabase(path);
  try {
    // Nothing is written: the file stays empty, and the lock is SQLite's own on it.
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (/locked|busy/i.test((error as Error).message)) return null;
    throw error;
  }
  return {
    release() {
      database.exec("ROLLBACK");
      database.close();
    },
  };
}
