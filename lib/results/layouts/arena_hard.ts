import { countWords } from "../count_words.ts";
import type { TableFile } from "../find_files.ts";
import type { Cells } from "../rows_table.ts";
import { type At, type Found, type Json, type Layout, layout } from "./layout.ts";
import { counted, foldersOf, numberOf, numbersOf, shownWords, textOf, turned } from "./records.ts";

function winnerOf(score: string) {
  const [, one, sign, other] = /^([AB])(>>?|<<?|=)([AB])$/.exec(score) ?? [];
  if (one === other) return null;
  return sign === "=" ? "tie" : (sign.startsWith(">") ? one : other) as "A" | "B";
}

const questionOf = ({ question_id, uid }: Json) => String(question_id ?? uid);

/**
 * The rows of a question and model: the first game shows the baseline as A, the second the model; rows are in the order baseline,
 * model. A game that is null was never played. Lengths come from the prompt that the judge saw, else from the answers beside.
 */
function* gameRows(
  record: Json,
  at: At<ReturnType<typeof answersOf>>,
  { baseline, ...its }: { baseline: string | null; benchmark?: string; image?: boolean },
): Generator<Cells> {
  const model = String(record.model), question = questionOf(record);
  const [folder, , ...bench] = foldersOf(at.file);
  const known = [baseline, model].map((name) => at.index.get(JSON.stringify([bench, name, question])));
  for (const [index, game] of (record.games as (Json | null)[]).entries()) {
    at.count("failed_games", game === null);
    if (game === null) continue;
    const swapped = index === 1, shown = shownWords(promptOf(game)), score = String(game.score).trim();
    const verdict = at.read("unparsed", winnerOf(score));
    at.count("baseline_itself", baseline === model);
    yield {
      ...its,
      item_id: `${model}/${question}`,
      image_id: question,
      domain: textOf(record.category),
      judge: at.judge(record.judge ?? folder),
      swapped,
      choice: turned(verdict, swapped),
      ...counted((swapped ? shown?.toReversed() : shown) ?? known, [baseline, model]),
      score: verdict && score,
    };
  }
}

const promptOf = ({ user_prompt, prompt }: Json): string =>
  [user_prompt, prompt].flat().flatMap((part) => {
    const { role, text, content } = (typeof part === "string" ? { text: part } : part ?? {}) as Json;
    return role === "system" ? [] : [text, content].filter((value) => typeof value === "string");
  }).join("\n");

function answersOf(found: readonly Found[]) {
  const words = new Map<string, number | null>();
  for (const { file, record } of found) {
    const { choices, messages, output, model, model_id } = record, [, ...bench] = foldersOf(file);
    const turn = (choices as { turns?: Json[] }[] | undefined)?.[0]?.turns?.[0];
    const message = (messages as Json[] | undefined)?.findLast(({ role }) => role === "assistant")?.content;
    const text = turn?.content ?? (message as Json | undefined)?.answer ?? message ?? output;
    if (typeof text !== "string" || "games" in record) continue;
    for (const name of [file.stem, String(model ?? model_id)]) {
      words.set(JSON.stringify([bench, name, questionOf(record)]), countWords(text));
    }
  }
  return words;
}

const isGames = (record: Json, ...fields: readonly string[]) =>
  Array.isArray(record.games) && fields.every((name) => name in record);

const isWildVision = (file: TableFile) => /reference_/.test(foldersOf(file)[0]);

/** Arena-Hard-Auto (Li et al. 2024): `data/<benchmark>/model_judgment/<judge>/<model>.jsonl`; the baseline of v0.1 stands in its configuration alone. */
export const arenaHard: Layout = layout("arena-hard", {
  results: (file) => !isWildVision(file) && isGames(file.record, "judge", "model"),
  beside: (file) =>
    !isWildVision(file) && ["choices", "messages", "turns", "uid"].some((name) => name in file.record),
  last: questionOf,
  index: (files, records) => answersOf(files.flatMap(records)),
  *rows(record, at) {
    const [, judgments, bench] = foldersOf(at.file);
    const benchmark = /^model_judge?ments?$/.test(judgments) ? bench : "Arena-Hard";
    const isAssumed = textOf(record.baseline) === null && /v0\.1/.test(benchmark);
    const baseline = isAssumed ? "gpt-4-0314" : textOf(record.baseline);
    at.count("assumed_baseline", isAssumed);
    yield* gameRows(record, at, { benchmark, baseline });
  },
});

const TABLE_BASELINE = "claude-3-sonnet-20240229";

/** WildVision-Bench (Lu et al. 2024): `model_judgements/judge_<judge>_reference_<baseline>/<model>.jsonl`, or a table; the baseline is A. */
export const wildvision: Layout = layout("wildvision", {
  results: (file) => isWildVision(file) && isGames(file.record, "question_id"),
  beside: ["question_id", "output"],
  index: (files, records) => answersOf(files.filter(({ kind }) => kind !== "csv").flatMap(records)),
  *rows(record, at) {
    if (at.file.kind !== "csv") {
      const [, baseline = null] = /reference_(.+)$/.exec(foldersOf(at.file)[0]) ?? [];
      yield* gameRows(record, at, { baseline, image: true });
      return;
    }
    const { words, words_base, tokens, tokens_base, model, question_id, game, ...it } = record;
    at.count("baseline_itself", model === TABLE_BASELINE);
    yield {
      ...it as Record<string, string | null>,
      ...numbersOf(it, ["words_input", "response_words", "labels_named"]),
      item_id: `${model}/${question_id}`,
      image_id: textOf(question_id),
      judge: at.judge(it.judge),
      run: textOf(game),
      choice: at.read("unparsed", winnerOf(String(it.score))),
      ...counted([numberOf(words_base), numberOf(words)], [TABLE_BASELINE, model]),
      tokens_a: numberOf(tokens_base),
      tokens_b: numberOf(tokens),
    };
  },
});
