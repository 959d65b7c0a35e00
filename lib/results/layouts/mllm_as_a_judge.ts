import type { TableFile } from "../find_files.ts";
import { ResultsError } from "../results_error.ts";
import { type Found, type Json, type Layout, layout } from "./layout.ts";
import { fieldOf, sides, textOf } from "./records.ts";

/** Whether a record has a judge's result. */
const isJudged = ({ result }: Json) => typeof result === "object" && result !== null && "judge" in result;

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
export const mllmAsAJudge: Layout = layout("mllm-as-a-judge", {
  results: ({ record }) => "pair_id" in record && ("answer1" in record || isJudged(record)),
  index: (files, records) => labelledPairs(files, records),
  *rows(record, at) {
    if (!isJudged(record)) return;
    const id = pairId(at), result = record.result as Json, labelled = at.index.get(id);
    const { human, pair = record } = labelled ?? {},
      [one, other] = [pair.answer1, pair.answer2] as (Json | null)[];
    at.count("unlabelled", labelled === undefined);
    yield {
      item_id: id,
      image_id: textOf(pair.image_path) ?? (pair.id == null ? null : String(pair.id)),
      domain: textOf(pair.original_dataset),
      judge: at.judge(result.name ?? at.file.stem),
      human: human === undefined ? null : VERDICT[human.trim()],
      choice: VERDICT[String(result.judge ?? "").replace(/[[\]\s.]/g, "").toUpperCase()] ?? null,
      ...sides([one?.answer, other?.answer], [one?.name, other?.name]),
    };
  },
});

const VERDICT: Record<string, string> = { A: "A", B: "B", C: "tie" };

const pairId = (found: Found) =>
  String(
    fieldOf(found)("pair_id", "a text or a number", (id) => typeof id === "string" || typeof id === "number"),
  );

/** The pairs with a person's label, by their id; each judged file has at least one of them. */
function labelledPairs(
  files: readonly TableFile[],
  records: (file: TableFile) => readonly Found[],
): Map<string, { human: string; pair: Json }> {
  const pairs = new Map<string, { human: string; pair: Json }>();
  for (const found of files.flatMap(records)) {
    const { human_answer, human: older, ...pair } = found.record, human = human_answer ?? older;
    if (human === undefined || human === null) continue;
    const id = pairId(found), known = pairs.get(id)?.human ?? human;
    const field = fieldOf({ ...found, record: { human_answer: human } });
    const one = `one human label per item, but item ${id} has also ${JSON.stringify(known)}`;
    field("human_answer", one, (value) => value === known);
    field("human_answer", "A, B or C", (value) => String(value).trim() in VERDICT);
    pairs.set(id, { human: String(human), pair });
  }
  const judged = files.map((file) => ({ file, own: records(file).filter(({ record }) => isJudged(record)) }))
    .filter(({ own }) => own.length > 0);
  if (judged.length === 0) {
    const expected = "at least one judge output file (records with result.judge) beside the human file";
    throw new ResultsError({ file: files.map(({ path }) => path).join(", "), expected });
  }
  const lost = judged.find(({ own }) => !own.some((found) => pairs.has(pairId(found))));
  if (lost) fieldOf(lost.own[0])("pair_id", "a pair that the human file has", () => false);
  return pairs;
}

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
export const mllmScores: Layout = layout("mllm-as-a-judge-scores", {
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
});

/**
 * MLLM-as-a-Judge, batches: a judge's ranking of four answers (`result.judge` such as `DACB`, best first) as the pairs that
 * it implies, item_id = id/first-second; a person's ranking in `human` likewise. A ranking that is empty or lacks a letter
 * has no choice for the pairs that it does not order.
 */
export const mllmBatch: Layout = layout("mllm-as-a-judge-batch", {
  results: ({ record }) => Array.isArray(record.answers) && isJudged(record),
  *rows(record, at) {
    const answers = record.answers as Json[], { name, judge } = record.result as Json;
    for (const [i, first] of answers.entries()) {
      for (const [k, second] of answers.slice(i + 1).entries()) {
        const j = i + 1 + k;
        yield {
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
});

/** Which of two answers a ranking of letters puts first. */
function ranked(ranking: unknown, i: number, j: number): "A" | "B" | null {
  const text = typeof ranking === "string" ? ranking.toUpperCase() : "";
  const [a, b] = [i, j].map((index) => text.indexOf(String.fromCharCode(65 + index)));
  return a < 0 || b < 0 ? null : a < b ? "A" : "B";
}
