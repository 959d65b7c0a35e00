import { dirname } from "node:path";
import type { TableFile } from "../find_files.ts";
import { BIAS_TYPES } from "../frames.ts";
import { isObject } from "../json_lines.ts";
import { ResultsError } from "../results_error.ts";
import { type Found, type Layout, layout } from "./layout.ts";
import { foldersOf } from "./records.ts";

/** Columns that carry the scores of the authors' code past the check of the scale. */
export const OFFICIAL_SCORES = ["__official_unbiased", "__official_biased"] as const;

/** Folder of one repetition in the output of the authors' code. */
const SEED_FOLDER = /^seed_(.+)$/;
/** A file of it: also a torn one, or one that holds something else, is meant to be judgements. */
const IN_SEED_FOLDER = /(^|[\\/])seed_[^\\/]+[\\/]\d+\.json$/;

/** The seed that the folder of a file names, else the folder. */
const seedOf = (file: TableFile) => {
  const [folder] = foldersOf(file);
  return SEED_FOLDER.exec(folder)?.[1] ?? folder;
};

/**
 * The output of MM-JudgeBias' public code, `judgements/seed_*\/NNNN.json`: one record per sample with `meta` (id, bias type, task, domain, difficulty, sources) and
 * `judgement[model]` with `unbiased` and `biased` texts and their scores. Every model of a record becomes a row; seeds in the
 * order of their numbers become runs 1, 2, …; a missing score is parsed from its text. Where records share ids, or lack them, the files'
 * names tell samples apart. Only what lies in the folders of seeds is read, where there are any: reports and logs lie beside them.
 *
 * With `compatibility: "official"` any score counts, N/A is no abstention, foreign bias types are passed over, as in the authors' code.
 */
export const mmJudgeBias: Layout = layout("mm-judgebias", {
  byFolder: true,
  results: ({ path, record: { judgement, meta } }) =>
    isObject(judgement) && isObject(meta) || IN_SEED_FOLDER.test(path),
  own: (file, files) => isSeed(file) || !files.some(isSeed),
  index: (files, records) => ({ seeds: seedsOf(files), useStem: repeatsIds(files.flatMap(records)) }),
  *rows({ meta, judgement }, { file, index, options: { compatibility }, drop }) {
    const official = compatibility === "official", { path } = file;
    if (!isObject(meta) || !isObject(judgement)) {
      const fault = new ResultsError({ file: path, expected: "a record with meta and judgement" });
      return drop("record", fault, official);
    }
    if (!BIAS_TYPES.some((type) => type === meta.bias_type)) {
      const column = "meta.bias_type",
        value = meta.bias_type ?? null,
        expected = `one of ${BIAS_TYPES.join(", ")}`;
      return drop("bias_type", new ResultsError({ file: path, column, value, expected }), official);
    }
    const seed = seedOf(file), textOf = (value: unknown) => value == null ? null : String(value);
    for (const [judge, answer] of Object.entries(judgement)) {
      const scored = (side: "unbiased" | "biased") =>
        judgementSide(answer, side, official, { file: path, judge });
      let sides;
      try {
        sides = [scored("unbiased"), scored("biased")];
      } catch (error) {
        drop("score", error as ResultsError);
        continue;
      }
      const scores = sides.map(({ score }) => score),
        isScore = (one: number | null) => one! >= 1 && one! <= MAX_SCORE;
      yield {
        judge,
        run: index.seeds.indexOf(seed) + 1,
        sample_id: index.useStem ? file.stem : textOf(meta.id),
        bias_type: String(meta.bias_type),
        task_type: textOf(meta.task_type),
        domain: textOf(meta.domain_type),
        difficulty: textOf(meta.difficulty),
        unbiased: isScore(scores[0]) ? scores[0] : null,
        biased: isScore(scores[1]) ? scores[1] : null,
        unbiased_status: sides[0].status,
        biased_status: sides[1].status,
        seed,
        unbiased_source: textOf(meta.unbiased_source),
        biased_source: textOf(meta.biased_source),
        ...official ? { [OFFICIAL_SCORES[0]]: scores[0], [OFFICIAL_SCORES[1]]: scores[1] } : {},
      };
    }
  },
});

function isSeed(file: TableFile): boolean {
  return SEED_FOLDER.test(foldersOf(file)[0]);
}

/** Seeds by their files' folders, in the order of the runs that they are: as numbers where they are numbers, else as texts. */
function seedsOf(files: readonly TableFile[]): string[] {
  return [...new Set(files.map(seedOf))].sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1));
}

/** Whether the records of some folder share ids, or lack them. */
function repeatsIds(found: readonly Found[]): boolean {
  const seen = new Set<string>();
  return found.some(({ file, record: { meta, judgement } }) => {
    if (!isObject(meta) || !isObject(judgement)) return false;
    if (typeof meta.id !== "string" && typeof meta.id !== "number") return true;
    return Object.keys(judgement).some((judge) => {
      const key = JSON.stringify([dirname(file.path), judge, meta.id, meta.bias_type]);
      return seen.size === seen.add(key).size;
    });
  });
}

/** Highest score of the scale. */
const MAX_SCORE = 10;

/** Where the score stands in an answer to the paper's prompts. */
const MARKER = "### Score:";

/** A judge that declines: the first thing that it writes where the score should be. */
const ABSTAINS = /^[\s*_"'([<]*(n\s*\/\s*a|not applicable)(?![a-z])/i;

/**
 * The score and status of one side of `judgement[model]`: the stored score, else the one in the text.
 *
 * @param official any number counts and N/A is no abstention, as in the authors' code
 */
function judgementSide(
  answer: unknown,
  side: "unbiased" | "biased",
  official: boolean,
  { file, judge }: { file: string; judge: string },
): { score: number | null; status: "scored" | "abstained" | "unparsable" | "missing" } {
  const none = <Status>(status: Status) => ({ score: null, status });
  const fail = (column: string, value: unknown, expected: string): never => {
    throw new ResultsError({ file, column: `judgement.${judge}.${column}`, value, expected });
  };
  const isScore = (value: unknown): value is number =>
    typeof value === "number" && (official || value >= 1 && value <= MAX_SCORE);
  if (!isObject(answer)) return none("missing");
  const stored = answer[`${side}_score`] ?? null, text = answer[side] ?? null;
  if (text !== null && typeof text !== "string") return fail(side, text, "a judge's text");
  if (!official && judgementAbstains(text ?? "")) return none("abstained");
  if (stored === null && (text === null || !official && text.trim() === "")) return none("missing");
  const score = stored === null
    ? judgementScore(text!)
    : typeof stored === "string"
    ? decimalNumber(stored)
    : official && typeof stored === "boolean"
    ? Number(stored)
    : stored;
  if (isScore(score)) return { score, status: "scored" };
  const range = `a score from 1 to ${MAX_SCORE} or nothing (compatibility: "official" takes any number)`;
  return stored === null ? none("unparsable") : fail(`${side}_score`, stored, range);
}

/**
 * The score in a judge's text, by the rules of MM-JudgeBias' public code: a bare number is taken; else the first number after
 * the last `### Score:`; else the last number in the text; else none. Decimals are taken, the scale is not checked. This is
 * the one reader that takes the first or last of several numbers: the files are that code's own, and so are their scores.
 */
export function judgementScore(text: string): number | null {
  const bare = decimalNumber(text);
  if (bare !== null) return bare;
  const at = text.lastIndexOf(MARKER);
  const marked = at < 0 ? null : /[0-9]+(?:\.[0-9]+)?/.exec(text.slice(at + MARKER.length));
  if (marked) return Number(marked[0]);
  const numbers = text.match(/[0-9]+(?:\.[0-9]+)?/g);
  return numbers ? Number(numbers.at(-1)) : null;
}

/** Whether a judge's text says N/A where its score should be: behind the last `### Score:`, or as the whole of it. */
export function judgementAbstains(text: string): boolean {
  const at = text.lastIndexOf(MARKER);
  return ABSTAINS.test(at < 0 ? text : text.slice(at + MARKER.length));
}

/** A text that is nothing but a number as the official code's language reads one: 7, +7., .5, 1e1, 1_0, nan, inf; else null. */
function decimalNumber(text: string): number | null {
  const plain = text.trim().slice(0, 41).replace(/\p{Nd}/gu, asciiDigit);
  if (plain.length > 40) return null;
  if (/^[+-]?(\d(_?\d)*\.?(\d(_?\d)*)?|\.\d(_?\d)*)(e[+-]?\d(_?\d)*)?$/i.test(plain)) {
    return Number(plain.replaceAll("_", ""));
  }
  const word = /^([+-]?)(?:(inf|infinity)|nan)$/i.exec(plain);
  return word ? (word[2] ? (word[1] === "-" ? -Infinity : Infinity) : NaN) : null;
}

/** The digit that a digit of any script stands for: their blocks run from 0 to 9. */
function asciiDigit(digit: string): string {
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - 1 - value))) value++;
  return String(value % 10);
}
