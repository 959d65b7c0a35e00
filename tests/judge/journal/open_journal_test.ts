import assert from "node:assert/strict";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import type { Entry, VerdictEntry } from "@/judge/journal/entries.ts";
import { openJournal } from "@/judge/journal/open_journal.ts";
import { readJournal } from "@/judge/journal/read_journal.ts";
import { tempFolder } from "../temp_folder.ts";

function verdict(key: string, text = "[[A]]"): VerdictEntry {
  return {
    kind: "verdict",
    key,
    at: "2026-01-01T00:00:00.000Z",
    judge: "j",
    protocol: "base",
    step: "judgment",
    sample_id: key,
    condition: { image: true, swapped: false, run: 1 },
    attempts: 1,
    usage: { input: 10, output: 2 },
    slot: key,
    model: "m",
    verdict: { status: "ok", values: { choice: "A" } },
    reply: { text, finishReason: "stop", refusal: null, tokens: null },
    finish_reason: "stop",
    latency_ms: 5,
    prompt: { id: "base", version: "1", sha256: "0" },
    decoding: {},
    request_sha256: "0",
    images: [],
    response_id: null,
    via: "interactive",
  };
}

function keysIn(path: string): string[] {
  const keys: string[] = [];
  readJournal(path, (entry: Entry) => entry.kind === "verdict" && keys.push(entry.key));
  return keys;
}

Deno.test("journal: what was written is found again; tokens add up", async () => {
  using folder = tempFolder();
  const path = `${folder.path}/deep/er/j.jsonl`;
  const journal = openJournal(path);
  await Promise.all(
    ["1", "2", "3"].map((key) => journal.append(verdict(key, "with\nline break and ü 日本"))),
  );
  assert.deepEqual(journal.index.spent, { input: 30, output: 6, longest: 2 });
  await journal.close();
  const again = openJournal(path);
  assert.deepEqual(["1", "2", "3", "4"].map(again.index.has), [true, true, true, false]);
  assert.deepEqual(again.index.spent, { input: 30, output: 6, longest: 2 });
  await again.close();
});

Deno.test("journal: cut at any byte of the last line, that line alone is lost and the next goes in its place", async () => {
  using folder = tempFolder();
  const path = `${folder.path}/j.jsonl`;
  const journal = openJournal(path);
  for (const key of ["1", "2"]) await journal.append(verdict(key));
  await journal.close();
  const whole = readFileSync(path), first = whole.indexOf(10) + 1;
  for (let length = first; length < whole.length; length += 7) {
    writeFileSync(path, whole);
    truncateSync(path, length);
    const resumed = openJournal(path);
    assert.deepEqual(
      ["1", "2"].map(resumed.index.has),
      [true, length === whole.length - 1],
      `${length} bytes`,
    );
    await resumed.append(verdict("3"));
    await resumed.close();
    assert.deepEqual(keysIn(path), ["1", "3"]);
  }
});

Deno.test("journal: nothing of a torn line stays, however long it was", async () => {
  using folder = tempFolder();
  const path = `${folder.path}/j.jsonl`;
  writeFileSync(path, JSON.stringify(verdict("1", "x".repeat(5000))).slice(0, -1));
  const journal = openJournal(path);
  await journal.append(verdict("2"));
  await journal.close();
  assert.equal(readFileSync(path, "utf8"), `${JSON.stringify(verdict("2"))}\n`);
});

Deno.test("journal: a last line of rubbish (lost blocks) is cut off, a bad line before it is damage", () => {
  using folder = tempFolder();
  const path = `${folder.path}/j.jsonl`, line = JSON.stringify(verdict("1"));
  writeFileSync(path, `${line}\n\0\0\0\0\n`);
  assert.deepEqual(keysIn(path), ["1"]);
  writeFileSync(path, `${line}\n{"kind":\n${line}\n`);
  assert.throws(() => openJournal(path), { name: "ResultsError", message: /j\.jsonl.*2/s });
  writeFileSync(path, `${line}\n{"kind":"diary"}\n${line}\n`);
  assert.throws(() => openJournal(path), { name: "ResultsError" });
});

Deno.test("journal: a line longer than what is read at once", async () => {
  using folder = tempFolder();
  const path = `${folder.path}/j.jsonl`, long = "日".repeat(1_500_000);
  const journal = openJournal(path);
  await journal.append(verdict("1", long));
  await journal.append(verdict("2"));
  await journal.close();
  const texts: string[] = [];
  readJournal(path, (entry) => entry.kind === "verdict" && texts.push(entry.reply.text));
  assert.deepEqual(texts, [long, "[[A]]"]);
});

Deno.test("journal: one writer at a time, in this process and in another", async () => {
  using folder = tempFolder();
  const path = `${folder.path}/j.jsonl`;
  const journal = openJournal(path);
  assert.throws(() => openJournal(path), { name: "JournalLocked", message: /another run is writing/ });
  const program = `import { openJournal } from "@/judge/journal/open_journal.ts";
    try { openJournal(Deno.args[0]); console.log("opened"); } catch (error) { console.log(error.name); }`;
  const other = async () => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", program, path],
      stderr: "inherit",
    }).output();
    return new TextDecoder().decode(stdout).trim();
  };
  assert.equal(await other(), "JournalLocked");
  await journal.close();
  assert.equal(await other(), "opened");
});
