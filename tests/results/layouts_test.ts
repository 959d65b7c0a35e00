import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import { renderFigure } from "@/figures/render_figure.ts";
import { lengthBias } from "@/metrics/length_bias.ts";
import { pairAccuracy } from "@/metrics/pair_accuracy.ts";
import { positionRobustness } from "@/metrics/position_robustness.ts";
import { describe } from "@/results/describe.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { readReport } from "@/results/read_report.ts";
import { readResults } from "@/results/read_results.ts";
import { inFolder } from "./in_folder.ts";

const column = (frame: pl.DataFrame, name: string) => frame.getColumn(name).toArray();

const pair = (pair_id: number, human_answer: string) => ({
  id: 1,
  pair_id,
  image_path: "1.jpg",
  original_dataset: "coco",
  answer1: { name: "x", answer: "one two" },
  answer2: { name: "y", answer: "one" },
  human_answer,
});
const judged = (pair_id: number, judge: unknown) => ({ pair_id, result: { name: "gpt", judge } });

Deno.test("MLLM-as-a-Judge: human file joined with judge files, C is a tie, other letters are unparsable", () => {
  inFolder({
    "pair.jsonl": [pair(1, "A"), pair(2, "C"), pair(3, "B")],
    "gpt.jsonl": [judged(1, "A"), judged(2, "[[B]]"), judged(3, "none")],
    "other.jsonl": [{ pair_id: 1, result: { judge: "C" } }],
  }, (folder) => {
    const pairs = readPairs(folder);
    assert.equal(readReport(pairs)?.format, "mllm-as-a-judge");
    assert.deepEqual(column(pairs, "judge"), ["gpt", "gpt", "gpt", "other"]);
    assert.deepEqual(column(pairs, "human"), ["A", "tie", "B", "A"]);
    assert.deepEqual(column(pairs, "choice"), ["A", "B", null, "tie"]);
    assert.deepEqual(
      [column(pairs, "words_a")[0], column(pairs, "words_b")[0], column(pairs, "domain")[0]],
      [2, 1, "coco"],
    );
    assert.equal(column(pairs, "image_id")[0], "1.jpg");
    assert.deepEqual([column(pairs, "model_a")[0], column(pairs, "model_b")[0]], ["x", "y"]);
    const one = [`${folder}/pair.jsonl`, `${folder}/other.jsonl`];
    assert.deepEqual(column(readPairs(one, { judge: "named" }), "judge"), ["named"]);
    // Two judges under one name are the same judgment twice.
    assert.throws(() => readPairs(folder, { judge: "named" }), /one row per benchmark, item_id, judge/);
  });
});

Deno.test("MLLM-as-a-Judge: judged pairs without a human, two human labels, no judge file, wrong letters", () => {
  inFolder(
    { "a.jsonl": [pair(1, "A")], "b.jsonl": [judged(9, "A")] },
    (folder) =>
      assert.throws(
        () => readPairs(folder),
        /b\.jsonl, line 1, column pair_id: wanted a pair that the human file has, found 9/,
      ),
  );
  inFolder(
    { "a.jsonl": [pair(1, "A"), pair(1, "B")], "b.jsonl": [judged(1, "A")] },
    (folder) =>
      assert.throws(() => readPairs(folder), /line 2, column human_answer: wanted one human label per item/),
  );
  inFolder(
    { "a.jsonl": [pair(1, "A")] },
    (folder) => assert.throws(() => readPairs(folder), /judge output file/),
  );
  inFolder(
    { "a.jsonl": [pair(1, "D")], "b.jsonl": [judged(1, "A")] },
    (folder) => assert.throws(() => readPairs(folder), /wanted A, B or C, found "D"/),
  );
});

const inference = (id: string, filter_number: number, random_number: number, ranking = [0, 1]) => ({
  id,
  image_path: "images/povid/1.jpg",
  query: "q",
  response: ["one two", "one"],
  ranking,
  meta: { "filtering model": "m", filter_number, random_number },
});

Deno.test("VL-RewardBench: reversed orders are turned back, repetitions are runs, −1 is unparsable", () => {
  inFolder({
    "m.jsonl": [
      inference("1", 1, 0),
      inference("1", 1, 1),
      inference("1", 2, 1),
      inference("2", -1, 0, [1, 0]),
    ],
  }, (folder) => {
    const pairs = readPairs(folder);
    assert.equal(readReport(pairs)?.format, "vl-rewardbench");
    // Shown in reverse, the first answer is the file's second.
    assert.deepEqual(column(pairs, "choice"), ["A", "B", "A", null]);
    assert.deepEqual(column(pairs, "swapped"), [false, true, true, false]);
    assert.deepEqual(column(pairs, "run"), [1, 1, 2, 1]);
    assert.deepEqual(column(pairs, "human"), ["A", "A", "A", "B"]);
    assert.deepEqual([column(pairs, "domain")[0], column(pairs, "judge")[0]], ["povid", "m"]);
    assert.deepEqual(column(pairs, "model_a"), [null, null, null, null]);
  });
});

Deno.test("VL-RewardBench: the writers of two responses, where the record names both", () => {
  inFolder(
    {
      "m.jsonl": [{ ...inference("1", 1, 0), models: ["x", "y"] }, {
        ...inference("2", 1, 0),
        models: ["x"],
      }],
    },
    (folder) => {
      const pairs = readPairs(folder);
      assert.deepEqual([column(pairs, "model_a"), column(pairs, "model_b")], [["x", null], ["y", null]]);
    },
  );
});

Deno.test("VL-RewardBench: one id for several items, wrapped records, data alone", () => {
  const other = { ...inference("1", 1, 0), query: "another" };
  inFolder(
    { "m.jsonl": [{ "0": inference("1", 1, 0) }, { "0": other }] },
    (folder) => assert.deepEqual(column(readPairs(folder), "item_id"), ["1", "1-2"]),
  );
  const { meta: _, ranking, ...data } = inference("1", 1, 0);
  inFolder(
    { "d.jsonl": [{ ...data, human_ranking: ranking }] },
    (folder) => assert.throws(() => readPairs(folder), /inference output/),
  );
});

Deno.test("JudgeBench: the second game is in swapped order", () => {
  const game = (decision: string | null) => ({ decision, judgment: { judge_model: "m" } });
  const line = (pair_id: string, label: string, judgments: unknown[]) => ({
    pair_id,
    source: "law",
    label,
    judgments,
    response_A: "a b",
    response_B: "c",
  });
  inFolder({
    "o.jsonl": [
      line("1", "A>B", [game("A>B"), game("A>B")]),
      line("2", "B>A", [game("A=B"), game(null)]),
      line("3", "B>A", [game("B>A"), null]),
    ],
  }, (folder) => {
    const pairs = readPairs(folder);
    assert.deepEqual(column(pairs, "human"), ["A", "A", "B", "B", "B"]);
    assert.deepEqual(column(pairs, "choice"), ["A", "B", "tie", null, "B"]);
    assert.deepEqual(column(pairs, "image"), [false, false, false, false, false]);
    assert.deepEqual(column(pairs, "benchmark").slice(0, 1), ["JudgeBench"]);
  });
  const written = (pair_id: string, response_model: string) => ({
    ...line(pair_id, "A>B", [game("A>B"), null]),
    response_model,
  });
  inFolder({ "o.jsonl": [written("1", "x"), written("2", "x"), written("3", "y")] }, (folder) => {
    const pairs = readPairs(folder);
    assert.deepEqual(column(pairs, "benchmark"), ["JudgeBench/x", "JudgeBench/x", "JudgeBench/y"]);
    assert.deepEqual([column(pairs, "model_a"), column(pairs, "model_b")], [["x", "x", "y"], [
      "x",
      "x",
      "y",
    ]]);
    // No pair of one model's is missing among the other's.
    assert.deepEqual(column(describe(pairs), "missing"), [0, 0]);
  });
  inFolder(
    { "o.jsonl": [line("1", "A=B", [])] },
    (folder) => assert.throws(() => readPairs(folder), /line 1, column label/),
  );
});

Deno.test("the examples of data/examples are recognised, each as its layout", () => {
  const formats = ["pairs.csv", "mllm_as_a_judge", "vl_rewardbench", "judgebench.jsonl"]
    .map((name) => readReport(readPairs(`data/examples/${name}`))?.format);
  assert.deepEqual(formats, ["native", "mllm-as-a-judge", "vl-rewardbench", "judgebench"]);
});

Deno.test("every example says that it is simulated, in its frame and on its figures", async () => {
  const examples = [...Deno.readDirSync("data/examples")].map(({ name }) => name)
    .filter((name) => name !== "README.md" && name !== "layouts" && !name.startsWith("make_"));
  assert.ok(examples.length >= 12);
  for (const name of examples) {
    const frames = Object.values(readResults(`data/examples/${name}`));
    assert.ok(frames.length > 0, name);
    for (const frame of frames) {
      assert.deepEqual(frame.getColumn("provenance").unique().toArray(), ["simulated"], name);
    }
  }
  const { provenance } = await renderFigure("mm-judgebias-table2", {
    results: "data/examples/mm_judgebias/judgements",
  });
  assert.equal(provenance, "simulated");
});

Deno.test("a record's provenance is kept beside records that say nothing", () => {
  const game = { decision: "A>B", judgment: { judge_model: "m" } };
  const output = { label: "A>B", judgments: [game] };
  inFolder(
    { "out.jsonl": [{ ...output, pair_id: "1" }, { ...output, pair_id: "2", provenance: "simulated" }] },
    (folder) => assert.deepEqual(readPairs(folder).getColumn("provenance").toArray(), [null, "simulated"]),
  );
});

const REAL = "../shared/data/judgebench";
const present = (() => {
  try {
    return Deno.statSync(REAL).isDirectory;
  } catch {
    return false;
  }
})();
if (!present) console.warn(`The tests on real JudgeBench verdicts are skipped: there is no folder ${REAL}`);

Deno.test({
  name: "real JudgeBench output: accuracy, length bias and position robustness of a judge",
  ignore: !present,
  fn() {
    const pairs = readPairs(`${REAL}/arena_hard-o1-mini.jsonl`);
    const [accuracy] = pairAccuracy(pairs).toRecords() as Record<string, number>[];
    const [bias] = lengthBias(pairs).toRecords() as Record<string, number>[];
    const [position] = positionRobustness(pairs).toRecords() as Record<string, number>[];
    // Counted independently of this library:
    //   python3 -c "import json; r=[json.loads(l) for l in open('arena_hard-o1-mini.jsonl')]
    //   f=lambda d,s: {'A>B':'AB'[s],'B>A':'BA'[s],'A=B':'tie'}[d]
    //   g=[(x['label'][0],f(x['judgments'][s]['decision'],s),len(x['response_A'].split()),len(x['response_B'].split())) for x in r for s in (0,1)]
    //   print(sum(h==c for h,c,_,_ in g))"  and so on, Python 3.11
    assert.deepEqual([accuracy.n, Math.round(accuracy.accuracy * accuracy.n)], [700, 509]);
    assert.deepEqual([bias.n_longer, bias.n_shorter, bias.n_equal_length], [338, 356, 6]);
    assert.deepEqual([Math.round(bias.acc_longer * 338), Math.round(bias.acc_shorter * 356)], [246, 258]);
    assert.deepEqual([position.n, Math.round(position.robustness * 350), position.n_tie], [350, 235, 39]);
  },
});

Deno.test({
  name: "real JudgeBench table: six judges, and the same judge as in its own output file",
  ignore: !present,
  fn() {
    const [human, choice] = [{ "A>B": "A", "B>A": "B" }, { "A>B": "A", "B>A": "B", "A=B": "tie" }];
    const table = readPairs(`${REAL}/judgments.csv`, {
      columns: {
        ...{ item_id: "pair_id", judge: "judge_model", condition: "judge_name", domain: "source" },
        ...{ human: "label", choice: "decision", swapped: "game" },
      },
      values: { human, choice, swapped: { 1: "false", 2: "true" } },
      choiceOrder: "shown",
    });
    assert.equal(table.height, 6 * 700);
    const accuracies = pairAccuracy(table).toRecords() as Record<string, number | string>[];
    assert.equal(accuracies.length, 6);
    const [file] = pairAccuracy(readPairs(`${REAL}/arena_hard-o1-mini.jsonl`)).toRecords() as Record<
      string,
      number
    >[];
    const same = accuracies.find(({ judge }) => String(judge).startsWith("o1-mini"))!;
    assert.deepEqual([same.accuracy, same.n, same.n_tie], [file.accuracy, file.n, file.n_tie]);
  },
});
