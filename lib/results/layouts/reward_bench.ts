import type { FilePeek } from "./peek.ts";
import { type Json, type Layout, layout } from "./layout.ts";
import { fieldOf, larger, sides, textOf } from "./records.ts";

/** Whether a file is one object of columns, as RewardBench stores all its items. */
const hasColumns = (...names: string[]) => ({ record }: FilePeek) =>
  names.every((name) => Array.isArray(record[name]));

/** Averages by subset. */
const isSummary = ({ record }: FilePeek) => "model_type" in record && !("results" in record);

/** The columns of such an object by their names. */
const columnsOf = (record: Json) => (name: string) => (record[name] ?? []) as unknown[];

/**
 * RewardBench with generative judges (Lambert et al. 2024): `results/eval-set-scores/<org>/<model>.json`, one object of
 * columns. A is the chosen answer, which people prefer. A result of 0.5 is a reply that could not be read or was too long,
 * never a tie: no choice. `order` is `unknown` for judges behind an API: the random order they saw is not stored.
 */
export const rewardBench: Layout = layout("rewardbench", {
  results: hasColumns("results", "text_chosen", "text_rejected"),
  beside: isSummary,
  *rows(record, at) {
    const column = columnsOf(record), isKnown = Array.isArray(record.is_shuffled);
    for (const [i, result] of column("results").entries()) {
      at.count("order_unknown", !isKnown);
      yield {
        item_id: `${column("subset")[i]}/${column("id")[i] ?? i}`,
        domain: textOf(column("subset")[i]),
        judge: at.judge(record.model ?? at.file.stem),
        swapped: column("is_shuffled")[i] === true,
        choice: at.read("unparsed", result === 1 ? "A" : result === 0 ? "B" : null),
        ...sides([column("text_chosen")[i], column("text_rejected")[i]].map(lastText)),
        order: isKnown ? "known" : "unknown",
      };
    }
  },
});

/** The last message, where the answer is a conversation. */
const lastText = (text: unknown) => Array.isArray(text) ? (text.at(-1) as Json | undefined)?.content : text;

/** RewardBench's scores of a reward model: `<model>_all.jsonl` with the `chosen` and the `rejected` answer's score per line. */
export const rewardBenchScores: Layout = layout("rewardbench-scores", {
  results: ({ columns, record, stem }) =>
    /_all$/.test(stem) && columns.includes("chosen") && typeof record.chosen === "number" &&
    "rejected" in record,
  *rows(_, at) {
    const [chosen, rejected] = ["chosen", "rejected"].map((column) =>
      fieldOf(at)(column, "the answer's score, a number", (value) => typeof value === "number") as number
    );
    yield {
      item_id: `line ${at.place + 1}`,
      judge: at.judge(at.file.stem.replace(/_all$/, "")),
      choice: larger(chosen, rejected),
      score_a: chosen,
      score_b: rejected,
    };
  },
});

/**
 * RewardBench 2 (Malik et al. 2025): one right answer of four, as ratings: 1 where the judge named it, 0 where not, 1/k
 * where k answers won together. 0.25 is also what an unreadable reply gets: no score. Rows of the Ties subset, judged one
 * answer at a time, have no result of this kind and no score.
 */
export const rewardBench2: Layout = layout("rewardbench-2", {
  results: hasColumns("results", "texts_chosen", "texts_rejected"),
  beside: isSummary,
  *rows(record, at) {
    const column = columnsOf(record);
    for (const [i, result] of column("results").entries()) {
      const isScore = typeof result === "number" && result !== 0.25 && column("subset")[i] !== "Ties";
      yield {
        item_id: String(column("id")[i] ?? i),
        subset: String(column("subset")[i]),
        evaluator: String(record.model ?? at.file.stem),
        score: at.read("unparsed", isScore ? result : null),
      };
    }
  },
});
