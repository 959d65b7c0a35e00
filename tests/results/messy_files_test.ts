import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import { describe, writeFrame } from "judgebias";
import { report } from "judgebias/report";
import { takeRows } from "@/hypotheses/conditions.ts";
import { readingOptions } from "@/cli/reading_options.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { inspectFile } from "@/results/inspect_file.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import { readRatings } from "@/results/read_ratings.ts";
import { readReport } from "@/results/read_report.ts";
import { readResults } from "@/results/read_results.ts";
import { file } from "./in_folder.ts";

// What people's files look like: each is refused with a way out that works, or read with a word about it.

const warnings = (frame: pl.DataFrame) => readReport(frame)!.warnings ?? [];

/** The options that an error offers, `…` replaced where the owner of the file has to say. */
function offered(
  read: () => unknown,
  given: Record<string, string> = {},
): { values: Record<string, Record<string, string>> } {
  try {
    read();
  } catch (error) {
    const maps = [...String(error).matchAll(/values: (\{ (\w+): \{ (.*?) \} \})/g)];
    return {
      values: Object.fromEntries(maps.map(([, , column, map]) => {
        const told = JSON.parse(`{${map}}`) as Record<string, string>;
        return [
          column,
          Object.fromEntries(
            Object.entries(told).map(([theirs, ours]) => [theirs, ours === "…" ? given[theirs] : ours]),
          ),
        ];
      })),
    };
  }
  throw new Error("nothing was refused");
}

Deno.test("verdicts in words of other files: the error offers a map that reads them", () => {
  const pairs = (human: string, choice: string) =>
    file(`item_id,judge,human,choice\n1,j,${human},${choice}\n2,j,${choice},${human}\n`);
  for (
    const [a, b] of [["1", "2"], ["left", "right"], ["Left", "Right"], ["model_a", "model_b"], [
      "first",
      "second",
    ], ["[[A]]", "[[B]]"]]
  ) {
    const path = pairs(a, b), read = readPairs(path, offered(() => readPairs(path)));
    assert.deepEqual(read.getColumn("choice").toArray(), ["B", "A"], `${a} ${b}`);
  }
  const ties = file("item_id,judge,human,choice\n1,j,A,both bad\n2,j,B,Tie (bothbad)\n3,j,B,equal\n");
  assert.deepEqual(
    readPairs(ties, offered(() => readPairs(ties))).getColumn("choice").toArray(),
    ["tie", "tie", "tie"],
  );
  // Whether 0 is the first answer or a tie nobody can tell: the owner says.
  const codes = pairs("0", "1");
  assert.throws(
    () => readPairs(codes),
    /values: \{ human: \{ "0": "…", "1": "…" \} \}, on the command line --values/,
  );
  assert.deepEqual(
    readPairs(codes, offered(() => readPairs(codes), { 0: "A", 1: "B" })).getColumn("choice").toArray(),
    ["B", "A"],
  );
  const three = file("item_id,judge,human,choice\n1,j,A,1\n2,j,B,2\n3,j,B,3\n");
  assert.throws(() => readPairs(three), /\{ "1": "…", "2": "…", "3": "…" \}/);
});

Deno.test("booleans, words for nothing, numbers with signs: the error says how to write or read them", () => {
  const swapped = file("item_id,judge,human,choice,swapped\n1,j,A,B,yes\n2,j,A,B,No\n");
  assert.deepEqual(readPairs(swapped, offered(() => readPairs(swapped))).getColumn("swapped").toArray(), [
    true,
    false,
  ]);
  const none = file("item_id,judge,human,choice,words_a\n1,j,A,nan,NaN\n2,j,A,None,5\n3,j,A,B,6\n");
  assert.throws(
    () => readPairs(none),
    /column choice: .*missing: \["nan","None"\], on the command line --missing nan,None/,
  );
  assert.throws(() => readPairs(none), /column words_a: .*missing: \["NaN"\]/);
  const read = readPairs(none, { missing: ["nan", "None", "NaN"] });
  assert.deepEqual(read.getColumn("choice").toArray(), [null, null, "B"]);
  const words = (value: string) => () =>
    readPairs(file(`item_id,judge,human,choice,words_a\n1,j,A,B,"${value}"\n`));
  assert.throws(words("1,253"), /1253 for 1,253, or 1\.253 if the comma is a decimal one/);
  assert.throws(words("12,5"), /with a decimal point: 12\.5 for 12,5/);
  assert.throws(words("-3"), (error) => !/decimal|thousands|sign/.test(String(error)));
  const ratings = (value: string) => () => readRatings(file(`item_id;human;m\n1;${value};3\n`));
  assert.throws(ratings("2,8"), /2\.8 for 2,8/);
  assert.throws(ratings("85%"), /85 for 85%, or 0\.85 where 1 is the most/);
  assert.throws(
    ratings("A"),
    /verdicts on two answers are pairs: a row per judge, with the columns judge and choice/,
  );
  const good = file("item_id,human,m\n1,good,3\n2,bad,2\n");
  const scaled = readRatings(good, offered(() => readRatings(good), { good: "5", bad: "1" }));
  assert.deepEqual(scaled.getColumn("human").toArray(), [5, 1]);
  const gaps = file("item_id,human,m\n1,5,n/a\n2,4,3\n3,4,2\n");
  assert.throws(() => readRatings(gaps), /missing: \["n\/a"\], on the command line --missing "n\/a"/);
});

Deno.test("a column of numbers with signs is no evaluator, and that is said; one of words is not", () => {
  const read = (value: string, other = value) =>
    warnings(readRatings(file(`item_id;human;m;x\n1;5;4;${value}\n2;4;4;${other}\n3;3;1;${value}\n`)));
  assert.match(
    read("27%", "33%")[0],
    /^the column x is no evaluator here, for its values are texts such as "27%"/,
  );
  assert.match(read("2,5", "1,0")[0], /^the column x is no evaluator here.*"1,0"/);
  assert.deepEqual(read("fine", "well"), []);
  assert.deepEqual(read("2", "3"), []);
});

Deno.test("winners named by model are read by the row's models, whatever the slot, and that is said", () => {
  const rows = ["1,j,x,y,x,y", "2,j,y,x,tie,y", "3,j,y,x,x,", "4,j,x,y,A,x"];
  const path = file(`item_id,judge,model_a,model_b,human,choice\n${rows.join("\n")}\n`),
    pairs = readPairs(path);
  assert.deepEqual(pairs.getColumn("choice").toArray(), ["B", "A", null, "A"]);
  assert.deepEqual(pairs.getColumn("human").toArray(), ["A", "tie", "B", "A"]);
  assert.deepEqual(readReport(pairs)!.notes!.map(({ rows, text }) => [rows, text]), [
    [2, "human names the model that won, read as A or B by model_a and model_b"],
    [3, "choice names the model that won, read as A or B by model_a and model_b"],
  ]);
  // A name does not turn with the order of the answers.
  assert.throws(
    () => readPairs(path, { choiceOrder: "shown" }),
    /wanted choiceOrder "canonical" where the winner is named/,
  );
  // Other columns' names, and what else a winner is called.
  const arena = file("id,left,right,winner,label\n1,x,y,y,x\n2,x,y,tie (bothbad),x\n");
  const columns = { item_id: "id", model_a: "left", model_b: "right", choice: "winner", human: "label" };
  const read = readPairs(arena, { columns, judge: "j", values: { choice: { "tie (bothbad)": "tie" } } });
  assert.deepEqual(read.getColumn("choice").toArray(), ["B", "tie"]);
  // A third model's name, or one against itself, is no verdict.
  for (const row of ["1,j,x,y,A,z", "1,j,x,x,A,x"]) {
    assert.throws(
      () => readPairs(file(`item_id,judge,model_a,model_b,human,choice\n2,j,x,y,A,x\n${row}\n`)),
      /column choice: wanted A, B, tie/,
    );
  }
  // Models that are called A and B: the verdict's own words are never turned.
  const taken = file("item_id,judge,model_a,model_b,human,choice\n1,j,B,A,A,A\n2,j,B,C,A,C\n");
  assert.deepEqual(readPairs(taken).getColumn("choice").toArray(), ["A", "B"]);
});

Deno.test("a column that names the picture under another name is said where items share pictures", () => {
  const pairs = (column: string, ...values: string[]) =>
    warnings(
      readPairs(file(`item_id,judge,human,choice,${column}\n${
        values.map((value, i) => `${i},j,A,B,${value}\n`).join("")
      }`)),
    );
  const [warning] = pairs("image_url", "https://x/a.png", "https://x/a.png", "https://x/b.png");
  assert.match(
    warning,
    /^the column image_url is not read: .*image_id: "image_url".*, for 3 items share 2 of its values/,
  );
  assert.match(pairs("video_path", "a", "a")[0], /share 1 of its values/);
  // One picture per item changes nothing; other columns are not meant; a file with image_id has its pictures.
  assert.deepEqual(pairs("image_url", "a", "b", "c"), []);
  assert.deepEqual(pairs("image_id,image_url", "1,a", "1,a"), []);
  assert.deepEqual(pairs("image_caption,domain", "a,b", "a,b"), []);
  // Paths in the column image, which says whether the picture was shown.
  const path = file("item_id,judge,human,choice,image\n1,j,A,B,a/1.png\n2,j,A,B,a/1.png\n");
  assert.throws(
    () => readPairs(path),
    /names of pictures belong to image_id: columns: \{ image_id: "image" \}/,
  );
  const read = readPairs(path, { columns: { image_id: "image" } });
  assert.deepEqual([read.getColumn("image_id").nUnique(), read.getColumn("image").toArray()], [1, [
    true,
    true,
  ]]);
  const ratings = readRatings(file("item_id,human,m,img\n1,5,4,a\n2,4,4,a\n"));
  assert.match(warnings(ratings)[0], /^the column img is not read/);
});

Deno.test("of other tools' layouts and of columns of ours no such word is said", () => {
  const examples = new URL("../../data/examples/layouts/", import.meta.url).pathname;
  assert.deepEqual(warnings(readPairs(`${examples}reward_model`)), []); // its column order says which orders are known
  assert.deepEqual(warnings(readRatings(`${examples}viescore`)), []); // further numbers are kept as texts beside the named evaluators
  const written = file("item_id,judge,human,choice,order\n1,j,A,B,unknown\n2,j,A,B,known\n");
  assert.deepEqual(warnings(readPairs(written)), []);
  assert.match(
    warnings(readPairs(file("item_id,judge,human,choice,order\n1,j,A,B,BA\n")))[0],
    /the column order is not read/,
  );
  // Evaluators that were named are all there are.
  const named = readRatings(file("item_id;human;m;x\n1;5;4;27%\n2;4;3;28%\n"), { evaluators: ["m"] });
  assert.deepEqual(warnings(named), []);
});

Deno.test("values of a file may hold the sign between theirs and ours; one with a comma is told in code alone", () => {
  assert.deepEqual(readingOptions({ values: "choice:A=B=tie,choice:A>B=A" }).values, {
    choice: { "A=B": "tie", "A>B": "A" },
  });
  const path = file('item_id,judge,human,choice\n1,j,A,"[[a]]"\n2,j,A,"equal, both"\n');
  assert.throws(
    () => readPairs(path),
    (error) => /"equal, both": "…"/.test(String(error)) && !/command line/.test(String(error)),
  );
});

Deno.test("ratings: a row per judge, measured and constant columns are said; a row per person with a column per judge is not", () => {
  const read = (head: string, ...rows: string[]) =>
    warnings(readRatings(file([head, ...rows, ""].join("\n"))));
  const [long] = read("item_id,judge,score,human", "1,a,3,4", "1,b,4,4", "2,a,3,2", "2,b,5,2");
  assert.match(
    long,
    /^the column judge names 2 judges, and items stand in several rows: .*pivoting the file$/,
  );
  assert.deepEqual(read("item_id,judge,score,human", "1,a,3,4", "2,a,4,4", "3,a,5,1"), []);
  assert.deepEqual(read("item_id,rater,m,human", "1,p,3,4", "1,q,4,4", "2,p,1,2"), []);
  const [measured] = read(
    "item_id,human,m,year,prompt_length",
    "1,5,4,2024,100",
    "2,4,4,2024,70",
    "3,1,2,2024,90",
  );
  assert.match(measured, /evaluator, year, prompt_length too; .*evaluators: \["m"\] \(--evaluators "m"\)/);
  assert.match(read("item_id,human,m,x", "1,5,4,7", "2,4,4,7", "3,1,2,7")[0], /evaluator, x too/);
  // Where no other is left, the column is what the file is about.
  assert.deepEqual(read("item_id,human,x", "1,5,7", "2,4,7", "3,1,7"), []);
});

Deno.test("words of our own vocabulary in another spelling, runs from 0, scores of two answers: the way out", () => {
  const scores = file("judge,sample_id,bias_type,unbiased,biased\nj,1,Text Dominance,5,4\n");
  assert.deepEqual(
    readScorePairs(scores, offered(() => readScorePairs(scores))).getColumn("bias_type").toArray(),
    ["text_dominance"],
  );
  const captions = file(
    "image_id,generator,evaluator,setting,score\n1,a,b,reference-free,0.5\n1,a,b,Ref-Based,0.5\n",
  );
  assert.deepEqual(
    readCaptionScores(captions, offered(() => readCaptionScores(captions))).getColumn("setting").toArray(),
    ["ref_free", "ref_based"],
  );
  const two = inspectFile(file("item_id,judge,human,score_a,score_b\n1,j,A,3,5\n"));
  assert.deepEqual([
    two.frames.length,
    two.strangers[0].lacking[0].frame,
    two.strangers[0].lacking[0].missing,
  ], [0, "pairs", ["choice"]]);
});

Deno.test("columns of a file that are called as passing ones of ours change nothing", () => {
  const pairs = file(
    "item_id,judge,human,choice,more_informative,corrected,found,label,first,taken,__corrected,__found,__label\n" +
      "1,j,A,A,A,x,,B,0,1,B,,B\n2,k,B,A,,x,,A,0,1,A,true,A\n3,j,B,A,,x,,A,0,1,A,true,A\n",
  );
  const read = readPairs(pairs, {
    labels: file("item_id,more_informative\n2,B\n"),
    corrections: file("item_id,human\n1,B\n"),
  });
  assert.deepEqual(read.select("human", "more_informative", "__label").toRecords(), [
    { human: "B", more_informative: "A", __label: "B" },
    { human: "B", more_informative: "B", __label: "A" },
    { human: "B", more_informative: null, __label: "A" },
  ]);
  assert.equal(describe(read.drop("annotator")).height, 2);
  assert.equal(takeRows(read, Int32Array.of(0, 2)).columns.includes("taken"), true);
  for (const name of ["__row", "__file"]) {
    assert.throws(
      () => readPairs(file(`item_id,judge,human,choice,${name}\n1,j,A,A,7\n`)),
      /ResultsError.*rename it/,
    );
  }
});

Deno.test("lists and records in columns of a file's own: a report, and their JSON in a CSV", async () => {
  const records = [{ a: 1, b: ["x\ny"] }, null];
  const pairs = readPairs(file(
    records.map((meta, i) => JSON.stringify({ item_id: `${i}`, judge: "j", human: "A", choice: "A", meta }))
      .join("\n"),
    "own.jsonl",
  ));
  assert.equal((await report(pairs, { silent: true })).json.left_out.rows, 2);
  const path = file("");
  writeFrame(pairs, path);
  assert.deepEqual(readPairs(path).getColumn("meta").toArray(), [JSON.stringify(records[0]), null]);
  writeFrame(pairs.head(0), path);
  assert.equal(readPairs(path).height, 0);
});

Deno.test("a torn file in a folder of one's own is an error by its name and line, or counted with drop", () => {
  const row = '{"item_id":"1","judge":"j","human":"A","choice":"A"}\n', folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/a.jsonl`, row);
  Deno.writeTextFileSync(`${folder}/b.jsonl`, `${row}{"item_id":"2","judge"`);
  for (const read of [readPairs, readResults]) {
    assert.throws(() => read(folder), /b\.jsonl, line 2: wanted a whole JSON object/);
    assert.throws(() => read(`${folder}/b.jsonl`, { onInvalid: "drop" }), /b\.jsonl, line 2/);
  }
  for (
    const pairs of [
      readPairs(folder, { onInvalid: "drop" }),
      readResults(folder, { onInvalid: "drop" }).pairs!,
    ]
  ) {
    const [{ name, rows, text }] = readReport(pairs)!.notes!;
    assert.deepEqual(
      [pairs.height, name, rows, text.includes("(b.jsonl)")],
      [1, "unreadable_files", 1, true],
    );
  }
});

Deno.test("files of a tool whose later line is torn: an error, or counted with drop", () => {
  const game = JSON.stringify({
    pair_id: "1",
    source: "law",
    label: "A>B",
    judgments: [{ decision: "A>B" }],
  });
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/a.jsonl`, `${game}\n`);
  Deno.writeTextFileSync(`${folder}/b.jsonl`, `${game}\n{"pair_id"`);
  assert.throws(() => readPairs(folder), /b\.jsonl, line 2/);
  const pairs = readPairs(folder, { onInvalid: "drop" });
  assert.deepEqual([pairs.height, readReport(pairs)!.notes!.map(({ rows }) => rows)], [1, [1]]);
});

Deno.test("names that a guard would make one, lines that end as on old Macs", () => {
  assert.deepEqual(readPairs(file("item_id,judge,human,choice,'=x,=x\n1,j,A,A,1,2\n")).columns.slice(-2), [
    "'=x",
    "=x",
  ]);
  assert.throws(
    () => readPairs(file("item_id,judge,human,choice\r1,j,A,A\r2,j,B,A\r")),
    /ResultsError.*carriage returns alone/,
  );
});
