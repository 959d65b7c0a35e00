import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import pl from "nodejs-polars";
import { runJudge } from "@/judge/run/run_judge.ts";
import { simulatedServer } from "../simulated_server.ts";
import { writeFrame } from "@/results/write_frame.ts";
import { repliesOf, runOf, studyIn } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

/** A disk of so many bytes, while `use` runs. */
async function onSmallDisk(bytes: number, use: (folder: string) => Promise<void>): Promise<void> {
  using folder = tempFolder();
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", folder.path]);
  try {
    await use(folder.path);
  } finally {
    execFileSync("umount", ["-l", folder.path]);
  }
}

/** Only root may mount a disk, and not in every container. */
function canMount(): boolean {
  const path = Deno.makeTempDirSync();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=65536", "tmpfs", path], { stdio: "ignore" });
    execFileSync("umount", [path]);
    return true;
  } catch {
    return false;
  } finally {
    Deno.removeSync(path);
  }
}

const ignore = !canMount();

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
  for (
    const [path, code] of [
      [`${folder.path}/file/below.csv`, /ENOTDIR|EEXIST/],
      [`${folder.path}/file/below.parquet`, /ENOTDIR|EEXIST/],
      [`${folder.path}/taken.csv`, /EISDIR|ENOTEMPTY/],
    ] as const
  ) {
    assert.throws(() => writeFrame(frame, path), (error) => {
      const { message, code: found } = error as Error & { code: string };
      assert.match(found, code);
      assert.ok(message.startsWith(`write: wanted to write ${path}, found ${found}: `), message);
      return true;
    });
  }
  assert.deepEqual(readdirSync(folder.path).sort(), ["file", "taken.csv"]);
});

Deno.test({
  name: "writeFrame on a full disk: one error with code and path, the old file as it was" +
    (ignore ? " (skipped: no right to mount a small disk)" : ""),
  ignore,
  fn: () =>
    onSmallDisk(400_000, (folder) => {
      for (const ending of ["csv", "jsonl", "parquet"]) {
        const path = `${folder}/a.${ending}`;
        writeFrame(frame.head(3), path);
        const before = readFileSync(path);
        fill(folder, 40_000);
        assert.throws(
          () => writeFrame(frame, path),
          (error) => (error as { code: string }).code === "ENOSPC" && String(error).includes(path),
          ending,
        );
        assert.deepEqual(readFileSync(path), before);
        Deno.removeSync(`${folder}/filling`);
        assert.deepEqual(readdirSync(folder).filter((name) => name.endsWith(".tmp")), []);
      }
      return Promise.resolve();
    }),
});

Deno.test({
  name:
    "a disk that fills up during a run: one error, every reply that was paid is in the journal, the next run asks the rest" +
    (ignore ? " (skipped: no right to mount a small disk)" : ""),
  ignore,
  fn: () =>
    onSmallDisk(4_000_000, async (folder) => {
      using elsewhere = tempFolder();
      const { data, images } = studyIn(elsewhere.path, 120);
      await using server = await simulatedServer();
      const options = runOf({ data, images }, server.url, folder);
      fill(folder, 1_250_000);
      await assert.rejects(runJudge(options), (error) => {
        const { message, code } = error as Error & { code: string };
        return code === "ENOSPC" &&
          /wanted to write .*base--j\.sqlite, found ENOSPC: /.test(message);
      });
      const paid = [...server.answers.values()].reduce((sum, count) => sum + count, 0);
      const journal = `${folder}/journals/base--j.sqlite`;
      const verdicts = () => repliesOf(journal).length;
      assert.ok(paid > 0 && paid < 120, `${paid} replies`);
      assert.equal(verdicts(), paid);
      assert.ok(!existsSync(`${journal}.spare`));
      // Too little for the room that a run keeps (a slow one leaves more, its index being written meanwhile): nothing is asked.
      fill(folder, 500_000);
      await assert.rejects(runJudge(options), /found ENOSPC/);
      assert.equal([...server.answers.values()].length, paid);
      Deno.removeSync(`${folder}/filling`);
      const { done, skipped } = await runJudge(options);
      assert.deepEqual([done, skipped, verdicts()], [120 - paid, paid, 120]);
      assert.ok([...server.answers.values()].every((count) => count === 1));
    }),
});

Deno.test({
  name: "a folder that cannot be written to: one error with the path, and nobody is asked" +
    (ignore ? " (skipped: no right to mount a small disk)" : ""),
  ignore,
  fn: () =>
    onSmallDisk(4_000_000, async (folder) => {
      using elsewhere = tempFolder();
      const { data, images } = studyIn(elsewhere.path, 3);
      await using server = await simulatedServer();
      const options = { protocol: "base", data, images, judge: "j", baseURL: server.url, silent: true };
      const { journal } = await runJudge({ ...options, out: folder });
      execFileSync("mount", ["-o", "remount,ro", folder]);
      const refused = { code: "EROFS", message: /wanted to write .*, found EROFS/ };
      await assert.rejects(runJudge({ ...options, out: folder, condition: "later" }), refused);
      await assert.rejects(runJudge({ ...options, out: `${folder}/new` }), refused);
      assert.equal(server.answers.size, 3, "nothing was asked beyond the first run");
      assert.equal(repliesOf(journal).length, 3, "what is there can be read");
    }),
});
