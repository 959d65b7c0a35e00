import { countWords } from "../count_words.ts";
import { type Found, type Json, type Layout, layout } from "./layout.ts";
import { counted, foldersOf, larger, numberOf, numbersOf, textOf, type Winner } from "./records.ts";

/** The source's 1 and 2. */
const LETTERS: Record<string, Winner> = { "1": "A", "2": "B" };

const NUMBERS = ["words_input", "response_words", "stages"];

/**
 * LLMBar (Zeng et al. 2024): `evaluators/<judge>/<strategy>/result.json`, or a table of such verdicts (`subset, item,
 * judge, strategy, swapped, choice, label, …`). `winner` is in canonical order already, whatever the order shown; `label` is
 * the right answer. judge = model/strategy, since each strategy is a judge of its own; `judge_model` and `strategy` tell them
 * apart. domain = subset, image_id = the instruction, which several pairs share.
 *
 * `choice` is ours, `source_choice` what the source stores. They differ where a strategy rates each answer alone: equal
 * ratings are a tie (stored: 2, and 1 in the swapped row), an unreadable one is no choice.
 */
export const llmbar: Layout = layout("llmbar", {
  results: ({ record }) => isItem(record) && Array.isArray(record.results),
  beside: ({ record, stem }) => isItem(record) || stem === "statistics" && "accuracy" in record,
  index: () => new Map<string, string>(),
  *rows(record, at) {
    const verdicts = "results" in record ? verdictsOf(at, at.index) : [record];
    for (const { label, words_1, words_2, subset, item, input_id, ...it } of verdicts) {
      const score_1 = numberOf(it.score_1), score_2 = numberOf(it.score_2);
      const isRating = String(it.strategy).startsWith("Rating"), ambiguous = String(it.ambiguous) === "true";
      const rated = larger(score_1, score_2),
        stored = letterOf(it.choice),
        choice = isRating ? rated : stored;
      at.count("unparsed", stored === null);
      at.count("ambiguous", ambiguous);
      at.count("equal_ratings", rated !== null && choice === "tie");
      at.count("rated_alone", isRating);
      yield {
        ...it as Record<string, string | boolean | null>,
        ...numbersOf(it, NUMBERS),
        item_id: `${subset}/${item}`,
        image_id: textOf(input_id),
        domain: textOf(subset),
        judge: at.judge(`${it.judge}/${it.strategy}`),
        judge_model: textOf(it.judge),
        human: letterOf(label),
        choice,
        source_choice: stored,
        first_choice: letterOf(it.first_choice),
        ...counted([numberOf(words_1), numberOf(words_2)]),
        score_1,
        score_2,
        ambiguous,
      };
    }
  },
});

/** Whether a record is one of the source's items. */
const isItem = (record: Json) => ["output_1", "output_2", "label"].every((name) => name in record);

/** A word that is none of the source's is left as it is, for the check of values to name. */
function letterOf(value: unknown): string | null {
  return value === null || value === undefined ? null : LETTERS[String(value)] ?? String(value);
}

/** The number of an item in its subset: its place in the file, the same in the files of all judges as long as they are whole. */
function itemOf(names: Map<string, string>, subset: string, { place, record }: Found): string {
  const { input, output_1, output_2 } = record, key = JSON.stringify([subset, input, output_1, output_2]);
  const known = names.get(key);
  if (known !== undefined) return known;
  let item = String(place);
  for (let again = 2; names.has(`${subset}/${item}`); again++) item = `${place}-${again}`;
  names.set(key, item).set(`${subset}/${item}`, item);
  return item;
}

/** The two verdicts of a record, in either order, as rows of the table; an instruction is called as the first item that has it. */
function verdictsOf(found: Found, names: Map<string, string>): Json[] {
  const { record } = found, [strategy, judge, , subset] = foldersOf(found.file);
  // The last of the rounds that a strategy needed counts; the first entry of some strategies is a text, no round.
  const all = (record.results as unknown[]).filter((entry): entry is Json =>
    typeof entry === "object" && entry !== null && "swap = True" in entry
  );
  const last = all.at(-1), item = itemOf(names, subset, found), input = JSON.stringify([record.input]);
  if (!names.has(input)) names.set(input, `${subset}/${item}`);
  const [score_1, score_2] = ["score_1", "score_2"].map((name) => {
    const text = (last?.[name] as unknown[] | undefined)?.[0];
    return text === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(String(text)) ? null : Number(text);
  });
  return [false, true].map((swapped) => {
    const side = (round: Json | undefined) =>
      (round?.[swapped ? "swap = True" : "swap = False"] ?? {}) as Json;
    const reply = textOf((side(last).completion as unknown[] | undefined)?.[0]);
    const winner = (round: Json | undefined) => {
      const one = String(side(round).winner);
      return one in LETTERS ? one : null;
    };
    return {
      ...{ subset, item, judge, strategy, swapped, label: record.label, score_1, score_2 },
      choice: winner(last),
      input_id: names.get(input)!,
      words_1: countWords(String(record.output_1)),
      words_2: countWords(String(record.output_2)),
      stages: all.length,
      first_choice: all.length > 1 ? winner(all[0]) : null,
      // What the source looks for in favour of both answers.
      ambiguous: reply !== null && /Output \(a\) is better/.test(reply) &&
        /Output \(b\) is better/.test(reply),
      response_words: countWords(reply),
    };
  });
}
