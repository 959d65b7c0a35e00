import { basename, dirname, resolve } from "node:path";
import { countWords } from "../count_words.ts";
import type { TableFile } from "../find_files.ts";
import type { JsonLine } from "../json_lines.ts";
import { readJsonFile } from "../json_file.ts";
import { recordsTable } from "../rows_table.ts";
import type { Layout } from "./layout.ts";
import { turned } from "./verdict_order.ts";
import { oddLength, overallJudgment } from "./vl_reward_order.ts";

type Json = Record<string, unknown>;

/**
 * lmms-eval samples of VL-RewardBench: `<model>/<date>_samples_vl_rewardbench.jsonl`. The model under test is the judge.
 * The answers were shown in reverse where their summed length is odd; both come from the prompt in `input`. A reply without
 * an overall judgment has no choice: the tool draws one at random and keeps it as `score` only.
 */
export const lmmsVlRewardBench: Layout = {
  tool: "lmms-eval",
  frame: "pairs",
  detect: ({ record }) => "doc_id" in record && "vlreward_score" in record ? "results" : isSummary(record),
  read(files, { judge }) {
    const counts = { unparsed: 0 };
    const tables = samples(files, "vlreward_score").map(({ file, lines }) =>
      recordsTable(file, lines, (record) => {
        const [first, second] = shownAnswers(String(record.input));
        const swapped = oddLength(first, second);
        const verdict = overallJudgment([record.filtered_resps].flat().join("\n"));
        if (verdict === null) counts.unparsed++;
        const words = [first, second].map(countWords);
        const score = (record.vlreward_score ?? {}) as Json;
        return {
          benchmark: "VL-RewardBench",
          item_id: String(score.question_id ?? record.doc_id),
          domain: typeof score.category === "string" ? score.category : null,
          judge: judge ?? modelOf(file),
          swapped,
          human: /^\[0/.test(String(record.target)) ? "A" : /^\[1/.test(String(record.target)) ? "B" : null,
          choice: turned(verdict, swapped),
          words_a: words[swapped ? 1 : 0],
          words_b: words[swapped ? 0 : 1],
        };
      })
    );
    return {
      tables,
      counts,
    };
  },
  notes: {
    unparsed: "replies without an overall judgment: no choice (the tool drew one at random)",
  },
  silent: ["the models that wrote the answers"],
};

/**
 * lmms-eval samples of LLaVA-Bench in the wild: a judge scores a reference (A, always first) and the model's answer (B).
 * The higher score is the choice, equal ones are a tie; both are kept as `score_a` and `score_b`. −1 is a failed reading,
 * which the tool averages in.
 */
export const lmmsLlavaWild: Layout = {
  tool: "lmms-eval",
  frame: "pairs",
  detect: ({ record }) =>
    "doc_id" in record && "gpt_eval_llava_all" in record ? "results" : isSummary(record),
  read(files, { judge }) {
    const counts = { unparsed: 0 };
    const tables = samples(files, "gpt_eval_llava_all").map(({ file, lines }) => {
      // A failed call names no judge.
      const names = lines.map(({ record }) => String((record.gpt_eval_llava_all as Json).eval_model));
      const evaluator = names.find((name) => name !== "Failed Request") ?? names[0];
      return recordsTable(file, lines, (record) => {
        const all = record.gpt_eval_llava_all as Json;
        const [a, b] = ((all.scores ?? []) as unknown[]).map((score) =>
          Number(score) >= 0 ? Number(score) : null
        );
        const known = a !== null && a !== undefined && b !== null && b !== undefined;
        if (!known) counts.unparsed++;
        const model = modelOf(file);
        return {
          benchmark: "LLaVA-Bench-in-the-Wild",
          item_id: `${model}/${record.doc_id}`,
          image_id: String(record.doc_id),
          domain: typeof all.category === "string" ? all.category : null,
          judge: judge ?? evaluator,
          human: null,
          choice: !known ? null : a === b ? "tie" : a > b ? "A" : "B",
          words_a: countWords(all.ans1 as string | null),
          words_b: countWords(all.ans2 as string | null),
          model_a: "reference",
          model_b: model,
          score_a: known ? a : null,
          score_b: known ? b : null,
        };
      });
    });
    return {
      tables,
      counts,
    };
  },
  notes: {
    unparsed: "scores that could not be read (−1, which the tool averages in): no choice",
  },
  silent: [
    "slot and reference apart: the reference was always shown first",
    "the name of the reference's writer",
  ],
};

/** A file of aggregated results. */
const isSummary = (record: Json) => "model_name" in record && "results" in record ? "beside" : null;

/** Files of one task; a sample that was logged again counts once, as logged last. */
function samples(files: readonly TableFile[], metric: string): { file: TableFile; lines: JsonLine[] }[] {
  return files.map((file) => {
    const last = new Map<string, JsonLine>();
    for (const entry of readJsonFile(file)) {
      if (metric in entry.record) last.set(String(entry.record.doc_id), entry);
    }
    return { file, lines: [...last.values()] };
  }).filter(({ lines }) => lines.length > 0);
}

/** The folder is the model's name with two underscores for a slash. */
function modelOf(file: TableFile): string {
  return basename(dirname(resolve(file.path))).replaceAll("__", "/");
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
