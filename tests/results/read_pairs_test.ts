import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { describe } from "@/results/describe.ts";
import { factor } from "@/results/factor.ts";
import { FRAMES } from "@/results/frames.ts";
import { inspectFile } from "@/results/inspect_file.ts";
import { readLabels } from "@/results/read_labels.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readReport } from "@/results/read_report.ts";
import { requireValidFrame } from "@/results/require_valid_frame.ts";
import { ResultsError } from "@/results/results_error.ts";
import { writeFrame, writeWhole } from "@/results/write_frame.ts";
import { inFolder } from "./in_folder.ts";

const column = (frame: pl.DataFrame, name: string) => frame.getColumn(name).toArray();

Deno.test("native: what has a default may be missing; others are kept behind; ids stay text", () => {
  inFolder({ "study.csv": "item_id,judge,human,choice,extra\n00123,j,A,,x\n7,j,tie,B,y\n" }, (folder) => {
    const pairs = readPairs(`${folder}/study.csv`);
    assert.deepEqual(pairs.columns, [...Object.keys(FRAMES.pairs.columns), "extra"]);
    assert.deepEqual(pairs.toRecords()[0], {
      benchmark: "study",
      item_id: "00123",
      image_id: "00123",
      domain: null,
      judge: "j",
      pipeline: "base",
      image: true,
      variant: "original",
      swapped: false,
      run: 1,
      human: "A",
      choice: null,
      more_informative: null,
      words_a: null,
      words_b: null,
      model_a: null,
      model_b: null,
      annotator: null,
      condition: null,
      extra: "x",
    });
  });
});

Deno.test("native: answers are counted in words, booleans in any spelling, ids of mixed type", () => {
  const lines = [
    {
      item_id: 1,
      judge: "j",
      human: "A",
      choice: "B",
      answer_a: "one two  three",
      answer_b: "",
      image: "True",
      swapped: 0,
    },
    {
      item_id: "x2",
      judge: "j",
      human: "B",
      choice: "tie",
      answer_a: null,
      answer_b: "a",
      image: "0",
      swapped: 1,
    },
  ];
  inFolder({ "r.jsonl": lines.map((line) => JSON.stringify(line)).join("\n") }, (folder) => {
    const pairs = readPairs(`${folder}/r.jsonl`);
    assert.deepEqual(column(pairs, "item_id"), ["1", "x2"]);
    assert.deepEqual([column(pairs, "words_a"), column(pairs, "words_b")], [[3, null], [0, 1]]);
    assert.deepEqual([column(pairs, "image"), column(pairs, "swapped")], [[true, false], [false, true]]);
  });
});

Deno.test("columns and values: renamed, recoded, displaced columns kept, the judge named", () => {
  inFolder({ "r.csv": "id,label,pred,human\n1,1,first,note\n2,2,second,other\n" }, (folder) => {
    const pairs = readPairs(`${folder}/r.csv`, {
      columns: { item_id: "id", human: "label", choice: "pred" },
      values: { human: { "1": "A", "2": "B" }, choice: { first: "A", second: "B" } },
      judge: "mine",
    });
    assert.deepEqual([column(pairs, "human"), column(pairs, "choice"), column(pairs, "judge")], [["A", "B"], [
      "A",
      "B",
    ], ["mine", "mine"]]);
    assert.deepEqual(column(pairs, "human_in_file"), ["note", "other"]);
    assert.throws(
      () => readPairs(`${folder}/r.csv`, { columns: { item_id: "idd" } }),
      /wanted the column idd \(columns\.item_id\)/,
    );
  });
});

Deno.test("labels and corrections are joined, and what happened is counted", () => {
  inFolder({
    "r.csv": "benchmark,item_id,judge,human,choice\nb,1,j,A,A\nb,2,j,A,B\nb,3,j,B,B\n",
    "labels.csv": "item_id,more_informative\n1,A\n2,B\n9,A\n",
    "fixed.csv": "item_id,human\n2,B\n3,B\n8,A\n",
  }, (folder) => {
    const pairs = readPairs(`${folder}/r.csv`, {
      labels: `${folder}/labels.csv`,
      corrections: `${folder}/fixed.csv`,
    });
    assert.deepEqual(column(pairs, "more_informative"), ["A", "B", null]);
    assert.deepEqual(column(pairs, "human"), ["A", "B", "B"]);
    assert.deepEqual(readReport(pairs)?.labels, { joined: 2, missing: 1 });
    assert.deepEqual(readReport(pairs)?.corrections, { changed: 1, unchanged: 1, unused: 1 });
    assert.deepEqual(pairs.columns.slice(0, 19), Object.keys(FRAMES.pairs.columns));
  });
});

Deno.test("two people may prefer differently where annotator tells them apart, and only there", () => {
  inFolder({
    "two.csv": "item_id,judge,human,choice,annotator\n1,j,A,A,ann\n1,j,B,A,bob\n",
    "none.csv": "item_id,judge,human,choice,swapped\n1,j,A,A,false\n1,j,B,A,true\n",
    "same.csv": "item_id,judge,human,choice,annotator,swapped\n1,j,A,A,ann,false\n1,j,B,A,ann,true\n",
    "verbose.csv": "item_id,judge,human,choice,variant\n1,j,A,A,original\n1,j,B,A,verbose\n" +
      "2,j,A,A,original\n2,j,B,A,length_equalized\n",
  }, (folder) => {
    const pairs = readPairs(`${folder}/two.csv`);
    assert.deepEqual([column(pairs, "human"), column(pairs, "annotator")], [["A", "B"], ["ann", "bob"]]);
    assert.throws(
      () => readPairs(`${folder}/none.csv`),
      /wanted one human label per item, but item 1 has also "A" \(.*a column annotator says who/,
    );
    assert.throws(
      () => readPairs(`${folder}/same.csv`),
      /line 3, column human: wanted one human label per item/,
    );
    assert.throws(() => readPairs(`${folder}/verbose.csv`), /line 5, column human.*item 2 has also "A"/);
  });
});

Deno.test("folders, globs, lists: columns of all files, the benchmark of each", () => {
  inFolder({
    "one.csv": "item_id,judge,human,choice,a\n1,j,A,A,5\n",
    "two.jsonl": '{"item_id":"1","judge":"j","human":"B","choice":"A","b":"z"}\n',
    "readme.txt": "no table",
  }, (folder) => {
    for (const path of [folder, `${folder}/*.{csv,jsonl}`, [`${folder}/one.csv`, `${folder}/two.jsonl`]]) {
      const pairs = readPairs(path, { format: "native" });
      assert.deepEqual([column(pairs, "benchmark"), column(pairs, "b")], [["one", "two"], [null, "z"]]);
    }
  });
});

Deno.test("writeFrame and readPairs: a round trip in every format, and nothing half-written", () => {
  const pairs = readPairs("data/examples/pairs.csv").withColumns(
    pl.lit('comma, "quote"\nline ü 漢').alias("note"),
  );
  inFolder({}, (folder) => {
    for (const ending of ["csv", "csv.gz", "jsonl", "jsonl.gz", "parquet"]) {
      writeFrame(pairs, `${folder}/deep/pairs.${ending}`);
      const again = readPairs(`${folder}/deep/pairs.${ending}`);
      assert.deepEqual(again.columns, pairs.columns, ending);
      for (const name of pairs.columns) {
        assert.deepEqual(column(again, name), column(pairs, name), `${ending}, ${name}`);
      }
    }
    assert.throws(() => writeFrame(pairs, `${folder}/pairs.xlsx`), RangeError);
    Deno.writeTextFileSync(`${folder}/kept.csv`, "old");
    const broken = {
      columns: [],
      dtypes: [],
      toRecords: () => [],
      writeCSV: () => {
        throw new Error("disk");
      },
    } as unknown as pl.DataFrame;
    assert.throws(() => writeFrame(broken, `${folder}/kept.csv`), /disk/);
    assert.equal(Deno.readTextFileSync(`${folder}/kept.csv`), "old");
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), ["deep", "kept.csv"]);
  });
});

Deno.test("writeFrame: nothing where there is no number", () => {
  inFolder({}, (folder) => {
    writeFrame(pl.DataFrame([pl.Series("x", [1.5, NaN, null], pl.Float64)]), `${folder}/x.csv`);
    assert.equal(Deno.readTextFileSync(`${folder}/x.csv`), "x\n1.5\n\n\n");
  });
});

Deno.test("describe: counts by judge, benchmark, pipeline, image", () => {
  inFolder({
    "b.csv": "item_id,judge,human,choice,image,more_informative,run\n" +
      "1,j,A,A,1,A,1\n2,j,A,tie,1,,1\n3,j,tie,,1,tie,1\n1,j,A,A,1,A,2\n1,j,A,A,0,A,1\n1,k,A,A,1,A,1\n",
  }, (folder) => {
    const rows = describe(readPairs(`${folder}/b.csv`)).toRecords();
    assert.deepEqual(rows, [
      {
        judge: "j",
        benchmark: "b",
        pipeline: "base",
        image: false,
        rows: 1,
        items: 1,
        missing: 2,
        ties: 0,
        unparsable: 0,
        unlabelled: 0,
        human_ties: 0,
        duplicates: 0,
      },
      {
        judge: "j",
        benchmark: "b",
        pipeline: "base",
        image: true,
        rows: 4,
        items: 3,
        missing: 0,
        ties: 1,
        unparsable: 1,
        unlabelled: 2,
        human_ties: 1,
        duplicates: 0,
      },
      {
        judge: "k",
        benchmark: "b",
        pipeline: "base",
        image: true,
        rows: 1,
        items: 1,
        missing: 2,
        ties: 0,
        unparsable: 0,
        unlabelled: 0,
        human_ties: 0,
        duplicates: 0,
      },
    ]);
  });
  const labels = describe(readLabels("data/examples/labels.csv")).toRecords();
  assert.deepEqual(labels.map(({ labeller, rows }) => [labeller, rows]), [["human", 60], ["model", 60]]);
  assert.throws(() => describe(pl.DataFrame({ x: [1] })), TypeError);
});

Deno.test("describe: rows repeated in a frame made by hand are counted", () => {
  const pairs = readPairs("data/examples/pairs.csv");
  const twice = describe(pl.concat([pairs, pairs.head(3)])).toRecords() as Record<string, number>[];
  assert.equal(twice.reduce((sum, row) => sum + row.duplicates, 0), 3);
});

Deno.test("inspectFile: what a stranger's file lacks", () => {
  inFolder({ "x.csv": "item,judge,humans,choice\n1,j,A,A\n" }, (folder) => {
    const { frames, strangers } = inspectFile(`${folder}/x.csv`);
    assert.equal(frames.length, 0);
    const pairs = strangers[0].lacking.find(({ frame }) => frame === "pairs")!;
    assert.deepEqual([pairs.missing, pairs.similar], [["item_id", "human"], ["item", "humans"]]);
  });
});

Deno.test("the same rules hold for a single record, in the reader and in metrics", () => {
  const row = Object.fromEntries(Object.entries(readPairs("data/examples/pairs.csv").toRecords()[0]));
  assert.equal(readPairs([row]).height, 1);
  for (
    const bad of [{ human: "C" }, { words_a: -1 }, { words_a: 1.5 }, { image: "yes" }, { item_id: "" }, {
      run: -1,
    }]
  ) {
    assert.throws(() => readPairs([{ ...row, ...bad }]), ResultsError, JSON.stringify(bad));
    const frame = pl.DataFrame([{ ...row, ...bad }]);
    assert.throws(
      () => requireValidFrame("x", "pairs", frame),
      /^(Type|Range)Error: x: wanted/,
      JSON.stringify(bad),
    );
  }
});

Deno.test("factor: sorted levels, null last, any type; codes survive categories of other frames", () => {
  factor(pl.Series("x", ["zz", "aa", "mm"]));
  const { codes, levels } = factor(pl.Series("y", ["mm", null, "bb", "mm"]));
  assert.deepEqual([[...codes], levels], [[1, 2, 0, 1], ["bb", "mm", null]]);
  assert.deepEqual(factor(pl.Series("e", [], pl.Utf8)), { codes: new Int32Array(0), levels: [] });
  assert.deepEqual(factor(pl.Series("n", [2.5, null, -1], pl.Float64)).levels, [-1, 2.5, null]);
});

Deno.test("temporary names of one process differ: two writers of a path do not meet", () => {
  const path = `${Deno.makeTempDirSync()}/a.txt`;
  writeWhole(path, (outer) => {
    writeWhole(path, (inner) => {
      assert.notEqual(inner, outer);
      Deno.writeTextFileSync(inner, "inner");
    });
    Deno.writeTextFileSync(outer, "outer");
  });
  assert.equal(Deno.readTextFileSync(path), "outer");
});
