import { basename, dirname, resolve } from "node:path";
import pl from "nodejs-polars";
import { countWords } from "../count_words.ts";
import type { TableFile } from "../find_files.ts";
import { readJsonFile } from "../json_file.ts";
import { loadTable, type RawTable } from "../load_table.ts";
import { recordsTable } from "../rows_table.ts";
import { countRows, type Layout, type LayoutOptions } from "./layout.ts";

const BENCHMARK = "GenAI-Bench";

/** The labels that a judge may give, and how they stand in the brackets. `A=B` alone is a tie of either kind. */
const VOTES: Record<string, Vote> = {
  "A>B": "A",
  "B>A": "B",
  "A=B=Good": "tie",
  "A=B": "tie",
  "A=B=Bad": "bothbad",
};
const HUMAN: Record<string, Vote> = {
  leftvote: "A",
  rightvote: "B",
  tievote: "tie",
  bothbad_vote: "bothbad",
};
/** Longer words in the brackets are only said to be long. */
const LONG_FORM = 20;

type Vote = "A" | "B" | "tie" | "bothbad";

/**
 * GenAI-Bench (Jiang et al. 2024): a human's vote on two generated pictures or videos and a judge's, from `pairwise.jsonl`
 * of `results/<task>/<judge>/` or from a table of these verdicts (`task, idx, judge, vote, human, last_vote, …`). The left
 * one was shown first, always.
 *
 * `choice` is the source's reading, the first `[[…]]` of the reply; `vote` and `human_vote` tell `bothbad` from `tie`, which
 * `choice` and `human` do not. `last_vote` is the last known label of the reply: a judge that repeats the list of labels
 * votes A by the first, and something else by the last. image_id = the prompt (edits: source and instruction), which
 * several pairs share.
 */
export const genaiBench: Layout = {
  tool: "GenAI-Bench",
  frame: "pairs",
  detect({ kind, columns }) {
    const needed = kind === "csv"
      ? ["task", "idx", "judge", "vote", "human", "last_vote"]
      : ["idx", "response", "model_vote", "human_vote"];
    return needed.every((column) => columns.includes(column)) ? "results" : null;
  },
  read(files, options) {
    // The source writes everything twice: lines, and the same as one document.
    const paths = new Set(files.map(({ path }) => path));
    const once = files.filter(({ path }) => !(/\.json$/.test(path) && paths.has(`${path}l`)));
    const prompts = new Map<string, number>();
    const official = once.filter(({ kind }) => kind !== "csv");
    for (const file of official) {
      for (const { record } of readJsonFile(file)) {
        const key = promptKey(file, record), idx = Number(record.idx);
        prompts.set(key, Math.min(prompts.get(key) ?? Infinity, idx));
      }
    }
    const tables = once.map((file) =>
      file.kind === "csv" ? verdictTable(file, options) : resultTable(file, prompts, options)
    );
    return {
      tables,
      counts: countRows(tables, {
        unparsed: pl.col("vote").isNull(),
        list_of_labels: pl.col("labels_named").gt(pl.lit(2)),
        bothbad: pl.col("vote").eq(pl.lit("bothbad")),
      }),
    };
  },
  notes: {
    unparsed:
      "no known label in the first brackets of the reply: no choice (the source counts these as wrong)",
    list_of_labels:
      "replies that name three or more labels: choice is the first (A, where the list is repeated), last_vote the last",
    bothbad: "verdicts that both are bad: a tie in choice, bothbad in vote",
  },
  silent: [
    "the models that made the pictures",
    "verdicts in the reversed order: the left picture was always shown first",
  ],
};

/** A table of verdicts: the columns that pairs know are made, the others kept. */
function verdictTable(file: TableFile, { judge }: LayoutOptions): RawTable {
  const table = loadTable(file);
  const known = (column: string) =>
    pl.when(pl.col(column).eq(pl.lit("bothbad"))).then(pl.lit("tie")).otherwise(pl.col(column));
  const key = (column: string) => pl.concatString([pl.col("task"), pl.col(column)], "/");
  const frame = table.frame.withColumns(
    pl.lit(BENCHMARK).alias("benchmark"),
    key("idx").alias("item_id"),
    key(table.frame.columns.includes("prompt_id") ? "prompt_id" : "idx").alias("image_id"),
    pl.col("task").alias("domain"),
    judge === undefined ? pl.col("judge") : pl.lit(judge).alias("judge"),
    known("human").alias("human"),
    known("vote").alias("choice"),
    pl.col("human").alias("human_vote"),
    ...["labels_named", "response_words", "prompt_words", "source_words", "target_words"]
      .filter((column) => table.frame.columns.includes(column))
      .map((column) => pl.col(column).cast(pl.Int32)),
  );
  return { ...table, frame };
}

function place(file: TableFile): { task: string; judge: string } {
  const folder = dirname(resolve(file.path));
  return { judge: basename(folder), task: basename(dirname(folder)) };
}

function promptKey(
  file: TableFile,
  { prompt, source_prompt, instruct_prompt }: Record<string, unknown>,
): string {
  return JSON.stringify([place(file).task, prompt ?? [source_prompt, instruct_prompt]]);
}

function resultTable(
  file: TableFile,
  prompts: ReadonlyMap<string, number>,
  options: LayoutOptions,
): RawTable {
  const { task, judge } = place(file);
  // One file of the source has every line twice.
  const lines = new Map(readJsonFile(file).map((entry) => [JSON.stringify(entry.record), entry]));
  return recordsTable(file, lines.values(), (record) => {
    const reply = typeof record.response === "string" ? record.response : "";
    const form = typeof record.model_vote === "string"
      ? record.model_vote.replace(/^\[\[/, "").replace(/\]\]$/, "")
      : null;
    const vote = form === null ? null : VOTES[form] ?? null;
    // An unknown word of a person's is left as it is, for the check of values to name.
    const human = HUMAN[String(record.human_vote)] ?? String(record.human_vote);
    const named = [...reply.matchAll(/\[\[(A>B|B>A|A=B(?:=Good|=Bad)?)\]\]/g)].map(([, label]) => label);
    const last = named.at(-1);
    return {
      benchmark: BENCHMARK,
      item_id: `${task}/${record.idx}`,
      image_id: `${task}/${prompts.get(promptKey(file, record))}`,
      domain: task,
      judge: options.judge ?? judge,
      human: human === "bothbad" ? "tie" : human,
      choice: vote === "bothbad" ? "tie" : vote,
      vote,
      human_vote: human,
      last_vote: last === undefined ? null : VOTES[last],
      correct: record.correct === true ? "1" : "0",
      form: form !== null && form.length > LONG_FORM ? "(long)" : form,
      status: vote !== null ? "ok" : form !== null ? "malformed" : reply === "" ? "empty" : "none",
      labels_named: new Set(named).size,
      response_words: countWords(reply),
    };
  });
}
