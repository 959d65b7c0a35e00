import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { rmSync, writeFileSync } from "node:fs";
import { findTableFiles } from "@/results/find_files.ts";
import { peek } from "@/results/layouts/peek.ts";

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
