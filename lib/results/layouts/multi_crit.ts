import pl from "nodejs-polars";
import { betterResponse } from "../better_response.ts";
import { countWords } from "../count_words.ts";
import { canonicalCriterion, type CriteriaSplit } from "../criteria_sets.ts";
import { fileColumns } from "../file_columns.ts";
import type { TableFile } from "../find_files.ts";
import { provenanceOf } from "../json_file.ts";
import { type LayoutRow, rowsTable } from "../rows_table.ts";
import { fromParquet, loadTable, type RawTable, ROW } from "../load_table.ts";
import { letterOf } from "../preference_letter.ts";
import type { Layout, LayoutOptions } from "./layout.ts";
import { ResultsError } from "../results_error.ts";

/** A row of the dataset: what humans prefer on one criterion of one pair of responses. */
interface DatasetRow {
  item: string;
  /** Split, item and criterion: what names the row. */
  key: string;
  values: LayoutRow["values"];
}

type Cells = Record<string, unknown>;

/** Columns of the dataset that are read; the pictures stay where they are. */
const DATASET = ["prompt_id", "question_id", "image_path", "pred_a", "pred_b", "model_a", "model_b", "split"];
const REQUIRED = ["criterion", "preference", "pred_a", "pred_b"];

/** Columns that may name the item, and those that may hold the verdict: a letter, or the judge's text. */
const IDS = ["prompt_id", "question_id"] as const;
const LETTER = ["choice", "verdict", "prediction"], TEXT = ["output", "response", "judge_output"];

/** Whether a JSONL or Parquet file holds rows of the dataset (prompts, pairs of responses, human preferences). */
function isMultiCritDataset(file: TableFile): boolean {
  if (file.kind === "csv") return false;
  const columns = fileColumns(file);
  return REQUIRED.every((column) => columns.includes(column));
}

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
export const multiCrit: Layout = {
  tool: "Multi-Crit",
  frame: "criteria",
  detect: () => null,
  knows: (files) => files.some(isMultiCritDataset),
  read: (files, options) => ({ tables: readMultiCrit(files, options), notes: [] }),
};

function readMultiCrit(files: readonly TableFile[], options: LayoutOptions): RawTable[] {
  const datasets = files.filter(isMultiCritDataset),
    outputs = files.filter((file) => !datasets.includes(file));
  const names = files.map(({ path }) => path).join(", ");
  if (datasets.length === 0) {
    throw new ResultsError({ file: names, expected: `rows of the dataset (columns ${REQUIRED.join(", ")})` });
  }
  if (outputs.length === 0) {
    throw new ResultsError({
      file: names,
      expected: "at least one file of judge outputs beside the dataset",
    });
  }
  const rows = readDataset(datasets);
  const byItem = new Map<string, DatasetRow[]>();
  for (const row of new Set(rows.values())) byItem.set(row.item, [...byItem.get(row.item) ?? [], row]);
  return outputs.map((file) => rowsTable(file, outputRows(file, rows, byItem, options)));
}

/** Dataset rows by split, column of ids, id and criterion. */
function readDataset(files: readonly TableFile[]): Map<string, DatasetRow> {
  const entries = files.flatMap((file) => datasetCells(file).map((cells) => ({ file, ...cells })));
  const rows = entries.map(({ file, line, cells }) => {
    const split = splitOf(
      file,
      line,
      cells.split ?? (/reason/i.test(file.stem) ? "reasoning" : "open_ended"),
    );
    return { file, line, cells, split, criterion: canonicalCriterion(split, String(cells.criterion)) };
  });
  // The dataset has two columns of ids: the item is what several rows share, and what has a criterion only once.
  const usable = IDS.filter((column) => rows.every(({ cells }) => filled(cells[column]))).map((column) => ({
    column,
    items: new Set(rows.map(({ cells, split }) => `${split}\n${cells[column]}`)).size,
    keys: new Set(rows.map(({ cells, split, criterion }) => `${split}\n${cells[column]}\n${criterion}`)).size,
  })).filter(({ keys }) => keys === rows.length).sort((a, b) => a.items - b.items);
  if (usable.length === 0) {
    throw new ResultsError({
      file: files.map(({ path }) => path).join(", "),
      expected: `one row per ${IDS.join(" or ")} and criterion, found several (or no ids)`,
    });
  }
  const index = new Map<string, DatasetRow>();
  for (const { file, line, cells, split, criterion } of rows) {
    const id = String(cells[usable[0].column]), item = `${split}\n${id}`;
    const row: DatasetRow = {
      item,
      key: `${item}\n${criterion}`,
      values: {
        split,
        item_id: id,
        pair_type: filled(cells.model_a) && filled(cells.model_b)
          ? cells.model_a === cells.model_b ? "intra" : "cross"
          : null,
        criterion,
        human: preferenceOf(file, line, cells.preference),
        words_a: countWords(cells.pred_a as string | null),
        words_b: countWords(cells.pred_b as string | null),
        ...(filled(cells.image_path) ? { image_id: String(cells.image_path) } : {}),
      },
    };
    for (const column of IDS) {
      if (filled(cells[column])) index.set(`${split}\n${column}\n${cells[column]}\n${criterion}`, row);
    }
    index.set(`${split}\nitem_id\n${id}\n${criterion}`, row);
  }
  return index;
}

function outputRows(
  file: TableFile,
  rows: Map<string, DatasetRow>,
  byItem: Map<string, DatasetRow[]>,
  options: LayoutOptions,
): LayoutRow[] {
  const { entries, columns } = tableCells(loadTable(file));
  const id = ["item_id", ...IDS].find((column) => columns.includes(column));
  const verdict = [...LETTER, ...TEXT].find((column) => columns.includes(column));
  if (!id || !verdict || !columns.includes("criterion")) {
    throw new ResultsError({
      file: file.path,
      expected: `the columns item_id, ${IDS.join(" or ")}; criterion; ${
        [...LETTER, ...TEXT].join(", ")
      }, found ${columns.join(", ")}`,
    });
  }
  const result: LayoutRow[] = [];
  const seen = new Map<
    string,
    { keys: Set<string>; row: DatasetRow; line: number; own: LayoutRow["values"] }
  >();
  for (const { line, cells } of entries) {
    const splits: CriteriaSplit[] = filled(cells.split)
      ? [splitOf(file, line, cells.split)]
      : ["open_ended", "reasoning"];
    const found = splits.flatMap((split) =>
      rows.get(`${split}\n${id}\n${cells[id]}\n${canonicalCriterion(split, String(cells.criterion))}`) ?? []
    );
    if (found.length !== 1) {
      throw new ResultsError({
        file: file.path,
        line,
        column: id,
        value: `${cells[id]}, ${cells.criterion}`,
        expected: found.length === 0
          ? "an item and a criterion that the dataset has"
          : "an item of one part of the dataset (both have it: give the column split)",
      });
    }
    const [row] = found;
    const own = {
      judge: text(cells.judge) ?? options.judge ?? file.stem,
      mode: text(cells.mode) ?? options.mode ?? "single",
      thinking: filled(cells.thinking)
        ? /^(true|1)$/i.test(String(cells.thinking))
        : options.thinking ?? false,
      ...provenanceOf(cells),
    };
    const named = LETTER.includes(verdict) ? cells[verdict] : betterResponse(text(cells[verdict]) ?? "");
    const choice = letterOf(named);
    result.push({ line, values: { ...own, ...row.values, choice } });
    const place = `${own.judge}\n${own.mode}\n${own.thinking}\n${row.item}`;
    const known = seen.get(place);
    if (known) known.keys.add(row.key);
    else seen.set(place, { keys: new Set([row.key]), row, line, own });
  }
  for (const { keys, row, line, own } of seen.values()) {
    for (const other of byItem.get(row.item) ?? []) {
      if (!keys.has(other.key)) result.push({ line, values: { ...own, ...other.values, choice: null } });
    }
  }
  return result;
}

/** A dataset file's cells; of a Parquet file only the columns that are needed, since the pictures weigh hundreds of megabytes. */
function datasetCells(file: TableFile) {
  const wanted = [...DATASET, "criterion", "preference"];
  const columns = fileColumns(file).filter((column) => wanted.includes(column));
  if (file.kind !== "parquet") return tableCells(loadTable(file)).entries;
  const frame = fromParquet(
    file.path,
    () => pl.scanParquet(file.path).select(...columns).collectSync(),
  );
  return (frame.toRecords() as Cells[]).map((cells, i) => ({ line: i + 1, cells }));
}

function tableCells(
  { frame, linesOf }: RawTable,
): { entries: { line: number; cells: Cells }[]; columns: string[] } {
  const lines = linesOf(frame.getColumn(ROW).toArray() as number[]);
  return {
    columns: frame.columns.filter((column) => column !== ROW),
    entries: (frame.toRecords() as Cells[]).map((cells, i) => ({ line: lines[i] ?? i + 1, cells })),
  };
}

function splitOf(file: TableFile, line: number, value: unknown): CriteriaSplit {
  const name = String(value).toLowerCase().replace(/[^a-z]+/g, "_");
  if (/^open_?ended/.test(name)) return "open_ended";
  if (/reasoning$/.test(name)) return "reasoning";
  throw new ResultsError({
    file: file.path,
    line,
    column: "split",
    value,
    expected: "open_ended or reasoning",
  });
}

function preferenceOf(file: TableFile, line: number, value: unknown): string | null {
  if (!filled(value)) return null;
  const letter = letterOf(value);
  if (letter !== null) return letter;
  throw new ResultsError({
    file: file.path,
    line,
    column: "preference",
    value,
    expected: "A, B, tie or nothing",
  });
}

function filled(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}

function text(value: unknown): string | null {
  return filled(value) ? String(value) : null;
}
