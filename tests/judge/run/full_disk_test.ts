import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import pl from "nodejs-polars";
import { simulatedServer } from "../simulated_server.ts";
import { writeFrame } from "@/results/write_frame.ts";
import { place, repliesOf, samples } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

const mount = (...args: string[]) => execFileSync("mount", args, { stdio: "ignore" });

/** A disk of so many bytes in a folder, for as long as the test. */
function smallDisk(bytes: number): { path: string } & Disposable {
  const { path, [Symbol.dispose]: remove } = tempFolder();
  mount("-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", path);
  const unmount = () => {
    execFileSync("umount", ["-l", path]);
    remove();
  };
  return { path, [Symbol.dispose]: unmount };
}

/** Only root may mount a disk, and not in every container. */
const ignore = (() => {
  try {
    smallDisk(65_536)[Symbol.dispose]();
    return false;
  } catch {
    return true;
  }
})();

const onSmallDisk = (name: string, bytes: number, use: (folder: string) => void | Promise<void>) =>
  Deno.test({
    name: `${name}${ignore ? " (skipped: no right to mount a small disk)" : ""}`,
    ignore,
    async fn() {
      using disk = smallDisk(bytes);
      await use(disk.path);
    },
  });

/** Fills a disk but for so many bytes, also where something fills it already. */
function fill(folder: string, left: number): void {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(`${folder}/filling`, new Uint8Array(Math.max(0, bavail * bsize - left)), { flag: "a" });
}

const frame = pl.DataFrame({ a: Array.from({ length: 20_000 }, (_, i) => `text number ${i * 7919}`) });

Deno.test("writeFrame where no file can be: the system's code and the path, nothing left behind", () => {
  using folder = tempFolder();
  writeFileSync(`${folder.path}/file`, "");
  Deno.mkdirSync(`${folder.path}/taken.csv`);
  const below = /ENOTDIR|EEXIST/;
  const cases = { "file/below.csv": below, "file/below.parquet": below, "taken.csv": /EISDIR|ENOTEMPTY/ };
  for (const [name, wanted] of Object.entries(cases)) {
    const path = `${folder.path}/${name}`;
    assert.throws(() => writeFrame(frame, path), ({ message, code }: Error & { code: string }) => {
      assert.match(code, wanted);
      assert.ok(message.startsWith(`write: wanted to write ${path}, found ${code}: `), message);
      return true;
    });
  }
  assert.deepEqual(readdirSync(folder.path).sort(), ["file", "taken.csv"]);
});

onSmallDisk(
  "writeFrame on a full disk: one error with code and path, the old file as it was",
  400_000,
  (folder) => {
    for (const ending of ["csv", "jsonl", "parquet"]) {
      const path = `${folder}/a.${ending}`;
      writeFrame(frame.head(3), path);
      const before = readFileSync(path);
      fill(folder, 40_000);
      const refused = { code: "ENOSPC", message: new RegExp(path) };
      assert.throws(() => writeFrame(frame, path), refused, ending);
      assert.deepEqual(readFileSync(path), before);
      Deno.removeSync(`${folder}/filling`);
      assert.deepEqual(readdirSync(folder).filter((name) => name.endsWith(".tmp")), []);
    }
  },
);

onSmallDisk(
  "a disk that fills up during a run: one error, every reply that was paid is in the journal, the next run asks the rest",
  4_000_000,
  async (folder) => {
    await using at = await place(simulatedServer(), { pairs: 120 });
    const { answers } = at.server,
      run = () => at.run({ out: folder }),
      journal = `${folder}/journals/base--j.sqlite`;
    fill(folder, 1_250_000);
    await assert.rejects(run, {
      code: "ENOSPC",
      message: /wanted to write .*base--j\.sqlite, found ENOSPC: /,
    });
    const paid = [...answers.values()].reduce((sum, count) => sum + count, 0);
    assert.ok(paid > 0 && paid < 120, `${paid} replies`);
    assert.equal(repliesOf(journal).length, paid);
    assert.ok(!existsSync(`${journal}.spare`));
    // Too little for the room that a run keeps (a slow one leaves more, its index being written meanwhile): nothing is asked.
    fill(folder, 500_000);
    await assert.rejects(run, /found ENOSPC/);
    assert.equal(answers.size, paid);
    Deno.removeSync(`${folder}/filling`);
    const { done, skipped } = await run();
    assert.deepEqual([done, skipped, repliesOf(journal).length], [120 - paid, paid, 120]);
    assert.ok([...answers.values()].every((count) => count === 1));
  },
);

onSmallDisk(
  "a folder that cannot be written to: one error with the path, and nobody is asked",
  4_000_000,
  async (folder) => {
    await using at = await place(simulatedServer(), { data: samples(3) });
    const { journal } = await at.run({ out: folder });
    mount("-o", "remount,ro", folder);
    const refused = { code: "EROFS", message: /wanted to write .*, found EROFS/ };
    await assert.rejects(at.run({ out: folder, condition: "later" }), refused);
    await assert.rejects(at.run({ out: `${folder}/new` }), refused);
    assert.equal(at.server.answers.size, 3, "nothing was asked beyond the first run");
    assert.equal(repliesOf(journal).length, 3, "what is there can be read");
  },
);
