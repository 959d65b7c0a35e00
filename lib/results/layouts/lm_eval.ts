import { basename, dirname, resolve } from "node:path";
import type { TableFile } from "../find_files.ts";
import { provenanceOf } from "../json_lines.ts";
import { type Json, type Layout, layout } from "./layout.ts";
import { peek } from "./peek.ts";
import { larger, sides, textOf, turned, type Winner } from "./records.ts";
import { oddLength, overallJudgment } from "./vl_reward_bench.ts";

/** The model under test, by file: as the results file in the same folder says, else by the folder, with two underscores for a slash. */
const modelNames = (files: readonly TableFile[]) => (file: TableFile): string => {
  const folder = dirname(resolve(file.path));
  const beside = files.filter(({ path }) => dirname(resolve(path)) === folder).map((other) =>
    peek(other).record
  );
  const named = beside.find((record) => "results" in record && typeof record.model_name === "string");
  return String(named?.model_name ?? basename(folder).replaceAll("__", "/"));
};

/** Fields of `doc` that tasks use for the same thing; others can be named with `columns`, as `doc_<field>`. */
const IDS = ["item_id", "pair_id", "id", "question_id", "uid"];
const ANSWERS = [
  ["answer_a", "response_a", "response_A", "output_1"],
  ["answer_b", "response_b", "response_B", "output_2"],
];

/** lm-evaluation-harness, pairwise tasks: `<model>/samples_<task>_<date>.jsonl`; each filter reads the same replies, and is a judge of its own. */
export const lmEval: Layout = layout("lm-eval", {
  results: ["doc_id", "doc", "target", "filtered_resps", "filter"],
  beside: ["results", "configs", "model_name"],
  own: ({ stem }) => /^samples_/.test(stem),
  last: ({ doc_id, filter }) => [doc_id, filter],
  index: modelNames,
  *rows(record, at) {
    const doc = (record.doc ?? {}) as Json;
    const filter = String(record.filter), model = at.index(at.file);
    const choice = choiceOf(record), told = at.options.values?.choice ?? {};
    const word = textOf([record.filtered_resps].flat(2)[0]) ?? "", isTold = Object.hasOwn(told, word);
    const isOther = choice === null && !isTold && !/^(\[invalid\]|\s*)$/.test(word);
    at.count("other_words", isOther);
    at.count("unparsed", choice === null && !isTold && !isOther);
    const id = String(doc[IDS.find((name) => doc[name] !== undefined) ?? ""] ?? record.doc_id);
    yield {
      benchmark: at.file.stem.replace(/^samples_/, "").replace(/_\d{4}-\d\d-\d\dT[\d.-]+$/, ""),
      item_id: id,
      image_id: textOf(doc.image_id) ?? id,
      judge: at.judge(filter === "none" ? model : `${model}/${filter}`),
      image: "image" in doc || "image_id" in doc,
      human: letter(letters(record)[Number(record.target)] ?? record.target),
      choice: isTold ? word : choice,
      ...sides(
        ANSWERS.map((names) => names.map((name) => doc[name]).find((text) => typeof text === "string")),
        [doc.model_a, doc.model_b],
      ),
      judge_model: model,
      reading: filter,
      ...Object.fromEntries(
        Object.entries(doc).filter(([name]) => !ANSWERS.flat().includes(name))
          .map(([name, value]) => [`doc_${name}`, textOf(value) ?? JSON.stringify(value)]),
      ),
      ...provenanceOf(doc),
    };
  },
});

function letters({ arguments: given }: Json): string[] {
  const texts = Object.values((given ?? {}) as Record<string, Json>).map(({ arg_1 }) =>
    textOf(arg_1)?.trim()
  );
  return texts.filter((text) => text !== undefined && text !== "") as string[];
}

function letter(value: unknown): Winner {
  const word = String(value ?? "").replace(/[[\]()\s.]/g, "").toLowerCase();
  if (word === "a" || word === "b") return word === "a" ? "A" : "B";
  return ["c", "tie", "a=b"].includes(word) ? "tie" : null;
}

function choiceOf(record: Json): Winner {
  const replies = [record.filtered_resps].flat(1) as unknown[];
  // A multiple-choice task has a pair of log-probability and greediness per letter, all as text.
  if (!Array.isArray(replies[0])) return letter(replies[0]);
  const scores = (replies as unknown[][]).map(([score]) => Number(score)), best = Math.max(...scores);
  return scores.indexOf(best) < scores.lastIndexOf(best)
    ? "tie"
    : letter(letters(record)[scores.indexOf(best)]);
}

const isSummary = ["model_name", "results"];

/** lmms-eval samples of VL-RewardBench: `<model>/<date>_samples_vl_rewardbench.jsonl`. The model under test is the judge. */
export const lmmsVlRewardBench: Layout = layout("lmms-eval-vl-rewardbench", {
  results: ["doc_id", "vlreward_score"],
  beside: isSummary,
  last: ({ doc_id }) => String(doc_id),
  index: modelNames,
  *rows({ doc_id, vlreward_score, target, input, filtered_resps }, at) {
    const shown = shownAnswers(String(input)), swapped = oddLength(...shown);
    const verdict = overallJudgment([filtered_resps].flat().join("\n"));
    const score = (vlreward_score ?? {}) as Json;
    yield {
      item_id: String(score.question_id ?? doc_id),
      domain: textOf(score.category),
      judge: at.judge(at.index(at.file)),
      swapped,
      human: /^\[0/.test(String(target)) ? "A" : /^\[1/.test(String(target)) ? "B" : null,
      choice: turned(at.read("unparsed", verdict), swapped),
      ...sides(swapped ? shown.toReversed() : shown),
    };
  },
});

/** The answers in the prompt, in the order shown; the instructions behind them are its last two blocks before the reply's form. */
function shownAnswers(input: string): [string, string] {
  const blocks = input.slice(0, Math.max(0, input.lastIndexOf("(Answer 1 or Answer 2)"))).split("\n\n");
  const [, one, other] =
    /^[^]*?\n\nAnswer 1: ([^]*?)\n\nAnswer 2: ([^]*)$/.exec(blocks.slice(0, -2).join("\n\n")) ?? [];
  return [one ?? "", other ?? ""];
}

/** lmms-eval samples of LLaVA-Bench in the wild: a judge scores a reference (A, always first) and the model's answer (B). A failed call names no judge. */
export const lmmsLlavaWild: Layout = layout("lmms-eval-llava-in-the-wild", {
  results: ["doc_id", "gpt_eval_llava_all"],
  beside: isSummary,
  last: ({ doc_id }) => String(doc_id),
  index: (files, records) => ({ modelOf: modelNames(files), records }),
  *rows({ doc_id, gpt_eval_llava_all }, at) {
    const all = gpt_eval_llava_all as Json, model = at.index.modelOf(at.file);
    const judges = at.index.records(at.file).map(({ record }) =>
      (record.gpt_eval_llava_all as Json).eval_model
    );
    const [a, b] = ((all.scores ?? []) as number[]).map((score) => score >= 0 ? Number(score) : null);
    const choice = at.read("unparsed", larger(a, b));
    yield {
      item_id: `${model}/${doc_id}`,
      image_id: String(doc_id),
      domain: textOf(all.category),
      judge: at.judge(judges.find((name) => name !== "Failed Request") ?? judges[0]),
      choice,
      ...sides([all.ans1, all.ans2], ["reference", model]),
      score_a: choice && a,
      score_b: choice && b,
    };
  },
});
