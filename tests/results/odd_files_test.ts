import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { appendFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import pl from "nodejs-polars";
import { findTableFiles } from "@/results/find_files.ts";
import { peek } from "@/results/layouts/peek.ts";
import { readReport } from "@/results/read_report.ts";
import { file, heldReaders, inFolder } from "./in_folder.ts";

const { test, hold, inspectFile, readCaptionScores, readPairs, readRatings, readResults } = heldReaders(
  "odd_files_held",
);

// Files that a line of read_cases.jsonl cannot hold: long ones, Parquet of odd types, what changes while it is read.

const PAIRS = "item_id,judge,human,choice,words_a\n1,j,A,B,3\n";
const pairs = { item_id: ["1"], judge: ["j"], human: ["A"], choice: ["B"] };

/**
 * Half-precision numbers and a picture in an object, as Hugging Face stores them:
 *
 *   # pyarrow 25.0.1
 *   t = pa.table({"item_id": ["1"], "judge": ["j"], "human": ["A"], "choice": ["B"], "words_a": np.array([7], np.float16),
 *                 "image": [{"bytes": b"\xff", "path": "1.png"}]})
 *   pq.write_table(t, b, compression="none", use_dictionary=False, write_statistics=False)
 *   base64.b64encode(zlib.compress(b.getvalue(), 9))
 */
const HALF_AND_PICTURE = Buffer.from(
  "eNqFVMtu01AQvTFuqFBUdXOtWIqqbGKBSuMkJVGLsrmOa5NCm8RSsdpN5TjGdsjDzVOgLvgQ2LLkC1jwPXwBCyS4c22c0KbJlT0ez5wzc2byaBKjiBEWsPAcc9RJ4mQGIcTBnUhQuz7bXZsla7MKDe7i3RVZpD9E5ID4hwb38N6K7BYIzgcDF/Pi5zJKJ8e25/QtnEI4lePSj/2J07/2Ozn0BjgsttWddlznv4g37VuD5UjS9oa+HYN2MI9psflw1BlfW73fNFamNL9vuQ7moyLtDxNnHPp8YE28iCxwYka8lVAGp8RcEomxJkxTQlWoStv1DB0LYQ5VKTgpSmy2JUaoOMarG/Fsnhj/KbGJEI0bM74/zNiJhoh2wSgVoSL9WqI8u9/iabiscElxn2/cnT4VtJrHFspoqqBKP5dpTxY04esjgZO26QOJmXSKGEbDfBl+IdI/eBlOxVUIIS0SnteEzIniEo0Ql9RcFlMo4AycGiF1Flg86bkErw4VVHJCSIMhC2B9lofSqivPZBmAqsGKugt+PfY0Zi/gPWib2uAKqOfdfVk+aoFUpsWIm0Ysdk7A2LpWsKIA4BtNauYgocXm02M94VHA1U/LHf3tRzY84EsqNUdQUmVFFTeuHx4bgoftw9P3dvHYIxrg9+sb9LHWlyVvZpnnPZp5AfhxrO9ijT6vSHcxhfch4I+7//Rpq/Wx/d10TCPc3xnDt6BYjbWw6ecUiotJUf9Xd/uDNr1XuDKL7yyzFVEWeZTOBtboZupMDuwgOLBGo+E8O3NGY384yJbK+UK+KN7SX/z9C33hEWrS/92/0OYJkA==",
  "base64",
);

test("Parquet: columns that cannot be looked at are left out by name where nobody needs them, else named", () =>
  inFolder({ "p.parquet": inflateSync(HALF_AND_PICTURE) }, (folder) => {
    const path = `${folder}/p.parquet`, read = readPairs(path);
    assert.deepEqual(read.getColumn("words_a").toArray(), [7]);
    assert.deepEqual(read.getColumn("image").toArray(), [true]);
    assert.deepEqual(readReport(read)!.warnings, [
      "the column image is left out: its values (Binary) cannot be read as text or numbers",
    ]);
    const said = /column image: wanted text or nothing, found Binary: store the column as text or numbers/;
    assert.throws(() => readPairs(path, { columns: { annotator: "image" } }), said);
  }));

test("Parquet: days, times and spans are no numbers, whatever the column; NaN is missing by its name", () =>
  inFolder({}, (folder) => {
    const path = `${folder}/p.parquet`, day = pl.Series("words_a", [new Date(1e9)], pl.Datetime("ms"));
    const frame = pl.DataFrame(pairs).withColumns(day, day.alias("begun"));
    const types = [pl.Date, pl.Datetime("ms"), pl.Time].map((type) => pl.col("words_a").cast(type));
    for (const column of [...types, pl.col("words_a").sub(pl.col("begun")).alias("words_a")]) {
      frame.withColumns(column).drop("begun").writeParquet(path);
      assert.throws(() => readPairs(path), /column words_a: wanted a whole number/);
    }
    assert.throws(() => readPairs(path), /found "Duration\(0\)"/);
    pl.DataFrame({ item_id: ["1"], human: [new Date(1e9)] }).writeParquet(path);
    assert.throws(() => readRatings(path), /column human: wanted a number/);
    pl.DataFrame({ item_id: ["1", "2"], human: [1, 2], m: [NaN, -1] }).writeParquet(path);
    const read = readRatings(path, { missing: ["-1", "NaN"] });
    assert.deepEqual(read.getColumn("m").toArray(), [null, null]);
  }));

test("Parquet: categories are texts, and a wrong, empty or missing one is refused as elsewhere", () =>
  inFolder({}, (folder) => {
    const path = `${folder}/a.parquet`, names = ["judge", "human", "choice"];
    const read = (choice: (string | null)[], judge = "j") => {
      const rows = choice.map((choice, i) => ({ item_id: `${i}`, judge, human: "A", choice }));
      const texts = pl.DataFrame(rows);
      texts.withColumns(...names.map((name) => pl.col(name).cast(pl.Categorical))).writeParquet(path);
      return readPairs(path);
    };
    const frame: pl.DataFrame = read(["A", null, "B"]);
    assert.deepEqual(frame.getColumn("choice").toArray(), ["A", null, "B"]);
    for (const name of names) assert.match(String(frame.getColumn(name).dtype), /String|Utf8/);
    assert.throws(() => read(["A", "D"]), /column choice: wanted A, B, tie or nothing, found "D"/);
    assert.throws(() => read(["A"], ""), /column judge: wanted text, found ""/);
  }));

test("Parquet of captions in our types is read as it stands, and no fault gets past it", () =>
  inFolder({}, (folder) => {
    const path = `${folder}/s.parquet`, names = ["image_id", "generator", "evaluator", "setting"];
    const rows = ["a a 0.5", "a b 0.25", "b a 1", "b b 0"].map((row) => {
      const [generator, evaluator, score] = row.split(" ");
      return {
        ...{ image_id: "1", generator, evaluator, setting: "ref_free", score: Number(score) },
        provenance: "simulated",
      };
    });
    const frame: pl.DataFrame = readCaptionScores(rows);
    const read = (changed: pl.DataFrame) => {
      changed.writeParquet(path);
      return readCaptionScores(path);
    };
    const categories = frame.withColumns(...names.map((name) => pl.col(name).cast(pl.Categorical)));
    for (const fine of [frame, categories, frame.drop("run"), frame.drop(["parsed", "expected"])]) {
      assert.deepEqual(read(fine).toRecords(), frame.toRecords());
    }
    const second = frame.withColumns(pl.lit(2).cast(pl.Int32).alias("run")),
      runs = pl.concat([frame, second]);
    assert.deepEqual(read(runs).toRecords(), runs.toRecords());
    assert.equal(readReport(read(runs))?.grid?.images, 1);
    const set = (column: string, value: unknown, type: pl.DataType) =>
      frame.withColumns(
        pl.Series(column, frame.getColumn(column).toArray().map((old, i) => i === 2 ? value : old), type),
      );
    assert.equal(read(set("score", null, pl.Float64)).getColumn("score").nullCount(), 1);
    const faults: [pl.DataFrame, RegExp][] = [
      [set("score", 1.5, pl.Float64), /column score: wanted a number from 0 to 1 .*found "?1.5/],
      [set("score", NaN, pl.Float64), /column score/],
      [
        set("setting", "free", pl.Utf8),
        /column setting: wanted ref_based or ref_free .*setting:free=ref_free.*found "free"/,
      ],
      [set("generator", null, pl.Utf8), /column generator/],
      [set("image_id", "", pl.Utf8), /column image_id/],
      [pl.concat([frame, frame.head(1)]), /wanted one row per image_id/],
      [pl.concat([runs, second.head(1)]), /wanted one row per image_id/],
      [frame.withColumns(pl.lit(-1).cast(pl.Int32).alias("run")), /column run/],
      [frame.withColumns(pl.col("score").mul(pl.lit(100)).alias("score")), /maxScore: 100/],
    ];
    for (const [changed, message] of faults) {
      assert.throws(() => read(changed), { name: "ResultsError", message });
    }
  }));

const CAPTIONS = "image_id,generator,evaluator,setting,score\n";

test("a plain CSV is checked across the pieces in which it is read", () =>
  inFolder({}, (folder) => {
    const path = `${folder}/long.csv`, piece = 2 ** 18;
    const rows = Array.from(
      { length: 20_000 },
      (_, i) => `${String(i).padStart(15, "0")},a,b,ref_free,0.5\n`,
    );
    // The first id is made longer, so that the first piece ends with the end of a row.
    const short = (piece - CAPTIONS.length) % rows[0].length;
    const text = CAPTIONS + "0".repeat(short) + rows.join("");
    assert.equal(text[piece - 1], "\n");
    const plain = (content: string) => {
      Deno.writeTextFileSync(path, content);
      try {
        return readCaptionScores(path).height === rows.length;
      } catch {
        return false;
      }
    };
    assert.ok(plain(text));
    const records = readCaptionScores(path).toRecords();
    const edges = [piece, piece - 1],
      places = [...edges, 1001, 1002, 1003, 1004, text.length - 1, text.length - 2];
    for (const fault of ["\n", ",", '"', "\r", "\0"]) {
      for (const at of fault === "\n" ? edges : places) {
        const isRead = plain(text.slice(0, at) + fault + text.slice(at));
        // A blank line is none, a return at the end of a cell or before a number a blank; elsewhere it is part of a name.
        const isBlank = fault === "\n" ||
          fault === "\r" && (/[,\n]/.test(text[at]) || text.slice(at - 1, at + 1) === ",0");
        const place = `${JSON.stringify(fault)} at ${at}, ${JSON.stringify(text.slice(at - 6, at + 6))}`;
        if (fault !== "\r" || isBlank) assert.equal(isRead, isBlank, place);
        if (isBlank) assert.deepEqual(readCaptionScores(path).toRecords(), records, place);
      }
    }
    // A line too short beside one too long leaves the sum of commas as it was; an empty score does not.
    assert.ok(!plain(text.replace(",0.5\n", "\n").replace(",0.5\n", ",0.5,\n")));
    assert.ok(plain(text.replace(",0.5\n", ",\n")));
    assert.ok(!plain(text.replace(",0.5\n", ",0.5,\n")), "a comma too many");
  }));

test("texts in the place of models' names are refused before a table of them is made", () => {
  const rows = Array.from({ length: 4100 }, (_, i) => ({
    ...{ image_id: "1", generator: `a caption ${i}`, evaluator: `e${i}`, setting: "ref_free", score: 0.5 },
  }));
  assert.throws(
    () => readCaptionScores(rows),
    /wanted at most 16777216 cells \(setting × generator × evaluator\), found 16810000; are generator and evaluator names/,
  );
});

test("a file of too many columns is refused by name, as CSV, JSONL and Parquet, before it is read", () => {
  const folder = Deno.makeTempDirSync(), names = Array.from({ length: 10_001 }, (_, i) => `c${i}`);
  const frame = pl.DataFrame(Object.fromEntries(names.map((name) => [name, ["1"]])));
  frame.writeParquet(`${folder}/w.parquet`);
  Deno.writeTextFileSync(`${folder}/w.csv`, `${names.join(",")}\n${names.map(() => "1").join(",")}\n`);
  Deno.writeTextFileSync(
    `${folder}/w.jsonl`,
    JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))),
  );
  // Each record has few; together they are too many.
  const record = (line: number) =>
    JSON.stringify(Object.fromEntries(names.slice(line * 100, line * 100 + 100).map((name) => [name, 1])));
  Deno.writeTextFileSync(
    `${folder}/lines.jsonl`,
    Array.from({ length: 101 }, (_, line) => record(line)).join("\n"),
  );
  for (const file of ["w.parquet", "w.csv", "w.jsonl", "lines.jsonl"]) {
    // Of a file that is no frame `inspectFile` looks at the first record alone.
    const readers = [readPairs, readCaptionScores, ...file === "lines.jsonl" ? [] : [inspectFile]];
    for (const read of readers) {
      assert.throws(
        () => read(`${folder}/${file}`),
        { name: "ResultsError", message: /at most 10000 columns/ },
        `${read.name} ${file}`,
      );
    }
  }
  // Seen while the lines are walked, before any is parsed.
  assert.throws(() => readPairs(`${folder}/lines.jsonl`), /lines\.jsonl, line 101: .*found more/);
  // Whatever stands behind the footer is not looked at.
  const bytes = Deno.readFileSync(`${folder}/w.parquet`);
  bytes.fill(0, 4, 1000);
  Deno.writeFileSync(`${folder}/broken.parquet`, bytes);
  assert.throws(() => readPairs(`${folder}/broken.parquet`), /at most 10000 columns/);
});

test("records nested without end are refused by their line", () => {
  const deep = `${JSON.stringify({ ...pairs, a: 1 })}\n{"item_id":${"[".repeat(60_000)}`;
  assert.throws(() => readPairs(file(deep, "deep.jsonl")), /line 2: wanted at most 1000 lists and objects/);
});

hold();

// The others are of one system, or of files that change.
Deno.test("circular links and pipes are errors of ours that name the file", {
  ignore: Deno.build.os === "windows",
}, () =>
  inFolder({}, (folder) => {
    Deno.symlinkSync(`${folder}/loop.csv`, `${folder}/loop.csv`);
    assert.throws(() => readPairs(`${folder}/loop.csv`), {
      name: "ResultsError",
      message: /loop\.csv: wanted a file that can be read/,
    });
    if (new Deno.Command("mkfifo", { args: [`${folder}/pipe.csv`] }).outputSync().success) {
      assert.throws(() => readPairs(`${folder}/pipe.csv`), /found a pipe or a device/);
    }
  }));

Deno.test({
  name: "a file of some megabytes is read once, and once more where it is recognised by the whole of it",
  ignore: Deno.build.os !== "linux",
  fn() {
    const row = { judge: "j", human: "A", choice: "B", more: "x".repeat(50) };
    const csv = file(PAIRS + Array.from({ length: 2e5 }, (_, i) => `i${i},j,A,B,3\n`).join(""));
    const rows = Array.from({ length: 2e4 }, (_, item_id) => ({ item_id, ...row }));
    const json = file(JSON.stringify(rows, null, 1), "p.json");
    const bytesRead = () => Number(/rchar: (\d+)/.exec(Deno.readTextFileSync("/proc/thread-self/io"))![1]);
    const cases = [[readPairs, csv, 1], [readResults, csv, 1], [readResults, json, 2]] as const;
    for (const [read, path, times] of cases) {
      const before = bytesRead();
      read(path);
      assert.ok(bytesRead() - before < (times + 0.2) * Deno.statSync(path).size, path);
    }
  },
});

Deno.test("a CSV that is written while it is read is refused: its new rows were not checked", () => {
  const path = file(PAIRS), { readCSV } = pl;
  try {
    pl.readCSV = ((...args: Parameters<typeof readCSV>) => {
      appendFileSync(path, "2,j,A\n");
      return readCSV(...args);
    }) as typeof readCSV;
    const said = /own\.csv: wanted a file that stays as it is, found one that was written/;
    assert.throws(() => readPairs(path), said);
  } finally {
    pl.readCSV = readCSV;
  }
});

Deno.test("first record: the file is read as far as its first line, wherever that ends", () => {
  const recordIn = (content: string) => {
    const { record, fault } = peek(findTableFiles(file(content, "own.jsonl"))[0]);
    if (fault) throw fault;
    return record;
  };
  const row = '{"item_id":"1","text":"é"}\n', long = "é".repeat(3e6);
  // Nine megabytes further on is no JSON: whoever reads all of the file says so.
  assert.deepEqual(recordIn(`${row.repeat(350_000)}{\n`), { item_id: "1", text: "é" });
  assert.equal(recordIn(`\n \r\n{"a":"${long}"}\r\n{"b":1}`)?.a, long);
  for (const text of ['[\n{"a": 1},\n{"a": 2}\n]\n', '{\n"a": 1\n}', '{"a": 1}']) {
    assert.deepEqual(recordIn(text), { a: 1 });
  }
  assert.throws(() => recordIn("\n \n"), /rows, found an empty file/);
  assert.throws(() => recordIn("{torn\n"), /JSON/);
  const rows = JSON.stringify([1, 2].map((a) => ({ a, text: "x".repeat(60_000) })));
  for (const text of [rows, `\n ${rows}`]) assert.equal(recordIn(text)?.a, 1);
});
