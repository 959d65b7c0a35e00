import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import pl from "nodejs-polars";
import { plannedSamples } from "@/judge/plan/planned_samples.ts";
import { PROTOCOLS } from "@/judge/protocols/index.ts";
import { planJudge } from "judgebias/judge";
import { tempFolder } from "../temp_folder.ts";

const rows = Array.from({ length: 20_003 }, (_, i) => ({
  item_id: `${i}`,
  query: `What is in picture ${i}?`,
  answer_a: "A cat.",
  answer_b: `A dög, number ${i}.`,
  human: i % 3 === 0 ? null : "A",
}));

/** The rows as JSON lines, which leave out what is null. */
const lines = rows.map((row) => JSON.stringify(row, (_, value) => value ?? undefined)).join("\n");

Deno.test("samples: JSON lines, packed ones and Parquet are the same samples", async () => {
  using folder = tempFolder();
  const path = (name: string) => `${folder.path}/${name}`;
  writeFileSync(path("study.jsonl"), lines);
  writeFileSync(path("packed.jsonl.gz"), gzipSync(lines));
  pl.DataFrame({
    ...Object.fromEntries(
      (["item_id", "query", "answer_a", "answer_b", "human"] as const).map((
        name,
      ) => [name, rows.map((row) => row[name])]),
    ),
  }).writeParquet(path("columns.parquet"));
  const read = async (name: string) => {
    const samples = await plannedSamples(PROTOCOLS.base, path(name), { dataSet: "study" });
    const whole = [...samples.read()].map(({ sha256 }) => sha256);
    return {
      whole,
      count: samples.count,
      part: [...samples.read()].slice(19_999, 20_002).map(({ id, index }) => [id, index]),
    };
  };
  const plain = await read("study.jsonl");
  assert.equal(plain.count, rows.length);
  assert.deepEqual(plain.part, [["19999", 19_999], ["20000", 20_000], ["20001", 20_001]]);
  assert.deepEqual(await read("packed.jsonl.gz"), plain);
  assert.deepEqual(await read("columns.parquet"), plain);
});

Deno.test("samples: what is wrong with a packed or Parquet file names it, and its row", async () => {
  using folder = tempFolder();
  const plan = (data: string) =>
    planJudge({ protocol: "base", data, judge: "j", baseURL: "http://127.0.0.1:9/v1" });
  const packed = `${folder.path}/torn.jsonl.gz`, columns = `${folder.path}/lacking.parquet`;
  writeFileSync(packed, gzipSync(lines).subarray(0, 5000));
  await assert.rejects(() => plan(packed), /torn\.jsonl\.gz: wanted a whole gzip file/);
  pl.DataFrame({ item_id: ["1", "2"], query: ["q", null], answer_a: ["a", "a"], answer_b: ["b", "b"] })
    .writeParquet(columns);
  await assert.rejects(() => plan(columns), /lacking\.parquet, line 2, column query/);
  writeFileSync(`${folder.path}/none.parquet`, "no Parquet");
  await assert.rejects(
    () => plan(`${folder.path}/none.parquet`),
    /none\.parquet: wanted a whole Parquet file/,
  );
});
