import { existsSync, statfsSync } from "node:fs";

/** Where a system keeps files in memory, if it has much room there: studies write every reply to the disk, and wait until it has it. */
const MEMORY = "/dev/shm", ROOM = 2 ** 30;
const room = existsSync(MEMORY) ? statfsSync(MEMORY) : { bavail: 0, bsize: 0 };
const hasRoom = room.bavail * room.bsize > ROOM;

/** A folder of its own that is removed with the test, on the `disk` where Deno is to run with fewer permissions: it reads nothing below /dev then. */
export function tempFolder({ disk = false } = {}): { path: string } & Disposable {
  const dir = hasRoom && !disk ? MEMORY : undefined;
  const path = Deno.makeTempDirSync({ dir, prefix: "judgebias-" });
  return { path, [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }) };
}
