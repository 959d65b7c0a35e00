import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { renderFigure } from "@/figures/render_figure.ts";
import { LAYOUTS } from "@/results/layouts/table.ts";
import { inspectFile } from "@/results/read_results.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readReport } from "@/results/read_report.ts";
import { readResults } from "@/results/read_results.ts";
import { jsonLines } from "../../judge/study.ts";

const FOLDER = "data/examples/layouts";

/** Rated captions, whose tables the other tests make; and workbooks of scores, which differ by one column only. */
const WITHOUT = ["polaris", "flickr8k-expert", "vlmevalkit"];

const folders = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).sort();
const found = new Map(folders.map((name) => [name, inspectFile(`${FOLDER}/${name}`)]));

Deno.test("nothing of an example is a stranger", () => {
  for (const [name, { strangers }] of found) assert.deepEqual(strangers, [], name);
});

Deno.test("every example says that it is simulated, in its frame and on its figures; those of a layout name their tool", async () => {
  for (const [name, { frames }] of found) {
    assert.ok(frames.length > 0, name);
    for (const { frame, report } of frames) {
      assert.deepEqual(frame!.getColumn("provenance").unique().toArray(), ["simulated"], name);
      assert.ok(report!.tool!.length > 2, name);
    }
  }
  const others = globSync("data/examples/*").filter((path) => !/layouts$|\.(md|ts)$/.test(path));
  assert.ok(others.length >= 12);
  for (const frame of others.flatMap((path) => Object.values(readResults(path)))) {
    assert.deepEqual(frame.getColumn("provenance").unique().toArray(), ["simulated"]);
  }
  const results = "data/examples/mm_judgebias/judgements";
  assert.equal((await renderFigure("mm-judgebias-table2", { results })).provenance, "simulated");
});

/** Of each layout's example a row of its frame as it is counted by hand in the tool's file, and what is counted: ties, zeros, draws, guesses are unparsed. */
const ROWS: [string, string, number, object, string][] = jsonLines(
  "tests/results/layouts/example_rows.jsonl",
);

Deno.test("of every layout's example a row has the values that were read by hand (example_rows.jsonl), and what tells nothing is counted", () => {
  const known = [...WITHOUT, ...ROWS.map(([name]) => name)];
  assert.deepEqual(Object.keys(LAYOUTS).filter((name) => !known.includes(name)), [], "without a line there");
  for (const [name, path, row, values, notes] of ROWS) {
    const { frames } = inspectFile(`data/examples/${path}`);
    const { frame, report } = frames.find(({ report }) => report!.format.split(", ").includes(name))!;
    const found = frame!.toRecords()[row];
    assert.deepEqual({ ...found, ...values }, found, name);
    assert.equal(report!.notes!.map(({ name, rows }) => `${name} ${rows}`).join(", "), notes, name);
  }
});

Deno.test("a file of our own beside another tool's is refused by name, and a foreign format by its name", () => {
  for (const read of [readPairs, readResults]) {
    const said = /pairs\.csv: wanted pairs in the layout arena-hard, as in other files, found native/;
    assert.throws(() => read([`${FOLDER}/arena_hard`, "data/examples/pairs.csv"]), said);
  }
  const two = readResults(["data/examples/labels.csv", "data/examples/mllm_as_a_judge"]);
  assert.deepEqual(Object.keys(two).sort(), ["labels", "pairs"]);
  assert.equal(readReport(two.pairs!)?.format, "mllm-as-a-judge");
  const words = /wanted the format native, mllm/;
  assert.throws(() => readPairs(`${FOLDER}/mt_bench`, { format: "mt-bench-single" }), words);
});
