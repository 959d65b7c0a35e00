import assert from "node:assert/strict";
import { command } from "@/cli/inspect.ts";
import { writeMapTemplate } from "@/cli/map_template.ts";
import { readingOptions } from "@/cli/reading_options.ts";
import { bundle, printable } from "@/progress/show.ts";
import { ResultsError } from "@/results/results_error.ts";
import pl from "nodejs-polars";
import { inProcess } from "../cli/in_process.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { file } from "./in_folder.ts";

/** What `deno task inspect` prints of a file, in cases whose reading read_cases.jsonl knows. */
const CASES: [name: string, content: string, args: string[], code: number, words: RegExp, file?: string][] = [
  [
    "negative sentinels stand as the help writes them, options are repeated",
    "item_id,judge,human,choice,more_informative,words_a,words_b\n1,j,A,B,A,3,4\n2,j,B,B,A,3,4\n",
    ["--missing", "-1,99"],
    0,
    /reproduce --results \S+ --missing -1,99\n/,
  ],
  [
    "a map turned round",
    "Sample ID,judge,human,choice\n1,j,A,A\n",
    ["--columns", "Sample ID=item_id"],
    1,
    /columns: \{ item_id: "Sample ID" \}, on the command line --columns "item_id=Sample ID"/,
  ],
  [
    "what needs human labels",
    "item_id,judge,choice,swapped,words_a,words_b\n1,j,A,false,5,9\n2,j,B,true,5,9\n",
    [],
    0,
    /yes {2}longerWins\n {2}no {3}lengthBias: needs human labels A or B/,
  ],
  [
    "both answers of a pair are of one model: there is nothing to draw",
    "item_id,judge,human,choice,model_a,model_b\n1,j,A,B,m,m\n2,j,B,B,n,n\n",
    [],
    0,
    /no {3}real-strengths: needs models \(model_a, model_b\) that each won and lost once\s*$/m,
  ],
  [
    "a model that never lost has no finite strength to draw",
    "item_id,judge,human,choice,model_a,model_b\n1,j,A,A,m,n\n2,j,B,B,m,n\n3,j,A,A,top,n\n",
    [],
    0,
    /yes {2}bradleyTerry, transitivity\n[^]*no {3}real-strengths: needs models/,
  ],
  [
    "a tie is half a win and half a loss",
    "item_id,judge,human,choice,model_a,model_b\n1,j,A,A,m,n\n2,j,B,tie,m,n\n",
    [],
    0,
    /yes {2}real-strengths$/m,
  ],
  [
    "rows wrapped in one object",
    '{"meta":1,"data":[{"judge":"j","split":"open_ended","item_id":"1","human":"A","choice":"A"}]}',
    [],
    1,
    /one object around 1 of them: .*jq -c '\.data\[\]'/,
    "own.json",
  ],
  [
    "criteria alike but for case",
    "judge,split,item_id,criterion,human,choice\nj,open_ended,1,Grounding,A,A\nj,open_ended,1,grounding,A,A\n",
    [],
    0,
    /criterion: "Grounding" and "grounding" differ in case or outer blanks alone/,
  ],
  [
    "a template says what is left to its owner",
    "item_id,judge,human,choice\n1,j,0,1\n2,j,1,0\n",
    ["--map-template", "$/map.json"],
    0,
    /only you can tell/,
  ],
  [
    "a template of another kind, in a file that has no judge",
    "id,label,pred\n1,A,B\n",
    ["--map-template", "$/map.json", "--frame", "pairs"],
    0,
    /has the columns\n {2}id +"1"\n {2}label +"A"\n {2}pred +"B"\n(.*\n)+nothing there sounds like judge/,
  ],
  [
    "a filled map stays",
    "id,label,pred\n1,A,B\n",
    ["--map-template", "$/own.csv"],
    2,
    /wanted a new file as --map-template, found .*own\.csv: what is filled in there stays/,
  ],
];

for (const [name, content, args, code, words, called] of CASES) {
  Deno.test(`inspect: ${name}`, async () => {
    const path = file(content, called), folder = path.replace(/\/[^/]*$/, "");
    const ended = await inProcess(command, path, ...args.map((arg) => arg.replace("$", folder)));
    assert.match(ended.stdout + ended.stderr, words);
    assert.equal(ended.code, code, ended.stderr);
    assert.equal(Deno.readTextFileSync(path), content);
  });
}

/** The map that inspect proposes for a file, and what it says. */
async function proposed(path: string, ...args: string[]) {
  const map = `${path}.${args.length}.json`;
  const { stdout, stderr, code } = await inProcess(command, path, "--map-template", map, ...args);
  assert.equal(code, 0, stderr);
  return { map, stdout, ...JSON.parse(Deno.readTextFileSync(map)) };
}

Deno.test("a map's template of headings in another language: what is wanted stands open, what was found stays, values are shown", async () => {
  const head = "Nr.;Bild ;bevorzugt;informativer;Wahl";
  const path = file(`${head}\n1;a.png;links;Antwort 1;L\n2;b.png;rechts;Antwort 2;R\n3;c.png;links;;L\n`);
  const { map, columns, stdout } = await proposed(path, "--frame", "pairs");
  const open = { item_id: "…", judge: "…", human: "…", choice: "…" };
  assert.deepEqual(columns, { ...open, more_informative: "informativer" });
  assert.match(stdout, /\n {2}"Bild " +"a\.png", "b\.png", "c\.png"\n {2}bevorzugt +"links", "rechts"\n/);
  assert.match(stdout, /taken for pairs \(others with --frame: labels, .*\n.*may be told too.*words_a/);
  const { stderr } = await inProcess(command, path, "--map", map, "--judge-name", "j");
  assert.match(stderr, /found … for item_id, human, choice: write them there, or take the line/);
  const filled = { item_id: "Nr.", human: "bevorzugt", choice: "Wahl", more_informative: "informativer" };
  Deno.writeTextFileSync(map, JSON.stringify({ columns: { judge: "…", ...filled } }));
  const again = await proposed(path, "--map", map, "--judge-name", "j");
  assert.deepEqual([again.values.choice, again.judge], [{ L: "…", R: "…" }, "j"]);
});

Deno.test("a map's template: usual names in logs, both of two in a list, each column once; pairs where nothing speaks for any kind", async () => {
  const log = [1, 2, 3].map((row) => ({
    sample: { key: `q${row}`, picture: "a.png" },
    ...{ model_id: "m", gt: "first", answer: "second", lengths: [row, 9] },
  }));
  const { columns, stdout } = await proposed(file(JSON.stringify(log), "own.json"));
  const both = { judge: "model_id", human: "gt", choice: "answer" };
  assert.deepEqual(columns, { item_id: "sample.key", image_id: "sample.picture", ...both });
  assert.match(stdout, /\n {2}lengths\[0\] +"1", "2", "3"\n {2}lengths\[1\] +"9"\n/);
  const numbers = log.map(({ sample }, row) => ({
    id: sample.key,
    judge: "m",
    human: "A",
    out: { choice: row % 2 + 1 },
  }));
  const found = await proposed(file(JSON.stringify(numbers), "own.json"));
  assert.deepEqual(found.values, { choice: { 1: "A", 2: "B" } });
  const read = readPairs(numbers, { columns: found.columns, values: found.values });
  assert.deepEqual(read.getColumn("choice").toArray(), ["A", "B", "A"]);
  const foreign = await proposed(file("Aufgabe;Urteil\n1;links\n2;rechts\n"));
  assert.match(foreign.stdout, /taken for pairs/);
});

Deno.test("a map's template: what differs in every row is the item only where nothing else may be, and then it says so", async () => {
  for (
    const [items, item, isSaid] of [[["q1", "q2"], "item_ident", false], [[null, null], "id", true]] as const
  ) {
    const rows = items.flatMap((item_ident, i) =>
      ["a", "b"].map((judge) => ({
        id: `call ${i} ${judge}`,
        ...item_ident && { item_ident },
        judge,
        human: "A",
        choice: "B",
      }))
    );
    const { columns, stdout } = await proposed(
      file(rows.map((row) => JSON.stringify(row)).join("\n"), "own.jsonl"),
    );
    assert.equal(columns.item_id, item);
    assert.equal(/id differs in every row: .*no two judges/.test(stdout), isSaid);
  }
});

Deno.test("no raw control characters of a file's names or values are printed", async () => {
  const hostile = file("item_id,judge,human,choice,\x1b[2Jx\u202e\n1,\x1b]0;t\x07\x9bj,A,B,1\n");
  const { stdout, stderr } = await inProcess(command, hostile);
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(stdout + stderr, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  assert.match(stdout, /others {4}�\[2Jx�/);
  assert.equal(printable("a\x1b[31m\u202eb\n\x9bc\td"), "a�[31m�b\n�c d");
  const { message } = new ResultsError({ file: "a\x1b[2J.csv", column: "b\x9b", expected: "one" });
  assert.equal(message, "a�[2J.csv, column b�: wanted one");
});

Deno.test("values on the command line may hold the sign between theirs and ours; keys of a map that are none are refused", () => {
  const { values } = readingOptions({ values: "choice:A=B=tie,choice:A>B=A" });
  assert.deepEqual(values, { choice: { "A=B": "tie", "A>B": "A" } });
  const map = file(JSON.stringify({ column: { human: "gold" } }), "map.json");
  assert.throws(() => readingOptions({ map }), /found column \(is it columns\?\)/);
});

Deno.test("show: one row is not rows", () => {
  const shown = [1, 2].map((n) => bundle(pl.DataFrame({ x: [1, 2] }).head(n))["text/plain"]);
  assert.deepEqual(shown, ["x\n1\n1 row", "x\n1\n2\n2 rows"]);
});

Deno.test("a map's template is not written into the folder that it is for: it would be read as data", () => {
  const folder = file("id,label,pred\n1,A,B\n").replace(/\/[^/]*$/, "");
  assert.throws(
    () => writeMapTemplate(`${folder}/map.json`, folder, {}),
    /wanted a place outside .* read as data/,
  );
});
