import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { readLabels } from "@/results/read_labels.ts";
import { readPairs, type ReadPairsOptions } from "@/results/read_pairs.ts";
import { readReport } from "@/results/read_report.ts";
import { ResultsError } from "@/results/results_error.ts";

/** Writes a file into a fresh folder, hands its path on, and removes it again. */
function withFile(name: string, content: string | Uint8Array, use: (path: string) => void): void {
  const folder = Deno.makeTempDirSync();
  try {
    const path = `${folder}/${name}`;
    Deno.writeFileSync(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    use(path);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** Reads what must not be readable and returns the error for a look at its parts. */
function failure(name: string, content: string | Uint8Array, options: ReadPairsOptions = {}): ResultsError {
  let error: unknown;
  withFile(name, content, (path) => {
    try {
      readPairs(path, options);
    } catch (caught) {
      error = caught;
    }
  });
  assert.ok(error instanceof ResultsError, `a ResultsError, found ${error}`);
  return error;
}

const HEAD = "item_id,judge,human,choice,words_a,words_b\n";

Deno.test("wrong column: the error names the wanted one and what sounds like it", () => {
  const { message } = failure("r.csv", "item_id,judge,human,chioce\n1,j,A,A\n");
  assert.match(message, /r\.csv: wanted the column choice, found item_id, judge, human, chioce/);
  assert.match(message, /chioce/);
  assert.match(message, /columns: \{ choice: "chioce" \}/);
});

Deno.test("wrong value: file, line, column, value, expectation, how many, the first five", () => {
  const rows = Array.from({ length: 8 }, (_, i) => `${i},j,A,${i > 0 ? "C" : "A"},3,4`).join("\n");
  const error = failure("r.csv", HEAD + rows + "\n");
  assert.deepEqual([error.line, error.column, error.value, error.count], [3, "choice", "C", 7]);
  assert.equal(error.examples.length, 5);
  assert.deepEqual(error.examples.map(({ line }) => line), [3, 4, 5, 6, 7]);
  assert.match(
    error.message,
    /r\.csv, line 3, column choice: wanted A, B, tie or nothing, found "C" \(7 rows are bad/,
  );
});

Deno.test("wrong numbers: negative, fractional, NaN and text word counts", () => {
  for (const bad of ["-3", "2.5", "NaN", "many", "inf"]) {
    const error = failure("r.csv", `${HEAD}1,j,A,A,3,4\n2,j,A,A,${bad},4\n`);
    assert.deepEqual([error.line, error.column, error.value], [3, "words_a", bad]);
  }
  withFile(
    "r.csv",
    `${HEAD}1,j,A,A,,4\n`,
    (path) => assert.equal(readPairs(path).getColumn("words_a").get(0), null),
  );
});

Deno.test("truncated line: CSV with too few and too many fields, JSONL torn at the end", () => {
  const short = failure("r.csv", `${HEAD}1,j,A,A,3,4\n2,j,A\n`);
  assert.deepEqual([short.line, short.message.includes("6 fields as in the header, found 3")], [3, true]);
  assert.match(
    failure("r.csv", `${HEAD}1,j,A,A,3,4,9\n`).message,
    /line 2: wanted 6 fields as in the header, found 7/,
  );
  assert.match(failure("r.csv", `${HEAD}1,j,A,A,3,"4\n`).message, /line 2: .*an open quote/);
  const torn = failure(
    "r.jsonl",
    '{"item_id":"1","judge":"j","human":"A","choice":"A"}\n{"item_id":"2","jud',
  );
  assert.equal(torn.line, 2);
  assert.match(torn.message, /wanted a whole JSON object/);
  assert.equal(failure("r.jsonl", '{"item_id":"1"}\n\n[1]\n').line, 3);
});

Deno.test("empty file, header alone, missing file, empty folder, glob without match, unknown ending", () => {
  assert.match(failure("r.csv", "").message, /wanted rows, found an empty file/);
  assert.match(failure("r.jsonl", "\n \n").message, /empty file/);
  withFile("r.csv", HEAD, (path) => assert.equal(readPairs(path).height, 0));
  assert.throws(
    () => readPairs("no/such/file.csv"),
    /no\/such\/file\.csv: wanted a file, folder or glob that exists/,
  );
  const folder = Deno.makeTempDirSync();
  try {
    assert.throws(() => readPairs(folder), /wanted a folder with table files/);
    assert.throws(() => readPairs(`${folder}/*.csv`), /that exists/);
  } finally {
    Deno.removeSync(folder);
  }
  assert.match(failure("r.docx", "x").message, /ends in \.csv/);
  assert.throws(() => readPairs([]), TypeError);
});

Deno.test("duplicate key: both places, and how many", () => {
  const error = failure("r.csv", `${HEAD}1,j,A,A,3,4\n2,j,A,A,3,4\n1,j,A,B,3,4\n2,j,A,A,3,4\n`);
  assert.deepEqual([error.line, error.count], [4, 2]);
  assert.match(error.message, /line 2\)/);
  assert.match(error.message, /item_id 1/);
});

Deno.test("one item with two human labels", () => {
  const error = failure("r.csv", `${HEAD}1,j,A,A,3,4\n1,k,B,A,3,4\n`);
  assert.deepEqual([error.line, error.column, error.value], [3, "human", "B"]);
  assert.match(error.message, /item 1 has also "A"/);
});

Deno.test("not UTF-8: Latin-1, UTF-16, zero bytes, with the line", () => {
  const latin = Uint8Array.from([
    ...new TextEncoder().encode(`${HEAD}1,j,A,A,3,4\n2,caf`),
    0xe9,
    ...new TextEncoder().encode(",A,A,3,4\n3,j,A,A,3,4\n4,j,A,A,3,4\n"),
  ]);
  assert.deepEqual([failure("r.csv", latin).line, /UTF-8/.test(failure("r.csv", latin).message)], [3, true]);
  const utf16 = Uint8Array.from([0xff, 0xfe, ...[...HEAD].flatMap((c) => [c.charCodeAt(0), 0])]);
  assert.match(failure("r.csv", utf16).message, /UTF-8/);
  assert.match(failure("r.jsonl", '{"a":"\u0000"}').message, /line 1: wanted text in UTF-8/);
});

Deno.test("gzip: whole files are read, torn and false ones are named", () => {
  const packed = gzipSync(`${HEAD}1,j,A,A,3,4\n`);
  withFile("r.csv.gz", packed, (path) => assert.equal(readPairs(path).getColumn("benchmark").get(0), "r"));
  assert.match(failure("r.csv.gz", packed.subarray(0, packed.length - 9)).message, /whole gzip file/);
  assert.match(failure("r.jsonl.gz", "plain").message, /whole gzip file/);
  assert.match(failure("r.parquet", "PAR1 nonsense").message, /whole Parquet file/);
});

Deno.test("byte order mark, CRLF, blank lines, quoted line breaks: rows are right and line numbers are the file's", () => {
  withFile(
    "r.csv",
    "\ufeff" + HEAD.replace("\n", "\r\n") + '1,"a ""b"", c",A,A,3,4\r\n\r\n2,j,A,A,3,4\r\n\r\n',
    (path) => {
      const pairs = readPairs(path);
      assert.deepEqual(pairs.getColumn("judge").toArray(), ['a "b", c', "j"]);
    },
  );
  const error = failure("r.csv", 'item_id,judge,human,choice,note\n1,j,A,A,"two\nlines"\n\n2,j,A,Q,x\n');
  assert.deepEqual([error.line, error.value], [5, "Q"]);
});

Deno.test('onInvalid: "drop" leaves the rows out and counts them', () => {
  withFile("r.csv", `${HEAD}1,j,A,Q,3,4\n2,j,A,A,3,4\n3,j,Z,A,3,4\n4,j,B,Q,3,4\n`, (path) => {
    const pairs = readPairs(path, { onInvalid: "drop" });
    assert.deepEqual(pairs.getColumn("item_id").toArray(), ["2"]);
    assert.deepEqual(readReport(pairs)?.dropped, { human: 1, choice: 2 });
  });
});

Deno.test("labels: a wrong label, and labels of two labellers for one item", () => {
  withFile(
    "l.csv",
    "item_id,more_informative\n1,C\n",
    (path) => assert.throws(() => readLabels(path), /line 2, column more_informative/),
  );
  withFile(
    "l.csv",
    "item_id,labeller,more_informative\n1,x,A\n1,y,B\n",
    (labels) =>
      withFile(
        "r.csv",
        `${HEAD}1,j,A,A,3,4\n`,
        (path) => assert.throws(() => readPairs(path, { labels }), /several labellers/),
      ),
  );
  withFile(
    "l.csv",
    "item_id,more_informative\n9,A\n",
    (labels) =>
      withFile(
        "r.csv",
        `${HEAD}1,j,A,A,3,4\n`,
        (path) => assert.throws(() => readPairs(path, { labels }), /none that fits/),
      ),
  );
});

Deno.test("a format that does not exist", () => {
  withFile(
    "r.csv",
    HEAD,
    (path) => assert.throws(() => readPairs(path, { format: "other" as "native" }), /mllm-as-a-judge/),
  );
});
