import { readFileSync } from "node:fs";
import { basename } from "node:path";
import pl from "nodejs-polars";
import { BIAS_TYPES } from "../frames.ts";
import type { TableFile } from "../find_files.ts";
import { isObject, parseJsonLines } from "../json_lines.ts";
import { type JudgementSide, judgementSide, MAX_SCORE } from "../judgement_side.ts";
import { firstRecord, provenanceOf } from "../json_file.ts";
import { type RawTable, ROW } from "../load_table.ts";
import type { Json, Layout } from "./layout.ts";
import { readBytes } from "../read_bytes.ts";
import { ResultsError } from "../results_error.ts";

/** Folder of one repetition in the output of the authors' code. */
const SEED_FOLDER = /^seed_(.+)$/;

/** How many files are looked at before a folder counts as something else. */
const LOOKED_AT = 5;

/** Columns that carry the scores of the authors' code past the check of the scale. */
export const OFFICIAL_SCORES = ["__official_unbiased", "__official_biased"] as const;

/** Whether these files are output of MM-JudgeBias' public code: JSON records with `meta` and `judgement`. */
function isJudgementFolder(files: readonly TableFile[]): boolean {
  return judgementFiles(files).slice(0, LOOKED_AT).some((file) => {
    const record = file.kind === "jsonl" ? firstRecord(file) : null;
    return isObject(record?.judgement) && (record.meta === undefined || isObject(record.meta));
  });
}

/** Only what lies in the folders of seeds, where there are any: reports and logs lie beside them. */
function judgementFiles(files: readonly TableFile[]): readonly TableFile[] {
  const seeds = new Map<string, boolean>();
  const own = files.filter(({ path }) => {
    const folder = folderOf(path);
    if (!seeds.has(folder)) seeds.set(folder, SEED_FOLDER.test(basename(folder)));
    return seeds.get(folder);
  });
  return own.length > 0 ? own : files;
}

/**
 * The output of MM-JudgeBias' public code, `judgements/seed_*\/NNNN.json`: one record per sample with `meta` (id, bias type, task, domain, difficulty, sources) and
 * `judgement[model]` with `unbiased` and `biased` texts and their scores. Every model of a record becomes a row; seeds in the
 * order of their numbers become runs 1, 2, …; a missing score is parsed from its text.
 *
 * With `compatibility: "official"` any score counts, N/A is no abstention, foreign bias types are passed over, as in the authors' code.
 *
 * @throws {ResultsError} for a torn file, a record or score that is none (unless `drop`, or official where their code goes on)
 */
export const mmJudgeBias: Layout = {
  tool: "MM-JudgeBias",
  frame: "score pairs",
  detect: () => null,
  knows: isJudgementFolder,
  read: (files, { compatibility, onInvalid }) =>
    readJudgements(files, { official: compatibility === "official", drop: onInvalid === "drop" }),
};

function readJudgements(
  given: readonly TableFile[],
  { official, drop }: { official: boolean; drop: boolean },
): ReturnType<Layout["read"]> {
  const files = judgementFiles(given);
  const seeds = seedRuns(files);
  const dropped: Record<string, number> = {};
  const rows: Row[] = [];
  const folders = new Map<string, Row[]>();
  const leaveOut = (reason: string, error: ResultsError, silent: boolean) => {
    if (!drop && !silent) throw error;
    dropped[reason] = (dropped[reason] ?? 0) + 1;
  };
  for (const file of files) {
    const { path, stem } = file, folder = folderOf(path);
    let own = folders.get(folder);
    if (!own) folders.set(folder, own = []);
    for (const record of records(file)) {
      const meta = record.meta, judgement = record.judgement;
      if (!isObject(meta) || !isObject(judgement)) {
        leaveOut(
          "record",
          new ResultsError({ file: path, expected: "a record with meta and judgement" }),
          official,
        );
        continue;
      }
      if (!BIAS_TYPES.some((type) => type === meta.bias_type)) {
        const expected = `one of ${BIAS_TYPES.join(", ")}`;
        const error = new ResultsError({
          file: path,
          column: "meta.bias_type",
          value: meta.bias_type ?? null,
          expected,
        });
        leaveOut("bias_type", error, official);
        continue;
      }
      for (const [judge, answer] of Object.entries(judgement)) {
        try {
          const sides = (["unbiased", "biased"] as const).map((side) =>
            judgementSide(answer, side, official, { file: path, judge })
          );
          const row = { meta, judge, stem, seed: seeds.of(folder), sides, ...provenanceOf(record) };
          rows.push(row);
          own.push(row);
        } catch (error) {
          if (!(error instanceof ResultsError)) throw error;
          leaveOut("score", error, false);
        }
      }
    }
  }
  if (rows.length === 0) {
    throw new ResultsError({ file: files[0].path, expected: "judgements of at least one model, found none" });
  }
  const useStem = [...folders.values()].some(repeatsIds);
  return {
    tables: [asTable(rows, seeds, useStem, official, folderOf(files[0].path))],
    files: [...folders].map(([path, { length }]) => ({ path, rows: length })),
    dropped,
    notes: [],
  };
}

/** The records of a file. Most are one small document, read and parsed in one go; whatever that fails on is looked at closely. */
function records(file: TableFile): Json[] {
  if (!file.gzip) {
    try {
      const text = readFileSync(file.path, "utf8");
      const record: unknown = JSON.parse(text);
      // Bytes that are no UTF-8 come out as this mark, without a word.
      if (isObject(record) && !text.includes("\ufffd")) return [record];
    } catch {
      // Torn, not there, or lines of records: told apart below.
    }
  }
  return parseJsonLines(file.path, readBytes(file)).map(({ record }) => record);
}

/** `dirname` at less cost: it is asked for thousands of files. */
function folderOf(path: string): string {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return end < 0 ? "." : path.slice(0, end);
}

interface Row {
  meta: Json;
  judge: string;
  stem: string;
  seed: string;
  sides: JudgementSide[];
  provenance?: string;
}

/** Numbers of the runs: seeds in numerical order where they are numbers, else as texts. */
function seedRuns(files: readonly TableFile[]) {
  const names = new Map<string, string>();
  for (const { path } of files) {
    const folder = folderOf(path);
    if (!names.has(folder)) names.set(folder, SEED_FOLDER.exec(basename(folder))?.[1] ?? basename(folder));
  }
  const sorted = [...new Set(names.values())].sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1));
  return {
    of: (folder: string) => names.get(folder)!,
    run: (seed: string) => sorted.indexOf(seed) + 1,
  };
}

/** Whether a folder's records share ids (or lack them), so that only the files' names tell samples apart. */
function repeatsIds(rows: readonly Row[]): boolean {
  const seen = new Set<string>();
  for (const { meta, judge } of rows) {
    const { id } = meta;
    if (typeof id !== "string" && typeof id !== "number") return true;
    const key = `${judge}\n${id}\n${meta.bias_type}`;
    if (seen.has(key)) return true;
    seen.add(key);
  }
  return false;
}

function asTable(
  rows: readonly Row[],
  seeds: ReturnType<typeof seedRuns>,
  useStem: boolean,
  official: boolean,
  folder: string,
): RawTable {
  const text = (name: string, value: (row: Row) => unknown) =>
    pl.Series(name, rows.map((row) => textOf(value(row))), pl.Utf8);
  const scores = (name: string, side: 0 | 1, any: boolean) =>
    pl.Series(
      name,
      rows.map(({ sides }) => any || inScale(sides[side]) ? sides[side].score : null),
      pl.Float64,
    );
  const runs = new Map([...new Set(rows.map(({ seed }) => seed))].map((seed) => [seed, seeds.run(seed)]));
  // In the order and the types of the frame: where the caller renames nothing there is nothing left to shape.
  const frame = pl.DataFrame([
    text("judge", ({ judge }) => judge),
    pl.Series("run", Int32Array.from(rows, ({ seed }) => runs.get(seed)!), pl.Int32),
    text("sample_id", ({ meta, stem }) => useStem ? stem : meta.id),
    text("bias_type", ({ meta }) => meta.bias_type),
    text("task_type", ({ meta }) => meta.task_type),
    text("domain", ({ meta }) => meta.domain_type),
    text("difficulty", ({ meta }) => meta.difficulty),
    scores("unbiased", 0, false),
    scores("biased", 1, false),
    text("unbiased_status", ({ sides: [side] }) => side.status),
    text("biased_status", ({ sides: [, side] }) => side.status),
    text("seed", ({ seed }) => seed),
    text("unbiased_source", ({ meta }) => meta.unbiased_source),
    text("biased_source", ({ meta }) => meta.biased_source),
    ...(rows.some(({ provenance }) => provenance !== undefined)
      ? [text("provenance", ({ provenance }) => provenance)]
      : []),
    ...(official ? [scores(OFFICIAL_SCORES[0], 0, true), scores(OFFICIAL_SCORES[1], 1, true)] : []),
    pl.Series(ROW, Int32Array.from(rows, (_, i) => i), pl.Int32),
  ]);
  return { file: folder, stem: basename(folder), linesOf: (wanted) => wanted.map(() => null), frame };
}

function inScale({ score }: JudgementSide): boolean {
  return score !== null && score >= 1 && score <= MAX_SCORE;
}

function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : typeof value === "string" ? value : String(value);
}
