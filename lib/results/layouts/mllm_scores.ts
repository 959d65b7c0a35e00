import { countWords } from "../count_words.ts";
import { provenanceOf, readJsonFile } from "../json_file.ts";
import { recordsTable } from "../rows_table.ts";
import type { Layout } from "./layout.ts";
import { wideRatings } from "./wide_ratings.ts";

type Json = Record<string, unknown>;

const isJudged = ({ result }: Json) => typeof result === "object" && result !== null && "judge" in result;

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
  read(files) {
    const counts = { unparsed: 0, unlabelled: 0 };
    const contents = files.map((file) => ({ file, lines: readJsonFile(file) }));
    const human = new Map<string, number | null>();
    for (const { record } of contents.flatMap(({ lines }) => lines)) {
      if ("human" in record) human.set(String(record.score_id), numberIn(record.human));
    }
    const cells = contents.flatMap(({ file, lines }) =>
      lines.filter(({ record }) => isJudged(record)).map(({ line, record }) => {
        const { name, judge } = record.result as Json;
        const id = String(record.score_id), score = numberIn(judge);
        if (score === null) counts.unparsed++;
        if (!human.has(id)) counts.unlabelled++;
        const writer = record.name ?? (record.answer as Json | undefined)?.name;
        return {
          file,
          line,
          row: {
            item_id: id,
            image_id: pictureOf(record),
            human: human.get(id) ?? null,
            model: typeof writer === "string" ? writer : null,
            domain: typeof record.original_dataset === "string" ? record.original_dataset : null,
            ...provenanceOf(record),
          },
          evaluator: String(name ?? file.stem),
          score,
        };
      })
    );
    return {
      ...wideRatings(cells),
      counts,
    };
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
  read(files, options) {
    const counts = { unparsed: 0 };
    const tables = files.map((file) =>
      recordsTable(file, readJsonFile(file), (record) => {
        const answers = record.answers as Json[];
        const { name, judge } = record.result as Json;
        return answers.flatMap((first, i) =>
          answers.slice(i + 1).map((second, k) => {
            const j = i + 1 + k, choice = ranked(judge, i, j);
            if (choice === null) counts.unparsed++;
            return {
              benchmark: "MLLM-as-a-Judge batch",
              item_id: `${record.id}/${i}-${j}`,
              image_id: pictureOf(record),
              domain: typeof record.original_dataset === "string" ? record.original_dataset : null,
              judge: options.judge ?? String(name ?? file.stem),
              human: ranked(record.human, i, j),
              choice,
              words_a: countWords(first.answer as string | null),
              words_b: countWords(second.answer as string | null),
              model_a: typeof first.name === "string" ? first.name : null,
              model_b: typeof second.name === "string" ? second.name : null,
            };
          })
        );
      })
    );
    return {
      tables,
      counts,
    };
  },
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
