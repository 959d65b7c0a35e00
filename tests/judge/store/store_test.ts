import assert from "node:assert/strict";
import { copyFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import {
  exportReplies,
  journalResults,
  planJudge,
  type Protocol,
  PROTOCOLS,
  reread,
  runJudge,
  writeBatch,
  writeResults,
} from "judgebias/judge";
import { linesOf } from "@/judge/store/export_replies.ts";
import { openStore, readStore } from "@/judge/store/store.ts";
import { completion, endpoint, json, repliesOf } from "../study.ts";
import { tempFolder } from "../temp_folder.ts";

const data = Array.from({ length: 6 }, (_, i) => ({
  ...{ item_id: `${i}`, query: `What is in ${i}?`, answer_a: "A cat.", answer_b: "A dog.", human: "A" },
}));
const setting = (out: string, baseURL: string) => ({
  ...{ protocol: "base", data, judge: "j", baseURL, out, silent: true, concurrency: 1 },
});

Deno.test("readers look while a run writes, and leave nothing behind; the lines of an export are all that came", async () => {
  using folder = tempFolder();
  const seen: number[] = [];
  await using server = await endpoint((response, _request, count) => {
    const journal = `${folder.path}/journals/base--j.sqlite`;
    seen.push(journalResults(journal).frame.height);
    json(response, 200, completion(`Judgement: [[${count % 2 ? "A" : "B"}]]`));
  });
  const { journal } = await runJudge(setting(folder.path, server.url));
  assert.deepEqual(seen, [0, 1, 2, 3, 4, 5]);
  const before = readdirSync(`${folder.path}/journals`).sort();
  assert.deepEqual(before, ["base--j.sqlite", "base--j.sqlite.lock"]);
  assert.equal(journalResults(journal).frame.height, 6);
  assert.deepEqual(readdirSync(`${folder.path}/journals`).sort(), before);
  assert.equal(exportReplies(journal, `${folder.path}/replies.jsonl`), 6);
  const lines = readFileSync(`${folder.path}/replies.jsonl`, "utf8").trim().split("\n").map((line) =>
    JSON.parse(line)
  );
  assert.deepEqual(lines.map(({ reply }) => reply.text), repliesOf(journal).map(({ reply }) => reply.text));
});

Deno.test("one writer at a time, in this process and in another", async () => {
  using folder = tempFolder();
  const path = `${folder.path}/deep/er/base--j.sqlite`, store = openStore(path);
  assert.throws(() => openStore(path), { name: "JournalLocked", message: /another run is writing/ });
  const program = `import { openStore } from "@/judge/store/store.ts";
    try { openStore(Deno.args[0]).close(); console.log("opened"); } catch (error) { console.log(error.name); }`;
  const other = async () => {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", program, path],
      stderr: "inherit",
    }).output();
    return new TextDecoder().decode(stdout).trim();
  };
  assert.equal(await other(), "JournalLocked");
  store.close();
  assert.equal(await other(), "opened");
});

Deno.test("a copy is a study; one that was cut, is of another kind or is no file is named", async () => {
  using folder = tempFolder();
  await using server = await endpoint((response) => json(response, 200, completion("[[A]]")));
  const { journal } = await runJudge(setting(folder.path, server.url));
  const copy = `${folder.path}/copy/journals/base--j.sqlite`;
  Deno.mkdirSync(`${folder.path}/copy/journals`, { recursive: true });
  copyFileSync(journal, copy);
  assert.equal((await runJudge(setting(`${folder.path}/copy`, server.url))).skipped, 6);
  for (const bytes of [0.2, 0.6, 0.97].map((share) => Math.round(share * readFileSync(journal).length))) {
    copyFileSync(journal, copy);
    truncateSync(copy, bytes);
    const cut = {
      name: "ResultsError",
      message: /base--j\.sqlite: wanted the file of a study, found one (cut|that is damaged)/,
    };
    assert.throws(() => journalResults(copy), cut);
    await assert.rejects(() => runJudge(setting(`${folder.path}/copy`, server.url)), cut);
  }
  writeFileSync(copy, "a diary of a cat and a dog ".repeat(999));
  assert.throws(() => journalResults(copy), /base--j\.sqlite: .*damaged/);
  assert.throws(() => journalResults(`${folder.path}/none.sqlite`), { name: "ResultsError" });
  await assert.rejects(() => reread(`${folder.path}/none.sqlite`), { name: "ResultsError" });
  assert.ok(!existsSync(`${folder.path}/none.sqlite`));
  assert.equal(server.count, 6, "nothing was asked");
});

Deno.test("what cannot be written at once is written after room was made, each row once; what was undone is forgotten", async () => {
  using folder = tempFolder();
  const path = `${folder.path}/s.sqlite`, store = openStore(path);
  const sample = { dataSet: "d", id: "1", index: 0, sha256: "0", value: {} };
  const condition = { image: true, swapped: false, run: 1 };
  let tries = 0;
  await store.write((rows) => {
    rows.call({
      key: "ab".repeat(20),
      sample,
      condition,
      step: { name: "s" },
      ask: "a",
      way: "w",
      shown: { request_sha256: "", images: [], tokens: 0 },
    });
    if (++tries === 1) throw new Error("database or disk is full");
  });
  assert.deepEqual([tries, store.spent.turn], [2, 1]);
  assert.match(String(store.trouble), /wanted to write .*s\.sqlite, found ENOSPC/);
  assert.ok(store.call("ab".repeat(20)));
  await assert.rejects(
    store.write(() => {
      throw new Error("a defect");
    }),
    /a defect/,
  );
  store.close();
  const again = readStore(path);
  assert.equal([...linesOf(again)].length, 0);
  assert.equal(again.sample("d", "1")?.place, 0);
  again.close();
});

Deno.test("another parser reads what was paid for: reread says what changed, once", async () => {
  using folder = tempFolder();
  await using server = await endpoint((response, _request, count) =>
    json(response, 200, completion(count > 4 ? "I choose B." : "Judgement: [[A]]"))
  );
  const { steps: [step], ...rest } = PROTOCOLS.base;
  const own = (parse: Protocol["steps"][number]["parse"]): Protocol => ({
    ...rest,
    name: "own",
    steps: [{ ...step, parse }],
  });
  const { journal, statuses } = await runJudge({
    ...setting(folder.path, server.url),
    protocol: own(step.parse),
  });
  assert.deepEqual(statuses, { ok: 4, unparsable: 2 });
  const better = own((reply, ...more) =>
    reply.text === "I choose B." ? { status: "ok", values: { choice: "B" } } : step.parse(reply, ...more)
  );
  const { replies, changed, changes: [first] } = await reread(journal, { protocol: better });
  assert.deepEqual([replies, changed], [6, 2]);
  assert.equal(first.before.status, "unparsable");
  assert.deepEqual(first.now, { status: "ok", values: { choice: "B" } });
  assert.equal((await reread(journal, { protocol: better })).changed, 0);
  const [{ path }] = await writeResults(folder.path, { protocol: better });
  assert.equal(readFileSync(path, "utf8").match(/"choice":"B"/g)?.length, 2);
  assert.equal(server.count, 6);
});

Deno.test("runs under names of their own stand side by side; without one, the last way of asking counts", async () => {
  using folder = tempFolder();
  await using server = await endpoint((response, _request, count) =>
    json(response, 200, completion(`Judgement: [[${count > 6 ? "B" : "A"}]]`))
  );
  const run = (condition: string, decoding = {}) =>
    runJudge({ ...setting(folder.path, server.url), condition, decoding });
  assert.equal((await run("plain")).done, 6);
  const { done, journal } = await run("careful", { temperature: 0.5 });
  assert.deepEqual([done, (await run("plain")).skipped], [6, 6]);
  const { frame } = journalResults(journal);
  const rows = frame.toRecords().map(({ condition, choice }) => `${condition} ${choice}`);
  assert.deepEqual(rows, ["plain A", "careful B"].flatMap((row) => Array(6).fill(row)));
  const [{ rows: count, otherwise }, ...more] = await writeResults(folder.path, { journal });
  assert.deepEqual([count, otherwise, more], [12, 0, []]);
});

Deno.test("a journal of lines is refused by name, with the way out, by whatever would begin anew beside it", async () => {
  using folder = tempFolder();
  const options = setting(folder.path, "http://127.0.0.1:9/v1"),
    lines = `${options.out}/journals/base--j.jsonl`;
  Deno.mkdirSync(`${options.out}/journals`, { recursive: true });
  writeFileSync(lines, '{"kind":"plan"}\n');
  const refused = { name: "ResultsError", message: /base--j\.jsonl: .*commit 0097500 takes it over.*--out/ };
  for (const act of [runJudge, planJudge, writeBatch]) await assert.rejects(() => act(options), refused);
  assert.throws(() => journalResults(lines), { name: "ResultsError" });
  assert.ok(!existsSync(lines.replace("jsonl", "sqlite")));
});
