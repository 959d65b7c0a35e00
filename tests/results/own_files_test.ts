import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import pl from "nodejs-polars";
import { ratingAgreement } from "@/metrics/rating_agreement.ts";
import { ratingEvaluators } from "@/results/rating_evaluators.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { readCriteria } from "@/results/read_criteria.ts";
import { readLabels } from "@/results/read_labels.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readRatings } from "@/results/read_ratings.ts";
import { readReport } from "@/results/read_report.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import { readTokenScores } from "@/results/read_token_scores.ts";
import { ResultsError } from "@/results/results_error.ts";
import { writeFrame } from "@/results/write_frame.ts";
import { inFolder } from "./in_folder.ts";

const column = (frame: pl.DataFrame, name: string) => frame.getColumn(name).toArray();

/** The ResultsError that reading gives. */
function failure(read: () => unknown): ResultsError {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof ResultsError, `a ResultsError, found ${error}`);
    return error;
  }
  throw new assert.AssertionError({ message: "wanted a ResultsError, found none" });
}

Deno.test("missing: words and numbers that mean no value, in every reader, ids keep theirs", () =>
  inFolder({
    "pairs.csv": "item_id,judge,human,choice,words_a\n-1,j,A,N/A,-1\n2,j,B,A,4\n",
    "labels.csv": "item_id,more_informative\n1,N/A\n2,A\n",
    "scores.csv":
      "judge,sample_id,bias_type,unbiased,biased\nj,1,text_dominance,8,-1\nj,2,text_dominance,N/A,3\n",
    "captions.csv":
      "image_id,generator,evaluator,setting,parsed,expected\n1,g,e,ref_free,0.5,-1\n2,g,e,ref_free,-1.0,N/A\n",
    "ratings.csv": "item_id,human,m\n1,1,0.5\n2,2,-1\n3,-1,N/A\n4,3,0.7\n",
    "criteria.csv":
      "judge,split,item_id,criterion,human,choice\nj,reasoning,1,logic,A,N/A\nj,reasoning,1,grounding,B,-1\n",
    "tokens.csv": "item_id,human,no,yes,parsed\n1,1,-1.6,-0.5,-1\n2,0,-0.5,-1.6,0\n",
  }, (folder) => {
    const missing = ["N/A", -1];
    const pairs = readPairs(`${folder}/pairs.csv`, { missing });
    assert.deepEqual(
      [column(pairs, "choice"), column(pairs, "words_a"), column(pairs, "item_id")],
      [[null, "A"], [null, 4], ["-1", "2"]],
    );
    assert.deepEqual(column(readLabels(`${folder}/labels.csv`, { missing }), "more_informative"), [
      null,
      "A",
    ]);
    const scores = readScorePairs(`${folder}/scores.csv`, { missing });
    assert.deepEqual([column(scores, "unbiased"), column(scores, "biased")], [[8, null], [null, 3]]);
    assert.deepEqual([column(scores, "unbiased_status"), column(scores, "biased_status")], [
      ["scored", "missing"],
      ["missing", "scored"],
    ]);
    assert.deepEqual(column(readCaptionScores(`${folder}/captions.csv`, { missing }), "score"), [0.5, null]);
    const ratings = readRatings(`${folder}/ratings.csv`, { missing });
    assert.deepEqual([column(ratings, "human"), column(ratings, "m")], [[1, 2, null, 3], [
      0.5,
      null,
      null,
      0.7,
    ]]);
    assert.equal(ratingAgreement(ratings).getColumn("n").get(0), 2);
    assert.deepEqual(column(readCriteria(`${folder}/criteria.csv`, { missing }), "choice"), [null, null]);
    const tokens = readTokenScores(`${folder}/tokens.csv`, {
      logProbabilities: { no: 0, yes: 1 },
      parsed: "parsed",
      missing: [-1],
    });
    assert.deepEqual(column(tokens, "tokens (parsed)"), [null, 0]);
    assert.throws(
      () => readPairs(`${folder}/pairs.csv`, { missing: [null as unknown as string] }),
      TypeError,
    );
  }));

Deno.test("missing and values on Parquet: numbers by number, NaN by its name", () =>
  inFolder({}, (folder) => {
    writeFrame(
      pl.DataFrame([
        pl.Series("item_id", ["1", "2", "3"], pl.Utf8),
        pl.Series("human", [1, 2, 3], pl.Float64),
        pl.Series("m", [0.5, NaN, -1], pl.Float64),
      ]),
      `${folder}/r.parquet`,
    );
    assert.deepEqual(
      column(readRatings(`${folder}/r.parquet`, { missing: ["-1", "NaN"] }), "m"),
      [0.5, null, null],
    );
  }));

Deno.test("values on an evaluator's column; a name that is none is refused with its nearest", () =>
  inFolder({ "r.csv": "item_id,human,judge one\n1,1,good\n2,2,bad\n3,3,good\n" }, (folder) => {
    const ratings = readRatings(`${folder}/r.csv`, { values: { "judge one": { good: "1", bad: "0" } } });
    assert.deepEqual(column(ratings, "judge one"), [1, 0, 1]);
    assert.deepEqual(ratingEvaluators(ratings), ["judge one"]);
    assert.throws(
      () => readRatings(`${folder}/r.csv`, { values: { "judge on": { good: "1" } } }),
      /is it judge one/,
    );
  }));

Deno.test("an evaluator that is half NaN stays one, and is named as faulty", () =>
  inFolder(
    { "r.csv": "item_id,human,m,caption\n1,1,0.5,a dog\n2,2,NaN,7\n3,3,nan,a cat\n4,3,n/a,a hat\n" },
    (folder) => {
      const error = failure(() => readRatings(`${folder}/r.csv`));
      assert.deepEqual([error.column, error.line, error.count], ["m", 3, 3]);
      const ratings = readRatings(`${folder}/r.csv`, { missing: ["NaN", "nan", "n/a"] });
      assert.deepEqual(ratingEvaluators(ratings), ["m"]);
      assert.deepEqual(column(ratings, "caption"), ["a dog", "7", "a cat", "a hat"]);
    },
  ));

Deno.test("all bad columns at once, their distinct values with counts", () =>
  inFolder({
    "p.csv": "item_id,judge,human,choice,words_a\n1,j,yes,A,3\n2,j,no,x,many\n3,j,yes,B,few\n4,j,yes,A,1\n",
    "lacking.csv": "id,judge,label,pred\n1,j,A,A\n",
  }, (folder) => {
    const error = failure(() => readPairs(`${folder}/p.csv`));
    assert.deepEqual(
      error.columns.map(({ column, count }) => [column, count]),
      [["human", 4], ["choice", 1], ["words_a", 2]],
    );
    assert.deepEqual(error.columns[0].values, [{ value: "yes", count: 3 }, { value: "no", count: 1 }]);
    assert.match(error.message, /line 2, column human: .*"yes" 3 times, "no" once/);
    assert.match(error.message, /column choice: wanted .*"x" once \(first in line 3\); column words_a/);
    assert.match(
      failure(() => readPairs(`${folder}/lacking.csv`)).message,
      /wanted the columns item_id, human, choice, found id, judge, label, pred/,
    );
  }));

Deno.test("semicolons and tabs are found by themselves, with their quotes and line numbers", () => {
  const rows = [["item_id", "judge", "human", "choice", "note"], ["1", "j", "A", "B", '"a, b; c\td"'], [
    "2",
    "j",
    "B",
    "Q",
    "x",
  ]];
  for (const mark of [",", ";", "\t"]) {
    const text = rows.map((row) => row.join(mark)).join("\n");
    inFolder({
      "p.csv": text.replace("Q", "tie"),
      "bad.csv": text,
      "p.csv.gz": gzipSync(text.replace("Q", "tie")),
    }, (folder) => {
      for (const name of ["p.csv", "p.csv.gz"]) {
        const pairs = readPairs(`${folder}/${name}`);
        assert.deepEqual([column(pairs, "choice"), column(pairs, "note")], [["B", "tie"], [
          "a, b; c\td",
          "x",
        ]]);
      }
      const error = failure(() => readPairs(`${folder}/bad.csv`));
      assert.deepEqual([error.line, error.column, error.value], [3, "choice", "Q"]);
    });
  }
});

Deno.test("quotes in bare cells, limits of columns, cells, blank lines, nesting and unpacked bytes name the line", () =>
  inFolder({
    "quote.csv": 'item_id,judge,human,choice\n1,j,A,A\n2,5" wide,A,7" wide\n',
    "fine.csv": 'item_id,judge,human,choice\n1,say "hi" now,A,A\n',
    "wide.csv": "item_id,judge,human,choice,a,b\n1,j,A,A,1,2\n",
    "long.csv": `item_id,judge,human,choice\n1,j,A,A\n2,${"x".repeat(300)},A,A\n`,
    "blank.csv": `item_id,judge,human,choice\n1,j,A,A\n${"\n".repeat(50)}2,j,A,A\n`,
    "long.jsonl": `{"item_id":"1"}\n{"item_id":"${"x".repeat(300)}"}\n{"item_id":"3"}\n`,
    "many.jsonl": Array.from(
      { length: 9 },
      (_, i) => `{"item_id":"${i}","judge":"j","human":"A","choice":"A"}`,
    ).join("\n"),
    "torn.csv": Uint8Array.from([...new TextEncoder().encode("item_id,judge,human,choice\n1,caf"), 0xc3]),
    "deep.jsonl": `{"item_id":"1","judge":"j","human":"A","choice":"A"}\n{"item_id":${"[".repeat(60_000)}`,
    "packed.csv.gz": gzipSync(`item_id,judge,human,choice\n1,${"x".repeat(5000)},A,A\n`),
  }, (folder) => {
    const message = (name: string, limits = {}) =>
      failure(() => readPairs(`${folder}/${name}`, { limits })).message;
    assert.match(message("quote.csv"), /quote\.csv, line 3: wanted cells that hold a quote to be quoted/);
    assert.equal(readPairs(`${folder}/fine.csv`).getColumn("judge").get(0), 'say "hi" now');
    assert.match(
      message("wide.csv", { columns: 5 }),
      /line 1: wanted at most 5 columns \(limits\.columns\), found 6/,
    );
    assert.match(message("long.csv", { cellBytes: 200 }), /line 3: wanted cells of at most 200 bytes/);
    assert.match(message("long.jsonl", { cellBytes: 200 }), /line 2: wanted lines of at most 200 bytes/);
    assert.equal(readPairs(`${folder}/many.jsonl`, { limits: { cellBytes: 200 } }).height, 9);
    assert.match(message("torn.csv"), /line 2: .*UTF-8/);
    assert.match(message("blank.csv", { blankLines: 20 }), /at most 20 blank lines/);
    assert.equal(readPairs(`${folder}/blank.csv`).height, 2);
    assert.match(message("deep.jsonl"), /line 2: wanted at most 1000 lists and objects/);
    assert.match(message("packed.csv.gz", { unpackedBytes: 1000 }), /at most 1000 bytes unpacked/);
  }));

Deno.test("a long cell is refused before the whole of it is read", () =>
  inFolder({ "p.csv": `item_id,judge,human,choice\n1,"${"x".repeat(9_000_000)}` }, (folder) => {
    const error = failure(() => readPairs(`${folder}/p.csv`, { limits: { cellBytes: 1_000_000 } }));
    assert.deepEqual([error.line, /1000000 bytes/.test(error.message)], [2, true]);
  }));

Deno.test("JSON: a key twice in a record, numbers that cannot be held, objects as ids, with the line", () => {
  const record = '"judge":"j","human":"A","choice":"A"';
  inFolder({
    "twice.jsonl": `{"item_id":"1",${record}}\n{"item_id":"2",${record},"choice":"B"}\n`,
    "escaped.jsonl": `{"item_id":"1",${record},"\\u0063hoice":"B"}\n`,
    "inner.jsonl": `{"item_id":"1",${record},"note":{"choice":"B","judge":1}}\n`,
    "big.jsonl": `{"item_id":9007199254740993,${record}}\n{"item_id":"x",${record}}\n`,
    "exact.jsonl": `{"item_id":9007199254740993,${record}}\n`,
    "object.jsonl": `{"item_id":{"a":1},${record}}\n`,
    "list.jsonl": `{"item_id":["1"],${record}}\n`,
    "mixed.jsonl": `{"item_id":"x",${record}}\n{"item_id":{"a":1},${record}}\n`,
    "null.jsonl": `{"item_id":"1",${record}}\n{"item_id":null,${record}}\n`,
    "float.jsonl": `{"item_id":1.0,${record}}\n{"item_id":2.0,${record}}\n`,
    "half.jsonl": `{"item_id":1.5,${record}}\n`,
  }, (folder) => {
    const read = (name: string) => readPairs(`${folder}/${name}`);
    const twice = failure(() => read("twice.jsonl"));
    assert.deepEqual([twice.line, twice.column, /each key once/.test(twice.message)], [2, "choice", true]);
    assert.equal(failure(() => read("escaped.jsonl")).column, "choice");
    assert.equal(read("inner.jsonl").height, 1);
    assert.deepEqual(column(read("big.jsonl"), "item_id"), ["9007199254740993", "x"]);
    assert.deepEqual(column(read("exact.jsonl"), "item_id"), ["9007199254740993"]);
    for (const name of ["object.jsonl", "list.jsonl", "half.jsonl", "mixed.jsonl"]) {
      assert.equal(failure(() => read(name)).column, "item_id", name);
    }
    assert.deepEqual([failure(() => read("null.jsonl")).line], [2]);
    assert.deepEqual(column(read("float.jsonl"), "item_id"), ["1", "2"]);
  });
});

Deno.test("ids that pass through floats in Parquet keep their name", () =>
  inFolder({}, (folder) => {
    const frame = pl.DataFrame([
      pl.Series("item_id", [1, 2], pl.Float64),
      ...["judge", "human", "choice"].map((name) => pl.Series(name, ["A", "A"], pl.Utf8)),
    ]);
    writeFrame(frame, `${folder}/p.parquet`);
    assert.deepEqual(column(readPairs(`${folder}/p.parquet`), "item_id"), ["1", "2"]);
  }));

Deno.test("provenance has three words, and no others", () =>
  inFolder({
    "p.csv": "item_id,judge,human,choice,provenance\n1,j,A,A,simulated\n2,j,A,A,Simulated\n3,j,A,A,\n",
    "c.csv": "image_id,generator,evaluator,setting,score,provenance\n1,g,e,ref_free,0.5,synthetic\n",
  }, (folder) => {
    const error = failure(() => readPairs(`${folder}/p.csv`));
    assert.deepEqual([error.line, error.column, error.value], [3, "provenance", "Simulated"]);
    assert.equal(failure(() => readCaptionScores(`${folder}/c.csv`)).column, "provenance");
  }));

Deno.test("names that objects have of themselves are columns like others", () =>
  inFolder({
    "p.csv": "item_id,judge,human,choice,constructor,toString\n1,j,A,A,x,y\n",
    "c.csv": "image_id,generator,evaluator,setting,score,constructor\n1,g,e,ref_free,0.5,x\n",
  }, (folder) => {
    assert.deepEqual(readPairs(`${folder}/p.csv`).columns.slice(-2), ["constructor", "toString"]);
    assert.equal(readCaptionScores(`${folder}/c.csv`).columns.at(-1), "constructor");
    const mapped = readPairs(`${folder}/p.csv`, { columns: { domain: "constructor" } });
    assert.deepEqual([column(mapped, "domain"), mapped.columns.includes("constructor_in_file")], [
      ["x"],
      false,
    ]);
  }));

Deno.test("NUL bytes and blanks around numbers are the same for the fast and the ordinary reader of captions", () => {
  const head = "image_id,generator,evaluator,setting,score";
  inFolder({
    "nul.csv": `${head}\n1,g\u0000,e,ref_free,0.5\n`,
    "fast.csv": `${head}\n1,g,e,ref_free, 0.5\n`,
    "slow.csv": `${head},note\n1,g,e,ref_free, 0.5,"x"\n`,
  }, (folder) => {
    assert.match(failure(() => readCaptionScores(`${folder}/nul.csv`)).message, /line 2: .*UTF-8/);
    for (const name of ["fast.csv", "slow.csv"]) {
      assert.deepEqual(column(readCaptionScores(`${folder}/${name}`), "score"), [0.5], name);
    }
  });
});

Deno.test("torn Parquet files, circular links and pipes are errors of ours that name the file", {
  ignore: Deno.build.os === "windows",
}, () =>
  inFolder({ "torn.parquet": "PAR1 nonsense" }, (folder) => {
    for (
      const read of [readPairs, readLabels, readScorePairs, readCaptionScores, readRatings, readCriteria]
    ) {
      assert.match(
        failure(() => read(`${folder}/torn.parquet`)).message,
        /torn\.parquet: wanted a whole Parquet file/,
      );
    }
    Deno.symlinkSync(`${folder}/loop.csv`, `${folder}/loop.csv`);
    assert.match(
      failure(() => readPairs(`${folder}/loop.csv`)).message,
      /loop\.csv: wanted a file that can be read/,
    );
    const made = new Deno.Command("mkfifo", { args: [`${folder}/pipe.csv`] }).outputSync();
    if (made.success) {
      assert.match(failure(() => readPairs(`${folder}/pipe.csv`)).message, /found a pipe or a device/);
    }
  }));

Deno.test("the report names the columns that a file lacks", () =>
  inFolder({ "l.csv": "item_id,more_informative\n1,A\n" }, (folder) => {
    assert.deepEqual(readReport(readLabels(`${folder}/l.csv`))?.filled, ["benchmark", "labeller"]);
  }));

Deno.test("JSON: a whole number of 17 digits stays what it is as an id in lines, and is refused in a document", () => {
  const row = (id: string) => `{"item_id":${id},"judge":"j","human":"A","choice":"B"}`;
  const rows = [row('"x"'), row("9007199254740993")];
  inFolder({ "lines.jsonl": rows.join("\n"), "document.json": `[${rows.join(",\n")}]` }, (folder) => {
    assert.deepEqual(column(readPairs(`${folder}/lines.jsonl`), "item_id"), ["x", "9007199254740993"]);
    const error = failure(() => readPairs(`${folder}/document.json`));
    assert.equal(error.column, "item_id");
    assert.match(error.message, /told apart/);
  });
});

Deno.test("columns that pairs call otherwise are not asked of the file of labels", () => {
  inFolder({
    "pairs.csv": "id,judge,human,prediction\n1,j,A,A\n2,j,B,A\n",
    "labels.csv": "item_id,more_informative\n1,B\n2,A\n",
  }, (folder) => {
    const pairs = readPairs(`${folder}/pairs.csv`, {
      columns: { item_id: "id", choice: "prediction" },
      labels: `${folder}/labels.csv`,
    });
    assert.deepEqual(column(pairs, "more_informative"), ["B", "A"]);
    assert.deepEqual(column(pairs, "choice"), ["A", "A"]);
  });
});
