import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import fc from "fast-check";
import * as judging from "judgebias/judge";
import { hashOf } from "@/judge/store/call_key.ts";
import { linesOf } from "@/judge/results/kept_replies.ts";
import { openStore, readStore } from "@/judge/store/store.ts";
import { UNREAD } from "@/judge/parse/settle_reply.ts";
import { random } from "@/stats/random.ts";
import { ended } from "../../tools/run_deno.ts";
import * as study from "../study.ts";
import { journalResults } from "../journal_results.ts";

const rowsOf = (journal: string, ...columns: string[]) =>
  journalResults(journal).frame.toRecords().map((row) => columns.map((column) => row[column]));

Deno.test("readers look while a run writes, and leave nothing behind; the lines of an export are all that came", async () => {
  const seen: number[] = [];
  await using at = await study.place(study.saying((count) => {
    seen.push(journalResults(`${at.path}/journals/base--j.sqlite`).frame.height);
    return `Judgement: [[${count % 2 ? "A" : "B"}]]`;
  }));
  const { journal } = await at.run();
  assert.deepEqual(seen, [0, 1, 2, 3, 4]);
  const before = fs.readdirSync(`${at.path}/journals`).sort();
  assert.deepEqual(before, ["base--j.sqlite", "base--j.sqlite.lock"]);
  assert.equal(journalResults(journal).frame.height, 5);
  assert.deepEqual(fs.readdirSync(`${at.path}/journals`).sort(), before);
  const path = `${at.path}/replies.jsonl`, texts = study.repliesOf(journal).map(({ reply }) => reply.text);
  assert.equal(judging.exportReplies(journal, path), 5);
  assert.deepEqual(study.jsonLines(path).map(({ reply }) => reply.text), texts);
});

Deno.test("one writer at a time, in this process and in another", async () => {
  const begun = Promise.withResolvers<void>(), refused = Promise.withResolvers<void>();
  await using at = await study.place(study.saying(async () => {
    begun.resolve();
    await refused.promise;
    return "[[A]]";
  }));
  const program = `import { openStore } from "@/judge/store/store.ts";
    try { openStore(Deno.args[0]).close(); console.log("opened"); } catch (error) { console.log(error.name); }`;
  const other = async () => {
    const args = ["eval", program, `${at.path}/journals/base--j.sqlite`];
    return (await ended(Deno.execPath(), args)).stdout.trim();
  };
  const first = at.run();
  await begun.promise;
  await assert.rejects(() => at.run(), { name: "JournalLocked", message: /another run is writing/ });
  assert.equal(await other(), "JournalLocked");
  refused.resolve();
  assert.equal((await first).done, 5);
  assert.equal(await other(), "opened");
});

Deno.test("a copy is a study; one that was cut, is damaged, empty, of another kind, without the file beside it or no file is named", async () => {
  await using at = await study.place(study.saying("[[A]]"));
  const { journal } = await at.run(), out = `${at.path}/copy`, copy = `${out}/journals/base--j.sqlite`;
  fs.cpSync(`${at.path}/journals`, `${out}/journals`, { recursive: true });
  assert.equal((await at.run({ out })).skipped, 5);
  const bytes = fs.readFileSync(journal),
    file = /base--j\.sqlite: wanted the file of a study, found one /.source;
  const damaged = Uint8Array.from(bytes).fill(255, 8192, 8192 + 64);
  const cases: [content: Uint8Array | string, found: string][] = [
    ...[0.2, 0.6, 0.97].map((share): [Uint8Array, string] => [
      bytes.subarray(0, Math.round(share * bytes.length)),
      "(cut|that is damaged)",
    ]),
    ["a diary of a cat and a dog ".repeat(999), "that is damaged"],
    ["", "that is empty"],
    [damaged, "that is damaged"],
    // Bytes of SQLite's header: of user_version, and of application_id.
    [Uint8Array.from(bytes).fill(77, 63, 64), "of version 77"],
    [Uint8Array.from(bytes).fill(77, 71, 72), "of another kind"],
  ];
  for (const [content, found] of cases) {
    fs.writeFileSync(copy, content);
    const said = { name: "ResultsError", message: new RegExp(file + found) };
    if (content !== damaged) assert.throws(() => journalResults(copy), said);
    await assert.rejects(() => at.run({ out }), said);
  }
  for (const act of [journalResults, judging.reread]) {
    await assert.rejects(async () => await act(`${at.path}/none.sqlite`), { name: "ResultsError" });
  }
  assert.deepEqual(
    [fs.existsSync(`${at.path}/none.sqlite`), at.server.count],
    [false, 5],
    "nothing was asked",
  );
  const open = openStore(journal);
  await open.write((rows) => rows.batch({ id: 1, status: "done" } as never));
  fs.copyFileSync(journal, copy);
  open.close();
  assert.throws(() => openStore(copy), /base--j\.sqlite.*without base--j\.sqlite-wal.*copy it too/s);
  // Killed at its very end: all is in the file, whose header still says that something stands beside it.
  const ended = fs.readFileSync(journal).fill(2, 18, 20);
  fs.writeFileSync(copy, ended);
  openStore(copy).close();
  assert.deepEqual([...fs.readFileSync(copy).subarray(18, 20)], [1, 1]);
});

Deno.test("what cannot be written at once is written after room was made, each row once; what was undone is forgotten", async () => {
  await using at = await study.place(study.NOWHERE);
  const path = `${at.path}/deep/er/s.sqlite`, store = openStore(path), key = "ab".repeat(20);
  let tries = 0;
  await store.write((rows) => {
    rows.call({
      ...{ key, step: { name: "s" }, ask: "a", way: "w" },
      shown: { request_sha256: "", images: [], tokens: 0 },
      sample: { dataSet: "d", id: "1", index: 0, sha256: "0", value: {} },
      condition: { image: true, swapped: false, run: 1 },
    });
    if (++tries === 1) throw new Error("database or disk is full");
  });
  assert.deepEqual([tries, store.spent.turn], [2, 1]);
  assert.match(String(store.trouble), /wanted to write .*s\.sqlite, found ENOSPC/);
  assert.ok(store.call(key));
  const defect = () => {
    throw new Error("a defect");
  };
  await assert.rejects(store.write(defect), /a defect/);
  store.close();
  const again = readStore(path);
  assert.deepEqual([[...linesOf(again)].length, again.sample("d", "1")?.place], [0, 0]);
  again.close();
});

Deno.test("another parser reads what was paid for: reread says what changed, once", async () => {
  await using at = await study.place(study.saying((count) => count > 3 ? "I choose B." : "Judgement: [[A]]"));
  const { steps: [step], ...rest } = judging.PROTOCOLS.base;
  const own = (parse: judging.Protocol["steps"][number]["parse"]): judging.Protocol => ({
    ...{ ...rest, name: "own", steps: [{ ...step, parse }] },
  });
  const { journal, statuses } = await at.run({ protocol: own(step.parse) });
  assert.deepEqual(statuses, { ok: 3, unparsable: 2 });
  const protocol = own((reply, ...more) =>
    reply.text === "I choose B." ? { status: "ok", values: { choice: "B" } } : step.parse(reply, ...more)
  );
  // A reply that a kill left unread is read for the first time, not otherwise.
  const store = openStore(journal);
  await store.write((rows) => rows.reread(1, UNREAD));
  store.close();
  const { replies, changed, changes: [first] } = await judging.reread(journal, { protocol });
  assert.deepEqual([replies, changed, first.before.status], [5, 2, "unparsable"]);
  assert.deepEqual(first.now, { status: "ok", values: { choice: "B" } });
  assert.equal((await judging.reread(journal, { protocol })).changed, 0);
  const [{ path }] = await judging.writeResults(at.path, { protocol });
  assert.equal(fs.readFileSync(path, "utf8").match(/"choice":"B"/g)?.length, 2);
  assert.equal(at.server.count, 5);
});

Deno.test("runs under names of their own stand side by side; without one, the last way of asking counts", async () => {
  await using at = await study.place(study.saying((count) => `Judgement: [[${count > 5 ? "B" : "A"}]]`));
  const careful = { condition: "careful", decoding: { temperature: 0.5 } };
  assert.equal((await at.run({ condition: "plain" })).done, 5);
  const { done, journal } = await at.run(careful);
  assert.deepEqual([done, (await at.run({ condition: "plain" })).skipped], [5, 5]);
  const rows = [...Array(5).fill(["plain", "A"]), ...Array(5).fill(["careful", "B"])];
  assert.deepEqual(rowsOf(journal, "condition", "choice"), rows);
  const [{ rows: count, otherwise }, ...more] = await judging.writeResults(at.path, { journal });
  assert.deepEqual([count, otherwise, more], [10, 0, []]);
});

Deno.test("a verdict counts for the answers that it was given on, not for those that were put in their place", async () => {
  let fails = false;
  await using at = await study.place(study.saying(() => fails ? study.refusal(400, "bad") : "[[A]]"));
  const pair = study.pairOf("1", "What is it?"),
    run = (line: object) => at.run({ data: at.file("pairs", [line]), images: at.path });
  const { journal } = await run(pair), rows = () => rowsOf(journal, "human", "choice");
  assert.deepEqual(rows(), [["A", "A"]]);
  fails = true;
  const turned = { ...pair, answer_a: pair.answer_b, answer_b: pair.answer_a, human: "B" };
  await run(turned);
  assert.deepEqual(rows(), []);
  // As it was: the answer that is there counts again, and nothing is asked.
  assert.deepEqual([(await run(pair)).done, rows()], [0, [["A", "A"]]]);
  // What could not even be asked leaves the sample as it was asked about.
  await run({ ...turned, image: "none.png" });
  assert.deepEqual(rows(), [["A", "A"]]);
});

Deno.test("an edited sample takes all its verdicts away until each call comes up again, or is made", async () => {
  await using at = await study.place(study.saying("[[A]]"));
  const pair = study.pairOf("1", "What is it?"), both = ["given", "swapped"] as const;
  const run = (line: object, orders: readonly ("given" | "swapped")[]) =>
    at.run({ data: at.file("pairs", [line]), conditions: { orders: [...orders] } });
  const { journal } = await run(pair, both), rows = () => rowsOf(journal, "swapped", "choice");
  assert.deepEqual(rows(), [[false, "A"], [true, "B"]]);
  await run({ ...pair, answer_a: "Another." }, ["given"]);
  assert.deepEqual(rows(), [[false, "A"]]);
  assert.equal((await judging.writeResults(at.path))[0].otherwise, 1);
  // A field that is not shown leaves the calls what they are: they count again when they come up.
  study.holds(await run({ ...pair, human: "B" }, both), { done: 0, skipped: 2 });
  assert.deepEqual(rows(), [[false, "A"], [true, "B"]]);
});

/** A copy with the keys of all objects in order (JavaScript puts whole numbers first, of which there are none here). */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, v]) => v !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => a < b ? -1 : 1).map(([key, v]) => [key, sorted(v)]));
}

Deno.test("hash: it is that of the text of a sorted copy; undefined is nothing, null is something, lists keep their order", () => {
  assert.equal(hashOf({ a: 1, b: undefined }), hashOf({ a: 1 }));
  assert.notEqual(hashOf({ a: null }), hashOf({}));
  assert.notEqual(hashOf([1, 2]), hashOf([2, 1]));
  const name = fc.string().filter((name) => !/^\d+$/.test(name));
  const plain = [fc.string({ unit: "binary" }), fc.double(), fc.boolean(), fc.constantFrom(null, undefined)];
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      ...plain,
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(name, tie("value"), { maxKeys: 6, noNullPrototype: true }),
    ),
  }));
  const isSame = (value: unknown) => {
    const text = JSON.stringify(sorted(value)) ?? "null";
    assert.equal(hashOf(value), createHash("sha256").update(text).digest("hex"));
  };
  fc.assert(fc.property(value, isSame), { seed: 1, numRuns: 300 });
});

/** A judge that knows the right answer says its letter. */
const verdictOn = (request: unknown) => {
  const text = JSON.stringify(request);
  return text.indexOf("GOOD") < text.indexOf("BAD") ? "[[A]]" : "[[B]]";
};

async function ordealOf(seed: number): Promise<void> {
  await using at = await study.place(study.NOWHERE, { giveUpAfter: 0 });
  const { integer, uniform } = random(seed), turned = [false, false, false, false];
  const journal = `${at.path}/journals/base--j.sqlite`;
  const files = new Set<string>(), done: string[] = [];
  let made = 0, failing = 0;
  const judge = {
    name: "j",
    ask({ messages }: { messages: unknown }) {
      if (uniform() < failing) return Promise.reject(new Error("refused"));
      made++;
      return Promise.resolve({ reply: { text: verdictOn(messages) } });
    },
  };
  const pairs = () =>
    turned.map((isTurned, i) => {
      const [answer_a, answer_b] = isTurned ? [`BAD ${i}`, `GOOD ${i}`] : [`GOOD ${i}`, `BAD ${i}`];
      return { item_id: `${i}`, query: "?", answer_a, answer_b, human: isTurned ? "B" : "A" };
    });
  for (let step = 0; step < 40; step++) {
    const orders = ([["given"], ["swapped"], ["given", "swapped"]] as const)[integer(3)];
    const more = uniform() < 0.3 ? { limit: integer(1, 5) } : {};
    const data = at.file("pairs", pairs()), conditions = { orders: [...orders] };
    const options = { ...at.options, judge, data, conditions, ...more };
    const act = ["turn", "turn", "run", "run", "write", "ingest", "withdraw"][integer(7)], [file] = files;
    done.push(act);
    if (act === "turn") turned[integer(4)] = uniform() < 0.5;
    else if (act === "run") {
      failing = uniform() < 0.4 ? uniform() : 0;
      await judging.runJudge(options);
    } else if (act === "write") (await judging.writeBatch(options)).files.forEach((file) => files.add(file));
    else if (file && act === "withdraw") {
      fs.renameSync(file, file.replace("input", "withdrawn"));
      files.delete(file);
    } else if (file && act === "ingest") {
      const answers = study.jsonLines(file).filter(() => uniform() < 0.7).map(({ custom_id, body }) => ({
        ...{ custom_id, error: null },
        response: { status_code: 200, body: JSON.parse(study.completion(verdictOn(body.messages))) },
      }));
      if (answers.length > 0) await judging.ingestBatch(at.file("answers", answers), options);
    }
    if (!done.some((one) => one === "run" || one === "write")) continue;
    const wrong = rowsOf(journal, "choice", "human").filter(([choice, human]) =>
      choice !== null && choice !== human
    );
    assert.deepEqual(wrong, [], `${seed}: ${done.join(" ")}`);
  }
  assert.equal(study.repliesOf(journal).filter(({ via }) => via === "interactive").length, made, `${seed}`);
}

Deno.test("edited, asked, refused, written and answered in any order: each verdict is of the sample as it is, and is paid once", async () => {
  for (let seed = 1; seed <= 3; seed++) await ordealOf(seed);
});
