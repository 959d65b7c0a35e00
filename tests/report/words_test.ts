import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import pl from "nodejs-polars";
import { report } from "judgebias/report";
import { valueOf } from "../cases.ts";

Deno.test("what a report says of data, and what it must not say of others", async () => {
  const lines = readFileSync(new URL("words.jsonl", import.meta.url), "utf8").trim().split("\n");
  for (const line of lines) {
    const { case: name, table, says = "", not } = JSON.parse(line);
    const frame = valueOf({ frame: table }, {}) as pl.DataFrame;
    const { json } = await report(frame, { silent: true });
    const { verdict_words, answers, cannot_say, lines: found } = json;
    const text = JSON.stringify([verdict_words, answers, cannot_say, found.map(({ note }) => note)]);
    assert.match(text, new RegExp(says), name);
    assert.doesNotMatch(text, new RegExp(not), name);
  }
});
