import type { z } from "zod";
import { countWords } from "../count_words.ts";
import type { TableFile } from "../find_files.ts";
import { checkedRecord, lazySchema } from "../lazy_schema.ts";
import { ResultsError } from "../results_error.ts";
import type { Cells } from "../rows_table.ts";
import type { Layout } from "./layout.ts";
import { isJudged } from "./mllm_scores.ts";
import { type Found, recordsOf, recordsTable } from "./records.ts";

/** A pair as the benchmark stores it; `human_answer` in the released files, `human` in older ones. */
const pairRecord = lazySchema((z) => {
  const id = z.union([z.string(), z.number()]).transform(String);
  const answer = z.object({ name: z.string().nullish(), answer: z.string() });
  return z.object({
    id: id.nullish(),
    pair_id: id,
    image_path: z.string().nullish(),
    original_dataset: z.string().nullish(),
    answer1: answer.nullish(),
    answer2: answer.nullish(),
    human_answer: z.string().nullish(),
    human: z.string().nullish(),
  });
});

const judgedRecord = lazySchema((z) =>
  z.object({
    pair_id: z.union([z.string(), z.number()]).transform(String),
    result: z.object({ name: z.string().nullish(), judge: z.union([z.string(), z.number()]).nullish() }),
  })
);

type Pair = z.infer<ReturnType<typeof pairRecord>>;

/**
 * MLLM-as-a-Judge, pairwise setting (Chen et al. 2024): a human file of pairs (`pair_id, image_path, original_dataset,
 * answer1, answer2, human_answer` with A, B or C for a tie) joined by `pair_id` with one or many judge output files, in
 * which the judge's letter is `result.judge`. A file that holds both, as the released high-quality subset does, needs no
 * other. The judge's name is the option `judge`, else `result.name`, else the file's name. Domain = `original_dataset`.
 *
 * A judge's letter other than A, B, C (brackets are allowed: `[[A]]`) is unparsable: null. A judged pair without a human
 * record has no human label; a file of which no pair has one is an error. Pairs that a judge did not judge are no rows
 * (`describe` shows the counts).
 */
export const mllmAsAJudge: Layout = {
  tool: "MLLM-as-a-Judge, pairs",
  frame: "pairs",
  detect: ({ record }) => "pair_id" in record && ("answer1" in record || isJudged(record)) ? "results" : null,
  read(files, { judge, count }) {
    const pairs = new Map<string, Pair>();
    for (const { records } of recordsOf(files)) {
      for (const found of records) addPair(pairs, found);
    }
    const judged = recordsOf(files, { of: isJudged, only: true });
    if (judged.length === 0) {
      throw new ResultsError({
        file: files.map(({ path }) => path).join(", "),
        expected: "at least one judge output file (records with result.judge) beside the human file",
      });
    }
    const tables = judged.map(({ file, records }) => {
      const known = records.filter(({ record }) => pairs.has(String(record.pair_id)));
      if (known.length === 0) {
        throw new ResultsError({
          file: file.path,
          line: records[0].line,
          column: "pair_id",
          value: String(records[0].record.pair_id),
          expected: "a pair that the human file has",
        });
      }
      count("unlabelled", records.length - known.length);
      return recordsTable(file, records, (_, found) => judgedCells(pairs, found, judge));
    });
    return { tables };
  },
  notes: {
    unlabelled: "judged pairs without a human record: no human label",
  },
};

function addPair(pairs: Map<string, Pair>, { file, line, record }: Found): void {
  if (record.human_answer === undefined && record.human === undefined) return;
  const own = checkedRecord(file, line, pairRecord, record), known = pairs.get(own.pair_id);
  const label = (pair: Pair) => pair.human_answer ?? pair.human;
  if (known && label(known) !== label(own)) {
    throw new ResultsError({
      file: file.path,
      line,
      column: "human_answer",
      value: label(own),
      expected: `one human label per item, but item ${own.pair_id} has also ${JSON.stringify(label(known))}`,
    });
  }
  pairs.set(own.pair_id, own);
}

function judgedCells(pairs: Map<string, Pair>, { file, line, record }: Found, judge?: string): Cells {
  const { pair_id, result } = checkedRecord(file, line, judgedRecord, record);
  const own = pairRecord().safeParse(record);
  const pair: Partial<Pair> = pairs.get(pair_id) ?? (own.success ? own.data : {});
  return {
    benchmark: "MLLM-as-a-Judge",
    item_id: pair_id,
    image_id: pair.image_path ?? pair.id ?? null,
    domain: pair.original_dataset ?? null,
    judge: judge ?? result.name ?? file.stem,
    human: humanVerdict(file, line, pair.human_answer ?? pair.human ?? null),
    choice: judgeVerdict(result.judge ?? null),
    words_a: countWords(pair.answer1?.answer),
    words_b: countWords(pair.answer2?.answer),
    model_a: pair.answer1?.name ?? null,
    model_b: pair.answer2?.name ?? null,
  };
}

const VERDICT: Record<string, string> = { A: "A", B: "B", C: "tie" };

function humanVerdict(file: TableFile, line: number, label: string | null): string | null {
  if (label === null) return null;
  const verdict = VERDICT[label.trim()];
  if (verdict) return verdict;
  throw new ResultsError({
    file: file.path,
    line,
    column: "human_answer",
    value: label,
    expected: "A, B or C",
  });
}

function judgeVerdict(letter: string | number | null): string | null {
  return VERDICT[String(letter ?? "").replace(/[[\]\s.]/g, "").toUpperCase()] ?? null;
}
