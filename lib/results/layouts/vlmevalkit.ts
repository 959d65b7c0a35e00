import { realpathSync } from "node:fs";
import type { TableFile } from "../find_files.ts";
import type { FilePeek } from "./peek.ts";
import { type Layout, layout } from "./layout.ts";
import { foldersOf, sides, turned } from "./records.ts";
import { oddLength, overallJudgment } from "./vl_reward_bench.ts";

/** VLMEvalKit on VL-RewardBench: the model under test is the judge; its choice is the reply's judgment, else, where the score is 1, the human's. */
export const vlmevalkitPairs: Layout = layout("vlmevalkit-vl-rewardbench", {
  results: (file) => isPairs(file) && file.columns.includes("score"),
  beside: (file) => isPairs(file) || isScoreTable(file),
  own: isNewest,
  *rows(record, at) {
    const texts = Object.entries(record).map(([name, value]) => [name, String(value ?? "")]);
    const row: Record<string, string> = Object.fromEntries(texts), [one, other] = pythonList(row.response);
    const human = /^\[0/.test(row.human_ranking) ? "A" : /^\[1/.test(row.human_ranking) ? "B" : "tie";
    const swapped = oddLength(one, other), verdict = turned(overallJudgment(row.prediction), swapped);
    const fromScore = verdict === null && Number(row.score) === 1 && row.prediction !== "";
    at.count("from_score", fromScore);
    yield {
      item_id: row.id || row.index,
      domain: row.category || null,
      judge: at.judge(at.file.stem.replace(/_VL-RewardBench.*$/i, "")),
      swapped,
      human,
      choice: at.read("unparsed", fromScore ? human : verdict),
      ...sides([one, other]),
      score: scoreOf(row.score),
    };
  },
});

/** VLMEvalKit's judged answers: `<model>/…/<model>_<dataset>_<judge>.xlsx`; elsewhere a data set goes on in capitals (`MathVista_MINI`). */
export const vlmevalkitRatings: Layout = layout("vlmevalkit", {
  results: (file) =>
    file.kind === "xlsx" && !isPairs(file) &&
    ["index", "prediction", "score"].every((name) => file.columns.includes(name)),
  own: isNewest,
  *rows(record, at) {
    const row = record as Record<string, string>, { stem } = at.file, score = scoreOf(row.score);
    const known = foldersOf(at.file).slice(0, 2).find((name) => stem.startsWith(`${name}_`));
    const [, own, dataset, judge] = known === undefined
      ? /^(.+?)_([A-Za-z][^_]*(?:_[A-Z\d]+)*)_([^_]+)$/.exec(stem) ?? ["", stem, "", "judge"]
      : /^()(.+)_([^_]+)$/.exec(stem.slice(known.length + 1)) ?? ["", "", "", "judge"];
    yield {
      item_id: `${known ?? own}/${dataset}/${row.index}`,
      image_id: `${dataset}/${row.index}`,
      model: known ?? own,
      dataset,
      domain: row.category || null,
      evaluator: judge,
      score: typeof score === "number" ? score : null,
    };
  },
});

function scoreOf(text: string): number | string | null {
  if (text.trim() === "") return null;
  return Number.isNaN(Number(text)) ? text : Number(text);
}

const isPairs = ({ columns }: FilePeek) =>
  ["response", "human_ranking", "prediction"].every((name) => columns.includes(name));

const isScoreTable = ({ kind, stem, columns }: FilePeek) =>
  kind === "csv" && /_score$/.test(stem) && columns.some((name) => /Overall/i.test(name));

/** The folder above holds links to the newest files: of those with one content the last is read. */
function isNewest(file: TableFile, files: readonly TableFile[]): boolean {
  const real = realpathSync(file.path);
  return files.findLast(({ path }) => realpathSync(path) === real)?.path === file.path;
}

function pythonList(text: string): string[] {
  const escapes: Record<string, string> = { n: "\n", t: "\t", r: "\r" };
  return [...text.matchAll(/'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)"/g)].map(([, single, double]) =>
    (single ?? double).replace(
      /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([\s\S]))/g,
      (_, x, u, wide, letter) =>
        letter === undefined ? String.fromCodePoint(parseInt(x ?? u ?? wide, 16)) : escapes[letter] ?? letter,
    )
  ).concat("", "");
}
