import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { readLabels } from "@/results/read_labels.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readReport } from "@/results/read_report.ts";
import { ResultsError } from "@/results/results_error.ts";
import { inFolder } from "./in_folder.ts";

const HEAD = "item_id,judge,human,choice,words_a,words_b\n", GOOD = "1,j,A,A,3,4\n";
const bytes = (text: string) => new TextEncoder().encode(text);
const packed = gzipSync(HEAD + GOOD);
const eight = Array.from({ length: 8 }, (_, i) => `${i},j,A,${i > 0 ? "C" : "A"},3,4\n`).join("");
const TORN = '{"item_id":"1","judge":"j","human":"A","choice":"A"}\n{"item_id":"2","jud';

type Parts = Partial<Pick<ResultsError, "line" | "column" | "value" | "count">>;

/** What must not be readable: a file, the parts of the error, and its words. */
const BAD: [why: string, file: string, content: string | Uint8Array, parts: Parts, words?: RegExp][] = [
  [
    "wrong column: the wanted one, what sounds like it, and the option",
    ...["r.csv", "item_id,judge,human,chioce\n1,j,A,A\n"] as const,
    {},
    /r\.csv: wanted the column choice, found item_id, judge, human, chioce.*columns: \{ choice: "chioce" \}/s,
  ],
  [
    "wrong value: file, line, column, value, expectation, how many",
    ...["r.csv", HEAD + eight] as const,
    { line: 3, column: "choice", value: "C", count: 7 },
    /r\.csv, line 3, column choice: wanted A, B, tie or nothing, found "C" \(7 rows are bad/,
  ],
  ...["-3", "2.5", "NaN", "many", "inf"].map((bad): typeof BAD[number] => [
    `a count of words that is ${bad}`,
    ...["r.csv", `${HEAD}${GOOD}2,j,A,A,${bad},4\n`] as const,
    { line: 3, column: "words_a", value: bad },
  ]),
  ["too few fields", "r.csv", `${HEAD}${GOOD}2,j,A\n`, { line: 3 }, /6 fields as in the header, found 3/],
  [
    "too many fields",
    "r.csv",
    `${HEAD}1,j,A,A,3,4,9\n`,
    {},
    /line 2: wanted 6 fields as in the header, found 7/,
  ],
  ["a quote that stays open", "r.csv", `${HEAD}1,j,A,A,3,"4\n`, {}, /line 2: .*an open quote/],
  ["JSON torn at the end", "r.jsonl", TORN, { line: 2 }, /wanted a whole JSON object/],
  ["JSON that is no record", "r.jsonl", '{"item_id":"1"}\n\n[1]\n', { line: 3 }],
  ["an empty table", "r.csv", "", {}, /wanted rows, found an empty file/],
  ["blank lines alone", "r.jsonl", "\n \n", {}, /empty file/],
  ["an unknown ending", "r.docx", "x", {}, /ends in \.csv/],
  [
    "a repeated key: both places, and how many",
    "r.csv",
    `${HEAD}${GOOD}2,j,A,A,3,4\n1,j,A,B,3,4\n2,j,A,A,3,4\n`,
    { line: 4, count: 2 },
    /line 2\).*item_id 1/s,
  ],
  [
    "one item with two human labels",
    "r.csv",
    `${HEAD}${GOOD}1,k,B,A,3,4\n`,
    { line: 3, column: "human", value: "B" },
    /item 1 has also "A"/,
  ],
  [
    "Latin-1",
    "r.csv",
    Uint8Array.from([
      ...bytes(`${HEAD}${GOOD}2,caf`),
      0xe9,
      ...bytes(",A,A,3,4\n3,j,A,A,3,4\n4,j,A,A,3,4\n"),
    ]),
    { line: 3 },
    /UTF-8/,
  ],
  [
    "UTF-16",
    "r.csv",
    Uint8Array.from([0xff, 0xfe, ...[...HEAD].flatMap((c) => [c.charCodeAt(0), 0])]),
    {},
    /UTF-8/,
  ],
  ["zero bytes", "r.jsonl", '{"a":"\u0000"}', {}, /line 1: wanted text in UTF-8/],
  ["torn gzip", "r.csv.gz", packed.subarray(0, packed.length - 9), {}, /whole gzip file/],
  ["no gzip", "r.jsonl.gz", "plain", {}, /whole gzip file/],
  ["no Parquet", "r.parquet", "PAR1 nonsense", {}, /whole Parquet file/],
  [
    "lines are the file's behind quoted line breaks and blank lines",
    "r.csv",
    'item_id,judge,human,choice,note\n1,j,A,A,"two\nlines"\n\n2,j,A,Q,x\n',
    { line: 5, value: "Q" },
  ],
];

for (const [why, name, content, parts, words] of BAD) {
  Deno.test(`bad input: ${why}`, () =>
    inFolder({ [name]: content }, (folder) =>
      assert.throws(() => readPairs(`${folder}/${name}`), (error) => {
        assert.ok(error instanceof ResultsError, `a ResultsError, found ${error}`);
        assert.deepEqual({ ...parts, ...pick(error, Object.keys(parts)) }, parts);
        if (words) assert.match(error.message, words);
        assert.ok(error.examples.length <= 5);
        return true;
      })));
}

function pick(error: ResultsError, names: string[]): Parts {
  return Object.fromEntries(names.map((name) => [name, error[name as keyof Parts]]));
}

Deno.test("what is odd and good: a missing count, a header alone, gzip, marks and returns, rows that are dropped and counted", () =>
  inFolder({
    "missing.csv": `${HEAD}1,j,A,A,,4\n`,
    "head.csv": HEAD,
    "r.csv.gz": packed,
    "mark.csv": `\ufeff${HEAD.replace("\n", "\r\n")}1,"a ""b"", c",A,A,3,4\r\n\r\n2,j,A,A,3,4\r\n\r\n`,
    "drop.csv": `${HEAD}1,j,A,Q,3,4\n2,j,A,A,3,4\n3,j,Z,A,3,4\n4,j,B,Q,3,4\n`,
    "eight.csv": HEAD + eight,
  }, (folder) => {
    const read = (name: string, options = {}) => readPairs(`${folder}/${name}`, options);
    assert.equal(read("missing.csv").getColumn("words_a").get(0), null);
    assert.equal(read("head.csv").height, 0);
    assert.equal(read("r.csv.gz").getColumn("benchmark").get(0), "r");
    assert.deepEqual(read("mark.csv").getColumn("judge").toArray(), ['a "b", c', "j"]);
    const kept = read("drop.csv", { onInvalid: "drop" });
    assert.deepEqual(kept.getColumn("item_id").toArray(), ["2"]);
    assert.deepEqual(readReport(kept)?.dropped, { human: 1, choice: 2 });
    assert.throws(
      () => read("eight.csv"),
      (error) => (error as ResultsError).examples.map(({ line }) => line).join() === "3,4,5,6,7",
    );
    assert.throws(() => read("head.csv", { format: "other" }), /mllm-as-a-judge/);
  }));

Deno.test("missing file, empty folder, glob without match, no path", () =>
  inFolder({}, (folder) => {
    assert.throws(
      () => readPairs("no/such/file.csv"),
      /no\/such\/file\.csv: wanted a file, folder or glob that exists/,
    );
    assert.throws(() => readPairs(folder), /wanted a folder with table files/);
    assert.throws(() => readPairs(`${folder}/*.csv`), /that exists/);
    assert.throws(() => readPairs([]), TypeError);
  }));

Deno.test("labels: a wrong label, labels of two labellers for one item, labels that fit nothing", () =>
  inFolder({
    "pairs.csv": HEAD + GOOD,
    "wrong.csv": "item_id,more_informative\n1,C\n",
    "two.csv": "item_id,labeller,more_informative\n1,x,A\n1,y,B\n",
    "none.csv": "item_id,more_informative\n9,A\n",
  }, (folder) => {
    const joined = (labels: string) => () =>
      readPairs(`${folder}/pairs.csv`, { labels: `${folder}/${labels}` });
    assert.throws(() => readLabels(`${folder}/wrong.csv`), /line 2, column more_informative/);
    assert.throws(joined("two.csv"), /several labellers/);
    assert.throws(joined("none.csv"), /none that fits/);
  }));
