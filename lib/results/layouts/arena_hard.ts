import { countWords } from "../count_words.ts";
import type { TableFile } from "../find_files.ts";
import type { Cells } from "../rows_table.ts";
import { type At, type Found, type Json, type Layout, layout } from "./layout.ts";
import { foldersOf, textOf, turned, type Winner } from "./records.ts";

/** A verdict of the arena family in the order in which the answers were shown; anything else names no winner. */
export const ARENA_VERDICTS: Readonly<Record<string, Exclude<Winner, null>>> = {
  "A>>B": "A",
  "A>B": "A",
  "B<A": "A",
  "B<<A": "A",
  "B>>A": "B",
  "B>A": "B",
  "A<B": "B",
  "A<<B": "B",
  "A=B": "tie",
  "B=A": "tie",
};

/** What a frame of games cannot show. */
export const ARENA_NOTES = {
  failed_games: "games that were not played because the call failed: no rows",
  unparsed:
    "games without a verdict: no choice (WildVision's tool counts them as ties, Arena-Hard's leaves the item out)",
  baseline_itself: "games of the baseline against itself, to be left out",
};

/**
 * Judgments of the Arena-Hard family: a line per question and model with one or two games. The first shows the baseline as
 * A and the model as B, the second the other way round; rows are in the order baseline, model. A game that is null was
 * never played (the call failed) and is no row; one whose score is no verdict has no choice. Lengths come from the prompt
 * that the judge saw, where it is kept, else from the answers beside.
 */
export function* arenaRows(
  record: Json,
  at: At<ReturnType<typeof arenaAnswers>>,
  { benchmark, baseline, image }: { benchmark: string; baseline: string | null; image: boolean },
): Generator<Cells> {
  if (!("games" in record)) return;
  const model = String(record.model), question = questionOf(record);
  const [folder, , ...bench] = foldersOf(at.file);
  const known = [baseline, model].map((name) => at.index.get(JSON.stringify([bench, name, question])));
  const games = Array.isArray(record.games) ? record.games as (Json | null)[] : [];
  for (const [index, game] of games.entries()) {
    at.count("failed_games", game === null);
    if (game === null) continue;
    const swapped = index === 1, shown = shownWords(game), score = String(game.score).trim();
    const [a, b] = [0, 1].map((side) => shown?.[swapped ? 1 - side : side] ?? known[side]?.words ?? null);
    const verdict = at.read("unparsed", ARENA_VERDICTS[score]);
    at.count("baseline_itself", baseline === model);
    yield {
      benchmark,
      item_id: `${model}/${question}`,
      image_id: question,
      domain: textOf(record.category),
      judge: at.judge(record.judge ?? folder),
      image,
      swapped,
      human: null,
      choice: turned(verdict, swapped),
      words_a: a,
      words_b: b,
      model_a: baseline,
      model_b: model,
      score: verdict === null ? null : score,
      ...Object.fromEntries(
        STYLE.flatMap((name) =>
          known.map((one, side) => [`${name}_${"ab"[side]}`, (one?.style[name] ?? null) as number | null])
        ),
      ),
    };
  }
}

function questionOf({ question_id, uid }: Json): string {
  return String(question_id ?? uid);
}

/** Words of the answers shown first and second, from the prompt as the judge got it. */
function shownWords({ user_prompt, prompt }: Json): (number | null)[] | null {
  const texts = [user_prompt, prompt].flat().flatMap((part) => {
    if (typeof part === "string") return [part];
    const { role, text, content } = (part ?? {}) as Json;
    return role === "system" ? [] : [text, content].filter((value) => typeof value === "string");
  }) as string[];
  const [a, b] = ["A", "B"].map((side) => {
    const prompt = texts.join("\n"), mark = `<|The Start of Assistant ${side}'s Answer|>`;
    const start = prompt.indexOf(mark);
    const end = start < 0 ? -1 : prompt.indexOf(`<|The End of Assistant ${side}'s Answer|>`, start);
    return end < 0 ? null : countWords(prompt.slice(start + mark.length, end));
  });
  return a === null || b === null ? null : [a, b];
}

/** Style that the tool counts in an answer. */
const STYLE = ["tokens", "headers", "lists", "bold"] as const;

/** The answers of a path's files: `choices` (v0.1), `messages` (v2.0) or `output` (WildVision). */
export function arenaAnswers(found: readonly Found[]) {
  const answers = new Map<string, { words: number | null; style: Json }>();
  for (const { file, record } of found) {
    const { choices, messages, output, model, model_id, metadata, conv_metadata, token_len } = record;
    const turn = (choices as { turns?: Json[] }[] | undefined)?.[0]?.turns?.[0];
    const message = (messages as Json[] | undefined)?.findLast(({ role }) => role === "assistant")?.content;
    const text = turn?.content ?? (message as Json | undefined)?.answer ?? message ?? output;
    if (typeof text !== "string" || "games" in record) continue;
    const counted = (metadata ?? conv_metadata ?? {}) as Json;
    const style = {
      tokens: counted.token_len ?? turn?.token_len ?? token_len,
      headers: total(counted.header_count),
      lists: total(counted.list_count),
      bold: total(counted.bold_count),
    };
    const [, ...bench] = foldersOf(file);
    // The file's name is how judgments call the model; the record may hold a longer one.
    for (const name of new Set([file.stem, String(model ?? model_id)])) {
      answers.set(JSON.stringify([bench, name, questionOf(record)]), { words: countWords(text), style });
    }
  }
  return answers;
}

function total(counts: unknown): number | null {
  if (typeof counts !== "object" || counts === null) return null;
  return Object.values(counts as Record<string, number>).reduce((sum, count) => sum + count, 0);
}

/** The baseline that the configuration of v0.1 names; its files do not. */
const V01_BASELINE = "gpt-4-0314";

/**
 * Arena-Hard-Auto (v0.1 and v2.0; Li et al. 2024): `data/<benchmark>/model_judgment/<judge>/<model>.jsonl`, with
 * `model_answer/` beside it for the style that the tool counts (tokens, headers, lists, bold). Two games per question: A
 * is the baseline, then the model. item_id = model/question, image_id = the question: the same question stands in the rows
 * of all models. `score` keeps the strength (`A>>B` has weight 3 in the tool). Files that lie elsewhere do not say of which
 * version they are: their benchmark is Arena-Hard.
 */
export const arenaHard: Layout = layout({
  tool: "Arena-Hard-Auto",
  frame: "pairs",
  results: (file) =>
    !isWildVision(file) && Array.isArray(file.record.games) && "judge" in file.record &&
    "model" in file.record,
  beside: (file) =>
    !isWildVision(file) && ["choices", "messages", "turns", "uid"].some((name) => name in file.record),
  last: questionOf,
  index: (files, records) => arenaAnswers(files.flatMap(records)),
  *rows(record, at) {
    const [, judgments, bench] = foldersOf(at.file), { baseline } = record;
    const folder = /^model_judge?ments?$/.test(judgments) ? bench : null, isV01 = /v0\.1/.test(folder ?? "");
    yield* arenaRows(record, at, {
      benchmark: folder ?? "Arena-Hard",
      baseline: typeof baseline === "string" ? baseline : isV01 ? V01_BASELINE : null,
      image: false,
    });
  },
  notes: ARENA_NOTES,
  silent: [
    "whether people would agree: there are no human votes",
    `the baseline of v0.1 (its configuration names ${V01_BASELINE}, its files none)`,
  ],
});

/** Whether a file lies in a folder of WildVision's judgments, which names the baseline. */
export const isWildVision = (file: TableFile) => /reference_/.test(foldersOf(file)[0]);
