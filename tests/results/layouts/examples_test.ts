import assert from "node:assert/strict";
import { LAYOUTS } from "@/results/layouts/table.ts";
import { inspectFile } from "@/results/inspect_file.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { tempFolder } from "../../judge/temp_folder.ts";
import { verdicts } from "./real_files.ts";

const FOLDER = "data/examples/layouts";

/** Layouts whose examples lie elsewhere in data/examples, or that are never found by themselves. */
const ELSEWHERE = [
  ...["mllm-as-a-judge", "vl-rewardbench", "judgebench", "multi-crit", "mm-judgebias"],
];
/** Rated captions, whose tables the other tests make; and workbooks of scores, which differ by one column only. */
const WITHOUT = ["polaris", "flickr8k-expert", "vlmevalkit"];

const folders = [...Deno.readDirSync(FOLDER)].map(({ name }) => name).sort();
const found = new Map(folders.map((name) => [name, inspectFile(`${FOLDER}/${name}`)]));

Deno.test("every layout has an example that is found by itself; nothing of it is a stranger", () => {
  const names = [...found.values()].flatMap(({ layout }) => layout.split(", "));
  assert.deepEqual(
    [...new Set(names)].sort(),
    Object.keys(LAYOUTS).filter((name) => ![...ELSEWHERE, ...WITHOUT].includes(name)).sort(),
  );
  for (const [name, { strangers }] of found) assert.deepEqual(strangers, [], name);
});

Deno.test("every example of a layout says that it is simulated, names its tool, and what it cannot tell", () => {
  for (const [name, { frames }] of found) {
    assert.ok(frames.length > 0, name);
    for (const { frame, report } of frames) {
      assert.deepEqual(frame!.getColumn("provenance").unique().toArray(), ["simulated"], name);
      assert.ok(report!.tool!.length > 2, name);
    }
  }
});

Deno.test("what tools store as ties, zeros, draws or guesses is unparsed, and counted", () => {
  const counted = [...found].flatMap(([folder, { frames }]) =>
    frames.map(({ report }) =>
      `${folder}: ${report!.notes!.map(({ name, rows }) => `${name} ${rows}`).join(", ")}`
    )
  );
  assert.deepEqual(
    counted,
    ("alpaca_eval: unparsed 1, equal_texts 1, order_unknown 2|" +
      "arena_hard: failed_games 1, unparsed 1|genai_bench: unparsed 1, list_of_labels 1, bothbad 1|" +
      "inspect_ai: unparsed 1, unparsed_as_incorrect 1, failed_samples 1|" +
      "llmbar: unparsed 1, equal_ratings 2, rated_alone 6|lm_eval: unparsed 2|" +
      "lmms_eval: unparsed 1, unparsed 1|mllm_batch: unparsed 9|mllm_scores: unparsed 1|" +
      "mmrb2: failed_calls 1|mt_bench: unparsed 1|mt_bench: unparsed 1|mt_bench_votes: |" +
      "multimodal_rewardbench: unparsed 1, both_labels 1|promptfoo: |promptfoo: unparsed 2|" +
      "reward_bench: unparsed 1|reward_bench_2: unparsed 1|reward_model: |viescore: guessed 1|" +
      "viescore: |vlmevalkit: unparsed 1|wildvision: unparsed 1").split("|"),
  );
});

Deno.test("several people vote on one pair: annotator tells them apart", () => {
  const votes = readPairs(`${FOLDER}/mt_bench_votes`);
  assert.deepEqual(votes.getColumn("annotator").toArray(), ["person_0", "person_1", "person_0"]);
  assert.equal(verdicts(votes)[3], 0);
});

Deno.test("a file of our own beside another tool's is refused by name, and a foreign format by its name", () => {
  assert.throws(
    () => readPairs([`${FOLDER}/arena_hard`, "data/examples/pairs.csv"]),
    /pairs\.csv: wanted pairs in the layout arena-hard, as in other files, found native/,
  );
  assert.throws(
    () => readPairs(`${FOLDER}/mt_bench`, { format: "mt-bench-single" }),
    /wanted the format native, mllm/,
  );
});

Deno.test("AlpacaEval: a preference that is none is an error with line and value; 0 and 1.5 are ties", () => {
  using folder = tempFolder();
  const path = `${folder.path}/annotations.json`;
  const [record] = JSON.parse(
    Deno.readTextFileSync(`${FOLDER}/alpaca_eval/results/simulated-a/simulated_annotator/annotations.json`),
  );
  const read = (...preferences: number[]) => {
    const records = preferences.map((preference, i) => ({ ...record, instruction: `${i}`, preference }));
    Deno.writeTextFileSync(path, JSON.stringify(records));
    return readPairs(path).getColumn("choice").toArray();
  };
  assert.deepEqual(read(0, 1.5, 1, 2, 1.2), ["tie", "tie", "A", "B", "A"]);
  assert.throws(() => read(1, 3), /column preference: wanted a preference from 1 .* in record 2, found 3$/);
  assert.throws(() => read(0.4), /column preference: .*found 0\.4$/);
});
