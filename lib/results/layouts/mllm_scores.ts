import type { Layout } from "./layout.ts";
import { type Json, recordRatings, recordsOf, recordTables, textOf, wordsOf } from "./records.ts";

export const isJudged = ({ result }: Json) =>
  typeof result === "object" && result !== null && "judge" in result;

/** A number in a text that is nothing but a number. */
function numberIn(value: unknown): number | null {
  const text = String(value ?? "").trim();
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null;
}

/** Pictures stand there with and without their folder. */
const pictureOf = ({ image_path, id }: Json) =>
  typeof image_path === "string" ? image_path.replace(/^image\//, "") : String(id);

/**
 * MLLM-as-a-Judge, scores (Chen et al. 2024): `Benchmark/score.jsonl` with a person's score, joined by `score_id` with
 * judges' `Score/<judge>.jsonl`. As ratings: item_id = score_id, a column per judge. A judge's text that is no number could
 * not be read.
 */
export const mllmScores: Layout = {
  tool: "MLLM-as-a-Judge, scores",
  frame: "ratings",
  detect: ({ record }) => "score_id" in record ? isJudged(record) ? "results" : "beside" : null,
  read(files, { count }) {
    const human = new Map<string, number | null>();
    for (const { record } of recordsOf(files).flatMap(({ records }) => records)) {
      if ("human" in record) human.set(String(record.score_id), numberIn(record.human));
    }
    return recordRatings(files, { of: isJudged, only: true }, (record, { file }) => {
      const { name, judge } = record.result as Json;
      const id = String(record.score_id), score = numberIn(judge);
      count("unparsed", score === null);
      count("unlabelled", !human.has(id));
      return {
        row: {
          item_id: id,
          image_id: pictureOf(record),
          human: human.get(id) ?? null,
          model: textOf(record.name ?? (record.answer as Json | undefined)?.name),
          domain: textOf(record.original_dataset),
        },
        evaluator: String(name ?? file.stem),
        score,
      };
    });
  },
  notes: {
    unparsed: "scores that are no number: no score",
    unlabelled: "scores of answers without a person's score",
  },
};

/**
 * MLLM-as-a-Judge, batches: a judge's ranking of four answers (`result.judge` such as `DACB`, best first) as the pairs that
 * it implies, item_id = id/first-second; a person's ranking in `human` likewise. A ranking that is empty or lacks a letter
 * has no choice for the pairs that it does not order.
 */
export const mllmBatch: Layout = {
  tool: "MLLM-as-a-Judge, batches",
  frame: "pairs",
  detect: ({ record }) => Array.isArray(record.answers) && isJudged(record) ? "results" : null,
  read: (files, options) =>
    recordTables(files, {}, (record, { file }) => {
      const answers = record.answers as Json[];
      const { name, judge } = record.result as Json;
      return answers.flatMap((first, i) =>
        answers.slice(i + 1).map((second, k) => {
          const j = i + 1 + k, choice = ranked(judge, i, j);
          options.count("unparsed", choice === null);
          return {
            benchmark: "MLLM-as-a-Judge batch",
            item_id: `${record.id}/${i}-${j}`,
            image_id: pictureOf(record),
            domain: textOf(record.original_dataset),
            judge: options.judge ?? String(name ?? file.stem),
            human: ranked(record.human, i, j),
            choice,
            words_a: wordsOf(first.answer),
            words_b: wordsOf(second.answer),
            model_a: textOf(first.name),
            model_b: textOf(second.name),
          };
        })
      );
    }),
  notes: {
    unparsed: "pairs that a ranking does not order: no choice",
  },
  silent: ["ties: a ranking has none", "six pairs of one ranking are one judgment: cluster by image"],
};

/** Which of two answers a ranking of letters puts first. */
function ranked(ranking: unknown, i: number, j: number): "A" | "B" | null {
  const text = typeof ranking === "string" ? ranking.toUpperCase() : "";
  const [a, b] = [i, j].map((index) => text.indexOf(String.fromCharCode(65 + index)));
  return a < 0 || b < 0 ? null : a < b ? "A" : "B";
}
