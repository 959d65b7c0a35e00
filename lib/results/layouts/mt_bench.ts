import { countWords } from "../count_words.ts";
import type { TableFile } from "../find_files.ts";
import { provenanceOf, readJsonFile } from "../json_file.ts";
import { recordsTable } from "../rows_table.ts";
import type { Layout } from "./layout.ts";
import { wideRatings } from "./wide_ratings.ts";

type Json = Record<string, unknown>;

const WINNERS: Record<string, "A" | "B" | "tie"> = { model_1: "A", model_2: "B", tie: "tie" };
const BENCHMARK = "MT-Bench";

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
          if (typeof text === "string") {
            words.set(`${record.question_id}/${turn + 1}/${name}`, countWords(text));
          }
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
  read(files, options) {
    const words = answerWords(files);
    const counts = { unparsed: 0 };
    const tables = files.filter((file) => readJsonFile(file).some(({ record }) => "g1_winner" in record))
      .map((file) => {
        const last = new Map<string, { line: number; record: Json }>();
        for (const entry of readJsonFile(file)) {
          const { question_id, turn, model_1, model_2, judge } = entry.record;
          last.set(JSON.stringify([question_id, turn, model_1, model_2, judge]), entry);
        }
        return recordsTable(file, last.values(), (record) =>
          ["g1_winner", "g2_winner"].map((game, index) => {
            const { question_id, turn, model_1, model_2 } = record;
            const choice = WINNERS[String(record[game])] ?? null;
            if (choice === null) counts.unparsed++;
            const { judge, prompt } = judgeOf(record);
            return {
              benchmark: BENCHMARK,
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
      });
    return {
      tables,
      counts,
    };
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
  read(files) {
    const counts = { unparsed: 0 };
    const cells = files.flatMap((file) =>
      readJsonFile(file).filter(({ record }) => "score" in record).map(({ line, record }) => {
        const { question_id, model, turn } = record;
        const score = Number(record.score) === -1 ? null : Number(record.score);
        if (score === null) counts.unparsed++;
        return {
          file,
          line,
          row: {
            item_id: `${model}/${question_id}/${turn}`,
            image_id: String(question_id),
            model: String(model),
            turn: `turn ${turn}`,
            ...provenanceOf(record),
          },
          evaluator: judgeOf(record).judge,
          score,
        };
      })
    );
    return {
      ...wideRatings(cells),
      counts,
    };
  },
  notes: {
    unparsed: "grades that could not be read (−1 in the file): no score",
  },
  silent: ["what people would say: there are no human grades"],
};
