import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import { chart } from "@/figures/chart.ts";
import { longerAnswerWins } from "@/hypotheses/longer_answer_wins.ts";
import { inspectFile } from "@/results/inspect_file.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readRatings } from "@/results/read_ratings.ts";
import { readResults } from "@/results/read_results.ts";
import { readReport } from "@/results/read_report.ts";
import { random } from "@/stats/random.ts";
import { printable } from "@/progress/show.ts";
import { ResultsError } from "@/results/results_error.ts";
import { file } from "./in_folder.ts";

const warnings = (frame: pl.DataFrame) => readReport(frame)?.warnings ?? [];

async function inspect(...args: string[]): Promise<{ code: number; text: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", new URL("../../lib/cli/inspect.ts", import.meta.url).pathname, ...args],
    env: { NO_COLOR: "1" },
  }).output();
  return { code, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

Deno.test("values in another case or with blanks are refused with the option that reads them", () => {
  const path = file("item_id,judge,human,choice\n1,j,A,b\n2,j,B, A\n");
  assert.throws(
    () => readPairs(path),
    /say what yours mean: values: \{ choice: \{ "b": "B", " A": "A" \} \}/,
  );
  const read = readPairs(path, { values: { choice: { b: "B", " A": "A" } } });
  assert.deepEqual(read.getColumn("choice").toArray(), ["B", "A"]);
  assert.throws(
    () => readPairs(file("item_id,judge,human,choice\n1,j,A,C\n")),
    (error) => !/say what/.test(String(error)),
  );
});

Deno.test("of several guesses the usual name comes first, numbers with signs are shown without", () => {
  const fails = (text: string, message: RegExp) => assert.throws(() => readPairs(file(text)), message);
  fails("item_id,judge,human,chioce,Winner\n1,j,A,A,B\n", /is it Winner or chioce\?/);
  fails('item_id,judge,human,choice,words_a\n1,j,A,A,"1,253"\n', /1253 for 1,253, or 1\.253 if the comma/);
});

Deno.test("a file with a judge's column is no labels; how choices in shown order are read is said for the command line too", () => {
  const lab = file("Item No.,Judge,Rater preference,Judge says,More informative\n1,j,A,B,A\n");
  assert.throws(() => readResults(lab), /columns item_id, judge, choice .* of pairs, .*is judge Judge\?/);
  const rows = Array.from({ length: 40 }, (_, i) => `${i >> 1},j,${i % 2 === 1},A,${i % 2 ? "B" : "A"}`);
  const both = readPairs(file(`item_id,judge,swapped,human,choice\n${rows.join("\n")}\n`));
  assert.match(warnings(both).join("\n"), /choiceOrder: "shown", on the command line --choice-order shown/);
});

Deno.test("what is mapped is not asked for again; an item's name comes before any id", () => {
  const own = file("question_id,gold,pred\n1,A,B\n");
  const columns = { item_id: "question_id", human: "gold", choice: "pred" };
  assert.throws(
    () => readResults(own, { columns }),
    /wanted the column judge of pairs, found question_id, gold, pred;/,
  );
  assert.throws(
    () => readResults(own, { columns: { ...columns, judge: "modell" } }),
    /wanted the column modell \(columns\.judge\), found question_id, gold, pred;/,
  );
  const log = [{ request: { id: "r1", item: { uid: "q1" } }, judge: "j", human: "A", choice: "B" }];
  assert.throws(() => readPairs(log), /is it request\.item\.uid or request\.id\?/);
});

Deno.test("what a claim takes as independent is an image where items share one, else the item", () => {
  const unit = (images: readonly string[]) =>
    longerAnswerWins(readPairs(images.map((image_id, item_id) => ({
      ...{ item_id: String(item_id), image_id, judge: "j", choice: "A", words_a: 2 + item_id, words_b: 1 },
    })))).assumptions[0];
  assert.match(unit(["x", "x", "y"]), /different images/);
  assert.match(unit(["0", "1", "2"]), /different items/);
});

Deno.test("a sentinel beyond an evaluator's scale is warned of, a scale that has it is not", () => {
  const ratings = (scores: string[]) =>
    readRatings(file(`item_id,human,m\n${scores.map((score, i) => `${i},3,${score}`).join("\n")}\n`));
  assert.match(warnings(ratings(["0.5", "-1", "0.7", "-1"]))[0], /^m: -1 stands in 2 rows.*missing: \[-1\]/);
  assert.match(warnings(ratings(["1", "5", "99"]))[0], /^m: 99 stands in 1 row/);
  assert.deepEqual(warnings(ratings(["-1", "-0.5", "0.7"])), []);
  assert.deepEqual(warnings(ratings(["80", "99", "100"])), []);
});

Deno.test("missing that is no list, and a chart without a recipe, are errors that say what is wanted", async () => {
  const path = file("item_id,judge,human,choice\n1,j,A,B\n");
  assert.throws(
    () => readPairs(path, { missing: "x" as never }),
    /wanted a list .* in the option missing, found "x"/,
  );
  await assert.rejects(
    chart(readPairs(path), { title: "t" } as never),
    /chart: wanted a recipe .*found no recipe and no value among title/,
  );
});

Deno.test("a path that leads nowhere in an object is named with the fields that are there", () => {
  const path = file('{"meta":{"id":"1"},"judge":"j","human":"A","choice":"B"}\n', "own.jsonl");
  assert.throws(
    () => readPairs(path, { columns: { item_id: "meta.uid" } }),
    (error) =>
      error instanceof ResultsError &&
      /no record has anything at meta\.uid; meta holds id/.test(error.message),
  );
});

/** A judge of this accuracy that takes the first answer shown with this probability, in canonical or shown order. */
function judged(
  { accuracy, first, shown, humanA = 0.5 }: {
    accuracy: number;
    first: number;
    shown: boolean;
    humanA?: number;
  },
) {
  const { uniform } = random(1), rows: string[] = [];
  for (let item = 0; item < 150; item++) {
    const human = uniform() < humanA ? "A" : "B";
    for (const swapped of [false, true]) {
      const right = uniform() < accuracy ? human : human === "A" ? "B" : "A";
      const canonical = uniform() < first ? (swapped ? "B" : "A") : right;
      const choice = shown && swapped ? (canonical === "A" ? "B" : "A") : canonical;
      rows.push(`${item},j,${human},${choice},${swapped}`);
    }
  }
  return readPairs(file(`item_id,judge,human,choice,swapped\n${rows.join("\n")}\n`));
}

Deno.test("choices in shown order are warned of though the judge is biased to a slot; a slot alone is no such thing", () => {
  const mistaken = judged({ accuracy: 0.9, first: 0.5, shown: true });
  const [{ both, flipped }] = readReport(mistaken)!.orders!;
  assert.ok(flipped < 0.5 * both, `${flipped} of ${both} flip: no rule on flips alone sees it`);
  assert.match(warnings(mistaken)[0], /balanced accuracy .* choices look as if they were in shown order/);
  for (
    const right of [{ accuracy: 0.75, first: 0.3 }, { accuracy: 0.6, first: 0.5, humanA: 0.9 }, {
      accuracy: 0.5,
      first: 0.1,
    }]
  ) {
    const found = warnings(judged({ ...right, shown: false })).filter((text) => /balanced/.test(text));
    assert.deepEqual(found, [], JSON.stringify(right));
  }
});

Deno.test("a column that sounds like the order of the answers is named, with the option that reads it", () => {
  const [warning] = warnings(readPairs(file("item_id,judge,human,choice,order\n1,j,A,B,AB\n")));
  assert.match(warning, /the column order is not read: .*swapped: "order"/);
  assert.deepEqual(warnings(readPairs(file("item_id,judge,human,choice,swapped\n1,j,A,B,0\n"))), []);
});

Deno.test("inspect: negative sentinels as the help writes them, options repeated, no raw control characters, a filled map stays", async () => {
  const pairs = "data/examples/pairs.csv";
  const { code, text } = await inspect(pairs, "--missing", "-1,99");
  assert.equal(code, 0, text);
  assert.match(text, /reproduce --results \S+ --missing -1,99\n/);
  const hostile = file("item_id,judge,human,choice,\x1b[2Jx\u202e\n1,\x1b]0;t\x07\x9bj,A,B,1\n");
  const seen = (await inspect(hostile)).text;
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(seen, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  assert.match(seen, /others {4}�\[2Jx�/);
  const strange = file("id,label,pred\n1,A,B\n"), map = `${Deno.makeTempDirSync()}/map.json`;
  const made = await inspect(strange, "--map-template", map);
  assert.deepEqual(JSON.parse(Deno.readTextFileSync(map)), {
    columns: { item_id: "id", judge: "…", human: "label", choice: "pred" },
    values: {},
    missing: [],
  });
  assert.match(
    made.text,
    /has the columns\n {2}id +"1"\n {2}label +"A"\n {2}pred +"B"\n(.*\n)+nothing there sounds like judge/,
  );
  Deno.writeTextFileSync(map, "{}");
  const again = await inspect(strange, "--map-template", map);
  assert.deepEqual([again.code, Deno.readTextFileSync(map)], [2, "{}"]);
});

Deno.test("inspect: the template of a map says what values mean, as far as a reader would guess it; --frame names another kind", async () => {
  const template = async (content: string, ...args: string[]) => {
    const map = `${Deno.makeTempDirSync()}/map.json`, path = file(content);
    const { code, text } = await inspect(path, "--map-template", map, ...args);
    assert.equal(code, 0, text);
    return { path, map: JSON.parse(Deno.readTextFileSync(map)), text };
  };
  const words = await template("id,label,pred\n1,first,second\n2,second,N/A\n");
  assert.deepEqual(words.map, {
    columns: { item_id: "id", judge: "…", human: "label", choice: "pred" },
    values: { human: { first: "A", second: "B" }, choice: { second: "B" } },
    missing: ["N/A"],
  });
  const { judge: _, ...named } = words.map.columns;
  const read = readPairs(words.path, { ...words.map, columns: named, judge: "j" });
  assert.deepEqual(read.getColumn("choice").toArray(), ["B", null]);
  const one = await template(
    "item_id,judge,human,choice,more_info,len1\n1,j,pass,fail,A,3\n2,j,fail,fail,B,4\n",
  );
  assert.deepEqual(one.map.values, { human: { pass: "…", fail: "…" }, choice: { fail: "…" } });
  const optional = await template("id;gt;pred;more_info;len1\n1;A;B;A;3\n");
  assert.deepEqual(optional.map.columns, {
    ...{
      item_id: "id",
      judge: "…",
      human: "gt",
      choice: "pred",
      more_informative: "more_info",
      words_a: "len1",
    },
  });
  // Names that fit, values that do not: what is refused is guessed as well.
  const codes = await template("item_id,judge,human,choice\n1,j,0,1\n2,j,1,0\n");
  assert.deepEqual(codes.map.values, { human: { 0: "…", 1: "…" }, choice: { 1: "…", 0: "…" } });
  assert.match(codes.text, /only you can tell/);
  const labels = await template("pair_id,who,winner\n1,p,A\n", "--frame", "labels");
  assert.equal(labels.map.columns.item_id, "pair_id");
  assert.ok(!("choice" in labels.map.columns), JSON.stringify(labels.map));
});

Deno.test("printable: errors of files hold no control characters of names", () => {
  assert.equal(printable("a\x1b[31m\u202eb\n\x9bc\td"), "a�[31m�b\n�c d");
  const { message } = new ResultsError({ file: "a\x1b[2J.csv", column: "b\x9b", expected: "one" });
  assert.equal(message, "a�[2J.csv, column b�: wanted one");
});

Deno.test("the frame of JSONL is that of all its lines, also where the first lacks a column", () => {
  const line = { item_id: "1", judge: "j", human: "A", more_informative: "A" };
  const path = file(
    `${JSON.stringify(line)}\n${JSON.stringify({ ...line, item_id: "2", choice: "B" })}\n`,
    "own.jsonl",
  );
  const { frames } = inspectFile(path);
  assert.deepEqual(frames.map(({ name, frame }) => [name, frame?.getColumn("choice").toArray()]), [
    ["pairs", [null, "B"]],
  ]);
});

Deno.test("what is no text in UTF-8, and Excel's first line, are refused with the way out", () => {
  const text = "item_id,judge,human,choice\n1,j,A,B\n", folder = Deno.makeTempDirSync();
  const refused = (name: string, bytes: Uint8Array | string, way: RegExp) => {
    Deno.writeFileSync(
      `${folder}/${name}`,
      typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes,
    );
    assert.throws(() => readPairs(`${folder}/${name}`), way, name);
  };
  const wide = [...text].flatMap((letter) => [letter.charCodeAt(0), 0]);
  refused("wide.csv", Uint8Array.from([0xff, 0xfe, ...wide]), /found UTF-16: save it as "CSV UTF-8"/);
  refused("book.csv", Uint8Array.from([0x50, 0x4b, 3, 4, 0]), /an Excel workbook: .*save it as "CSV UTF-8"/);
  refused("packed.csv", Uint8Array.from([0x1f, 0x8b, 8, 0]), /found gzip: let its name end with \.gz/);
  refused(
    "latin.csv",
    Uint8Array.from([...new TextEncoder().encode(text), 0xe4, 10]),
    /line 3.*WINDOWS-1252/,
  );
  refused("book.xlsx", "PK", /save one of your own as "CSV UTF-8"/);
  refused("sep.csv", `sep=;\n${text.replaceAll(",", ";")}`, /line 1: .*sep=;.*remove this line/);
});

Deno.test("inspect --map-template names optional columns that differ in case or blanks only", async () => {
  const path = file("Item_ID,Judge,Human,Choice,Swapped, more informative \n1,j,A,B,true,A\n");
  const map = `${Deno.makeTempDirSync()}/map.json`;
  assert.equal((await inspect(path, "--map-template", map)).code, 0);
  assert.deepEqual(JSON.parse(Deno.readTextFileSync(map)).columns, {
    item_id: "Item_ID",
    judge: "Judge",
    human: "Human",
    choice: "Choice",
    swapped: "Swapped",
    more_informative: " more informative ",
  });
});

Deno.test("inspect --map-template: a lone winner is the choice, beside a prediction people's", async () => {
  const templateOf = async (head: string) => {
    const map = `${Deno.makeTempDirSync()}/map.json`;
    await inspect(file(`${head}\n${head.replace(/[^,]+/g, "1")}\n`), "--map-template", map);
    return JSON.parse(Deno.readTextFileSync(map)).columns;
  };
  assert.deepEqual(await templateOf("id,model_a,model_b,winner"), {
    ...{ item_id: "id", judge: "…", human: "…", choice: "winner" },
  });
  assert.deepEqual(await templateOf("id,model_a,model_b,winner,prediction"), {
    ...{ item_id: "id", judge: "…", human: "winner", choice: "prediction" },
  });
});

Deno.test("names that differ in case or blanks alone, ids with a blank, files of the same bytes are said; others are not", () => {
  const folder = Deno.makeTempDirSync();
  try {
    const head = "item_id,judge,human,choice";
    const write = (name: string, ...rows: string[]) =>
      Deno.writeTextFileSync(`${folder}/${name}`, [head, ...rows, ""].join("\n"));
    write("a.csv", "1,j1,A,A", "2,J1,A,B", "3,j2,B,B", "4 ,j2,B,B");
    const [names, ids, ...none] = warnings(readPairs(`${folder}/a.csv`));
    assert.match(names, /^judge: "J1" and "j1" differ in case or outer blanks alone and count as 2/);
    assert.match(ids, /^item_id: 1 rows hold a blank before or behind their id \("4 "\)/);
    assert.deepEqual(none, []);
    write("a.csv", "1,j1,A,A", "2,j10,A,B");
    assert.deepEqual(warnings(readPairs(folder)), []);
    write("copy.csv", "1,j1,A,A", "2,j10,A,B");
    assert.match(warnings(readPairs(folder))[0], /a\.csv and .*copy\.csv hold the same bytes: .* twice/);
    write("copy.csv", "1,j1,A,A", "2,j10,A,A");
    assert.deepEqual(warnings(readPairs(folder)), []);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("what is no table yet is named with its way out: bars between cells, rows in one object, NaN in JSON", () => {
  const bars = file("item_id|judge|human|choice\n1|j|A|B\n");
  for (const read of [readPairs, readResults]) {
    assert.throws(() => read(bars), /seem to stand between "\|".*tr /);
  }
  const row = { item_id: "1", judge: "j", human: "A", choice: "A" };
  const wrapped = file(JSON.stringify({ model: "m", results: [row] }), "own.jsonl");
  for (const read of [readPairs, readResults]) {
    assert.throws(() => read(wrapped), /jq -c '\.results\[\]'/);
    // Names that mean nothing of the kind lead to no such word.
    assert.throws(() => read(file("a,b\n1,2\n")), (error) => !/jq|stand between/.test(String(error)));
  }
  const nan = file(
    `${JSON.stringify(row)}\n{"item_id":"2","judge":"j","human":"A","score":-Infinity}\n`,
    "own.jsonl",
  );
  for (const read of [readPairs, readResults]) {
    assert.throws(() => read(nan), /line 2.*JSON knows no -Infinity: write null/);
  }
  assert.throws(
    () => readPairs(file('{"item_id":"NaN",}\n', "own.jsonl")),
    (error) => !/knows no/.test(String(error)),
  );
});

Deno.test("one object around a list of records is no table of one row, whatever the list is called and wherever paths lead", () => {
  const log = Array.from({ length: 5 }, (_, i) => ({ meta: { id: i }, human: "A", winner: "B" }));
  const path = file(JSON.stringify({ project: "x", log }), "api.json");
  const columns = { item_id: "log[0].meta.id", human: "log[0].human", choice: "log[0].winner" };
  for (const options of [{}, { columns, judge: "j" }]) {
    assert.throws(
      () => readPairs(path, options),
      /one object around 5 of them: .*jq -c '\.log\[\]'.*JSON\.parse\(text\)\.log/,
    );
  }
  // Several answers within one record are not: their list says nothing of rows.
  const one = { item_id: "1", judge: "j", human: "A", choice: "A", outputs: [{ text: "x" }, { text: "y" }] };
  assert.equal(readPairs(file(JSON.stringify(one), "one.json")).height, 1);
});

Deno.test("what spreadsheets leave of merged cells and of two lines of headings is named", () => {
  const merged = file("item_id,judge,human,choice\n1,j,A,B\n2,,A,B\n3,,A,A\n");
  assert.throws(() => readPairs(merged), /line 3, column judge: .*merged in a spreadsheet.*2 rows are bad/);
  assert.throws(
    () => readPairs(file("who,,what,\nitem_id,judge,human,choice\n1,j,A,B\n")),
    /several without one: of two lines/,
  );
  assert.throws(
    () => readPairs(file("Study of May\nitem_id,judge,human,choice\n1,j,A,B\n")),
    /line 2: wanted 1 field as in the header, found 4: if that is the heading, take what stands above it out/,
  );
});

Deno.test("a map's template takes names of pictures for image_id", async () => {
  const path = file("item,judge,gold,pred,Image\n1,j,A,B,a.png\n2,j,A,B,b.png\n3,j,A,A,b.png\n");
  const out = `${path}.map.json`;
  await inspect(path, "--map-template", out, "--frame", "pairs");
  const { columns } = JSON.parse(Deno.readTextFileSync(out));
  assert.deepEqual([columns.image_id, columns.image], ["Image", undefined]);
});

Deno.test("inspect: rows wrapped in one object, and criteria alike but for case, are said", async () => {
  const row = { judge: "j", split: "open_ended", item_id: "1", human: "A", choice: "A" };
  const wrapped = file(JSON.stringify({ meta: 1, data: [row] }), "own.json");
  assert.match((await inspect(wrapped)).text, /one object around 1 of them: .*jq -c '\.data\[\]'/);
  const rows = ["Grounding", "grounding"].map((criterion) => JSON.stringify({ ...row, criterion }));
  const { text } = await inspect(file(rows.join("\n"), "own.jsonl"));
  assert.match(text, /criterion: "Grounding" and "grounding" differ in case or outer blanks alone/);
});

Deno.test("verdicts in words of one's own are proposed as a map with all of them: pass and fail, names of models", () => {
  const path = file("item_id,judge,human,choice\n1,j,pass,gpt-4o\n2,j,fail,llava\n3,j,pass,gpt-4o\n");
  assert.throws(() => readPairs(path), (error) => {
    assert.match(
      String(error),
      /values: \{ human: \{ "pass": "…", "fail": "…" \} \}, on the command line --values "human:pass=…,human:fail=…"/,
    );
    assert.match(
      String(error),
      /values: \{ choice: \{ "gpt-4o": "…", "llava": "…" \} \}.*names of the models .* beside columns model_a and model_b/,
    );
    return true;
  });
  const models = file("item_id,judge,human,choice,one,two\n1,j,gpt-4o,llava,gpt-4o,llava\n", "named.csv");
  const columns = { model_a: "one", model_b: "two" };
  assert.deepEqual(readPairs(models, { columns }).getColumn("choice").toArray(), ["B"]);
});
