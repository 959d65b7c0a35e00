import assert from "node:assert/strict";
import { command } from "@/cli/inspect.ts";
import { writeMapTemplate } from "@/cli/map_template.ts";
import { readingOptions } from "@/cli/reading_options.ts";
import { printable } from "@/progress/show.ts";
import { ResultsError } from "@/results/results_error.ts";
import { inProcess } from "../cli/in_process.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { jsonLines } from "../judge/study.ts";
import { file } from "./in_folder.ts";

/** What `deno task inspect` prints of a file, in cases whose reading read_cases.jsonl knows. */
for (
  const { name, content, args, code, said, flags, file: called } of jsonLines(
    "tests/results/inspect_cases.jsonl",
  )
) {
  Deno.test(`inspect: ${name}`, async () => {
    const path = file(content, called), folder = path.replace(/\/[^/]*$/, "");
    const ended = await inProcess(command, path, ...args.map((arg: string) => arg.replace("$", folder)));
    assert.match(ended.stdout + ended.stderr, new RegExp(said, flags));
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
  const head = "Lp.;Obraz ;lepszy;informativer;Werdykt";
  const path = file(`${head}\n1;a.png;oben;Antwort 1;X\n2;b.png;unten;Antwort 2;Y\n3;c.png;oben;;X\n`);
  const { map, columns, stdout } = await proposed(path, "--frame", "pairs");
  const open = { item_id: "…", judge: "…", human: "…", choice: "…" };
  assert.deepEqual(columns, { ...open, more_informative: "informativer" });
  assert.match(stdout, /has the columns "Lp\.", "Obraz ", "lepszy", "informativer", "Werdykt"\n/);
  assert.match(stdout, /taken for pairs \(others with --frame: labels, .*may be told: .*words_a/);
  const { stderr } = await inProcess(command, path, "--map", map, "--judge-name", "j");
  assert.match(stderr, /found … for item_id, human, choice: write them there, or take the line/);
  const filled = { item_id: "Lp.", human: "lepszy", choice: "Werdykt", more_informative: "informativer" };
  Deno.writeTextFileSync(map, JSON.stringify({ columns: { judge: "…", ...filled } }));
  const again = await proposed(path, "--map", map, "--judge-name", "j");
  assert.deepEqual([again.values.choice, again.judge], [{ X: "…", Y: "…" }, "j"]);
  const { stderr: still } = await inProcess(command, path, "--map", again.map);
  assert.match(still, /what its values mean, in .*found … for (.*, )?choice: write/, "values stand open too");
  const { stdout: ours } = await proposed(file("item_id,judge,human,choice\n1,j,A,B\n", "own.csv"));
  assert.doesNotMatch(ours, /taken for|may be told/, "our own columns are no stranger's");
});

Deno.test("a map's template: usual names in logs, each column once; pairs where nothing speaks for any kind", async () => {
  const log = [1, 2, 3].map((row) => ({
    sample: { key: `q${row}`, picture: "a.png" },
    ...{ model_id: "m", gt: "first", answer: "second", lengths: [row, 9] },
  }));
  const { columns, stdout } = await proposed(file(JSON.stringify(log), "own.json"));
  const both = { judge: "model_id", human: "gt", choice: "answer" };
  const lengths = { words_a: "lengths[0]", words_b: "lengths[1]" };
  assert.deepEqual(columns, { item_id: "sample.key", image_id: "sample.picture", ...both, ...lengths });
  assert.match(stdout, /has the columns .*, "lengths\[0\]", "lengths\[1\]"\n/);
  const numbers = log.map(({ sample }, row) => ({
    ...{ id: sample.key, judge: "m", human: "A", out: { choice: row % 2 + 1 } },
  }));
  const found = await proposed(file(JSON.stringify(numbers), "own.json"));
  assert.deepEqual(found.values, { choice: { 1: "A", 2: "B" } });
  const read = readPairs(numbers, { columns: found.columns, values: found.values });
  assert.deepEqual(read.getColumn("choice").toArray(), ["A", "B", "A"]);
  const foreign = await proposed(file("Aufgabe;Urteil\n1;links\n2;rechts\n"));
  assert.match(foreign.stdout, /taken for pairs/);
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

Deno.test("a map's template is not written into the folder that it is for: it would be read as data", () => {
  const folder = file("id,label,pred\n1,A,B\n").replace(/\/[^/]*$/, "");
  const said = /wanted a place outside .* read as data/;
  assert.throws(() => writeMapTemplate(`${folder}/map.json`, folder, {}), said);
});
