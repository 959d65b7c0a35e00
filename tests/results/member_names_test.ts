import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import pl from "nodejs-polars";
import * as core from "judgebias";
import { MEMBERS } from "@/results/frame.ts";
import { tempFolder } from "../judge/temp_folder.ts";

// nodejs-polars hands over a column in place of a frame's own member of that name: with an image's `height` metrics found no row, and a
// report's gate stood open.

const { readPairs, informativenessBias } = core;
const pairs = readPairs("data/examples/pairs.csv"), rows = pairs.toRecords().slice(0, 120);
const withColumns = (names: readonly string[]) =>
  rows.map((row, i) => ({ ...row, ...Object.fromEntries(names.map((name) => [name, `v${i}`])) }));

Deno.test("columns called as a frame's members are read under another name, and said", () => {
  const own = rows.map((row) => ({ ...row, height: "7", columns: "c", toRecords: "r" }));
  using folder = tempFolder();
  const named = (name: string) => `${folder.path}/${name}`, parquet = named("own.parquet");
  Deno.writeTextFileSync(named("own.jsonl"), own.map((row) => JSON.stringify(row)).join("\n"));
  const cells = (row: object) => Object.values(row).map((value) => value ?? "").join(",");
  Deno.writeTextFileSync(named("own.csv"), [Object.keys(own[0]).join(","), ...own.map(cells)].join("\n"));
  const frame = pl.DataFrame([...pl.DataFrame(rows).getColumns(), pl.Series("height", rows.map(() => "7"))]);
  frame.writeParquet(parquet);
  const wanted = informativenessBias(pl.DataFrame(rows)).toRecords();
  for (const source of [named("own.jsonl"), named("own.csv"), parquet, own, frame]) {
    const read = readPairs(source), { warnings = [] } = core.readReport(read)!;
    assert.equal(Number(read.getColumn("height_").toArray()[0]), 7);
    const words = /height_.*: a line after the name tells a column from what a frame has itself \(height/;
    assert.match(warnings.join(), words);
    assert.deepEqual(informativenessBias(read).toRecords(), wanted);
  }
  assert.deepEqual(core.readReport(readPairs(rows))!.warnings, undefined);
  assert.equal(readPairs(own, { columns: { domain: "height" } }).getColumn("domain").toArray()[0], "7");
  for (const  of of[informativenessBias, core.describe, core.agreement, core.biasAtEqualLength]) {
    assert.throws(
      () => (of as (frame: pl.DataFrame) => unknown)(frame),
      /than what a frame has itself, found height/,
      of.name,
    );
  }
});

Deno.test("no other member of a frame is asked for where a column may hide it", () => {
  const types = createRequire(import.meta.url).resolve("nodejs-polars");
  const text = readFileSync(`${dirname(types)}/dataframe.d.ts`, "utf8");
  const members = [
    ...text.slice(text.indexOf("export interface DataFrame")).matchAll(/^ {4}(?:get )?(\w+)[<(:?]/gm),
  ]
    .map(([, name]) => name);
  const names = [...new Set(members)].filter((name) => !MEMBERS.has(name) && name !== "where");
  assert.ok(names.length > 50 && names.includes("describe"));
  const asked = [informativenessBias, core.describe, core.agreement, core.slotPreference, core.imageReliance];
  const of = (frame: pl.DataFrame) => asked.map((one) => one(frame).toRecords());
  assert.deepEqual(of(readPairs(withColumns(names))), of(readPairs(rows)));
});
