import { dirname } from "node:path";
import type { TableFile } from "../find_files.ts";
import { BIAS_TYPES } from "../frames.ts";
import { isObject } from "../json_lines.ts";
import { ResultsError } from "../results_error.ts";
import { type Found, type Layout, layout } from "./layout.ts";
import { foldersOf } from "./records.ts";

/** Columns that carry the scores of the authors' code past the check of the scale. */
export const OFFICIAL_SCORES = ["__official_unbiased", "__official_biased"] as const;

const SEED_FOLDER = /^seed_(.+)$/;
/** A file of it: also a torn one, or one that holds something else, is meant to be judgements. */
const IN_SEED_FOLDER = /(^|[\\/])seed_[^\\/]+[\\/]\d+\.json$/;

const seedOf = (file: TableFile) => {
  const [folder] = foldersOf(file);
  return SEED_FOLDER.exec(folder)?.[1] ?? folder;
};

/**
 * The output of MM-JudgeBias' public code, `judgements/seed_*\/NNNN.json`: one record per sample with `meta` and `judgement[model]`, each of which is a
 * row. Seeds become runs; a missing score is parsed from its text; where ids are missing or shared, samples are called as their files. With
 * `compatibility: "official"` any score counts, N/A is no abstention, foreign bias types are passed over, as in the authors' code.
 */
export const mmJudgeBias: Layout = layout("mm-judgebias", {
  byFolder: true,
  results: ({ path, record: { judgement, meta } }) =>
    isObject(judgement) && isObject(meta) || IN_SEED_FOLDER.test(path),
  own: (file, files) => isSeed(file) || !files.some(isSeed),
  index: (files, records) => ({
    seeds: [...new Set(files.map(seedOf))].sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1)),
    useStem: repeatsIds(files.flatMap(records)),
  }),
  *rows({ meta, judgement }, { file, index, options: { compatibility }, drop }) {
    const official = compatibility === "official", seed = seedOf(file), { path } = file;
    const textOf = (value: unknown) => value == null ? null : String(value);
    if (!isObject(meta) || !isObject(judgement)) {
      const fault = new ResultsError({ file: path, expected: "a record with meta and judgement" });
      return drop("record", fault, official);
    }
    const { bias_type = null } = meta;
    if (!BIAS_TYPES.some((type) => type === bias_type)) {
      const expected = `one of ${BIAS_TYPES.join(", ")}`;
      const fault = new ResultsError({ file: path, column: "meta.bias_type", value: bias_type, expected });
      return drop("bias_type", fault, official);
    }
    for (const [judge, answer] of Object.entries(judgement)) {
      let sides;
      try {
        sides = (["unbiased", "biased"] as const).map((side) =>
          judgementSide(answer, side, official, { file: path, judge })
        );
      } catch (error) {
        drop("score", error as ResultsError);
        continue;
      }
      const [unbiased, biased] = sides.map(({ score }) => score !== null && isScore(score) ? score : null);
      yield {
        judge,
        run: index.seeds.indexOf(seed) + 1,
        sample_id: index.useStem ? file.stem : textOf(meta.id),
        bias_type: String(bias_type),
        task_type: textOf(meta.task_type),
        domain: textOf(meta.domain_type),
        difficulty: textOf(meta.difficulty),
        unbiased,
        biased,
        unbiased_status: sides[0].status,
        biased_status: sides[1].status,
        seed,
        unbiased_source: textOf(meta.unbiased_source),
        biased_source: textOf(meta.biased_source),
        ...official && Object.fromEntries(OFFICIAL_SCORES.map((name, i) => [name, sides[i].score])),
      };
    }
  },
});

function repeatsIds(found: readonly Found[]): boolean {
  const own = found.flatMap(({ file, record: { meta, judgement } }) =>
    isObject(meta) && isObject(judgement)
      ? Object.keys(judgement).map((judge) =>
        JSON.stringify([dirname(file.path), judge, meta.id, meta.bias_type])
      )
      : []
  );
  return new Set(own).size < own.length ||
    found.some(({ record: { meta } }) => isObject(meta) && meta.id == null);
}

const isSeed = (file: TableFile) => SEED_FOLDER.test(foldersOf(file)[0]);

const MAX_SCORE = 10;
const MARKER = "### Score:";
const ABSTAINS = /^[\s*_"'([<]*(n\s*\/\s*a|not applicable)(?![a-z])/i;

const isScore = (score: number) => score >= 1 && score <= MAX_SCORE;

function judgementSide(
  answer: unknown,
  side: "unbiased" | "biased",
  official: boolean,
  { file, judge }: { file: string; judge: string },
): { score: number | null; status: "scored" | "abstained" | "unparsable" | "missing" } {
  const { [`${side}_score`]: stored = null, [side]: text = null } = isObject(answer) ? answer : {};
  const fail = (column: string, value: unknown, expected: string): never => {
    throw new ResultsError({ file, column: `judgement.${judge}.${column}`, value, expected });
  };
  if (text !== null && typeof text !== "string") return fail(side, text, "a judge's text");
  if (!official && judgementAbstains(text ?? "")) return { score: null, status: "abstained" };
  if (stored === null && (text === null || !official && text.trim() === "")) {
    return { score: null, status: "missing" };
  }
  const score = stored === null
    ? judgementScore(text!)
    : typeof stored === "string"
    ? decimalNumber(stored)
    : official && typeof stored === "boolean"
    ? Number(stored)
    : stored;
  if (typeof score === "number" && (official || isScore(score))) return { score, status: "scored" };
  if (stored === null) return { score: null, status: "unparsable" };
  const range = `a score from 1 to ${MAX_SCORE} or nothing (compatibility: "official" takes any number)`;
  return fail(`${side}_score`, stored, range);
}

/**
 * The score in a judge's text, by the rules of MM-JudgeBias' public code: a bare number is taken; else the first number after
 * the last `### Score:`; else the last number in the text; else none. Decimals are taken, the scale is not checked. This is
 * the one reader that takes the first or last of several numbers: the files are that code's own, and so are their scores.
 */
export function judgementScore(text: string): number | null {
  const bare = decimalNumber(text), at = text.lastIndexOf(MARKER);
  if (bare !== null) return bare;
  const numbersIn = (part: string) => part.match(/[0-9]+(?:\.[0-9]+)?/g) ?? [];
  const marked = at < 0 ? undefined : numbersIn(text.slice(at + MARKER.length))[0];
  const found = marked ?? numbersIn(text).at(-1);
  return found === undefined ? null : Number(found);
}

export function judgementAbstains(text: string): boolean {
  const at = text.lastIndexOf(MARKER);
  return ABSTAINS.test(at < 0 ? text : text.slice(at + MARKER.length));
}

/** A text that is nothing but a number as Python reads one: 7, +7., .5, 1e1, 1_0, nan, inf, in digits of any script; else null. */
function decimalNumber(text: string): number | null {
  const plain = text.trim().toLowerCase().replace(/\p{Nd}/gu, asciiDigit).replace(/(?<=\d)_(?=\d)/g, "");
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(plain)) return Number(plain);
  const [, sign, word] = /^([+-]?)(inf|infinity|nan)$/.exec(plain) ?? [];
  return word === undefined ? null : word === "nan" ? NaN : sign === "-" ? -Infinity : Infinity;
}

function asciiDigit(digit: string): string {
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - 1 - value))) value++;
  return String(value % 10);
}
