import { grouped } from "../../stats/grouped.ts";
import type { TableFile } from "../find_files.ts";
import { betterResponse } from "../reply_verdict.ts";
import { canonicalCriterion, type CriteriaSplit } from "../criteria_sets.ts";
import { provenanceOf } from "../json_lines.ts";
import { ResultsError } from "../results_error.ts";
import type { Cells } from "../rows_table.ts";
import { type Found, type Layout, layout, type LayoutOptions } from "./layout.ts";
import { type FilePeek, peek } from "./peek.ts";
import { fieldOf, sides } from "./records.ts";

type Dataset = Map<string, { item: string; values: Cells }>;

const keyOf = (...names: unknown[]) => names.join("\n");

const REQUIRED = ["criterion", "preference", "pred_a", "pred_b"];
const IDS = ["prompt_id", "question_id"];
const LETTER = ["choice", "verdict", "prediction"], TEXT = ["output", "response", "judge_output"];

const isDataset = ({ kind, columns }: Pick<FilePeek, "kind" | "columns">) =>
  kind !== "csv" && REQUIRED.every((column) => columns.includes(column));

function outputColumns(columns: readonly string[]): { id: string; verdict: string } | null {
  const [id, verdict] = [["item_id", ...IDS], [...LETTER, ...TEXT]].map((names) =>
    names.find((column) => columns.includes(column))
  );
  return id && verdict && columns.includes("criterion") ? { id, verdict } : null;
}

/**
 * Rows of the public Multi-Crit dataset (one per criterion of a pair) joined with judges' output files by `prompt_id`, `question_id` or `item_id`,
 * `criterion` and, where an id occurs in both parts, `split`. `judge, mode, thinking` are columns, options, or the file's name, single, false.
 * Criteria that a judge left out of an item are rows without a choice, since an item counts as a whole; items it did not judge are none.
 */
export const multiCrit: Layout = layout("multi-crit", {
  joined: true,
  results: isDataset,
  beside: ({ columns }) => outputColumns(columns) !== null,
  own: (file) => !isDataset(peek(file)),
  index(files, records, options) {
    const [datasets, outputs] = [true, false].map((is) =>
      files.filter((file) => isDataset(peek(file)) === is)
    );
    const dataset = readDataset(datasets.flatMap(records));
    return new Map(outputs.map((file) => [file.path, outputRows(file, records(file), dataset, options)]));
  },
  *rows(_, at) {
    yield* at.index.get(at.file.path)![at.place];
  },
});

function readDataset(found: readonly Found[]): Dataset {
  const dataset: Dataset = new Map();
  for (const one of found) {
    const { record: cells, file } = one, id = IDS.find((name) => filled(cells[name]) !== null);
    const split = splitOf(one, cells.split ?? (/reason/i.test(file.stem) ? "reasoning" : "open_ended"));
    const criterion = canonicalCriterion(split, String(cells.criterion)), human = letterOf(cells.preference);
    const [a, b, image] = [cells.model_a, cells.model_b, cells.image_path].map(filled);
    const expected = `one row per ${IDS.join(" or ")} and criterion`,
      key = keyOf(split, id, cells[id!], criterion);
    fieldOf(one)(id ?? IDS[0], expected, () => id !== undefined && !dataset.has(key));
    fieldOf(one)("preference", "A, B, tie or nothing", (value) => human !== null || filled(value) === null);
    const values = {
      split,
      item_id: String(cells[id!]),
      pair_type: a !== null && b !== null ? (a === b ? "intra" : "cross") : null,
      criterion,
      human,
      ...sides([cells.pred_a, cells.pred_b]),
      ...image === null ? {} : { image_id: image },
    };
    for (const [name, value] of [...IDS.map((name) => [name, cells[name]]), ["item_id", cells[id!]]]) {
      if (filled(value) === null) continue;
      dataset.set(keyOf(split, name, value, criterion), { item: keyOf(split, values.item_id), values });
    }
  }
  return dataset;
}

function outputRows(file: TableFile, found: readonly Found[], dataset: Dataset, options: LayoutOptions) {
  const own = outputColumns(peek(file).columns);
  if (!own) {
    const expected = `columns for the item (item_id, ${IDS.join(", ")}), criterion, and choice or output`;
    throw new ResultsError({ file: file.path, expected });
  }
  const { id, verdict } = own,
    judged = new Map<string, { item: string; criteria: Set<unknown>; by: Cells }>();
  const rows = found.map((one): Cells[] => {
    const { line, record: cells } = one;
    const splits = filled(cells.split) === null ? ["open_ended", "reasoning"] : [splitOf(one, cells.split)];
    const known = splits.flatMap((split) =>
      dataset.get(keyOf(split, id, cells[id], canonicalCriterion(split, String(cells.criterion)))) ?? []
    );
    if (known.length !== 1) {
      throw new ResultsError({
        ...{ file: file.path, line, column: id, value: `${cells[id]}, ${cells.criterion}` },
        expected: known.length === 0
          ? "an item and a criterion that the dataset has"
          : "an item of one part of the dataset (both have it: give the column split)",
      });
    }
    const [{ item, values }] = known, thinking = filled(cells.thinking);
    const by = {
      judge: filled(cells.judge) ?? options.judge ?? file.stem,
      mode: filled(cells.mode) ?? options.mode ?? "single",
      thinking: thinking === null ? options.thinking ?? false : /^(true|1)$/i.test(thinking),
      ...provenanceOf(cells),
    };
    const place = keyOf(by.judge, by.mode, by.thinking, item);
    const { criteria } = judged.get(place) ??
      judged.set(place, { item, criteria: new Set(), by }).get(place)!;
    criteria.add(values.criterion);
    const named = LETTER.includes(verdict) ? cells[verdict] : betterResponse(String(cells[verdict] ?? ""));
    return [{ ...by, ...values, choice: letterOf(named) }];
  });
  const byItem = grouped(
    [...new Set([...dataset.values()].map(({ values }) => values))],
    ({ split, item_id }) => keyOf(split, item_id),
  );
  for (const { item, criteria, by } of judged.values()) {
    const left = byItem.get(item)!.filter(({ criterion }) => !criteria.has(criterion));
    rows.at(-1)!.push(...left.map((values) => ({ ...by, ...values, choice: null })));
  }
  return rows;
}

function splitOf(found: Found, value: unknown): CriteriaSplit {
  const name = String(value).toLowerCase();
  const split = /^open.?ended/.test(name) ? "open_ended" : /reasoning$/.test(name) ? "reasoning" : null;
  return split ??
    fieldOf({ ...found, record: { split: value } })("split", "open_ended or reasoning", () => false) as never;
}

const filled = (value: unknown) =>
  value === null || value === undefined || value === "" ? null : String(value);

const PREFERENCES: Record<string, string> = { a: "A", b: "B", "1": "A", "2": "B", tie: "tie", "=": "tie" };

function letterOf(value: unknown): string | null {
  const [first] = String(value ?? "").split(">");
  const key = first.toLowerCase().replace(/^.*?(response|resp|model|pred)[\s._]*|[[\]\s."']/g, "");
  return PREFERENCES[key] ?? null;
}
