import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { alternativeAnnotator } from "@/metrics/alternative_annotator.ts";
import { bradleyTerry, styleEffects } from "@/metrics/bradley_terry.ts";
import { transitivity } from "@/metrics/transitivity.ts";
import { orderConsistency } from "@/metrics/order_consistency.ts";
import { writeMapTemplate } from "@/cli/map_template.ts";
import { readingOptions } from "@/cli/reading_options.ts";
import { command as inspect } from "@/cli/inspect.ts";
import { bundle } from "@/progress/show.ts";
import { frameFeatures } from "@/results/frame_features.ts";
import { inspectFile } from "@/results/inspect_file.ts";
import { readCaptionScores } from "@/results/read_caption_scores.ts";
import { readCriteria } from "@/results/read_criteria.ts";
import { readRatings } from "@/results/read_ratings.ts";
import { readScorePairs } from "@/results/read_score_pairs.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readReport } from "@/results/read_report.ts";
import { inProcess } from "../cli/in_process.ts";
import { file, inFolder } from "./in_folder.ts";

const warnings = (frame: pl.DataFrame) => (readReport(frame)?.warnings ?? []).join();

Deno.test("confidence in percent, with a comma or beyond 1 is named as found and unfit; a probability is used", () => {
  const read = (...values: string[]) =>
    readPairs(
      file(`item_id;judge;human;choice;confidence\n${
        values.map((value, i) => `${i};j;A;A;${value}`).join("\n")
      }\n`),
    );
  for (const value of ["50", "50%", "0,45"]) {
    const frame = read(value, value);
    assert.match(
      warnings(frame),
      new RegExp(`confidence: 2 rows hold no probability from 0 to 1 \\("?${value}(\\.0)?"?\\)`),
    );
    assert.ok(!frameFeatures(frame).has("confidence"), value);
  }
  assert.match(warnings(read("-0.81", "-0.02")), /look like log-probabilities, .*\.exp\(\)/);
  assert.doesNotMatch(warnings(read("-0.81", "0.5")), /log-probabilities/);
  const fit = read("0.5", "", "1");
  assert.equal(warnings(fit), "");
  assert.ok(frameFeatures(fit).has("confidence"));
  assert.deepEqual(fit.getColumn("confidence").toArray(), [0.5, null, 1]);
});

Deno.test("repeated keys: the column of the file that could be swapped or run is named, else those that are missing", () => {
  const twice = (extra: string, values: string[]) =>
    file(`item_id,judge,human,choice${extra}\n${values.map((value) => `1,j,A,A${value}`).join("\n")}\n`);
  assert.throws(
    () => readPairs(twice(",swaped", [",true", ",false"])),
    /its column swaped is our swapped.*columns: \{ swapped: "swaped" \}, on the command line --columns swapped=swaped/,
  );
  assert.throws(
    () => readPairs(twice("", ["", ""])),
    /the file has no column .*swapped, run.* tell them apart/,
  );
  assert.throws(() => readPairs(twice(",temperature", [",0", ",1"])), /where temperature is one of these/);
  // All there: nothing to be guessed.
  const full = ",pipeline,image,variant,swapped,run,annotator";
  const row = ",base,true,original,false,1,a";
  assert.throws(
    () => readPairs(twice(full, [row, row])),
    (error) => /wanted one row per/.test(String(error)) && !/no column/.test(String(error)),
  );
});

Deno.test("pairs without a choice are no labels: inspect names what is missing", () => {
  const path = file("item_id,judge,human,more_informative\n1,j,A,A\n");
  const { frames, strangers } = inspectFile(path);
  assert.deepEqual(
    [frames.length, strangers[0].lacking[0].frame, strangers[0].lacking[0].missing],
    [0, "pairs", ["choice"]],
  );
  const labels = inspectFile(file("item_id,more_informative\n1,A\n"));
  assert.equal(labels.frames[0].name, "labels");
});

Deno.test("inspect: what stands inside JSON records is named by its path, and the template maps it", () => {
  const record = {
    meta: { id: "1", gold: { label: "first" }, img: "a.png" },
    judge: { name: "j" },
    prompt_ver: "plain",
    outputs: [{ verdict: "second", text: "x" }],
  };
  const other = { ...record, meta: { ...record.meta, id: "2", gold: { label: "second" } } };
  const path = file(`${JSON.stringify(record)}\n${JSON.stringify(other)}\n`, "own.jsonl");
  const [{ columns, lacking: [{ frame, missing }] }] = inspectFile(path).strangers;
  assert.deepEqual(columns.slice(0, 4), ["meta.id", "meta.gold.label", "meta.img", "judge.name"]);
  assert.deepEqual([frame, missing], ["pairs", ["item_id", "judge", "human", "choice"]]);
  const map = `${Deno.makeTempDirSync()}/map.json`;
  writeMapTemplate(map, path, {});
  const pairs = readPairs(path, JSON.parse(Deno.readTextFileSync(map)));
  assert.deepEqual(
    pairs.select("item_id", "image_id", "judge", "human", "choice", "condition").toRecords()[0],
    { item_id: "1", image_id: "a.png", judge: "j", human: "A", choice: "B", condition: "plain" },
  );
});

Deno.test("verdicts without a judge are no ratings, and a file without a row says so", () => {
  const path = file('{"item_id":"1","human":"A","choice":"A","run":0}\n', "alpha.jsonl");
  assert.deepEqual(inspectFile(path).strangers[0].lacking[0], {
    frame: "pairs",
    missing: ["judge"],
    similar: [],
  });
  assert.match(warnings(readPairs(file("item_id,judge,human,choice\n"))), /not a single row/);
});

Deno.test("values otherwise spelt: the way out as the command line takes it", () => {
  assert.throws(
    () => readPairs(file("item_id,judge,human,choice\n1,j,A,b\n")),
    /on the command line --values choice:b=B\)/,
  );
  assert.throws(() => readPairs(file("item_id,judge,human,choice\n1,j,A, B\n")), /--values "choice: B=B"\)/);
});

Deno.test("several voters on a pair in both orders: order and standing in are computed; who did not vote is no voter", () => {
  const voters = ["p", "q"],
    rows = [false, true].flatMap((swapped) =>
      voters.map((annotator) => ({
        item_id: "1",
        judge: "j",
        swapped,
        annotator,
        human: "A",
        choice: swapped ? "B" : "A",
      }))
    );
  const [row] = orderConsistency(pl.DataFrame(rows), { by: [] }).toRecords();
  assert.deepEqual([row.n, row.consistency], [1, 0]); // one verdict in each order, whoever voted on it
  const silent = [false, true].map((swapped) => ({
    ...rows[0],
    item_id: "2",
    swapped,
    annotator: null,
    human: null,
  }));
  const votes = pl.DataFrame([...rows.filter(({ swapped }) => !swapped), ...silent]);
  assert.equal(alternativeAnnotator(votes, { epsilon: 0.1 }).toRecords()[0].n, 1);
});

Deno.test("show: one row is not rows", () => {
  const frame = pl.DataFrame({ x: [1, 2] });
  assert.deepEqual([1, 2].map((n) => bundle(frame.head(n))["text/plain"]), [
    "x\n1\n1 row",
    "x\n1\n2\n2 rows",
  ]);
});

Deno.test("inspect: a winner beside a human label is most likely the choice", () => {
  const path = file("item_id,judge,human,model_a,model_b,winner\n1,j,A,x,y,model_a\n");
  const [closest] = inspectFile(path).strangers[0].lacking;
  assert.deepEqual([closest.frame, closest.missing, closest.similar[0]], ["pairs", ["choice"], "winner"]);
});

Deno.test("a misspelt optional column is said with the name that it is near to, in every frame; others are not", () => {
  const warned = (head: string, row: string, read: (path: string) => pl.DataFrame) =>
    (readReport(read(file(`${head}\n${row}\n`)))!.warnings ?? []).join("\n");
  const pairs = (more: string) =>
    warned(`item_id,judge,human,choice,${more}`, `1,j,A,B,${more.replace(/[^,]+/g, "1")}`, readPairs);
  const said = (text: string) =>
    [...text.matchAll(/the column (.*?) is not read; is it (.*?)\?/g)].map((m) => `${m[1]}>${m[2]}`);
  assert.deepEqual(
    said(pairs("model_A,Model B,anotator,confidense")),
    ["model_A>model_a", "Model B>model_b", "anotator>annotator", "confidense>confidence"],
  );
  assert.match(
    pairs("model_A"),
    /columns: \{ model_a: "model_A" \}, on the command line --columns model_a=model_A/,
  );
  assert.deepEqual(said(pairs("swaped,pipline,runs")), ["swaped>swapped", "pipline>pipeline", "runs>run"]);
  // Two that are equally near are both said; a column that is there is not looked for; other names are left alone.
  assert.deepEqual(said(pairs("model_1,model_2")), [
    "model_1>model_a or model_b",
    "model_2>model_a or model_b",
  ]);
  assert.deepEqual(said(pairs("model_a,model_b,model_c,score,response,source,answer_a,answer_b,words")), []);
  const scores = warned(
    "judge,sample_id,bias_type,unbiased,biased,dificulty",
    "j,1,text_dominance,5,4,x",
    readScorePairs,
  );
  assert.deepEqual(said(scores), ["dificulty>difficulty"]);
  const ratings = warned("item_id,human,splt,judge", "1,3,test,4", readRatings);
  assert.deepEqual(said(ratings), ["splt>split"]);
  const criteria = warned(
    "judge,split,item_id,criterion,human,choice,thinkng",
    "j,reasoning,1,logic,A,B,true",
    readCriteria,
  );
  assert.deepEqual(said(criteria), ["thinkng>thinking"]);
  const captions = warned(
    "image_id,generator,evaluator,setting,score,Runs",
    "1,a,b,ref_free,0.5,1",
    readCaptionScores,
  );
  assert.deepEqual(said(captions), ["Runs>run"]);
});

Deno.test("models that differ in case or blanks alone are said, across judge and models; they are not made one", () => {
  const path = file("item_id,judge,human,choice,model_a,model_b\n1,X,A,B,x ,x\n2,X,A,B, y ,Y\n3,X,A,B,z,Y\n");
  const pairs = readPairs(path), warnings = readReport(pairs)!.warnings!.toReversed();
  assert.equal(warnings.length, 2);
  assert.match(
    warnings[0],
    /^judge, model_a, model_b: "X" and "x" and "x " differ in case or outer blanks alone and count as 3/,
  );
  assert.match(
    warnings[1],
    /^model_a, model_b: " y " and "Y" .* count as 2; values: \{ model_a: \{ … \}, model_b: \{ … \} \}/,
  );
  assert.deepEqual(new Set(pairs.getColumn("model_a").toArray()), new Set(["x ", " y ", "z"]));
  const captions = file("image_id,generator,evaluator,setting,score\n1,GPT-4o,gpt-4o,ref_free,0.5\n");
  assert.match(
    readReport(readCaptionScores(captions))!.warnings![0],
    /^generator, evaluator: "GPT-4o" and "gpt-4o"/,
  );
  const clean = file("image_id,generator,evaluator,setting,score\n1,gpt-4o,gpt-4o,ref_free,0.5\n");
  assert.equal(readReport(readCaptionScores(clean))!.warnings, undefined);
});

Deno.test("strengths and circles of pairs that name no model say so", () => {
  const pairs = readPairs(file("item_id,judge,human,choice\n1,j,A,B\n"));
  const metrics = [
    bradleyTerry,
    transitivity,
    (own: pl.DataFrame) => styleEffects(own, { covariates: ["words"] }),
  ];
  for (const metric of metrics) {
    assert.throws(
      () => metric(pairs),
      /wanted the models that wrote the answers \(columns model_a and model_b\), found none named in 1 rows/,
    );
  }
  assert.equal(bradleyTerry(pairs.head(0)).height, 0);
});

Deno.test("several files without word counts: their empty columns keep the type that one file's have", () =>
  inFolder({
    "one.csv": "item_id,judge,human,choice\n1,one,A,A\n2,one,B,A\n",
    "two.csv": "item_id,judge,human,choice\n1,two,A,A\n2,two,B,B\n",
  }, (folder) => {
    const single = readPairs(`${folder}/one.csv`), both = readPairs(folder);
    const types = (frame: typeof both) => frame.dtypes.map((type, i) => `${frame.columns[i]} ${type}`);
    assert.deepEqual(types(both), types(single));
  }));

Deno.test("inspect: a picture's name is no judge; the judge by each file's name is not guessed over", () => {
  const rows = [0, 1].map((item) => ({ item, image: `${item}.png`, gold: "A", verdict: "B" }));
  inFolder({ "one.jsonl": rows, "two.jsonl": rows }, (folder) => {
    for (const [name, judge] of [["told", ({ stem }: { stem: string }) => stem], ["open"]] as const) {
      const map = Deno.makeTempDirSync() + `/${name}.json`;
      writeMapTemplate(map, folder, judge ? { judge } : {});
      const { columns } = JSON.parse(Deno.readTextFileSync(map));
      const { judge: open, ...named } = columns;
      assert.deepEqual(named, { item_id: "item", human: "gold", choice: "verdict", image_id: "image" });
      assert.equal(open, judge ? undefined : "…");
      const read = readPairs(folder, readingOptions({ map, "judge-from-file": true }));
      assert.deepEqual([...new Set(read.getColumn("judge").toArray())].sort(), ["one", "two"]);
    }
  });
});

Deno.test("a map's template of headings in another language: what is wanted stands open, what was found stays, values are shown", async () => {
  const path = file(
    "Nr.;Bild ;bevorzugt;informativer;Wahl\n1;a.png;links;Antwort 1;L\n2;b.png;rechts;Antwort 2;R\n3;c.png;links;;L\n",
  );
  const map = `${path}.map.json`;
  const made = await inProcess(inspect, path, "--map-template", map, "--frame", "pairs");
  const { columns } = JSON.parse(Deno.readTextFileSync(map));
  assert.deepEqual(columns, {
    ...{ item_id: "…", judge: "…", human: "…", choice: "…", more_informative: "informativer" },
  });
  assert.match(
    made.stdout,
    /\n {2}"Bild " +"a\.png", "b\.png", "c\.png"\n {2}bevorzugt +"links", "rechts"\n/,
  );
  assert.match(made.stdout, /taken for pairs \(others with --frame: labels, .*\n.*may be told too.*words_a/);
  const open = await inProcess(inspect, path, "--map", map, "--judge-name", "j");
  assert.match(open.stderr, /found … for item_id, human, choice: write them there, or take the line/);
  const filled = { item_id: "Nr.", human: "bevorzugt", choice: "Wahl", more_informative: "informativer" };
  Deno.writeTextFileSync(map, JSON.stringify({ columns: { judge: "…", ...filled } }));
  const again = `${path}.again.json`;
  const next = await inProcess(inspect, path, "--map", map, "--judge-name", "j", "--map-template", again);
  assert.equal(next.code, 0, next.stderr);
  const { values, judge } = JSON.parse(Deno.readTextFileSync(again));
  assert.deepEqual([values.choice, judge], [{ L: "…", R: "…" }, "j"]);
});

Deno.test("a map's template: what differs in every row is the item only where nothing else may be, and then it says so", async () => {
  const template = async (items: readonly { question?: string }[]) => {
    const rows = items.flatMap((item, i) =>
      ["a", "b"].map((judge, j) => ({ id: `call ${i} ${j}`, ...item, judge, human: "A", choice: "B" }))
    );
    const path = file(rows.map((row) => JSON.stringify(row)).join("\n"), "own.jsonl"),
      map = `${path}.map.json`;
    const { stdout } = await inProcess(inspect, path, "--map-template", map);
    return { item: JSON.parse(Deno.readTextFileSync(map)).columns.item_id, stdout };
  };
  const item = await template([{ item_ident: "q1" }, { item_ident: "q2" }] as object[]);
  assert.deepEqual([item.item, /differs in every row/.test(item.stdout)], ["item_ident", false]);
  const call = await template([{}, {}]);
  assert.deepEqual([call.item, /id differs in every row: .*no two judges/.test(call.stdout)], ["id", true]);
});

Deno.test("a column that says by another name whether the image was shown is warned of, and the template maps it", () => {
  for (const name of ["with_image", "With image", "has_image"]) {
    const path = file(`item_id,judge,human,choice,${name}\n1,j,A,A,no\n2,j,A,B,yes\n`);
    assert.match(
      warnings(readPairs(path)),
      new RegExp(
        `column ${name} is not read; is it image\\? .*now every row counts as judged with the image`,
      ),
    );
    const map = `${Deno.makeTempDirSync()}/map.json`;
    writeMapTemplate(map, path, {});
    const read = readPairs(path, JSON.parse(Deno.readTextFileSync(map)));
    assert.deepEqual(read.getColumn("image").toArray(), [false, true]);
    assert.equal(warnings(read), "");
  }
});

Deno.test("a map template names no column for what the file says itself", () => {
  const map = `${Deno.makeTempDirSync()}/map.json`;
  writeMapTemplate(map, file("item_id,judge,human,choice,condition,prompt\n1,j,A,A,a,b\n"), { judge: "x" });
  const { columns, judge } = JSON.parse(Deno.readTextFileSync(map));
  assert.deepEqual([columns, judge], [{}, "x"]);
});

Deno.test("image as 0 and 1 is read from records as from a file; other numbers are refused", () => {
  const rows = (...images: number[]) =>
    images.map((image, i) => ({ item_id: `${i}`, judge: "j", human: "A", choice: "A", image }));
  assert.deepEqual(readPairs(rows(0, 1)).getColumn("image").toArray(), [false, true]);
  assert.throws(() => readPairs(rows(0.5, 1)), /column image: wanted true or false, found "0\.5"/);
});
