import pl from "nodejs-polars";
import { grouped } from "../../stats/grouped.ts";
import { betterResponse } from "../reply_text.ts";
import { canonicalCriterion, type CriteriaSplit } from "../criteria_sets.ts";
import { provenanceOf } from "../json_lines.ts";
import { fromParquet } from "../load_table.ts";
import { ResultsError } from "../results_error.ts";
import type { Cells } from "../rows_table.ts";
import { type Found, type Json, type Layout, layout, type LayoutOptions, openRecords } from "./layout.ts";
import { type FilePeek, peek } from "./peek.ts";
import { fieldOf, sides } from "./records.ts";

/** A row of the dataset: what humans prefer on one criterion of one pair of responses. */
type DatasetRow = { item: string; values: Cells };
/** Rows of the dataset by what names them: split, column of ids, id and criterion. */
type Dataset = Map<string, DatasetRow>;

const keyOf = (...names: unknown[]) => names.join("\n");

/** Columns of the dataset that are read; the pictures stay where they are. */
const REQUIRED = ["criterion", "preference", "pred_a", "pred_b"];
const DATASET = ["prompt_id", "question_id", "image_path", "model_a", "model_b", "split", ...REQUIRED];

/** Columns that may name the item, and those that may hold the verdict: a letter, or the judge's text. */
const IDS = ["prompt_id", "question_id"];
const LETTER = ["choice", "verdict", "prediction"], TEXT = ["output", "response", "judge_output"];

const isDataset = ({ kind, columns }: Pick<FilePeek, "kind" | "columns">) =>
  kind !== "csv" && REQUIRED.every((column) => columns.includes(column));

/** The column of an output that names the item, and the one that holds the verdict. */
const outputColumns = (columns: readonly string[]) => ({
  id: ["item_id", ...IDS].find((column) => columns.includes(column)),
  verdict: [...LETTER, ...TEXT].find((column) => columns.includes(column)),
});

/**
 * Rows of the public Multi-Crit dataset (`prompt_id, question_id, split, criterion, preference, pred_a, pred_b, model_a,
 * model_b`, one row per criterion of a pair) joined with judge output files: one table per output file.
 *
 * An output row names its dataset row by `prompt_id`, `question_id` or `item_id`, by `criterion` (any of its names) and, where
 * an id occurs in both parts, by `split`. Its verdict is a letter (`choice`, `verdict` or `prediction`: A, B, 1, 2, tie) or
 * the judge's text (`output`, `response` or `judge_output`), whose last "Response X is better" counts; anything else is
 * unparsable: null. `judge, mode, thinking` are columns of the output, options, or the file's name, single and false.
 *
 * A judge that judged some criteria of an item gets the others as rows without a choice, since an item counts as a whole;
 * items that it did not judge at all are no rows.
 */
export const multiCrit: Layout = layout("multi-crit", {
  joined: true,
  results: isDataset,
  beside: ({ columns }) =>
    columns.includes("criterion") &&
    Object.values(outputColumns(columns)).every((name) => name !== undefined),
  own: (file) => !isDataset(peek(file)),
  open(file, limits) {
    if (file.kind !== "parquet") return openRecords(file, limits);
    // Of the dataset only what is needed: its pictures weigh hundreds of megabytes.
    const columns = peek(file).columns.filter((name) => !isDataset(peek(file)) || DATASET.includes(name));
    const frame = fromParquet(file.path, () => pl.scanParquet(file.path).select(...columns).collectSync());
    return (frame.toRecords() as Json[]).map((record, i) => ({ line: i + 1, record }));
  },
  index(files, records, options) {
    const [datasets, outputs] = [true, false].map((is) =>
      files.filter((file) => isDataset(peek(file)) === is)
    );
    const rows = readDataset(datasets.flatMap(records));
    const lacks = datasets.length === 0
      ? `rows of the dataset (columns ${REQUIRED.join(", ")})`
      : outputs.length === 0
      ? "at least one file of judge outputs beside the dataset"
      : null;
    if (rows && !lacks) {
      return new Map(outputs.map((file) => [file.path, outputRows(records(file), rows, options)]));
    }
    const several = `one row per ${IDS.join(" or ")} and criterion, found several (or no ids)`;
    throw new ResultsError({ file: files.map(({ path }) => path).join(", "), expected: lacks ?? several });
  },
  *rows(_, at) {
    yield* at.index.get(at.file.path)![at.place];
  },
});

/** The rows of the dataset; null where no id tells them apart. */
function readDataset(found: readonly Found[]): Dataset | null {
  const rows = found.map((one) => {
    const part = one.record.split ?? (/reason/i.test(one.file.stem) ? "reasoning" : "open_ended");
    const split = splitOf(one, part), criterion = canonicalCriterion(split, String(one.record.criterion));
    return { one, cells: one.record, split, criterion };
  });
  // The dataset has two columns of ids: the item is what several rows share, and what has a criterion only once.
  const count = (column: string, more: boolean) =>
    new Set(rows.map(({ cells, split, criterion }) => keyOf(split, cells[column], more && criterion))).size;
  const [id] = IDS.filter((column) =>
    rows.every(({ cells }) => filled(cells[column]) !== null) && count(column, true) === rows.length
  ).sort((a, b) => count(a, false) - count(b, false));
  if (id === undefined) return null;
  const index: Dataset = new Map();
  for (const { one, cells, split, criterion } of rows) {
    const [a, b, image] = [cells.model_a, cells.model_b, cells.image_path].map(filled);
    const human = letterOf(cells.preference);
    fieldOf(one)("preference", "A, B, tie or nothing", (value) => human !== null || filled(value) === null);
    const row: DatasetRow = {
      item: keyOf(split, cells[id]),
      values: {
        split,
        item_id: String(cells[id]),
        pair_type: a !== null && b !== null ? (a === b ? "intra" : "cross") : null,
        criterion,
        human,
        ...sides([cells.pred_a, cells.pred_b]),
        ...image === null ? {} : { image_id: image },
      },
    };
    for (const [column, value] of [...IDS.map((name) => [name, cells[name]]), ["item_id", cells[id]]]) {
      if (filled(value) !== null) index.set(keyOf(split, column, value, criterion), row);
    }
  }
  return index;
}

/** The rows of each record of an output; with the last one come those of criteria that the judge left out. */
function outputRows(found: readonly Found[], dataset: Dataset, options: LayoutOptions): Cells[][] {
  const columns = [...new Set(found.flatMap(({ record }) => Object.keys(record)))];
  const { id, verdict } = outputColumns(columns);
  if (!id || !verdict || !columns.includes("criterion")) {
    const wanted = `item_id, ${IDS.join(" or ")}; criterion; ${[...LETTER, ...TEXT].join(", ")}`;
    const expected = `the columns ${wanted}, found ${columns.join(", ")}`;
    throw new ResultsError({ file: found[0].file.path, expected });
  }
  const seen = new Map<string, { item: string; rows: Set<DatasetRow>; own: Cells }>();
  const rows = found.map((one): Cells[] => {
    const { file, line, record: cells } = one;
    const splits = filled(cells.split) === null ? ["open_ended", "reasoning"] : [splitOf(one, cells.split)];
    const known = splits.flatMap((split) => {
      const criterion = canonicalCriterion(split, String(cells.criterion));
      return dataset.get(keyOf(split, id, cells[id], criterion)) ?? [];
    });
    if (known.length !== 1) {
      throw new ResultsError({
        ...{ file: file.path, line, column: id, value: `${cells[id]}, ${cells.criterion}` },
        expected: known.length === 0
          ? "an item and a criterion that the dataset has"
          : "an item of one part of the dataset (both have it: give the column split)",
      });
    }
    const [row] = known, thinking = filled(cells.thinking);
    const own = {
      judge: filled(cells.judge) ?? options.judge ?? file.stem,
      mode: filled(cells.mode) ?? options.mode ?? "single",
      thinking: thinking === null ? options.thinking ?? false : /^(true|1)$/i.test(thinking),
      ...provenanceOf(cells),
    };
    const place = JSON.stringify([own.judge, own.mode, own.thinking, row.item]);
    const judged = seen.get(place) ?? { item: row.item, rows: new Set(), own };
    seen.set(place, judged);
    judged.rows.add(row);
    const named = LETTER.includes(verdict) ? cells[verdict] : betterResponse(String(cells[verdict] ?? ""));
    return [{ ...own, ...row.values, choice: letterOf(named) }];
  });
  const byItem = grouped([...new Set(dataset.values())], ({ item }) => item);
  for (const { item, rows: judged, own } of seen.values()) {
    const left = byItem.get(item)!.filter((row) => !judged.has(row));
    rows.at(-1)!.push(...left.map(({ values }) => ({ ...own, ...values, choice: null })));
  }
  return rows;
}

function splitOf(found: Found, value: unknown): CriteriaSplit {
  const name = String(value).toLowerCase().replace(/[^a-z]+/g, "_");
  const split = /^open_?ended/.test(name) ? "open_ended" : /reasoning$/.test(name) ? "reasoning" : null;
  if (split !== null) return split;
  throw new ResultsError({
    ...{ file: found.file.path, line: found.line, column: "split", value },
    expected: "open_ended or reasoning",
  });
}

/** What a cell holds; null where it is empty. */
function filled(value: unknown): string | null {
  return value === null || value === undefined || value === "" ? null : String(value);
}

const PREFERENCES: Record<string, string> = { a: "A", b: "B", "1": "A", "2": "B", tie: "tie", "=": "tie" };

/** A preference in the spellings that occur: A, `A > B`, `Response A`, `model_a`, 1, tie. */
function letterOf(value: unknown): string | null {
  const [first] = String(value ?? "").split(">");
  const key = first.toLowerCase().replace(/^.*?(response|resp|model|pred)[\s._]*|[[\]\s."']/g, "");
  return PREFERENCES[key] ?? null;
}
