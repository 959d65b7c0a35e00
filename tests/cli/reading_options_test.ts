import { renderAll } from "@/cli/render_all.ts";
import { report } from "judgebias/report";
import assert from "node:assert/strict";
import { UsageError } from "@/cli/command.ts";
import { readingOptions } from "@/cli/reading_options.ts";
import { inspectFile } from "@/results/inspect_file.ts";
import { readResults } from "@/results/read_results.ts";

const OWN = "id;label;pred\n1;1;A\n2;2;B\n3;-1;N/A\n";

Deno.test("reading options: what the command line says is what readers are told", () => {
  const path = `${Deno.makeTempDirSync()}/own.csv`;
  Deno.writeTextFileSync(path, OWN);
  const options = readingOptions({
    columns: "item_id=id,human=label,choice=pred",
    values: "human:1=A,human:2=B",
    missing: "-1,N/A",
    "judge-name": "mine",
  });
  const { pairs } = readResults(path, options);
  assert.deepEqual(pairs!.getColumn("human").toArray(), ["A", "B", null]);
  assert.deepEqual(pairs!.getColumn("choice").toArray(), ["A", "B", null]);
  assert.deepEqual(pairs!.getColumn("judge").toArray(), ["mine", "mine", "mine"]);
  assert.deepEqual(inspectFile(path, options).frames.map(({ name }) => name), ["pairs"]);
});

Deno.test("reading options: a file of them, and the command line over it", () => {
  const map = `${Deno.makeTempDirSync()}/map.json`;
  Deno.writeTextFileSync(map, JSON.stringify({ columns: { human: "gold", judge: "model" }, missing: ["x"] }));
  assert.deepEqual(readingOptions({ map, columns: "human=label", "choice-order": "shown" }), {
    columns: { human: "label", judge: "model" },
    missing: ["x"],
    choiceOrder: "shown",
  });
  for (
    const wrong of [{ columns: "human" }, { values: "human=A" }, { "choice-order": "seen" }, {
      map: "none.json",
    }]
  ) {
    assert.throws(() => readingOptions(wrong), UsageError);
  }
});

Deno.test("reading options: the judge by each file's name, the largest score of a scale", () => {
  const folder = Deno.makeTempDirSync();
  for (const name of ["gpt", "qwen"]) {
    Deno.writeTextFileSync(`${folder}/${name}.jsonl`, '{"item_id":"1","human":"A","choice":"A"}\n');
  }
  const { pairs } = readResults(folder, readingOptions({ "judge-from-file": true }));
  assert.deepEqual(pairs!.getColumn("judge").toArray(), ["gpt", "qwen"]);
  const path = `${folder}/scores.csv`;
  Deno.writeTextFileSync(path, "image_id,generator,evaluator,setting,score\n1,a,b,ref_free,50\n");
  const { "caption scores": scores } = readResults(path, readingOptions({ "max-score": "100" }));
  assert.deepEqual(scores!.getColumn("score").toArray(), [0.5]);
  assert.throws(() => readingOptions({ "max-score": "0" }), /a number above 0 for --max-score, found 0/);
  assert.throws(() => readingOptions({ "judge-from-file": true, "judge-name": "x" }), /found both/);
});

Deno.test("the closest frame is the one that most columns speak for", () => {
  const path = `${Deno.makeTempDirSync()}/own.csv`;
  const closest = (head: string) => {
    Deno.writeTextFileSync(path, `${head}\n${head.replace(/\w+/g, "1")}\n`);
    return inspectFile(path).strangers[0].lacking[0];
  };
  assert.deepEqual(closest("id,label,pred"), {
    frame: "pairs",
    missing: ["item_id", "judge", "human", "choice"],
    similar: ["id", "label", "pred"],
  });
  assert.equal(closest("item,judge,humans,choice").frame, "pairs");
  assert.equal(closest("image,generator,evaluator,setting,score").frame, "caption scores");
  assert.equal(closest("sample,bias,unbiased_score,biased_score,judge").frame, "score pairs");
  assert.equal(closest("pair_id,informative").frame, "labels");
});

Deno.test("report and renderAll read a file of one's own as the options say", async () => {
  const folder = Deno.makeTempDirSync(), file = `${folder}/own.csv`;
  Deno.writeTextFileSync(
    file,
    "id,who,truth,said,pic\n1,m,1,1,true\n2,m,2,1,true\n1,m,1,2,false\n2,m,2,2,false\n",
  );
  const values = {
    columns: "item_id=id,judge=who,human=truth,choice=said,image=pic",
    values: "human:1=A,human:2=B,choice:1=A,choice:2=B",
  };
  const { json } = await report(file, { read: readingOptions(values), silent: true });
  assert.ok(json.lines.length > 0);
  await assert.rejects(async () => await report(file, { silent: true }), { name: "ResultsError" });
  const options = { results: file, only: "birch-table1", formats: "csv", out: folder };
  await renderAll({ ...options, ...values });
  assert.match(Deno.readTextFileSync(`${folder}/birch/birch-table1.csv`), /\bm\b/);
  await assert.rejects(async () => await renderAll(options), { name: "ResultsError" });
});

Deno.test("reading options: a value with blanks around it is told as it stands in the file", () => {
  const path = `${Deno.makeTempDirSync()}/own.csv`;
  Deno.writeTextFileSync(path, "item_id,judge,human,choice\n1,j,A,A \n2,j,B, b\n3,j,B,Tie\n");
  const options = readingOptions({ values: "choice:A =A,choice: b=B, choice:Tie = tie" });
  const { pairs } = readResults(path, options);
  assert.deepEqual(pairs!.getColumn("choice").toArray(), ["A", "B", "tie"]);
});

Deno.test("reading options: the judge by files' names beside a map without one; two that name it are refused", () => {
  const folder = Deno.makeTempDirSync(),
    map = (content: unknown) => {
      Deno.writeTextFileSync(`${folder}/map.json`, JSON.stringify(content));
      return `${folder}/map.json`;
    };
  const fromFile = (content: unknown, columns?: string) =>
    readingOptions({ map: map(content), "judge-from-file": true, ...columns && { columns } });
  const { judge } = fromFile({ columns: { human: "gold" } });
  assert.ok(typeof judge === "function" && judge({ path: "runs/one.csv", stem: "one" }) === "one");
  const twice = (error: unknown) => error instanceof UsageError && /judge named once/.test(error.message);
  assert.throws(() => fromFile({ columns: { judge: "image" } }), twice);
  assert.throws(() => fromFile({ judge: "mine" }), twice);
  assert.throws(() => fromFile({}, "judge=image"), twice);
});
