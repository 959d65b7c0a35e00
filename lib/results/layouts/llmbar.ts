import { basename, dirname, resolve } from "node:path";
import pl from "nodejs-polars";
import { countWords } from "../count_words.ts";
import type { TableFile } from "../find_files.ts";
import { readJsonFile } from "../json_file.ts";
import { loadTable, type RawTable } from "../load_table.ts";
import { recordsTable } from "../rows_table.ts";
import { countRows, type Layout, type LayoutOptions } from "./layout.ts";

const BENCHMARK = "LLMBar";

type Json = Record<string, unknown>;

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
      const needed = ["subset", "item", "judge", "strategy", "swapped", "choice", "label", "score_1"];
      return needed.every((column) => columns.includes(column)) ? "results" : null;
    }
    if (!("output_1" in record && "output_2" in record && "label" in record)) {
      return stem === "statistics" && "accuracy" in record ? "beside" : null;
    }
    return Array.isArray(record.results) ? "results" : "beside";
  },
  read(files, options) {
    const judged = files.filter(({ kind, stem }) =>
      kind === "csv" || stem !== "statistics" && stem !== "dataset"
    );
    const names: Names = { items: new Map(), taken: new Set(), instructions: new Map() };
    const tables = judged.map((file) =>
      file.kind === "csv" ? verdictTable(file, options) : resultTable(file, names, options)
    );
    const rated = pl.col("score_1").isNotNull().or(pl.col("score_2").isNotNull());
    return {
      tables,
      counts: countRows(tables, {
        unparsed: pl.col("source_choice").isNull(),
        ambiguous: pl.col("ambiguous").eq(pl.lit(true)),
        equal_ratings: rated.and(pl.col("choice").eq(pl.lit("tie"))),
        rated_alone: pl.col("strategy").str.contains("^Rating"),
      }),
    };
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

/** The source's 1 and 2 as A and B. */
function letter(column: string): pl.Expr {
  const value = pl.col(column);
  return pl.when(value.eq(pl.lit("1"))).then(pl.lit("A")).when(value.eq(pl.lit("2"))).then(pl.lit("B"))
    .otherwise(value); // left as it is for the check of values to name
}

function verdictTable(file: TableFile, { judge }: LayoutOptions): RawTable {
  const table = loadTable(file);
  const isRating = pl.col("strategy").str.contains("^Rating");
  const [one, two] = ["score_1", "score_2"].map((column) => pl.col(column).cast(pl.Float64, false));
  const rated = pl.when(one.gt(two)).then(pl.lit("A")).when(two.gt(one)).then(pl.lit("B"))
    .when(one.eq(two)).then(pl.lit("tie")).otherwise(pl.lit(null));
  const number = (from: string, to: string) => pl.col(from).cast(pl.Int32, false).alias(to);
  const made = table.frame.withColumns(
    pl.lit(BENCHMARK).alias("benchmark"),
    pl.concatString([pl.col("subset"), pl.col("item")], "/").alias("item_id"),
    pl.col("input_id").alias("image_id"),
    pl.col("subset").alias("domain"),
    judge === undefined
      ? pl.concatString([pl.col("judge"), pl.col("strategy")], "/").alias("judge")
      : pl.lit(judge).alias("judge"),
    pl.lit(false).alias("image"),
    pl.col("judge").alias("judge_model"),
    letter("label").alias("human"),
    pl.when(isRating).then(rated).otherwise(letter("choice")).alias("choice"),
    letter("choice").alias("source_choice"),
    letter("first_choice").alias("first_choice"),
    number("words_1", "words_a"),
    number("words_2", "words_b"),
    number("words_input", "words_input"),
    number("response_words", "response_words"),
    number("stages", "stages"),
    one.alias("score_1"),
    two.alias("score_2"),
    pl.col("ambiguous").eq(pl.lit("true")).alias("ambiguous"),
  );
  const used = ["label", "words_1", "words_2", "subset", "item", "input_id"];
  return { ...table, frame: made.select(...made.columns.filter((column) => !used.includes(column))) };
}

/** The last of the rounds that a strategy needed; the first entry of some strategies is a text, no round. */
function rounds(record: Json): Json[] {
  return (record.results as unknown[]).filter((entry): entry is Json =>
    typeof entry === "object" && entry !== null && "swap = True" in entry
  );
}

const winner = (round: Json | undefined, swapped: boolean): "A" | "B" | null => {
  const { winner } = (round?.[swapped ? "swap = True" : "swap = False"] ?? {}) as Json;
  return String(winner) === "1" ? "A" : String(winner) === "2" ? "B" : null;
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

function resultTable(file: TableFile, names: Names, options: LayoutOptions): RawTable {
  const folder = dirname(resolve(file.path)), above = dirname(folder);
  const strategy = basename(folder), model = basename(above), subset = basename(dirname(dirname(above)));
  return recordsTable(file, readJsonFile(file), (record, _, item) => {
    const input = String(record.input), all = rounds(record), last = all.at(-1);
    const id = itemName(names, subset, item, record);
    if (!names.instructions.has(input)) names.instructions.set(input, id);
    const ratings = ["score_1", "score_2"].map((name) => {
      const text = (last?.[name] as unknown[] | undefined)?.[0];
      return text === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(String(text)) ? null : Number(text);
    });
    const [one, two] = ratings;
    const rated = one === null || two === null ? null : one === two ? "tie" : one > two ? "A" : "B";
    return [false, true].map((swapped) => {
      const stored = winner(last, swapped);
      const side = (last?.[swapped ? "swap = True" : "swap = False"] ?? {}) as Json;
      const reply = (side.completion as unknown[] | undefined)?.[0];
      return {
        benchmark: BENCHMARK,
        item_id: id,
        image_id: names.instructions.get(input)!,
        domain: subset,
        judge: options.judge ?? `${model}/${strategy}`,
        image: false,
        swapped,
        human: String(record.label) === "1" ? "A" : String(record.label) === "2" ? "B" : String(record.label),
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
        ambiguous: typeof reply === "string" && namesBoth(reply),
        response_words: typeof reply === "string" ? countWords(reply) : null,
      };
    });
  });
}

/** Whether a reply matches what the source looks for in favour of both answers. */
function namesBoth(reply: string): boolean {
  return /Output \(a\) is better/.test(reply) && /Output \(b\) is better/.test(reply);
}
