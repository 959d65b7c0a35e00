import { type Found, type Layout, layout } from "./layout.ts";
import { type FilePeek, peek } from "./peek.ts";
import { fieldOf, foldersOf, numberOf, textOf } from "./records.ts";
import { isScoreFile, overallScores, taskName } from "./viescore.ts";

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
export const viescoreRatings: Layout = layout({
  tool: "VIEScore",
  frame: "ratings",
  results: isRatingFile,
  beside: (file) => isScoreFile(file) || METRIC_COLUMNS.every((column) => file.columns.includes(column)),
  index: (files, records) => overallScores(files.filter((file) => isScoreFile(peek(file))).flatMap(records)),
  evaluators: ({ evaluators }) => evaluators,
  *rows(_, at) {
    for (const { task, generator, item, rater, sc, pq } of ratingsOf(at)) {
      const key = `${task}/${generator}/${item}`, own = at.index.scores.get(key);
      yield {
        item_id: key,
        image_id: `${task}/${item}`,
        human: sc === null || pq === null ? null : Math.sqrt(sc * pq),
        ...Object.fromEntries(at.index.evaluators.map((name) => [name, own?.[name] ?? null])),
        rater,
        task,
        generator,
        sc: sc === null ? null : String(sc),
        pq: pq === null ? null : String(pq),
      };
    }
  },
  silent: ["which raters are the same people in different tasks"],
});

function isRatingFile({ kind, stem, columns }: FilePeek): boolean {
  if (kind === "csv") return COLUMNS.every((column) => columns.includes(column));
  return kind === "tsv" && RATER_FILE.test(stem) && columns[0] === "uid";
}

/** What a record says: a row of the table one rating, a line of a rater's file one of each generator. SC and PQ are 0, 0.5 or 1. */
function ratingsOf(found: Found) {
  const { file, record } = found, field = fieldOf(found);
  if (file.kind === "csv") {
    const [task, generator, item, rater] = COLUMNS.map((name) => String(record[name]));
    const [sc, pq] = ["SC", "PQ"].map((name) =>
      numberOf(field(name, "a number or nothing", (value) => value === null || numberOf(value) !== null))
    );
    return [{ task, generator, item, rater, sc, pq }];
  }
  const [, , rater] = RATER_FILE.exec(file.stem)!, { uid, provenance: _, ...cells } = record;
  return Object.keys(cells).filter((generator) => generator !== "").map((generator) => {
    const form = /^\[\s*([\d.]+)\s*,\s*([\d.]+)\s*\]$/;
    const cell = (textOf(cells[generator]) ?? "").trim(), [, sc, pq] = form.exec(cell) ?? [];
    field(generator, "[SC, PQ] or nothing", () => cell === "" || sc !== undefined);
    return {
      task: taskName(foldersOf(file)[0]),
      ...{ generator, item: String(uid), rater, sc: numberOf(sc), pq: numberOf(pq) },
    };
  });
}
