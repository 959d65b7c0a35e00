import { isObject } from "../json_lines.ts";
import { type Found, type Json, type Layout, layout } from "./layout.ts";
import { fieldOf, numberOf, sides, textOf } from "./records.ts";

const isJudged = ({ result }: Json) => isObject(result) && "judge" in result;

const VERDICT: Record<string, string> = { A: "A", B: "B", C: "tie" };

/** MLLM-as-a-Judge, pairs (Chen et al. 2024): a human file joined by `pair_id` with judges' outputs; one file may hold both. */
export const mllmAsAJudge: Layout = layout("mllm-as-a-judge", {
  results: ({ record }) => "pair_id" in record && ("answer1" in record || isJudged(record)),
  index: (files, records) => labelledPairs(files.flatMap(records)),
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
      human: human === undefined ? null : VERDICT[human],
      choice: VERDICT[String(result.judge ?? "").replace(/[[\]\s.]/g, "").toUpperCase()] ?? null,
      ...sides([one?.answer, other?.answer], [one?.name, other?.name]),
    };
  },
});

const pairId = (found: Found) =>
  String(fieldOf(found)("pair_id", "a text or a number", (id) => ["string", "number"].includes(typeof id)));

function labelledPairs(found: readonly Found[]) {
  const pairs = new Map<string, { human: string; pair: Json }>();
  for (const one of found) {
    const { human_answer, human: older, ...pair } = one.record, human = human_answer ?? older;
    if (human === undefined || human === null) continue;
    const id = pairId(one), known = pairs.get(id)?.human, label = String(human).trim();
    const expected = known ? `one human label per item (item ${id} has also ${known})` : "A, B or C";
    const isLabel = () => label in VERDICT && label === (known ?? label);
    fieldOf({ ...one, record: { human_answer: human } })("human_answer", expected, isLabel);
    pairs.set(id, { human: label, pair });
  }
  return pairs;
}

const pictureOf = ({ image_path, id }: Json) => textOf(image_path)?.replace(/^image\//, "") ?? String(id);

/** MLLM-as-a-Judge, scores: `Benchmark/score.jsonl` with a person's score, joined by `score_id` with judges' `Score/<judge>.jsonl`, as ratings. */
export const mllmScores: Layout = layout("mllm-as-a-judge-scores", {
  results: ({ record }) => "score_id" in record && isJudged(record),
  beside: ["score_id"],
  index: (files, records) =>
    new Map(
      files.flatMap(records).filter(({ record: { human } }) => human !== undefined)
        .map(({ record }) => [String(record.score_id), numberOf(record.human)]),
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
      score: at.read("unparsed", numberOf(judged.judge)),
    };
  },
});

/** MLLM-as-a-Judge, batches: rankings of four answers (`result.judge` such as `DACB`, best first; a person's in `human`) as the pairs that they imply. */
export const mllmBatch: Layout = layout("mllm-as-a-judge-batch", {
  results: ({ record }) => Array.isArray(record.answers) && isJudged(record),
  *rows(record, at) {
    const answers = record.answers as Json[], { name, judge } = record.result as Json;
    const pairs = answers.flatMap((_, i) => answers.slice(i + 1).map((_, k) => [i, i + 1 + k]));
    for (const [i, j] of pairs) {
      const both = [answers[i], answers[j]];
      yield {
        item_id: `${record.id}/${i}-${j}`,
        image_id: pictureOf(record),
        domain: textOf(record.original_dataset),
        judge: at.judge(name ?? at.file.stem),
        human: ranked(record.human, i, j),
        choice: at.read("unparsed", ranked(judge, i, j)),
        ...sides(both.map(({ answer }) => answer), both.map(({ name }) => name)),
      };
    }
  },
});

function ranked(ranking: unknown, i: number, j: number): "A" | "B" | null {
  const text = textOf(ranking)?.toUpperCase() ?? "",
    [a, b] = [i, j].map((index) => text.indexOf("ABCDEFGH"[index]));
  return a < 0 || b < 0 ? null : a < b ? "A" : "B";
}
