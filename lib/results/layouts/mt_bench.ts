import type { TableFile } from "../find_files.ts";
import { readJsonFile } from "../json_file.ts";
import type { Layout } from "./layout.ts";
import { type Json, recordRatings, recordTables, type Winner, wordsOf } from "./records.ts";

const WINNERS: Record<string, Winner> = { model_1: "A", model_2: "B", tie: "tie" };

/** What FastChat calls a judge: its model, or its model and the prompt. */
function judgeOf({ judge }: Json): { judge: string; prompt: string | null } {
  return Array.isArray(judge)
    ? { judge: String(judge[0]), prompt: judge[1] === undefined ? null : String(judge[1]) }
    : { judge: String(judge), prompt: null };
}

/** Words of the answers in `model_answer/`, by question, turn and model. */
function answerWords(files: readonly TableFile[]): Map<string, number | null> {
  const words = new Map<string, number | null>();
  for (const file of files) {
    for (const { record } of readJsonFile(file)) {
      const [choice] = (record.choices ?? []) as { turns?: unknown[] }[];
      choice?.turns?.forEach((text, turn) => {
        for (const name of [file.stem, String(record.model_id)]) {
          words.set(`${record.question_id}/${turn + 1}/${name}`, wordsOf(text));
        }
      });
    }
  }
  return words;
}

/** Questions and answers of FastChat. */
const isBeside = (record: Json) => "question_id" in record && ("choices" in record || "turns" in record);

/**
 * FastChat's pairwise judgments of MT-Bench (Zheng et al. 2023): `model_judgment/<judge>_pair.jsonl`, a line per question,
 * turn and pair of models with two games. The winners are in canonical order already; the second game shows model_2 first.
 * `error` is a failed call: no choice. item_id = question/turn/models, image_id = the question. Lengths come from
 * `model_answer/` beside.
 */
export const mtBenchPair: Layout = {
  tool: "FastChat",
  frame: "pairs",
  detect: ({ record }) => "g1_winner" in record ? "results" : isBeside(record) ? "beside" : null,
  read(files, { count, ...options }) {
    const words = answerWords(files);
    const wanted = {
      of: (record: Json) => "g1_winner" in record,
      last: (
        { question_id, turn, model_1, model_2, judge }: Json,
      ) => [question_id, turn, model_1, model_2, judge],
    };
    return recordTables(files, wanted, (record) =>
      ["g1_winner", "g2_winner"].map((game, index) => {
        const { question_id, turn, model_1, model_2 } = record;
        const choice = WINNERS[String(record[game])] ?? null;
        count("unparsed", choice === null);
        const { judge, prompt } = judgeOf(record);
        return {
          benchmark: "MT-Bench",
          item_id: `${question_id}/${turn}/${model_1}/${model_2}`,
          image_id: String(question_id),
          judge: options.judge ?? judge,
          image: false,
          swapped: index === 1,
          human: null,
          choice,
          words_a: words.get(`${question_id}/${turn}/${model_1}`) ?? null,
          words_b: words.get(`${question_id}/${turn}/${model_2}`) ?? null,
          model_a: String(model_1),
          model_b: String(model_2),
          turn: String(turn),
          prompt,
        };
      }));
  },
  notes: {
    unparsed: "games that ended in an error: no choice",
  },
  silent: ["whether people would agree: there are no human votes"],
};

/**
 * FastChat's single-answer grades of MT-Bench: `model_judgment/<judge>_single.jsonl` as ratings, item_id =
 * model/question/turn; −1 is a grade that could not be read.
 */
export const mtBenchSingle: Layout = {
  tool: "FastChat",
  frame: "ratings",
  detect: ({ record }) =>
    "user_prompt" in record && "score" in record && "turn" in record && "model" in record
      ? "results"
      : isBeside(record)
      ? "beside"
      : null,
  read: (files, { count }) =>
    recordRatings(files, { of: (record) => "score" in record, only: true }, (record) => {
      const { question_id, model, turn } = record;
      const { score: given } = record;
      const score = Number(given) === -1 || given === null
        ? null
        : typeof given === "number"
        ? given
        : String(given);
      count("unparsed", score === null);
      return {
        row: {
          item_id: `${model}/${question_id}/${turn}`,
          image_id: String(question_id),
          model: String(model),
          turn: `turn ${turn}`,
        },
        evaluator: judgeOf(record).judge,
        score,
      };
    }),
  notes: {
    unparsed: "grades that could not be read (−1 in the file): no score",
  },
  silent: ["what people would say: there are no human grades"],
};
