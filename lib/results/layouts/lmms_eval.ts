import { type Found, type Json, type Layout, layout } from "./layout.ts";
import { larger, modelNames, sides, textOf, turned } from "./records.ts";
import { oddLength, overallJudgment } from "./vl_reward_bench.ts";

/** Fields of a file of aggregated results. */
const isSummary = ["model_name", "results"];

/**
 * lmms-eval samples of VL-RewardBench: `<model>/<date>_samples_vl_rewardbench.jsonl`. The model under test is the judge.
 * The answers were shown in reverse where their summed length is odd; both come from the prompt in `input`. A reply without
 * an overall judgment has no choice: the tool draws one at random and keeps it as `score` only.
 */
export const lmmsVlRewardBench: Layout = layout("lmms-eval-vl-rewardbench", {
  results: ["doc_id", "vlreward_score"],
  beside: isSummary,
  last: ({ doc_id }) => String(doc_id),
  index: modelNames,
  *rows({ doc_id, vlreward_score, target, input, filtered_resps }, at) {
    const shown = shownAnswers(String(input)), swapped = oddLength(...shown);
    const verdict = overallJudgment([filtered_resps].flat().join("\n"));
    const score = (vlreward_score ?? {}) as Json, { model, isFolder } = at.index(at.file);
    at.count("judge_by_folder", at.options.judge === undefined && isFolder);
    yield {
      item_id: String(score.question_id ?? doc_id),
      domain: textOf(score.category),
      judge: at.judge(model),
      swapped,
      human: /^\[0/.test(String(target)) ? "A" : /^\[1/.test(String(target)) ? "B" : null,
      choice: turned(at.read("unparsed", verdict), swapped),
      ...sides(swapped ? shown.toReversed() : shown),
    };
  },
});

/**
 * lmms-eval samples of LLaVA-Bench in the wild: a judge scores a reference (A, always first) and the model's answer (B).
 * The higher score is the choice, equal ones are a tie; both are kept as `score_a` and `score_b`. −1 is a failed reading,
 * which the tool averages in.
 */
export const lmmsLlavaWild: Layout = layout("lmms-eval-llava-in-the-wild", {
  results: ["doc_id", "gpt_eval_llava_all"],
  beside: isSummary,
  last: ({ doc_id }) => String(doc_id),
  index: (files, records) => ({ modelOf: modelNames(files), records }),
  *rows({ doc_id, gpt_eval_llava_all }, at) {
    const all = gpt_eval_llava_all as Json, { model } = at.index.modelOf(at.file);
    const [a, b] = ((all.scores ?? []) as unknown[]).map((score) =>
      Number(score) >= 0 ? Number(score) : null
    );
    const choice = at.read("unparsed", larger(a, b));
    yield {
      item_id: `${model}/${doc_id}`,
      image_id: String(doc_id),
      domain: textOf(all.category),
      judge: at.judge(judgeOf(at.index.records(at.file))),
      choice,
      ...sides([all.ans1, all.ans2], ["reference", model]),
      score_a: choice && a,
      score_b: choice && b,
    };
  },
});

/** The judge of a file: a failed call names none. */
function judgeOf(found: readonly Found[]): string {
  const names = found.map(({ record }) => String((record.gpt_eval_llava_all as Json).eval_model));
  return names.find((name) => name !== "Failed Request") ?? names[0];
}

/** The answers in the prompt, in the order shown; the instructions behind them are its last two blocks before the reply's form. */
function shownAnswers(input: string): [string, string] {
  const start = input.indexOf("\n\nAnswer 1: "), middle = input.indexOf("\n\nAnswer 2: ", start);
  const form = input.lastIndexOf("(Answer 1 or Answer 2)");
  const end = input.lastIndexOf("\n\n", input.lastIndexOf("\n\n", form) - 1);
  if (start < 0 || middle < 0 || form < 0 || end < middle) return ["", ""];
  const length = "\n\nAnswer 1: ".length;
  return [input.slice(start + length, middle), input.slice(middle + length, end)];
}
