/**
 * Makes the files of `layouts/`: a few made-up records of each tool whose output the readers take, in the tool's own fields,
 * file names and folders. Every value is drawn by a seeded generator or chosen to show what a reader must look out for;
 * nothing is measured, and no judge, model or person in it exists.
 *
 *     deno run --allow-all data/examples/make_layouts.ts
 */
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type * as Xlsx from "@e965/xlsx";
import { random } from "judgebias/stats";

const FOLDER = fileURLToPath(new URL("./layouts/", import.meta.url));
const generator = random(20261121);
const provenance = "simulated";
const pick = <T>(values: readonly T[]): T => values[generator.integer(values.length)];
const WORDS = "a red bus near two trees and one dog under the clear sky".split(" ");
const text = (words: number): string => Array.from({ length: words }, () => pick(WORDS)).join(" ");
const answer = (): string => text(3 + generator.integer(8));
const items = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

function write(path: string, content: string | Uint8Array): void {
  Deno.mkdirSync(`${FOLDER}${path}`.replace(/\/[^/]+$/, ""), { recursive: true });
  if (typeof content === "string") Deno.writeTextFileSync(`${FOLDER}${path}`, content);
  else Deno.writeFileSync(`${FOLDER}${path}`, content);
}
const lines = (path: string, records: unknown[]) =>
  write(path, records.map((record) => JSON.stringify(record)).join("\n") + "\n");
const document = (path: string, value: unknown) => write(path, JSON.stringify(value) + "\n");

const JUDGE = "simulated-judge", MODELS = ["simulated-a", "simulated-b"];

// Arena-Hard: two games, the second in reverse; a label that is none, a call that failed.
const prompt = (a: string, b: string) =>
  [["A", a], ["B", b]].map(([side, said]) =>
    `<|The Start of Assistant ${side}'s Answer|>\n${said}\n<|The End of Assistant ${side}'s Answer|>`
  ).join("\n\n");
lines(
  `arena_hard/data/arena-hard-v2.0/model_judgment/${JUDGE}/${MODELS[0]}.jsonl`,
  items(4, (i) => {
    const [a, b] = [answer(), answer()];
    const game = (score: string | null, first: string, second: string) => ({
      score,
      judgment: { answer: score === null ? "(simulated)" : `(simulated) [[${score}]]` },
      prompt: [{ role: "user", content: prompt(first, second) }],
    });
    return {
      uid: `simulated-${i}`,
      category: "example",
      judge: JUDGE,
      model: MODELS[0],
      baseline: "simulated-baseline",
      games: [
        game(i === 1 ? null : pick(["A>B", "B>>A", "A=B"]), a, b),
        i === 2 ? null : game(pick(["A>B", "B>A"]), b, a),
      ],
      provenance,
    };
  }),
);
// WildVision: one game, the baseline first; a reply without a verdict.
lines(
  `wildvision/model_judgements/judge_${JUDGE}_reference_simulated-baseline/${MODELS[0]}.jsonl`,
  items(3, (i) => ({
    question_id: `simulated-${i}`,
    model: MODELS[0],
    judge: JUDGE,
    games: [{
      user_prompt: [{ type: "text", text: prompt(answer(), answer()) }],
      score: i === 0 ? null : pick(["A>B", "B>>A"]),
    }],
    provenance,
  })),
);
// FastChat: pairs, grades, and votes of people beside the judge's.
const judge = [JUDGE, "pair-v2"];
lines(
  `mt_bench/model_judgment/${JUDGE}_pair.jsonl`,
  items(3, (i) => ({
    ...{ question_id: i, model_1: MODELS[0], model_2: MODELS[1], turn: 1, judge },
    ...{
      g1_winner: pick(["model_1", "tie"]),
      g2_winner: i === 0 ? "error" : pick(["model_1", "model_2"]),
      provenance,
    },
  })),
);
lines(
  `mt_bench/model_judgment/${JUDGE}_single.jsonl`,
  items(3, (i) => ({
    ...{
      question_id: i,
      model: MODELS[0],
      judge: [JUDGE, "single-v1"],
      user_prompt: "(simulated)",
      judgment: "",
    },
    ...{ score: i === 0 ? -1 : 1 + generator.integer(10), turn: 1, provenance },
  })),
);
const vote = (question_id: number, judge: unknown) => ({
  ...{
    question_id,
    model_a: MODELS[0],
    model_b: MODELS[1],
    winner: pick(["model_a", "model_b", "tie"]),
    judge,
    turn: 1,
  },
  conversation_a: [{ role: "user", content: "(simulated)" }, { role: "assistant", content: answer() }],
  conversation_b: [{ role: "user", content: "(simulated)" }, { role: "assistant", content: answer() }],
  provenance,
});
document(
  "mt_bench_votes/human_judgments.json",
  [0, 0, 1].map((question, i) => vote(question, `person_${i % 2}`)),
);
document("mt_bench_votes/judge_judgments.json", [0, 1].map((question) => vote(question, judge)));
// AlpacaEval: weighted by log-probabilities, a failed call, equal texts.
document(
  `alpaca_eval/results/${MODELS[0]}/simulated_annotator/annotations.json`,
  items(4, (i) => {
    const p = 0.2 + generator.uniform() / 2, same = answer();
    return {
      ...{ instruction: `Describe picture ${i}. (simulated)`, dataset: "example" },
      ...{ output_1: i === 3 ? same : answer(), generator_1: "simulated-baseline" },
      ...{ output_2: i === 3 ? same : answer(), generator_2: MODELS[0], annotator: "simulated_annotator" },
      preference: i === 2 ? null : i === 3 ? 1.5 : 2 - p,
      raw_completion: i > 1 ? null : {
        logprobs: {
          content: [{
            top_logprobs: [{ token: "m", logprob: Math.log(p) }, { token: "M", logprob: Math.log(1 - p) }],
          }],
        },
      },
      provenance,
    };
  }),
);
// lmms-eval: the judge is the model under test; a reply without a verdict is scored by chance.
const instructions = "\n\nPlease judge both:\n1. (simulated)\n2. (simulated)\n\nThen:\n1. Explain.\n" +
  "2. Say which is better (Answer 1 or Answer 2). For example: Overall Judgment: Answer X is better.";
lines(
  "lmms_eval/simulated__judge/20260101_000000_samples_vl_rewardbench.jsonl",
  items(4, (doc_id) => ({
    doc_id,
    target: pick(["[0, 1]", "[1, 0]"]),
    filtered_resps: doc_id === 0 ? "Both are fine." : `Overall Judgment: Answer ${pick([1, 2])} is better.`,
    vlreward_score: { question_id: `simulated-${doc_id}`, category: "example", score: generator.integer(2) },
    input: `Question: (simulated)\n\nAnswer 1: ${answer()}\n\nAnswer 2: ${answer()}${instructions}`,
    provenance,
  })),
);
lines(
  "lmms_eval/simulated__judge/20260101_000000_samples_llava_in_the_wild.jsonl",
  items(3, (doc_id) => ({
    doc_id,
    gpt_eval_llava_all: {
      ...{ ans1: answer(), ans2: answer(), category: "example", eval_model: JUDGE },
      scores: doc_id === 0 ? [-1, -1] : [1 + generator.integer(10), 1 + generator.integer(10)],
    },
    provenance,
  })),
);
// lm-evaluation-harness: the same replies read by two filters.
lines(
  "lm_eval/simulated__judge/samples_example_pairs_2026-01-01T00-00-00.jsonl",
  ["first-label", "last-label"].flatMap((filter) =>
    items(3, (doc_id) => ({
      ...{
        doc_id,
        doc: { pair_id: `simulated-${doc_id}`, answer_a: "a red bus", answer_b: "two trees", provenance },
      },
      ...{
        target: doc_id === 1 ? "B" : "A",
        filter,
        filtered_resps: [doc_id === 0 ? "[invalid]" : pick(["A", "B"])],
      },
    }))
  ),
);
// VLMEvalKit: a workbook.
const xlsx: typeof Xlsx = createRequire(import.meta.url)("@e965/xlsx");
const book = xlsx.utils.book_new();
const sheet = xlsx.utils.json_to_sheet(items(4, (index) => ({
  ...{ index, question: "(simulated)", response: `['${answer()}', "${answer()}"]`, category: "example" },
  prediction: index === 0 ? "Unclear." : `Overall Judgment: Answer ${pick([1, 2])} is better.`,
  ...{ human_ranking: pick(["[0, 1]", "[1, 0]"]), score: index === 0 ? 0 : generator.integer(2), provenance },
})));
xlsx.utils.book_append_sheet(book, sheet, "Sheet1");
write(
  `vlmevalkit/${JUDGE}/${JUDGE}_VL-RewardBench_simulated-reader.xlsx`,
  new Uint8Array(xlsx.write(book, { type: "buffer", bookType: "xlsx", compression: true })),
);
// Multimodal RewardBench: several runs; a reply without a label, one with both.
lines(
  `multimodal_rewardbench/outputs/${JUDGE}.jsonl`,
  items(3, (i) => ({
    ...{ ID: `simulated_${i}`, Image: `${i}.jpg`, Label: pick(["A", "B"]) },
    Meta: { Category: "example", Output1: answer(), Output2: answer() },
    outputs: [i === 0 ? "None" : `[[${pick(["A", "B"])}]]`, i === 1 ? "[[A]] or [[B]]" : "[[B]]"],
    provenance,
  })),
);
// MMRB2: judgements in both orders, joined with the benchmark; a failed call.
document(
  `mmrb2/outputs/task1_${JUDGE}.json`,
  Object.fromEntries(items(3, (i) => {
    const call = () => ({ judgement: pick(["A", "B"]), evaluator: JUDGE, metadata: {} });
    return [`simulated_${i}`, { forward: [call()], reverse: i === 0 ? [] : [call()] }];
  })),
);
document("mmrb2/benchmark/t2i.json", {
  pairs: items(3, (i) => ({
    id: `simulated_${i}`,
    response_a: { model_name: MODELS[0], response_content: [["text", answer()]] },
    response_b: { model_name: MODELS[1], response_content: [["image", `${i}.jpg`]] },
    ...{ chosen: pick(["A", "B"]), human_annotations: [5, 6, 4], provenance },
  })),
});
// RewardBench: columns; 0.5 is a reply that could not be read.
const said = () =>
  items(4, () => [{ role: "user", content: "(simulated)" }, { role: "assistant", content: answer() }]);
document(`reward_bench/results/eval-set-scores/simulated/${JUDGE}.json`, {
  ...{ id: [1, 2, 3, 4], subset: items(4, () => "example"), results: [1, 0, 0.5, 1], model: JUDGE },
  ...{ model_type: "Generative RM", is_shuffled: [false, true, true, false] },
  ...{ text_chosen: said(), text_rejected: said(), provenance },
});
document(`reward_bench_2/results/eval-set-scores/simulated/${JUDGE}.json`, {
  ...{ id: ["1", "2", "3"], subset: items(3, () => "example"), results: [1, 0, 0.25], model: JUDGE },
  ...{ model_type: "Generative RM", texts_chosen: [[], [], []], texts_rejected: [[], [], []], provenance },
});
lines(
  "reward_model/simulated-reward-model_all.jsonl",
  [[1.5, -0.5], [0.1, 0.7], [2, 2]].map(([chosen, rejected]) => ({
    ...{ chosen, rejected, provenance },
  })),
);
// Inspect: a log as Python writes it, with a bare NaN; a failed sample; a grade that an older version stored as I.
const graded = (value: string, explanation = "(simulated)") => ({ simulated_scorer: { value, explanation } });
const log = {
  ...{ version: 2, status: "success" },
  eval: {
    task: "example",
    model: MODELS[0],
    model_roles: { grader: { model: JUDGE } },
    scorers: [{ name: "simulated_scorer" }],
  },
  samples: [
    { id: 1, epoch: 1, scores: graded("C") },
    { id: 2, epoch: 1, scores: graded("P") },
    { id: 3, epoch: 1, scores: graded("NaN", "Grade not found in model output: (simulated)") },
    { id: 4, epoch: 1, scores: graded("I", "Grade not found in model output: (simulated)") },
    { id: 5, epoch: 1, scores: {}, error: { message: "(simulated)" } },
  ].map((sample) => ({ ...sample, metadata: { provenance } })),
};
write(
  "inspect_ai/2026-01-01T00-00-00_example.json",
  JSON.stringify(log).replace('"NaN"', "NaN") + "\n",
);
// promptfoo: a rubric and a choice of the best; a grader that failed.
document("promptfoo/results.json", {
  evalId: "simulated",
  results: {
    results: items(3, (test) => test).flatMap((testIdx) => {
      const best = generator.integer(2);
      return MODELS.map((label, promptIdx) => ({
        ...{
          testIdx,
          promptIdx,
          provider: { id: label, label },
          response: { output: answer() },
          failureReason: 0,
        },
        gradingResult: {
          componentResults: [
            {
              ...{
                assertion: { type: "llm-rubric", provider: JUDGE },
                pass: testIdx > 0,
                score: testIdx === 0 ? 0 : 0.5,
              },
              ...(testIdx === 0 ? { metadata: { graderError: true } } : {}),
            },
            { assertion: { type: "select-best", provider: JUDGE }, pass: promptIdx === best, score: 0 },
          ],
        },
        metadata: { provenance },
      }));
    }),
  },
});
// MLLM-as-a-Judge: scores that people and a judge gave, and rankings of four answers.
lines(
  "mllm_scores/Benchmark/score.jsonl",
  items(4, (score_id) => ({ score_id, name: MODELS[0], human: 1 + generator.integer(5) })),
);
lines(
  `mllm_scores/Score/${JUDGE}.jsonl`,
  items(4, (score_id) => ({
    ...{
      id: score_id,
      score_id,
      image_path: `image/${score_id}.jpg`,
      original_dataset: "example",
      name: MODELS[0],
    },
    ...{
      result: { name: JUDGE, judge: score_id === 0 ? "N/A" : String(1 + generator.integer(5)) },
      provenance,
    },
  })),
);
lines(
  `mllm_batch/Batch/${JUDGE}.jsonl`,
  ["CADB", "DACB", "CAB", ""].map((ranking, id) => ({
    ...{
      id,
      image_path: `image/${id}.jpg`,
      original_dataset: "example",
      result: { name: JUDGE, judge: ranking },
      provenance,
    },
    answers: items(4, (k) => ({ name: `simulated-${"abcd"[k]}`, answer: answer() })),
  })),
);
// GenAI-Bench: a reply that repeats the labels, one without any.
lines(
  `genai_bench/results/image_generation/${JUDGE}/pairwise.jsonl`,
  ["[[A>B]]", "[[B>A]]", "[[A=B=Bad]]", "[[A>B]], [[B>A]], [[A=B=Good]] or [[A=B=Bad]]", "Unclear."].map((
    response,
    idx,
  ) => ({
    ...{ idx, prompt: text(4), response, model_vote: /\[\[[^\]]*\]\]/.exec(response)?.[0] ?? null },
    ...{ human_vote: pick(["leftvote", "rightvote", "tievote", "bothbad_vote"]), correct: false, provenance },
  })),
);
// VIEScore: a judge's answers, one guessed, and two people's ratings.
for (const component of ["SC", "PQ"]) {
  document(
    `viescore/_answers/results_${JUDGE}_0shot/ImagenHub_Example/${MODELS[0]}/${component}.json`,
    Object.fromEntries(items(3, (i) => [`simulated_${i}.jpg`, {
      score: [generator.integer(11), generator.integer(11)],
      reasoning: component === "SC" && i === 0 ? "guess_if_cannot_parse | (simulated)" : "(simulated)",
      provenance,
    }])),
  );
}
for (const rater of [1, 2]) {
  const rows = items(
    3,
    (i) => [`simulated_${i}.jpg`, `[${pick([0, 0.5, 1])}, ${pick([0, 0.5, 1])}]`, provenance].join("\t"),
  );
  write(
    `viescore/_human_annotations/ImagenHub_Example/Example_rater${rater}.tsv`,
    `uid\t${MODELS[0]}\tprovenance\r\n${rows.join("\r\n")}\r\n`,
  );
}
// LLMBar: a strategy that judges both orders, and one that rates each answer alone.
const pair = (i: number) => ({
  input: `(simulated) ${i}`,
  output_1: answer(),
  output_2: answer(),
  label: 1 + (i % 2),
  provenance,
});
const shared = items(3, pair);
document(
  `llmbar/Dataset/Example/evaluators/${JUDGE}/CoT/result.json`,
  shared.map((item, i) => ({
    ...item,
    results: [{
      "swap = False": { completion: ["(simulated)", "stop"], winner: i === 0 ? null : pick(["1", "2"]) },
      "swap = True": { completion: ["(simulated)", "stop"], winner: pick(["1", "2"]) },
    }],
  })),
);
document(
  `llmbar/Dataset/Example/evaluators/${JUDGE}/Rating/result.json`,
  shared.map((item, i) => ({
    ...item,
    results: [{
      ...{ score_1: ["7", "stop"], score_2: [i === 0 ? "7" : "4", "stop"] },
      ...{ "swap = False": { winner: i === 0 ? "2" : "1" }, "swap = True": { winner: "1" } },
    }],
  })),
);
