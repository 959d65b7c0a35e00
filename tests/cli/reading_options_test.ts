import assert from "node:assert/strict";
import { report } from "judgebias/report";
import { UsageError } from "@/cli/command.ts";
import { readingOptions } from "@/cli/reading_options.ts";
import { renderAll } from "@/cli/render_all.ts";
import { inspectFile } from "@/results/read_results.ts";
import { readReport } from "@/results/read_report.ts";
import { readResults } from "@/results/read_results.ts";
import { jsonLines } from "../judge/study.ts";
import { tempFolder } from "../judge/temp_folder.ts";

/** A file of its own, with this content, in a folder. */
function written(folder: string, name: string, content: string | object): string {
  const path = `${folder}/${name}`;
  Deno.writeTextFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

// What is told on the command line, and columns of what is read then: a line each.
Deno.test("reading options: what the command line says is what readers are told", () => {
  using folder = tempFolder();
  for (const { content, told, columns } of jsonLines("tests/cli/reading_options.jsonl")) {
    const path = written(folder.path, "own.csv", content), options = readingOptions(told);
    const [[name, frame]] = Object.entries(readResults(path, options));
    for (const [column, values] of Object.entries<unknown[]>(columns)) {
      assert.deepEqual(frame.getColumn(column).toArray(), values);
    }
    assert.deepEqual(inspectFile(path, options).frames.map(({ name }) => name), [name]);
  }
});

// Files of each kind of frame, told each option by itself: values that could have something to say.
Deno.test("reading options: each of them, for each frame, changes what is read or is refused; none is passed over", () => {
  using folder = tempFolder();
  const [told, ...kinds] = jsonLines("tests/cli/options_of_frames.jsonl");
  const labels = written(folder.path, "labels.csv", "item_id,more_informative\n1,A\n");
  const corrections = written(folder.path, "corrections.csv", "item_id,human\n1,B\n");
  for (const { frame: kind, content } of kinds) {
    const path = written(folder.path, "own.csv", content);
    const read = (values: Parameters<typeof readingOptions>[0]) => {
      const [[name, frame]] = Object.entries(readResults(path, readingOptions(values)));
      return JSON.stringify([name, frame.toRecords(), readReport(frame)]);
    };
    const plain = read({});
    assert.ok(plain.startsWith(`["${kind}"`), plain);
    for (const [option, value] of Object.entries({ ...told, labels, corrections })) {
      const found = () => read({ [option]: value as string });
      if (plain === attempt(found)) assert.fail(`--${option} is passed over in ${kind}`);
    }
  }
});

/** What a function gives, or what it refuses. */
function attempt(run: () => string): string {
  try {
    return run();
  } catch (error) {
    assert.ok(
      error instanceof RangeError || error instanceof Error && error.name === "ResultsError",
      `${error}`,
    );
    return "refused";
  }
}

Deno.test("reading options: a file of them, and the command line over it; the judge by files' names beside a map without one; what is wrong is refused", () => {
  using folder = tempFolder();
  const map = (content: object) => written(folder.path, `map-${crypto.randomUUID()}.json`, content);
  const told = {
    map: map({ columns: { human: "gold", judge: "model" }, missing: ["x"] }),
    columns: "human=label",
  };
  const columns = { human: "label", judge: "model" };
  const read = readingOptions({ ...told, "choice-order": "shown", "on-invalid": "drop" });
  assert.deepEqual(read, { columns, missing: ["x"], choiceOrder: "shown", onInvalid: "drop" });
  const { judge } = readingOptions({ map: map({ columns: { human: "gold" } }), "judge-from-file": true });
  assert.ok(typeof judge === "function" && judge({ path: "runs/one.csv", stem: "one" }) === "one");
  const wrong: [told: Parameters<typeof readingOptions>[0], words: RegExp][] = [
    [{ columns: "human" }, /columns/],
    [{ values: "human=A" }, /values/],
    [{ "on-invalid": "keep" }, /on-invalid/],
    [{ "choice-order": "seen" }, /choice-order/],
    [{ map: "none.json" }, /none\.json/],
    [{ "max-score": "0" }, /a number above 0 for --max-score, found 0/],
    [{ "judge-from-file": true, "judge-name": "x" }, /found both/],
    ...[{ columns: { judge: "image" } }, { judge: "mine" }].map((content): typeof wrong[number] => [
      { map: map(content), "judge-from-file": true },
      /judge named once/,
    ]),
    [{ map: map({}), "judge-from-file": true, columns: "judge=image" }, /judge named once/],
  ];
  for (const [told, words] of wrong) {
    assert.throws(
      () => readingOptions(told),
      (error) => error instanceof UsageError && words.test(error.message),
    );
  }
});

Deno.test("the closest frame is the one that most columns speak for", () => {
  using folder = tempFolder();
  const closest = (head: string) =>
    inspectFile(written(folder.path, "own.csv", `${head}\n${head.replace(/\w+/g, "1")}\n`)).strangers[0]
      .lacking[0];
  assert.deepEqual(closest("id,label,pred"), {
    ...{ frame: "pairs", missing: ["item_id", "judge", "human", "choice"], similar: ["id", "label", "pred"] },
  });
  const heads = {
    "item,judge,humans,choice": "pairs",
    "image,generator,evaluator,setting,score": "caption scores",
    "sample,bias,unbiased_score,biased_score,judge": "score pairs",
    "pair_id,informative": "labels",
  };
  for (const [head, frame] of Object.entries(heads)) assert.equal(closest(head).frame, frame);
});

Deno.test("report and renderAll read a file of one's own as the options say", async () => {
  using folder = tempFolder();
  const rows = "id,who,truth,said,pic\n1,m,1,1,true\n2,m,2,1,true\n1,m,1,2,false\n2,m,2,2,false\n";
  const file = written(folder.path, "own.csv", rows);
  const values = {
    columns: "item_id=id,judge=who,human=truth,choice=said,image=pic",
    values: "human:1=A,human:2=B,choice:1=A,choice:2=B",
  };
  const { json } = await report(file, { read: readingOptions(values), silent: true });
  assert.ok(json.lines.length > 0);
  await assert.rejects(async () => await report(file, { silent: true }), { name: "ResultsError" });
  const options = { results: file, only: "birch-table1", formats: "csv", out: folder.path };
  await renderAll({ ...options, ...values });
  assert.match(Deno.readTextFileSync(`${folder.path}/birch/birch-table1.csv`), /\bm\b/);
  await assert.rejects(async () => await renderAll(options), { name: "ResultsError" });
});
