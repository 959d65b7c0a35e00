import { basename, dirname, resolve } from "node:path";
import type { TableFile } from "../find_files.ts";
import { provenanceOf, readJsonFile } from "../json_file.ts";
import { factor } from "../factor.ts";
import { loadTable } from "../load_table.ts";
import { type LayoutRow, rowsTable } from "../rows_table.ts";
import type { Layout } from "./layout.ts";
import { type FilePeek, peek } from "./peek.ts";

/** One judge's score of one side of one picture: SC (semantic consistency) or PQ (perceptual quality). */
interface Side {
  line: number;
  task: string;
  generator: string;
  item: string;
  evaluator: string;
  component: string;
  /** The least of the sub-scores, 0 to 10, as the source takes it. */
  score: number;
  /** The source could not read the reply and drew a random number in its place. */
  guessed: boolean;
  origin?: { provenance?: string };
}

/** What one judge says of both sides of one picture. */
export interface ScoredPicture extends Pick<Side, "line" | "task" | "generator" | "item" | "evaluator"> {
  SC?: Side;
  PQ?: Side;
}

const GUESS = /^\s*guess_if_cannot_parse/;
const COLUMNS = ["task", "generator", "item", "judge", "shots", "component", "parts", "is_list", "guessed"];

/**
 * VIEScore (Ku et al. 2024): `_answers/results_<judge>_<shots>/<task>/<generator>/{SC,PQ}.json`, or a table of these scores
 * (`task, generator, item, judge, shots, component, parts, guessed, …`). image_id = task/item, evaluator = judge-shots,
 * `score` = the overall score O = √(min SC / 10 · min PQ / 10) in 0 to 1, sub-scores of a list cut to whole numbers.
 *
 * Where a reply could not be read the source puts a random number from 0 to 10: such a picture has no score here.
 * `source_score` is the overall score with the guesses in, `sc` and `pq` are its sides, and `status` says which side was
 * guessed or is missing.
 */
export const viescore: Layout = {
  tool: "VIEScore",
  frame: "caption scores",
  detect: (file) => isScoreFile(file) ? "results" : null,
  read(files, { count }) {
    const tables = scoredPictures(files).map(({ file, pictures }) =>
      rowsTable(
        file,
        pictures.map((picture): LayoutRow => {
          const { status, score } = overall(picture);
          count(status.split("_")[0]);
          return {
            line: picture.line,
            values: {
              image_id: `${picture.task}/${picture.item}`,
              generator: picture.generator,
              evaluator: picture.evaluator,
              setting: "ref_free",
              score: status === "scored" ? score : null,
              source_score: score,
              sc: picture.SC?.score ?? null,
              pq: picture.PQ?.score ?? null,
              status,
              task: picture.task,
              ...(picture.SC ?? picture.PQ)?.origin,
            },
          };
        }),
      )
    );
    return { tables };
  },
  notes: {
    guessed:
      "a reply could not be read and the source drew a random number: no score (source_score keeps it)",
    missing: "one of the two sides is missing: no score",
  },
  silent: ["judges' scores of pictures that they made: none of them made any"],
};

/** Whether a file holds judges' scores: the table, or the answers on one side of the pictures of one generator. */
export function isScoreFile({ kind, stem, columns, record }: FilePeek): boolean {
  if (kind === "csv") return COLUMNS.every((column) => columns.includes(column));
  const [first] = Object.values(record);
  return (stem === "SC" || stem === "PQ") && typeof first === "object" && first !== null && "score" in first;
}

/** The pictures of files of scores, both sides together: those of a table, or of the two files of a folder. */
export function scoredPictures(
  files: readonly TableFile[],
): { file: TableFile; pictures: ScoredPicture[] }[] {
  const groups = new Map<string, TableFile[]>();
  for (const file of files.filter((file) => isScoreFile(peek(file)))) {
    const key = file.kind === "csv" ? file.path : dirname(resolve(file.path));
    groups.set(key, [...groups.get(key) ?? [], file]);
  }
  return [...groups.values()].map((group) => {
    const pictures = new Map<string, ScoredPicture>();
    for (const file of group) {
      for (const side of file.kind === "csv" ? tableSides(file) : answerSides(file)) {
        const { line, task, generator, item, evaluator, component } = side;
        const key = `${task}\n${generator}\n${item}\n${evaluator}`;
        const picture = pictures.get(key) ?? { line, task, generator, item, evaluator };
        pictures.set(key, picture);
        if (component === "SC" || component === "PQ") picture[component] = side;
      }
    }
    return { file: group[0], pictures: [...pictures.values()] };
  });
}

/** The overall score of a picture as the source computes it, guesses included, and what became of its sides. */
export function overall({ SC, PQ }: ScoredPicture): { status: string; score: number | null } {
  if (!SC || !PQ) return { status: `missing_${SC ? "pq" : "sc"}`, score: null };
  const guessed = [SC.guessed ? "sc" : "", PQ.guessed ? "pq" : ""].filter(Boolean);
  const product = (SC.score / 10) * (PQ.score / 10);
  return {
    status: guessed.length === 0 ? "scored" : `guessed_${guessed.join("_")}`,
    score: Math.min(1, Math.max(0, Math.sqrt(Math.max(0, product)))),
  };
}

/** The least of the sub-scores; those of a list are cut to whole numbers. */
function least(parts: readonly number[], isList: boolean): number {
  return Math.min(...(isList ? parts.map(Math.trunc) : parts));
}

function* tableSides(file: TableFile): Generator<Side> {
  const { frame } = loadTable(file);
  // Few texts stand in many rows: each becomes JavaScript's once, not once per row.
  const column = (name: string) => {
    const { codes, levels } = factor(frame.getColumn(name));
    return { codes, levels: levels as (string | null)[], of: (row: number) => levels[codes[row]] as string };
  };
  const [task, generator, item, judge, shots, component, parts, isList, guessed] = COLUMNS.map(column);
  const evaluators = judge.levels.map((name) => shots.levels.map((shot) => `${name}-${shot}`));
  const scores = isList.levels.map((is) =>
    parts.levels.map((all) => least((all ?? "").split("|").map(Number), is === "true"))
  );
  for (let i = 0, { height } = frame; i < height; i++) {
    yield {
      line: i + 2,
      task: task.of(i),
      generator: generator.of(i),
      item: item.of(i),
      evaluator: evaluators[judge.codes[i]][shots.codes[i]],
      component: component.of(i),
      score: scores[isList.codes[i]][parts.codes[i]],
      guessed: guessed.of(i) === "true",
    };
  }
}

function* answerSides(file: TableFile): Generator<Side> {
  const folder = dirname(resolve(file.path)), above = dirname(folder);
  const [, judge, shots] = /^results_(.+)_(\d+)shot$/.exec(basename(dirname(above))) ??
    [, basename(dirname(above)), "0"];
  for (const { line, record } of readJsonFile(file)) {
    for (const [item, answer] of Object.entries(record)) {
      const { score, reasoning } = answer as { score?: number | number[]; reasoning?: unknown };
      if (score === undefined || score === null) continue;
      yield {
        line,
        task: taskName(basename(above)),
        generator: basename(folder),
        item,
        evaluator: `${judge}-${shots}`,
        component: file.stem,
        score: least([score].flat().map(Number), Array.isArray(score)),
        guessed: typeof reasoning === "string" && GUESS.test(reasoning),
        origin: provenanceOf(answer as Record<string, unknown>),
      };
    }
  }
}

/** A task as the papers call it; its folders begin with the name of the collection. */
export function taskName(folder: string): string {
  return folder.replace(/^ImagenHub_/, "");
}
