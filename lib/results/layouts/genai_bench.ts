import { basename, dirname, resolve } from "node:path";
import pl from "nodejs-polars";
import { countWords } from "../count_words.ts";
import type { TableFile } from "../find_files.ts";
import type { Cells } from "../rows_table.ts";
import { countRows, type Layout, type LayoutOptions } from "./layout.ts";
import { type Json, mapped, recordsOf, recordsTable, textOf, verdictTable } from "./records.ts";

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
/** Columns of a table of verdicts: labels_named tells replies that repeat the list of labels. */
const TABLE = ["task", "idx", "judge", "vote", "human", "last_vote", "labels_named"];
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
    const needed = kind === "csv" ? TABLE : ["idx", "response", "model_vote", "human_vote"];
    return needed.every((column) => columns.includes(column)) ? "results" : null;
  },
  read(files, reading) {
    // The source writes everything twice: lines, and the same as one document.
    const paths = new Set(files.map(({ path }) => path));
    const once = files.filter(({ path }) => !(/\.json$/.test(path) && paths.has(`${path}l`)));
    // One file of the source has every line twice.
    const official = recordsOf(once.filter(({ kind }) => kind !== "csv"), { last: (record) => record });
    const prompts = new Map<string, number>();
    for (const { file, record } of official.flatMap(({ records }) => records)) {
      const key = promptKey(file, record), idx = Number(record.idx);
      prompts.set(key, Math.min(prompts.get(key) ?? Infinity, idx));
    }
    const tables = [
      ...official.map(({ file, records }) =>
        recordsTable(file, records, (record) => resultCells(file, record, prompts, reading))
      ),
      ...once.filter(({ kind }) => kind === "csv").map((file) =>
        verdictTable(file, (names) => ({ needed: TABLE, made: tableColumns(names), judge: reading.judge }))
      ),
    ];
    countRows(tables, reading, {
      unparsed: pl.col("vote").isNull(),
      list_of_labels: pl.col("labels_named").gt(pl.lit(2)),
      bothbad: pl.col("vote").eq(pl.lit("bothbad")),
    });
    return { tables };
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

/** The columns of pairs from those of a table of verdicts, which are kept. */
function tableColumns(names: readonly string[]): Record<string, pl.Expr | string> {
  const key = (column: string) => pl.concatString([pl.col("task"), pl.col(column)], "/");
  const counts = ["labels_named", "response_words", "prompt_words", "source_words", "target_words"];
  return {
    benchmark: pl.lit(BENCHMARK),
    item_id: key("idx"),
    image_id: key(names.includes("prompt_id") ? "prompt_id" : "idx"),
    domain: pl.col("task"),
    human: mapped(pl.col("human"), { bothbad: "tie" }),
    choice: mapped(pl.col("vote"), { bothbad: "tie" }),
    human_vote: pl.col("human"),
    ...Object.fromEntries(counts.filter((name) => names.includes(name)).map((name) => [name, name])),
  };
}

function place(file: TableFile): { task: string; judge: string } {
  const folder = dirname(resolve(file.path));
  return { judge: basename(folder), task: basename(dirname(folder)) };
}

function promptKey(file: TableFile, { prompt, source_prompt, instruct_prompt }: Json): string {
  return JSON.stringify([place(file).task, prompt ?? [source_prompt, instruct_prompt]]);
}

function resultCells(
  file: TableFile,
  record: Json,
  prompts: ReadonlyMap<string, number>,
  options: LayoutOptions,
): Cells {
  const { task, judge } = place(file);
  const reply = textOf(record.response) ?? "";
  const form = textOf(record.model_vote)?.replace(/^\[\[/, "").replace(/\]\]$/, "") ?? null;
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
}
