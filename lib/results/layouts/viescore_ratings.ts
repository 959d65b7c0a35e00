import { basename, dirname, resolve } from "node:path";
import type { TableFile } from "../find_files.ts";
import { loadTable } from "../load_table.ts";
import { readBytes } from "../read_bytes.ts";
import { ResultsError } from "../results_error.ts";
import { type LayoutRow, rowsTable } from "../rows_table.ts";
import type { Layout } from "./layout.ts";
import { type FilePeek, peek } from "./peek.ts";
import { isScoreFile, overall, scoredPictures, taskName } from "./viescore.ts";

/** One person's rating of one picture: SC and PQ are 0, 0.5 or 1. */
interface Rating {
  line: number;
  task: string;
  generator: string;
  item: string;
  rater: string;
  sc: number | null;
  pq: number | null;
  provenance?: string;
}

const COLUMNS = ["task", "generator", "item", "rater", "SC", "PQ"];
/** A table of metrics that no model gave; nothing is made of it. */
const METRIC_COLUMNS = ["task", "generator", "item", "metric", "value"];
const RATER_FILE = /^(.+)_rater(\d+)$/;

/**
 * The people's ratings of VIEScore's pictures (Ku et al. 2024): three raters' tables (`<task>_rater<n>.tsv`, a column per
 * generator, cells `[SC, PQ]`), or a table of them (`task, generator, item, rater, SC, PQ`). A row per person and picture:
 * item_id = task/generator/item, image_id = task/item, `human` = O = √(SC · PQ), with `rater`, `sc`, `pq`, `task` and
 * `generator` as text. Judges' scores of the same pictures in the path become a column per evaluator, without those that
 * the source guessed.
 */
export const viescoreRatings: Layout = {
  tool: "VIEScore",
  frame: "ratings",
  detect: (file) =>
    isRatingFile(file)
      ? "results"
      : isScoreFile(file) || METRIC_COLUMNS.every((column) => file.columns.includes(column))
      ? "beside"
      : null,
  read(files) {
    const scores = new Map<string, Map<string, number>>(), evaluators = new Set<string>();
    for (const { pictures } of scoredPictures(files)) {
      for (const picture of pictures) {
        evaluators.add(picture.evaluator);
        const { status, score } = overall(picture);
        if (status !== "scored") continue;
        const key = `${picture.task}/${picture.generator}/${picture.item}`;
        const known = scores.get(key) ?? new Map<string, number>();
        scores.set(key, known.set(picture.evaluator, score!));
      }
    }
    const names = [...evaluators].sort();
    const tables = files.filter((file) => isRatingFile(peek(file))).map((file) =>
      rowsTable(
        file,
        [...file.kind === "csv" ? tableRatings(file) : raterRatings(file)].map((rating): LayoutRow => {
          const { line, task, generator, item, rater, sc, pq, provenance } = rating;
          const own = scores.get(`${task}/${generator}/${item}`);
          return {
            line,
            values: {
              item_id: `${task}/${generator}/${item}`,
              image_id: `${task}/${item}`,
              human: sc === null || pq === null ? null : Math.sqrt(sc * pq),
              ...Object.fromEntries(names.map((name) => [name, own?.get(name) ?? null])),
              rater,
              task,
              generator,
              sc: sc === null ? null : String(sc),
              pq: pq === null ? null : String(pq),
              ...(provenance === undefined ? {} : { provenance }),
            },
          };
        }),
      )
    );
    return { tables, evaluators: names };
  },
  silent: ["which raters are the same people in different tasks"],
};

function isRatingFile({ kind, stem, columns }: FilePeek): boolean {
  if (kind === "csv") return COLUMNS.every((column) => columns.includes(column));
  return kind === "tsv" && RATER_FILE.test(stem) && columns[0] === "uid";
}

function* tableRatings(file: TableFile): Generator<Rating> {
  const { frame, linesOf } = loadTable(file);
  const text = (name: string) => frame.getColumn(name).toArray() as (string | null)[];
  const [task, generator, item, rater, sc, pq] = COLUMNS.map(text);
  const number = (value: string | null, i: number, column: string) => {
    if (value === null || !Number.isNaN(Number(value))) return value === null ? null : Number(value);
    throw new ResultsError({
      file: file.path,
      line: linesOf([i])[0],
      column,
      value,
      expected: "a number or nothing",
    });
  };
  for (let i = 0, { height } = frame; i < height; i++) {
    yield {
      line: i + 2,
      task: task[i]!,
      generator: generator[i]!,
      item: item[i]!,
      rater: rater[i]!,
      sc: number(sc[i], i, "sc"),
      pq: number(pq[i], i, "pq"),
    };
  }
}

function* raterRatings(file: TableFile): Generator<Rating> {
  const [, , rater] = RATER_FILE.exec(file.stem)!;
  const task = taskName(basename(dirname(resolve(file.path))));
  const [header, ...lines] = readBytes(file).toString("utf8").split(/\r?\n/);
  const generators = header.split("\t").slice(1), origin = generators.indexOf("provenance");
  for (const [index, text] of lines.entries()) {
    if (text.trim() === "") continue;
    const [item, ...cells] = text.split("\t");
    for (const [g, generator] of generators.entries()) {
      if (generator === "" || g === origin) continue;
      const cell = cells[g] ?? "";
      const found = /^\[\s*([\d.]+)\s*,\s*([\d.]+)\s*\]$/.exec(cell.trim());
      if (!found && cell.trim() !== "") {
        throw new ResultsError({
          file: file.path,
          line: index + 2,
          column: generator,
          value: cell,
          expected: "[SC, PQ] or nothing",
        });
      }
      yield {
        line: index + 2,
        task,
        generator,
        item,
        rater,
        sc: found ? Number(found[1]) : null,
        pq: found ? Number(found[2]) : null,
        provenance: origin < 0 ? undefined : cells[origin],
      };
    }
  }
}
