import { Buffer } from "node:buffer";
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { zipEntries } from "@/results/layouts/zip_entries.ts";
import type * as Xlsx from "@e965/xlsx";
import { readPairs } from "@/results/read_pairs.ts";
import { readRatings } from "@/results/read_ratings.ts";
import { readReport } from "@/results/read_report.ts";
import { tempFolder } from "../../judge/temp_folder.ts";

const xlsx: typeof Xlsx = createRequire(import.meta.url)("@e965/xlsx");

/** A folder with files of records (or texts, or bytes), which is removed after use. */
function written(files: Record<string, string | Uint8Array | readonly unknown[]>) {
  const folder = tempFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = `${folder.path}/${name}`;
    mkdirSync(dirname(path), { recursive: true });
    const isBare = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(path, isBare ? content : content.map((record) => JSON.stringify(record)).join("\n"));
  }
  return folder;
}
const valuesOf = (frame: ReturnType<typeof readPairs>, name: string) =>
  frame.getColumn(name as "judge").toArray();
const notesOf = (frame: Parameters<typeof readReport>[0]) =>
  Object.fromEntries(readReport(frame)!.notes!.map(({ name, rows }) => [name, rows]));

Deno.test("MT-Bench votes: who is no expert, author or annotator is a judge, whatever its name", () => {
  const vote = (judge: unknown, winner: string) => ({
    ...{ question_id: 1, model_a: "x", model_b: "y", turn: 1 },
    ...{ judge, winner },
  });
  for (const name of ["qwen2.5-72b", "prometheus-7b", "gpt-4"]) {
    using folder = written({ "votes.jsonl": [vote("expert_0", "model_a"), vote(name, "model_b")] });
    const pairs = readPairs(folder.path);
    const row = ["judge", "human", "choice", "annotator"].map((column) => valuesOf(pairs, column));
    assert.deepEqual(row, [[name], ["A"], ["B"], ["expert_0"]]);
    assert.deepEqual(notesOf(pairs), { called_judge: 1 });
  }
  // A vote without a verdict counts for no note about verdicts.
  using people = written({ "votes.jsonl": [vote("annotator_3", "model_a")] });
  assert.deepEqual(notesOf(readPairs(people.path)), { no_verdict: 1 });
});

Deno.test("VLMEvalKit: model, data set and judge by the folder, else by capitals, with a note", () => {
  const sheet = xlsx.utils.json_to_sheet([{ index: 1, prediction: "p", score: 1 }]);
  const bytes: Uint8Array = xlsx.write({ SheetNames: ["a"], Sheets: { a: sheet } }, {
    type: "buffer",
    bookType: "xlsx",
  });
  for (
    const [path, model, dataset, judge, notes] of [
      ["GPT4o_MathVista_MINI_gpt-4-turbo", "GPT4o", "MathVista_MINI", "gpt-4-turbo", { names_by_guess: 1 }],
      ["instructblip_7b_MMVet_gpt4", "instructblip_7b", "MMVet", "gpt4", { names_by_guess: 1 }],
      ["GPT4o_x/T1/GPT4o_x_MathVerse_MINI_Vision_Only_g", "GPT4o_x", "MathVerse_MINI_Vision_Only", "g", {}],
    ] as const
  ) {
    using folder = written({ [`${path}.xlsx`]: bytes });
    const ratings = readRatings(folder.path), [row] = ratings.toRecords();
    assert.deepEqual([row.model, row.dataset, row[judge]], [model, dataset, 1], path);
    assert.deepEqual(notesOf(ratings), notes, path);
  }
});

Deno.test("an archive whose entry lies beyond its end is torn", () => {
  const bytes = Buffer.from(zipped([["a.json", "{}"]], false)), entry = bytes.indexOf("PK\x01\x02");
  bytes.writeUInt32LE(0xffffffff, entry + 24); // a long size, and no field that says it
  assert.equal(zipEntries("book", bytes).length, 1);
  bytes.writeUInt32LE(bytes.length - 10, entry + 42);
  assert.throws(() => zipEntries("book", bytes)[0].content(100), /a whole ZIP archive/);
});

Deno.test("a workbook of a few kilobytes that claims a billion cells is refused at once", () => {
  const sheet = xlsx.utils.json_to_sheet([{ index: 1, prediction: "p", score: 1 }]);
  const bytes: Uint8Array = xlsx.write({ SheetNames: ["a"], Sheets: { a: sheet } }, {
    type: "buffer",
    bookType: "xlsx",
  });
  const entries = zipEntries("book", Buffer.from(bytes)).map(({ name, content }) =>
    [
      name,
      content(2 ** 20).toString("utf8").replace('ref="A1:C2"', 'ref="A1:IV1048576"').replace(
        "</sheetData>",
        '<row r="1048576"><c r="IV1048576"><v>1</v></c></row></sheetData>',
      ),
    ] as const
  );
  using folder = written({ "gpt_MMBench_judge.xlsx": zipped(entries, false) });
  assert.throws(() => readRatings(folder.path), /1048576 rows of 256 columns are too many/);
});

Deno.test("Arena-Hard: the benchmark is that of model_judgment, not whichever folder lies above", () => {
  const record = {
    question_id: "1",
    model: "m",
    judge: "j",
    games: [{ user_prompt: "", judgment: "", score: "A>B" }],
  };
  const read = (path: string) => {
    using folder = written({ [path]: [record] });
    const pairs = readPairs(folder.path);
    return ["benchmark", "model_a"].flatMap((column) => valuesOf(pairs, column));
  };
  assert.deepEqual(read("home-v0.1/downloads/today/m.jsonl"), ["Arena-Hard", null]);
  assert.deepEqual(read("arena-hard-v0.1/model_judgment/j/m.jsonl"), ["arena-hard-v0.1", "gpt-4-0314"]);
});

Deno.test("lm-evaluation-harness: the judge is whom the results name; a folder that could be anybody's is noted", () => {
  const sample = { doc_id: 0, doc: {}, target: "A", filtered_resps: ["A"], filter: "none" };
  const results = { results: {}, configs: {}, model_name: "org/judge" };
  for (
    const [files, judge, notes] of [
      [{ "downloads/samples_t.jsonl": [sample] }, "downloads", { judge_by_folder: 1 }],
      [{ "downloads/samples_t.jsonl": [sample], "downloads/results_1.json": [results] }, "org/judge", {}],
      [{ "org__judge/samples_t.jsonl": [sample] }, "org/judge", {}],
    ] as const
  ) {
    using folder = written(files);
    const pairs = readPairs(folder.path);
    assert.deepEqual([valuesOf(pairs, "judge"), notesOf(pairs)], [[judge], notes]);
  }
});

Deno.test("tables of verdicts with some of a layout's columns are no such table: the error is in words", () => {
  for (
    const header of [
      "task,idx,judge,vote,human,last_vote",
      "question_id,model,judge,game,score,words_base",
      "subset,item,judge,strategy,swapped,choice,label,score_1",
    ]
  ) {
    using folder = written({ "t.csv": `${header}\n${header.replace(/[^,]+/g, "1")}\n` });
    assert.throws(() => readPairs(`${folder.path}/t.csv`), {
      name: "ResultsError",
      message: /wanted the columns/,
    });
  }
});

const PAIR = { pair_id: "1", source: "law", label: "A>B", judgments: [{ decision: "A>B" }] };

Deno.test("a file of a folder whose first line is torn is an error by its name, or counted with drop; other JSON is unread", () => {
  const files = { "a.jsonl": [PAIR], "b.jsonl": '{"pair_id": "2", "source"\n' + JSON.stringify(PAIR) };
  using folder = written(files);
  assert.throws(() => readPairs(folder.path), /b\.jsonl, line 1: wanted a whole JSON object/);
  const pairs = readPairs(folder.path, { onInvalid: "drop" });
  assert.deepEqual([pairs.height, notesOf(pairs)], [1, { unreadable_files: 1 }]);
  using other = written({
    "a.jsonl": [PAIR],
    "n.json": "[1, 2]",
    "p.json": '{\n"se": NaN}',
    "q.jsonl": "[1]\n[2]",
  });
  assert.deepEqual([readPairs(other.path).height, readReport(readPairs(other.path))!.unread!.length], [1, 3]);
});

Deno.test("layouts are known in tables between semicolons and with quoted names too", () => {
  for (const mark of [";", "\t", ","]) {
    const needed = [
      "task",
      "idx",
      "judge",
      '"vote"',
      "human",
      "last_vote",
      "labels_named",
      `"a${mark} ""b"""`,
    ];
    using folder = written({
      "t.csv": `${needed.join(mark)}\r\n${["t", 1, "j", "A", "B", "A", 1, "x"].join(mark)}\r\n`,
    });
    assert.equal(readReport(readPairs(`${folder.path}/t.csv`))!.format, "genai-bench", mark);
  }
});

/** A ZIP archive by hand; `is64` writes what is past 65,535 entries: long fields, and a second end of the directory. */
function zipped(entries: readonly (readonly [string, string])[], is64: boolean): Uint8Array {
  const local: Uint8Array[] = [], central: Uint8Array[] = [];
  let at = 0;
  for (const [name, text] of entries) {
    const raw = new TextEncoder().encode(text),
      packed = deflateRawSync(raw),
      label = new TextEncoder().encode(name);
    const head = new DataView(new ArrayBuffer(30)), extra = new DataView(new ArrayBuffer(is64 ? 28 : 0));
    const fields: [number, number][] = [[0, 0x04034b50], [14, crc32(raw)], [18, packed.length], [
      22,
      raw.length,
    ]];
    for (const [place, value] of fields) head.setUint32(place, value, true);
    head.setUint16(8, 8, true);
    head.setUint16(26, label.length, true);
    head.setUint16(28, 4, true); // an empty extra field
    const entry = new DataView(new ArrayBuffer(46)), long = (value: number) => is64 ? 0xffffffff : value;
    entry.setUint32(0, 0x02014b50, true);
    entry.setUint16(10, 8, true);
    const sizes = [long(packed.length), long(raw.length)];
    [crc32(raw), ...sizes].forEach((value, i) => entry.setUint32(16 + 4 * i, value, true));
    entry.setUint16(28, label.length, true);
    entry.setUint16(30, extra.byteLength, true);
    entry.setUint32(42, long(at), true);
    if (is64) {
      extra.setUint16(0, 1, true);
      extra.setUint16(2, 24, true);
      [raw.length, packed.length, at].forEach((value, i) =>
        extra.setBigUint64(4 + 8 * i, BigInt(value), true)
      );
    }
    local.push(new Uint8Array(head.buffer), label, new Uint8Array(4), packed);
    central.push(new Uint8Array(entry.buffer), label, new Uint8Array(extra.buffer));
    at += 34 + label.length + packed.length;
  }
  const length = central.reduce((sum, part) => sum + part.length, 0);
  const end64 = new DataView(new ArrayBuffer(is64 ? 76 : 0)), end = new DataView(new ArrayBuffer(22));
  if (is64) {
    end64.setUint32(0, 0x06064b50, true);
    [entries.length, entries.length, length, at].forEach((value, i) =>
      end64.setBigUint64(24 + 8 * i, BigInt(value), true)
    );
    end64.setUint32(56, 0x07064b50, true);
    end64.setBigUint64(64, BigInt(at + length), true);
  }
  end.setUint32(0, 0x06054b50, true);
  for (const place of [8, 10]) end.setUint16(place, is64 ? 0xffff : entries.length, true);
  end.setUint32(12, length, true);
  end.setUint32(16, is64 ? 0xffffffff : at, true);
  return new Uint8Array(
    [...local, ...central, new Uint8Array(end64.buffer), new Uint8Array(end.buffer)].flatMap((
      part,
    ) => [...part]),
  );
}

Deno.test("Inspect archives: ZIP64, and a bound on what an archive unpacks to", () => {
  const header = JSON.stringify({ eval: { model: "m", task: "t", scorers: [{ name: "s" }] } });
  const sample = (id: number, said = "") =>
    JSON.stringify({ id, epoch: 1, scores: { s: { value: "C" } }, said });
  const samples = [1, 2, 3].map((id) =>
    [`samples/${id}_epoch_1.json`, sample(id, "x".repeat(5000))] as const
  );
  for (const is64 of [false, true]) {
    using folder = written({ "log.eval": zipped([["header.json", header], ...samples], is64) });
    const path = `${folder.path}/log.eval`;
    assert.equal(readRatings(path).height, 3, String(is64));
    for (const limits of [{ cellBytes: 4000 }, { unpackedBytes: 12000 }]) {
      assert.throws(
        () => readRatings(path, { limits }),
        /log\.eval: wanted entries of at most \d+ bytes unpacked/,
      );
    }
  }
});
