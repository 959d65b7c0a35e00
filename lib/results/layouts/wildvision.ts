import { ARENA_NOTES, ARENA_VERDICTS, arenaAnswers, arenaRows, isWildVision } from "./arena_hard.ts";
import { type Layout, layout } from "./layout.ts";
import { foldersOf, numberOf, numbersOf, textOf } from "./records.ts";

/** The baseline of every verdict in the table. */
const BASELINE = "claude-3-sonnet-20240229", BENCHMARK = "WildVision-Bench";
const COUNTS = ["words_input", "response_words", "labels_named"];

/**
 * WildVision-Bench (Lu et al. 2024): judgments of `model_judgements/judge_<judge>_reference_<baseline>/<model>.jsonl`, or a
 * table of such verdicts (`question_id, model, judge, game, score, words_base, …`). One game each: A is the baseline, shown
 * first, B the model. item_id = model/question, image_id = the question. `score` keeps the strength; a game without a
 * verdict, which the tool counts as a tie, has no choice.
 */
export const wildvision: Layout = layout({
  tool: "WildVision-Bench",
  frame: "pairs",
  results: (file) => "question_id" in file.record && Array.isArray(file.record.games) && isWildVision(file),
  table: [
    ...["question_id", "model", "judge", "game", "score", "words", "words_base", "tokens", "tokens_base"],
    ...COUNTS,
  ],
  beside: ["question_id", "output"],
  index: (files, records) => arenaAnswers(files.filter(({ kind }) => kind !== "csv").flatMap(records)),
  *rows(record, at) {
    if (at.file.kind !== "csv") {
      const [, baseline = null] = /reference_(.+)$/.exec(foldersOf(at.file)[0]) ?? [];
      yield* arenaRows(record, at, { benchmark: BENCHMARK, baseline, image: true });
      return;
    }
    const { words, words_base, tokens, tokens_base, model, question_id, game, ...it } = record;
    at.count("baseline_itself", model === BASELINE);
    yield {
      ...it as Record<string, string | null>,
      ...numbersOf(it, COUNTS),
      benchmark: BENCHMARK,
      item_id: `${model}/${question_id}`,
      image_id: textOf(question_id),
      judge: at.judge(it.judge),
      run: textOf(game),
      human: null,
      choice: at.read("unparsed", ARENA_VERDICTS[String(it.score)]),
      words_a: numberOf(words_base),
      words_b: numberOf(words),
      tokens_a: numberOf(tokens_base),
      tokens_b: numberOf(tokens),
      model_a: BASELINE,
      model_b: textOf(model),
    };
  },
  notes: ARENA_NOTES,
  silent: [
    "slot and baseline apart: the baseline was always shown first",
    "whether people would agree: there are no human votes",
  ],
});
