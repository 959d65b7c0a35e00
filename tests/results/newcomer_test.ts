import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { alternativeAnnotator } from "@/metrics/alternative_annotator.ts";
import { orderConsistency } from "@/metrics/order_consistency.ts";
import { bundle } from "@/progress/show.ts";
import { frameFeatures } from "@/results/frame_features.ts";
import { inspectFile } from "@/results/inspect_file.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readReport } from "@/results/read_report.ts";

function file(content: string, name = "own.csv"): string {
  const path = `${Deno.makeTempDirSync()}/${name}`;
  Deno.writeTextFileSync(path, content);
  return path;
}

const warnings = (frame: pl.DataFrame) => (readReport(frame)?.warnings ?? []).join();

Deno.test("confidence in percent, with a comma or beyond 1 is named as found and unfit; a probability is used", () => {
  const read = (...values: string[]) =>
    readPairs(
      file(`item_id;judge;human;choice;confidence\n${
        values.map((value, i) => `${i};j;A;A;${value}`).join("\n")
      }\n`),
    );
  for (const value of ["50", "50%", "0,45"]) {
    const frame = read(value, value);
    assert.match(
      warnings(frame),
      new RegExp(`confidence: 2 rows hold no probability from 0 to 1 \\("?${value}(\\.0)?"?\\)`),
    );
    assert.ok(!frameFeatures(frame).has("confidence"), value);
  }
  const fit = read("0.5", "", "1");
  assert.equal(warnings(fit), "");
  assert.ok(frameFeatures(fit).has("confidence"));
  assert.deepEqual(fit.getColumn("confidence").toArray(), [0.5, null, 1]);
});

Deno.test("repeated keys: the column of the file that could be swapped or run is named, else those that are missing", () => {
  const twice = (extra: string, values: string[]) =>
    file(`item_id,judge,human,choice${extra}\n${values.map((value) => `1,j,A,A${value}`).join("\n")}\n`);
  assert.throws(
    () => readPairs(twice(",swaped", [",true", ",false"])),
    /its column swaped is our swapped.*columns: \{ swapped: "swaped" \}, on the command line --columns swapped=swaped/,
  );
  assert.throws(
    () => readPairs(twice("", ["", ""])),
    /the file has no column .*swapped, run.* tell them apart/,
  );
  assert.throws(() => readPairs(twice(",temperature", [",0", ",1"])), /where temperature is one of these/);
  // All there: nothing to be guessed.
  const full = ",pipeline,image,variant,swapped,run,annotator";
  const row = ",base,true,original,false,1,a";
  assert.throws(
    () => readPairs(twice(full, [row, row])),
    (error) => /wanted one row per/.test(String(error)) && !/no column/.test(String(error)),
  );
});

Deno.test("pairs without a choice are no labels: inspect names what is missing", () => {
  const path = file("item_id,judge,human,more_informative\n1,j,A,A\n");
  const { frames, strangers } = inspectFile(path);
  assert.deepEqual([frames.length, strangers[0].lacking[0].frame, strangers[0].lacking[0].missing], [
    0,
    "pairs",
    [
      "choice",
    ],
  ]);
  const labels = inspectFile(file("item_id,more_informative\n1,A\n"));
  assert.equal(labels.frames[0].name, "labels");
});

Deno.test("inspect: objects in JSON records are named with what is inside", () => {
  const path = file('{"id":"1","meta":{"judge":"j"},"list":[1]}\n', "own.jsonl");
  assert.deepEqual(inspectFile(path).strangers[0].nested, { meta: ["judge"] });
});

Deno.test("values otherwise spelt: the way out as the command line takes it", () => {
  assert.throws(
    () => readPairs(file("item_id,judge,human,choice\n1,j,A,b\n")),
    /on the command line --values choice:b=B\)/,
  );
  assert.throws(() => readPairs(file("item_id,judge,human,choice\n1,j,A, B\n")), /--values "choice: B=B"\)/);
});

Deno.test("several voters on a pair in both orders: order and standing in are computed; who did not vote is no voter", () => {
  const voters = ["p", "q"],
    rows = [false, true].flatMap((swapped) =>
      voters.map((annotator) => ({
        item_id: "1",
        judge: "j",
        swapped,
        annotator,
        human: "A",
        choice: swapped ? "B" : "A",
      }))
    );
  const [row] = orderConsistency(pl.DataFrame(rows), { by: [] }).toRecords();
  assert.deepEqual([row.n, row.consistency], [1, 0]); // one verdict in each order, whoever voted on it
  const silent = [false, true].map((swapped) => ({
    ...rows[0],
    item_id: "2",
    swapped,
    annotator: null,
    human: null,
  }));
  const votes = pl.DataFrame([...rows.filter(({ swapped }) => !swapped), ...silent]);
  assert.equal(alternativeAnnotator(votes, { epsilon: 0.1 }).toRecords()[0].n, 1);
});

Deno.test("show: one row is not rows", () => {
  const frame = pl.DataFrame({ x: [1, 2] });
  assert.deepEqual([1, 2].map((n) => bundle(frame.head(n))["text/plain"]), ["1 row", "2 rows"]);
});
