import type { FilePeek } from "./peek.ts";
import { type Found, type Layout, layout } from "./layout.ts";
import { type Winner, wordsOf } from "./records.ts";

const WINNERS: Record<string, Winner> = { model_1: "A", model_2: "B", tie: "tie" };

/** What FastChat calls a judge: its model, or its model and the prompt. */
const judgeOf = (judge: unknown) => [judge].flat().map(String);

/** Questions and answers of FastChat. */
const isBeside = ({ record }: FilePeek) =>
  "question_id" in record && ("choices" in record || "turns" in record);

/** Words of the answers in `model_answer/`, by question, turn and model. */
function answerWords(found: readonly Found[]): Map<string, number | null> {
  return new Map(found.flatMap(({ file, record: { question_id, model_id, choices } }) => {
    const [choice] = (choices ?? []) as { turns?: unknown[] }[];
    return (choice?.turns ?? []).flatMap((text, turn) =>
      [file.stem, model_id].map((name) => [`${question_id}/${turn + 1}/${name}`, wordsOf(text)] as const)
    );
  }));
}

/**
 * FastChat's pairwise judgments of MT-Bench (Zheng et al. 2023): `model_judgment/<judge>_pair.jsonl`, a line per question,
 * turn and pair of models with two games. The winners are in canonical order already; the second game shows model_2 first.
 * `error` is a failed call: no choice. item_id = question/turn/models, image_id = the question. Lengths come from
 * `model_answer/` beside.
 */
export const mtBenchPair: Layout = layout("mt-bench-pair", {
  results: ["g1_winner"],
  beside: isBeside,
  index: (files, records) => answerWords(files.flatMap(records)),
  last: ({ question_id, turn, model_1, model_2, judge }) => [question_id, turn, model_1, model_2, judge],
  *rows({ question_id, turn, model_1, model_2, judge, ...games }, at) {
    const [name, prompt = null] = judgeOf(judge);
    for (const game of ["g1_winner", "g2_winner"]) {
      yield {
        item_id: `${question_id}/${turn}/${model_1}/${model_2}`,
        image_id: String(question_id),
        judge: at.judge(name),
        swapped: game === "g2_winner",
        choice: at.read("unparsed", WINNERS[String(games[game])]),
        words_a: at.index.get(`${question_id}/${turn}/${model_1}`) ?? null,
        words_b: at.index.get(`${question_id}/${turn}/${model_2}`) ?? null,
        model_a: String(model_1),
        model_b: String(model_2),
        turn: String(turn),
        prompt,
      };
    }
  },
});

/**
 * FastChat's single-answer grades of MT-Bench: `model_judgment/<judge>_single.jsonl` as ratings, item_id =
 * model/question/turn; −1 is a grade that could not be read.
 */
export const mtBenchSingle: Layout = layout("mt-bench-single", {
  results: ["user_prompt", "score", "turn", "model"],
  beside: isBeside,
  *rows({ question_id, model, turn, judge, score }, at) {
    const isRead = score !== null && Number(score) !== -1;
    yield {
      item_id: `${model}/${question_id}/${turn}`,
      image_id: String(question_id),
      model: String(model),
      turn: `turn ${turn}`,
      evaluator: judgeOf(judge)[0],
      score: at.read("unparsed", !isRead ? null : typeof score === "number" ? score : String(score)),
    };
  },
});
