import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { rmSync, writeFileSync } from "node:fs";
import { findTableFiles } from "@/results/find_files.ts";
import { peek } from "@/results/layouts/peek.ts";
import { readPairs } from "@/results/read_pairs.ts";
import type { ResultsError } from "@/results/results_error.ts";
import { file } from "./in_folder.ts";

function recordIn(content: string | Buffer): Record<string, unknown> | null {
  const path = Deno.makeTempFileSync({ suffix: ".jsonl" });
  try {
    writeFileSync(path, content);
    const { record, fault } = peek(findTableFiles(path)[0]);
    if (fault) throw fault;
    return record;
  } finally {
    rmSync(path);
  }
}

Deno.test("first record: the file is read as far as its first line, wherever that ends", () => {
  const row = '{"item_id":"1","text":"é"}\n';
  // Nine megabytes further on is a byte that is no text: whoever reads all of the file says so.
  const broken = Buffer.concat([Buffer.from(row.repeat(350_000)), Buffer.from([0xff, 0x0a])]);
  assert.deepEqual(recordIn(broken), { item_id: "1", text: "é" });
  const long = "é".repeat(3e6);
  assert.equal(recordIn(`\n \r\n{"a":"${long}"}\r\n{"b":1}`)?.a, long);
});

Deno.test("first record: documents over several lines, a line without its end, nothing at all", () => {
  assert.deepEqual(recordIn('[\n{"a": 1},\n{"a": 2}\n]\n'), { a: 1 });
  assert.deepEqual(recordIn('{\n"a": 1\n}'), { a: 1 });
  assert.deepEqual(recordIn('{"a": 1}'), { a: 1 });
  assert.throws(() => recordIn("\n \n"), /rows, found an empty file/);
  assert.throws(() => recordIn("{torn\n"), /JSON/);
});

Deno.test("first record: a document on one line takes the time of its length, not of its square", () => {
  const rows = [{ a: 1, text: "x".repeat(60_000) }, { a: 2, text: "y".repeat(60_000) }];
  const start = performance.now();
  assert.equal(recordIn(JSON.stringify(rows))?.a, 1);
  assert.equal(recordIn(`\n ${JSON.stringify(rows)}`)?.a, 1);
  assert.ok(performance.now() - start < 2000);
});

Deno.test("errors in JSON on one line name the record, in one of its own the line", () => {
  const row = (item_id: string, human: string, judge = "j") => ({ item_id, judge, human, choice: "A" });
  for (
    const [rows, wrong] of [
      [[row("1", "A"), row("1", "B", "k")], ", column human: wanted one human label"],
      [[row("1", "A"), row("2", "C")], ", column human: wanted A, B"],
      [[row("1", "A"), row("1", "A")], ": wanted one row per"],
    ] as const
  ) {
    const errors = [JSON.stringify(rows), JSON.stringify(rows, null, 1)].map((text) => {
      const path = file(text, "own.json");
      try {
        readPairs(path);
      } catch (error) {
        return error as ResultsError;
      }
      return null;
    });
    assert.deepEqual(errors.map((error) => [error?.line, error?.record]), [[null, 2], [8, null]]);
    assert.ok(errors[0]!.message.includes(`own.json, record 2${wrong}`), errors[0]!.message);
  }
});
