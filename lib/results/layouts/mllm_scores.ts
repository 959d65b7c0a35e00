import { type Json, type Layout, layout } from "./layout.ts";
import { sides, textOf } from "./records.ts";

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
export const mllmScores: Layout = layout({
  tool: "MLLM-as-a-Judge, scores",
  frame: "ratings",
  results: ({ record }) => "score_id" in record && isJudged(record),
  beside: ["score_id"],
  index: (files, records) =>
    new Map(
      files.flatMap(records).filter(({ record: { human } }) => human !== undefined)
        .map(({ record }) => [String(record.score_id), numberIn(record.human)]),
    ),
  *rows({ score_id, result, name, answer, original_dataset, ...picture }, at) {
    const judged = result as Json, id = String(score_id);
    at.count("unlabelled", !at.index.has(id));
    yield {
      item_id: id,
      image_id: pictureOf(picture),
      human: at.index.get(id) ?? null,
      model: textOf(name ?? (answer as Json | undefined)?.name),
      domain: textOf(original_dataset),
      evaluator: String(judged.name ?? at.file.stem),
      score: at.read("unparsed", numberIn(judged.judge)),
    };
  },
  notes: {
    unparsed: "scores that are no number: no score",
    unlabelled: "scores of answers without a person's score",
  },
});

/**
 * MLLM-as-a-Judge, batches: a judge's ranking of four answers (`result.judge` such as `DACB`, best first) as the pairs that
 * it implies, item_id = id/first-second; a person's ranking in `human` likewise. A ranking that is empty or lacks a letter
 * has no choice for the pairs that it does not order.
 */
export const mllmBatch: Layout = layout({
  tool: "MLLM-as-a-Judge, batches",
  frame: "pairs",
  results: ({ record }) => Array.isArray(record.answers) && isJudged(record),
  *rows(record, at) {
    const answers = record.answers as Json[], { name, judge } = record.result as Json;
    for (const [i, first] of answers.entries()) {
      for (const [k, second] of answers.slice(i + 1).entries()) {
        const j = i + 1 + k;
        yield {
          benchmark: "MLLM-as-a-Judge batch",
          item_id: `${record.id}/${i}-${j}`,
          image_id: pictureOf(record),
          domain: textOf(record.original_dataset),
          judge: at.judge(name ?? at.file.stem),
          human: ranked(record.human, i, j),
          choice: at.read("unparsed", ranked(judge, i, j)),
          ...sides([first.answer, second.answer], [first.name, second.name]),
        };
      }
    }
  },
  notes: {
    unparsed: "pairs that a ranking does not order: no choice",
  },
  silent: ["ties: a ranking has none", "six pairs of one ranking are one judgment: cluster by image"],
});

/** Which of two answers a ranking of letters puts first. */
function ranked(ranking: unknown, i: number, j: number): "A" | "B" | null {
  const text = typeof ranking === "string" ? ranking.toUpperCase() : "";
  const [a, b] = [i, j].map((index) => text.indexOf(String.fromCharCode(65 + index)));
  return a < 0 || b < 0 ? null : a < b ? "A" : "B";
}
