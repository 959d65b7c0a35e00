import { countWords } from "../count_words.ts";
import { isObject } from "../json_lines.ts";
import { type Found, type Json, type Layout, layout } from "./layout.ts";
import { counted, foldersOf, larger, numberOf, numbersOf, textOf } from "./records.ts";

/** LLMBar (Zeng et al. 2024): `evaluators/<judge>/<strategy>/result.json`, or a table; where answers are rated alone `source_choice` breaks ties. */
export const llmbar: Layout = layout("llmbar", {
  results: ({ record }) => isItem(record) && Array.isArray(record.results),
  beside: ({ record, stem }) => isItem(record) || stem === "statistics",
  index: () => new Map<string, string>(),
  *rows(record, at) {
    const verdicts = "results" in record ? verdictsOf(at, at.index) : [record];
    for (const { label, words_1, words_2, subset, item, input_id, ...it } of verdicts) {
      const score_1 = numberOf(it.score_1), score_2 = numberOf(it.score_2), rated = larger(score_1, score_2);
      const isRating = String(it.strategy).startsWith("Rating"), ambiguous = String(it.ambiguous) === "true";
      const stored = letterOf(it.choice);
      at.count("unparsed", stored === null);
      at.count("ambiguous", ambiguous);
      at.count("equal_ratings", isRating && rated === "tie");
      at.count("rated_alone", isRating);
      yield {
        ...it as Record<string, string | boolean | null>,
        ...numbersOf(it, ["words_input", "response_words", "stages"]),
        item_id: `${subset}/${item}`,
        image_id: textOf(input_id),
        domain: textOf(subset),
        judge: at.judge(`${it.judge}/${it.strategy}`),
        judge_model: textOf(it.judge),
        human: letterOf(label),
        choice: isRating ? rated : stored,
        source_choice: stored,
        ...it.first_choice !== undefined && { first_choice: letterOf(it.first_choice) },
        ...counted([numberOf(words_1), numberOf(words_2)]),
        score_1,
        score_2,
        ambiguous,
        order: isRating ? "unknown" : "known",
      };
    }
  },
});

const isItem = (record: Json) => ["output_1", "output_2", "label"].every((name) => name in record);

/** The source's 1 or 2. A word that is neither is left as it is, for the check of values to name. */
function letterOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return { "1": "A", "2": "B" }[String(value)] ?? String(value);
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

function verdictsOf(found: Found, names: Map<string, string>): Json[] {
  const { record } = found, [strategy, judge, , subset] = foldersOf(found.file);
  // The last of the rounds that a strategy needed counts; the first entry of some strategies is a text, no round.
  const all = (record.results as unknown[]).filter((entry) => isObject(entry) && "swap = True" in entry);
  const last = all.at(-1) as Json | undefined;
  const item = itemOf(names, subset, found), input = JSON.stringify([record.input]);
  if (!names.has(input)) names.set(input, `${subset}/${item}`);
  const [score_1, score_2] = ["score_1", "score_2"].map((name) => {
    const [text] = (last?.[name] ?? []) as unknown[];
    return /^\s*\d+(\.\d+)?\s*$/.test(String(text)) ? Number(text) : null;
  });
  return [false, true].map((swapped) => {
    const own = (last?.[`swap = ${swapped ? "True" : "False"}`] ?? {}) as Json;
    const choice = ["1", "2"].includes(String(own.winner)) ? String(own.winner) : null;
    const reply = textOf((own.completion as unknown[] | undefined)?.[0]);
    return {
      ...{ subset, item, judge, strategy, swapped, label: record.label, score_1, score_2, choice },
      input_id: names.get(input)!,
      words_1: countWords(String(record.output_1)),
      words_2: countWords(String(record.output_2)),
      ambiguous: ["a", "b"].every((side) => reply?.includes(`Output (${side}) is better`)),
    };
  });
}
