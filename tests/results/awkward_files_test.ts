import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { appendFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import pl from "nodejs-polars";
import { judgesDiffer } from "@/hypotheses/judges_differ.ts";
import { reliability } from "@/metrics/reliability.ts";
import { repeatability } from "@/metrics/repeatability.ts";
import { scoreVariance } from "@/metrics/score_variance.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readRatings } from "@/results/read_ratings.ts";
import { readReport } from "@/results/read_report.ts";
import { readResults } from "@/results/read_results.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import { writeFrame } from "@/results/write_frame.ts";
import { tempFolder } from "../judge/temp_folder.ts";

const PAIRS = "item_id,judge,human,choice,words_a\n1,j,A,B,3\n";
const pairs = { item_id: ["1"], judge: ["j"], human: ["A"], choice: ["B"] };
const record = (more: string) => `{"item_id": "1", "judge": "j", "human": "A", "choice": "B", ${more}}`;

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

Deno.test("Parquet: columns that cannot be looked at are left out by name where nobody needs them, else named", () => {
  using folder = tempFolder();
  const path = `${folder.path}/p.parquet`;
  Deno.writeFileSync(path, inflateSync(HALF_AND_PICTURE));
  const read = readPairs(path);
  assert.deepEqual(read.getColumn("words_a").toArray(), [7]);
  assert.deepEqual(read.getColumn("image").toArray(), [true]);
  assert.deepEqual(readReport(read)!.warnings, [
    "the column image is left out: its values (Binary) cannot be read as text or numbers",
  ]);
  assert.throws(
    () => readPairs(path, { columns: { annotator: "image" } }),
    /column image: wanted text or nothing, found Binary: store the column as text or numbers/,
  );
});

Deno.test("JSON: whole numbers of twenty digits are texts, or left out where a document has lost them", () => {
  using folder = tempFolder();
  const path = `${folder.path}/p.json`, long = '"seed": 12345678901234567890';
  Deno.writeTextFileSync(path, record(long));
  assert.deepEqual(readPairs(path).toRecords()[0].seed, "12345678901234567890");
  Deno.writeTextFileSync(path, `[\n${record(long)}\n]`);
  assert.match(readReport(readPairs(path))!.warnings![0], /column seed is left out: .* first in line 2/);
  assert.throws(
    () => readPairs(path, { columns: { item_id: "seed" } }),
    /column seed: wanted text, found whole/,
  );
});

Deno.test("endings in capitals are read as others are", () => {
  using folder = tempFolder();
  const texts = { "P.CSV": PAIRS, "P.TSV": PAIRS.replaceAll(",", "\t"), "P.JSONL": record('"words_a": 3') };
  for (const [name, text] of Object.entries(texts)) {
    Deno.writeTextFileSync(`${folder.path}/${name}`, text);
    assert.deepEqual(readPairs(`${folder.path}/${name}`).getColumn("words_a").toArray(), [3], name);
  }
  pl.DataFrame(pairs).writeParquet(`${folder.path}/P.PARQUET`);
  assert.equal(readPairs(`${folder.path}/P.PARQUET`).height, 1);
});

Deno.test("days and times are no numbers, whatever the column", () => {
  using folder = tempFolder();
  const path = `${folder.path}/p.parquet`, day = pl.Series("words_a", [new Date(1e9)], pl.Datetime("ms"));
  const types = { Date: pl.Date, Datetime: pl.Datetime("ms"), Time: pl.Time };
  for (const [name, type] of Object.entries(types)) {
    pl.DataFrame(pairs).withColumns(day.cast(type)).writeParquet(path);
    assert.throws(() => readPairs(path), /column words_a: wanted a whole number/, name);
  }
  const span = pl.DataFrame(pairs).withColumns(day, day.alias("begun")).select(
    ...Object.keys(pairs),
    pl.col("words_a").sub(pl.col("begun")).alias("words_a"),
  );
  span.writeParquet(path);
  assert.throws(() => readPairs(path), /column words_a: wanted a whole number.*found "Duration\(0\)"/);
  pl.DataFrame({ item_id: ["1"], human: [new Date(1e9)] }).writeParquet(path);
  assert.throws(() => readRatings(path), /column human: wanted a number/);
});

Deno.test({
  name: "a file of some megabytes is read once, and once more where it is recognised by the whole of it",
  ignore: Deno.build.os !== "linux",
  fn() {
    using folder = tempFolder();
    const csv = `${folder.path}/p.csv`, json = `${folder.path}/p.json`, more = "x".repeat(50);
    Deno.writeTextFileSync(csv, PAIRS + Array.from({ length: 2e5 }, (_, i) => `i${i},j,A,B,3\n`).join(""));
    const rows = Array.from(
      { length: 2e4 },
      (_, i) => ({ item_id: i, judge: "j", human: "A", choice: "B", more }),
    );
    Deno.writeTextFileSync(json, JSON.stringify(rows, null, 1));
    const bytesRead = () => Number(/rchar: (\d+)/.exec(Deno.readTextFileSync("/proc/thread-self/io"))![1]);
    for (
      const [read, path, times] of [[readPairs, csv, 1], [readResults, csv, 1], [
        readResults,
        json,
        2,
      ]] as const
    ) {
      const before = bytesRead();
      read(path);
      assert.ok(bytesRead() - before < (times + 0.2) * Deno.statSync(path).size, path);
    }
  },
});

Deno.test("a CSV that is written while it is read is refused: its new rows were not checked", () => {
  using folder = tempFolder();
  const path = `${folder.path}/p.csv`, { readCSV } = pl;
  Deno.writeTextFileSync(path, PAIRS);
  try {
    pl.readCSV = ((...args: Parameters<typeof readCSV>) => {
      appendFileSync(path, "2,j,A\n");
      return readCSV(...args);
    }) as typeof readCSV;
    assert.throws(
      () => readPairs(path),
      /p\.csv: wanted a file that stays as it is, found one that was written/,
    );
  } finally {
    pl.readCSV = readCSV;
  }
});

Deno.test("a bad value is named as it stands, in its own line: JSON documents, scores of one item in several lines", () => {
  using folder = tempFolder();
  const path = `${folder.path}/p.json`;
  const good = record('"words_a": 3'), bad = record('"words_a": "oops"').replace('"1"', '"}{\\""');
  for (
    const [text, line] of [[`[\n${good},\n${bad}\n]`, 3], [`[${good},\n\n${bad}]`, 3], [
      `{"a": 1,\n}`,
      1,
    ]] as const
  ) {
    Deno.writeTextFileSync(path, text);
    assert.throws(() => readPairs(path), { name: "ResultsError", line });
  }
  const grade = (judge: string, score: unknown) =>
    JSON.stringify({ question_id: 1, model: "m", judge: [judge, "p"], user_prompt: "", turn: 1, score });
  const grades = [grade("k", 3), grade("j", 5), "", grade("k", "oops").replace('"turn":1', '"turn":2')];
  Deno.writeTextFileSync(
    `${folder.path}/g.jsonl`,
    [...grades, grade("j", "oops").replace('"turn":1', '"turn":2')].join("\n"),
  );
  assert.throws(
    () => readRatings(`${folder.path}/g.jsonl`),
    (error: Error) => /line 5, column j: .*"oops"/.test(error.message) && /line 4/.test(error.message),
  );
  Deno.writeTextFileSync(
    `${folder.path}/m_all.jsonl`,
    '{"chosen": 1, "rejected": 2}\n{"chosen": 1, "rejected": "oops"}',
  );
  assert.throws(() => readPairs(`${folder.path}/m_all.jsonl`), /line 2, column rejected: .*found "oops"/);
});

Deno.test("apostrophes of other people's files stay, ours go, also without rows and with a line break in the header", () => {
  using folder = tempFolder();
  const path = `${folder.path}/p.csv`, ids = ["'-1", "'@j", "''=x", "'plain"];
  for (const end of ["\n", "\r\n"]) {
    const lines = ["item_id,judge,human,choice,'=x", ...ids.map((id) => `${id},${id},A,B,1`)];
    Deno.writeTextFileSync(path, lines.map((line) => line + end).join(""));
    const read = readPairs(path);
    assert.deepEqual(read.getColumn("item_id").toArray(), ids);
    assert.ok(read.columns.includes("'=x"));
    writeFrame(read, path);
    assert.deepEqual(readPairs(path).getColumn("judge").toArray(), ids);
    assert.ok(readPairs(path).columns.includes("'=x"));
  }
  for (const rows of [1, 0]) {
    writeFrame(pl.DataFrame({ ...pairs, "=y\n,z": ["@x"] }).head(rows), path);
    assert.ok(readPairs(path).columns.includes("=y\n,z"), String(rows));
  }
  const captions = "image_id,generator,evaluator,setting,score\n1,'@g,e,ref_free,0.5\n";
  Deno.writeTextFileSync(path, captions);
  assert.deepEqual(readCaptionScores(path).getColumn("generator").toArray(), ["'@g"]);
});

Deno.test("runs may be counted from 0, as loops over seeds do: the numbers are those of runs from 1", () => {
  using folder = tempFolder();
  const path = `${folder.path}/f.csv`;
  const rowsOf = (from: number, line: (run: number, i: number) => string) =>
    [0, 1, 2].flatMap((run) => [1, 2, 3, 4].map((i) => line(run + from, i))).join("\n");
  const results = [0, 1].map((from) => {
    const lines = rowsOf(from, (run, i) => `${i},j,A,${(run + i) % 3 === from % 3 ? "B" : "A"},${run}`);
    Deno.writeTextFileSync(path, `item_id,judge,human,choice,run\n${lines}\n`);
    const pairs = repeatability(readPairs(path)).toRecords();
    const captions = rowsOf(from, (run, i) => `${i},g,e,ref_free,0.${i},${run}`);
    Deno.writeTextFileSync(path, `image_id,generator,evaluator,setting,score,run\n${captions}\n`);
    const scores = rowsOf(from, (run, i) => `j,${i},text_dominance,${i},${(run - from + i) % 5 + 1},${run}`);
    const { height } = readCaptionScores(path);
    Deno.writeTextFileSync(path, `judge,sample_id,bias_type,unbiased,biased,run\n${scores}\n`);
    const read = readScorePairs(path);
    return [pairs, height, reliability(read).toRecords(), scoreVariance(read).toRecords()];
  });
  assert.deepEqual(results[0], results[1]);
});

Deno.test("a folder with a file per judge: ids that recur with other labels stay apart, and both is said, in judgesDiffer too", () => {
  using folder = tempFolder();
  for (const judge of ["gpt", "llava"]) {
    Deno.writeTextFileSync(
      `${folder.path}/${judge}.csv`,
      `item_id,judge,human,choice\n1,${judge},${judge === "gpt" ? "A" : "B"},A\n2,${judge},B,A\n`,
    );
  }
  const read = readPairs(folder.path);
  assert.match(
    readReport(read)!.warnings![0],
    /no column benchmark, and 2 of their 2 item ids stand in several of them: each file is a benchmark/,
  );
  assert.throws(
    () => judgesDiffer(read, { first: "gpt", second: "llava" }),
    /found none of one benchmark \(2 item ids of gpt stand in llava too/,
  );
  Deno.writeTextFileSync(`${folder.path}/llava.csv`, "item_id,judge,human,choice\n3,llava,A,A\n");
  assert.equal(readReport(readPairs(folder.path))!.warnings, undefined);
});

Deno.test("a further column of numbers is one in all files, also where one of them leaves it empty", () => {
  using folder = tempFolder();
  Deno.writeTextFileSync(`${folder.path}/a.jsonl`, record(`"rating": 7`));
  Deno.writeTextFileSync(`${folder.path}/b.jsonl`, record(`"rating": null`));
  assert.deepEqual(readPairs(folder.path).getColumn("rating").toArray(), [7, null]);
});
