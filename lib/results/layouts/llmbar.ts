import { basename, dirname, resolve } from "node:path";
import pl from "nodejs-polars";
import { countWords } from "../count_words.ts";
import type { Cells } from "../rows_table.ts";
import { countRows, type Layout, type LayoutOptions } from "./layout.ts";
import { type Found, type Json, mapped, recordsOf, recordsTable, textOf, verdictTable } from "./records.ts";

const BENCHMARK = "LLMBar";

/** The source's 1 and 2. */
const LETTERS: Record<string, "A" | "B"> = { "1": "A", "2": "B" };

const isRating = pl.col("strategy").str.contains("^Rating");
const [one, two] = ["score_1", "score_2"].map((column) => pl.col(column).cast(pl.Float64, false));
const rated = pl.when(one.gt(two)).then(pl.lit("A")).when(two.gt(one)).then(pl.lit("B"))
  .when(one.eq(two)).then(pl.lit("tie")).otherwise(pl.lit(null));

/** The columns of pairs from those of a table of verdicts. */
const VERDICTS = {
  made: {
    benchmark: pl.lit(BENCHMARK),
    item_id: pl.concatString([pl.col("subset"), pl.col("item")], "/"),
    image_id: pl.col("input_id"),
    domain: pl.col("subset"),
    judge: pl.concatString([pl.col("judge"), pl.col("strategy")], "/"),
    image: pl.lit(false),
    judge_model: pl.col("judge"),
    human: mapped(pl.col("label"), LETTERS),
    choice: pl.when(isRating).then(rated).otherwise(mapped(pl.col("choice"), LETTERS)),
    source_choice: mapped(pl.col("choice"), LETTERS),
    first_choice: mapped(pl.col("first_choice"), LETTERS),
    words_a: "words_1",
    words_b: "words_2",
    words_input: "words_input",
    response_words: "response_words",
    stages: "stages",
    score_1: one,
    score_2: two,
    ambiguous: pl.col("ambiguous").eq(pl.lit("true")),
  },
  needed: [
    ...["subset", "item", "judge", "strategy", "swapped", "choice", "label", "input_id", "first_choice"],
    ...["words_1", "words_2", "words_input", "response_words", "stages", "score_1", "score_2", "ambiguous"],
  ],
  used: ["label", "words_1", "words_2", "subset", "item", "input_id"],
};

/**
 * LLMBar (Zeng et al. 2024): `evaluators/<judge>/<strategy>/result.json`, or a table of such verdicts (`subset, item,
 * judge, strategy, swapped, choice, label, …`). `winner` is in canonical order already, whatever the order shown; `label` is
 * the right answer. judge = model/strategy, since each strategy is a judge of its own; `judge_model` and `strategy` tell them
 * apart. domain = subset, image_id = the instruction, which several pairs share.
 *
 * `choice` is ours, `source_choice` what the source stores. They differ where a strategy rates each answer alone: equal
 * ratings are a tie (stored: 2, and 1 in the swapped row), an unreadable one is no choice.
 */
export const llmbar: Layout = {
  tool: "LLMBar",
  frame: "pairs",
  detect({ kind, columns, record, stem }) {
    if (kind === "csv") {
      return VERDICTS.needed.every((column) => columns.includes(column)) ? "results" : null;
    }
    if (!("output_1" in record && "output_2" in record && "label" in record)) {
      return stem === "statistics" && "accuracy" in record ? "beside" : null;
    }
    return Array.isArray(record.results) ? "results" : "beside";
  },
  read(files, reading) {
    const judged = files.filter(({ kind, stem }) =>
      kind === "csv" || stem !== "statistics" && stem !== "dataset"
    );
    const names: Names = { items: new Map(), taken: new Set(), instructions: new Map() };
    const tables = judged.map((file) =>
      file.kind === "csv"
        ? verdictTable(file, { ...VERDICTS, judge: reading.judge })
        : recordsTable(file, recordsOf([file])[0].records, (_, found) => resultCells(found, names, reading))
    );
    const rated = pl.col("score_1").isNotNull().or(pl.col("score_2").isNotNull());
    countRows(tables, reading, {
      unparsed: pl.col("source_choice").isNull(),
      ambiguous: pl.col("ambiguous").eq(pl.lit(true)),
      equal_ratings: rated.and(pl.col("choice").eq(pl.lit("tie"))),
      rated_alone: isRating,
    });
    return { tables };
  },
  notes: {
    unparsed: "replies that the source could not read: no choice (its equal counts two of them as agreement)",
    ambiguous: "replies that match the source's pattern for both answers: choice is the one shown first",
    equal_ratings: "equal ratings of the two answers: a tie (the source stores 2, and 1 in the swapped row)",
    rated_alone:
      "answers that were rated alone: both rows of a pair are one judgment, and no order was shown",
  },
  silent: ["the models that wrote the answers", "people's tastes: the label is objective"],
};

/** The last of the rounds that a strategy needed; the first entry of some strategies is a text, no round. */
function rounds(record: Json): Json[] {
  return (record.results as unknown[]).filter((entry): entry is Json =>
    typeof entry === "object" && entry !== null && "swap = True" in entry
  );
}

const winner = (round: Json | undefined, swapped: boolean): "A" | "B" | null => {
  const { winner } = (round?.[swapped ? "swap = True" : "swap = False"] ?? {}) as Json;
  return LETTERS[String(winner)] ?? null;
};

/** Names of items, and of the first item with the same instruction. */
interface Names {
  items: Map<string, string>;
  taken: Set<string>;
  instructions: Map<string, string>;
}

/** The name of an item: its subset and place in the file, the same in the files of all judges as long as they are whole. */
function itemName(
  { items, taken }: Names,
  subset: string,
  place: number,
  { input, output_1, output_2 }: Json,
): string {
  const key = JSON.stringify([subset, input, output_1, output_2]);
  const known = items.get(key);
  if (known !== undefined) return known;
  let name = `${subset}/${place}`;
  for (let again = 2; taken.has(name); again++) name = `${subset}/${place}-${again}`;
  items.set(key, name);
  taken.add(name);
  return name;
}

function resultCells({ file, record, place }: Found, names: Names, options: LayoutOptions): Cells[] {
  const folder = dirname(resolve(file.path)), above = dirname(folder);
  const strategy = basename(folder), model = basename(above), subset = basename(dirname(dirname(above)));
  const input = String(record.input), all = rounds(record), last = all.at(-1);
  const id = itemName(names, subset, place, record);
  if (!names.instructions.has(input)) names.instructions.set(input, id);
  const [one, two] = ["score_1", "score_2"].map((name) => {
    const text = (last?.[name] as unknown[] | undefined)?.[0];
    return text === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(String(text)) ? null : Number(text);
  });
  const rated = one === null || two === null ? null : one === two ? "tie" : one > two ? "A" : "B";
  return [false, true].map((swapped) => {
    const stored = winner(last, swapped);
    const side = (last?.[swapped ? "swap = True" : "swap = False"] ?? {}) as Json;
    const reply = textOf((side.completion as unknown[] | undefined)?.[0]);
    return {
      benchmark: BENCHMARK,
      item_id: id,
      image_id: names.instructions.get(input)!,
      domain: subset,
      judge: options.judge ?? `${model}/${strategy}`,
      image: false,
      swapped,
      human: LETTERS[String(record.label)] ?? String(record.label),
      choice: strategy.startsWith("Rating") ? rated : stored,
      words_a: countWords(String(record.output_1)),
      words_b: countWords(String(record.output_2)),
      judge_model: model,
      strategy,
      source_choice: stored,
      stages: all.length,
      first_choice: all.length > 1 ? winner(all[0], swapped) : null,
      score_1: one,
      score_2: two,
      ambiguous: reply !== null && namesBoth(reply),
      response_words: countWords(reply),
    };
  });
}

/** Whether a reply matches what the source looks for in favour of both answers. */
function namesBoth(reply: string): boolean {
  return /Output \(a\) is better/.test(reply) && /Output \(b\) is better/.test(reply);
}
