import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import { ratingEvaluators } from "@/results/rating_evaluators.ts";
import { readRatings } from "@/results/read_ratings.ts";
import { readReport } from "@/results/read_report.ts";
import { readResults } from "@/results/read_results.ts";
import { writeFrame } from "@/results/write_frame.ts";
import { inFolder } from "./in_folder.ts";

const column = (frame: pl.DataFrame, name: string) => frame.getColumn(name).toArray();

Deno.test("native: numeric columns are evaluators, text is kept, an empty cell is no score, ids keep their zeros", () => {
  inFolder({
    "a.csv":
      "item_id,human,caption,judge a,judge b\n007,0.5,a dog,0.25,\n007,1,a dog,0.25,0.9\n008,,a cat,1,0.1\n",
  }, (folder) => {
    const ratings = readRatings(`${folder}/a.csv`);
    assert.deepEqual(ratings.columns, "item_id|image_id|split|human|judge a|judge b|caption".split("|"));
    assert.deepEqual(column(ratings, "item_id"), ["007", "007", "008"]);
    assert.deepEqual(column(ratings, "image_id"), ["007", "007", "008"]);
    assert.deepEqual(column(ratings, "split"), ["test", "test", "test"]);
    assert.deepEqual(column(ratings, "human"), [0.5, 1, null]);
    assert.deepEqual(column(ratings, "judge b"), [null, 0.9, 0.1]);
    assert.deepEqual(ratingEvaluators(ratings), ["judge a", "judge b"]);
    for (const name of ["b.jsonl", "b.parquet", "b.csv.gz"]) {
      writeFrame(ratings, `${folder}/${name}`);
      assert.deepEqual(readRatings(`${folder}/${name}`).toRecords(), ratings.toRecords(), name);
    }
    const named = readRatings(`${folder}/a.csv`, { evaluators: ["judge b"] });
    assert.deepEqual(ratingEvaluators(named), ["judge b"]);
    assert.deepEqual(column(named, "judge a"), ["0.25", "0.25", "1"]);
    assert.equal(readReport(ratings)?.format, "native");
    assert.equal(readResults(`${folder}/a.csv`).ratings?.height, 3);
  });
});

Deno.test("native: other names of columns and splits can be mapped", () => {
  inFolder({ "a.csv": "id,part,gold,m\n1,dev,3,0.1\n2,train,4,0.2\n" }, (folder) => {
    const ratings = readRatings(`${folder}/a.csv`, {
      columns: { item_id: "id", split: "part", human: "gold" },
      values: { split: { dev: "validation" } },
    });
    assert.deepEqual(column(ratings, "split"), ["validation", "train"]);
    assert.deepEqual([column(ratings, "human"), column(ratings, "m")], [[3, 4], [0.1, 0.2]]);
  });
});

Deno.test("Polaris and Nebula: split from the file's name, an item per picture and caption, evaluators beside theirs", () => {
  inFolder({
    "nebula_train.csv":
      ",mt,refs,score,imgid,GPT-4o\n0,a dog,\"['x', 'y']\",0.75,12.jpg,0.8\n1,a cat,\"['x']\",0.25,12.jpg,0.1\n",
    "nebula_val.csv": ",mt,refs,score,imgid,GPT-4o\n0,a dog,\"['x']\",1.0,13.jpg,\n",
    "nebula_test.csv":
      ",mt,refs,score,imgid,GPT-4o\n0,a dog,\"['x']\",0.5,14.jpg,0.4\n1,a dog,\"['x']\",0.0,14.jpg,0.4\n",
  }, (folder) => {
    const ratings = readRatings(folder);
    assert.equal(readReport(ratings)?.format, "polaris");
    const bySplit = Object.groupBy(ratings.toRecords(), (row) => String(row.split));
    assert.deepEqual(
      Object.entries(bySplit).map(([split, rows]) => [split, rows!.length]).sort(),
      [["test", 2], ["train", 2], ["validation", 1]],
    );
    const test = bySplit.test!;
    assert.deepEqual(test.map((row) => row.item_id), ["14.jpg#1", "14.jpg#1"], "two people, one caption");
    assert.deepEqual(bySplit.train!.map((row) => [row.item_id, row.image_id, row.human, row["GPT-4o"]]), [
      ["12.jpg#1", "12.jpg", 0.75, 0.8],
      ["12.jpg#2", "12.jpg", 0.25, 0.1],
    ]);
    assert.equal(bySplit.validation![0]["GPT-4o"], null);
    assert.deepEqual(ratingEvaluators(ratings), ["GPT-4o"], "row numbers are no evaluator");
  });
});

Deno.test("Flickr8k-Expert: a row per expert, from a table, the release's text or the JSON of judgments", () => {
  inFolder({
    "ExpertAnnotations.txt": "1.jpg\t2.jpg#0\t1\t1\t2\r\n1.jpg\t1.jpg#3\t4\t4\t3\n",
    "bad.txt": "1.jpg\t2.jpg#0\t1\t1\t2\n1.jpg 1.jpg#3 4\n",
    "word.txt": "1.jpg\t2.jpg#0\t1\tone\t2\n",
    "table.csv":
      "image,caption_id,expert1,expert2,expert3,m\n1.jpg,2.jpg#0,1,1,2,0.2\n1.jpg,1.jpg#3,4,4,3,0.9\n",
    "judgments.json": JSON.stringify({
      "1.jpg": {
        human_judgement: [{ caption: "a", rating: 1 }, { caption: "a", rating: 2 }, {
          caption: "b",
          rating: 4,
        }],
      },
      "2.jpg": { human_judgement: [{ caption: "c", rating: "nan" }] },
    }),
  }, (folder) => {
    const table = readRatings(`${folder}/table.csv`);
    assert.equal(readReport(table)?.format, "flickr8k-expert");
    assert.equal(table.height, 6);
    assert.deepEqual([...column(table, "human")].sort(), [1, 1, 2, 3, 4, 4]);
    assert.deepEqual(new Set(column(table, "item_id")).size, 2);
    assert.deepEqual(ratingEvaluators(table), ["m"]);
    const text = readRatings(`${folder}/ExpertAnnotations.txt`);
    assert.deepEqual(column(text, "human"), [1, 1, 2, 4, 4, 3]);
    assert.deepEqual(new Set(column(text, "item_id")), new Set(["1.jpg 2.jpg#0", "1.jpg 1.jpg#3"]));
    assert.deepEqual(new Set(column(text, "image_id")), new Set(["1.jpg"]));
    assert.throws(
      () => readRatings(`${folder}/bad.txt`),
      /bad\.txt, line 2: wanted picture, caption and the experts/,
    );
    assert.throws(() => readRatings(`${folder}/word.txt`), /word\.txt, line 1, column human: .*one/);
    assert.throws(() => readRatings(`${folder}/none.txt`), /ENOENT|none\.txt/);
    const json = readRatings(`${folder}/judgments.json`);
    assert.deepEqual(column(json, "human"), [1, 2, 4, null]);
    assert.deepEqual(column(json, "item_id"), ["1.jpg#1", "1.jpg#1", "1.jpg#2", "2.jpg#1"]);
  });
});

Deno.test("bad input names file, line, column and value; dropping counts", () => {
  inFolder({
    "bad.csv": "item_id,human,m\n1,0.5,0.1\n2,high,0.2\n3,0.5,NaN?\n4,1,0.3\n",
    "score.csv": "item_id,human,m\n1,0.5,0.1\n2,0.1,n/a\n3,0.5,0.4\n",
    "none.csv": "id,score\n1,2\n",
    "empty.csv": "",
    "split.csv": "item_id,human,split\n1,2,later\n",
  }, (folder) => {
    assert.throws(() => readRatings(`${folder}/bad.csv`), /bad\.csv.*line 3.*human.*high/s);
    assert.throws(() => readRatings(`${folder}/score.csv`), {
      name: "ResultsError",
      message: /score\.csv.*line 3.*m.*n\/a/s,
    });
    const dropped = readRatings(`${folder}/score.csv`, { onInvalid: "drop" });
    assert.deepEqual([dropped.height, readReport(dropped)?.dropped], [2, { m: 1 }]);
    assert.throws(() => readRatings(`${folder}/none.csv`), /item_id/);
    assert.throws(() => readRatings(`${folder}/empty.csv`), { name: "ResultsError" });
    assert.throws(() => readRatings(`${folder}/split.csv`), /later/);
    assert.throws(
      () => readRatings(`${folder}/score.csv`, { evaluators: ["mm"] }),
      /the evaluator mm.*is it m\?/s,
    );
    assert.throws(() => readRatings(`${folder}/score.csv`, { format: "excel" as "native" }), RangeError);
  });
});
