import { existsSync, readdirSync, rmSync } from "node:fs";
import process from "node:process";

/** Removes half-written files (`<name>.<process>.tmp`) of processes that no longer run from a folder, if there is one. */
export function removeLeftovers(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const owner = /\.(\d+)\.tmp$/.exec(name)?.[1];
    if (owner !== undefined && !runs(Number(owner))) rmSync(`${folder}/${name}`, { force: true });
  }
}

function runs(id: number): boolean {
  try {
    process.kill(id, 0); // no signal, only the question
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
