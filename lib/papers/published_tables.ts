import { fileURLToPath } from "node:url";
import { loadTable } from "../results/load_table.ts";
import { columnKinds } from "../results/frame.ts";
import { requireOneOf } from "../progress/require.ts";

/** What a cell of each kind is read as; the mark says that it may be empty. */
export interface CellValues {
  text: string;
  "text?": string | null;
  number: number;
  "number?": number | null;
  count: number;
}

/** The kind of a column's cells. */
export type CellKind = keyof CellValues;

/** The files of published numbers in `data/papers/`, by their names, and their columns: text, unless a kind stands behind the name. */
export const PUBLISHED_TABLES = {
  "birch-table1": "model benchmark quantity value:number",
  "birch-table2": "model benchmark state IB:number",
  "birch-table3": "group model benchmark method acc:number",
  "birch-table4": "model method quantity value:number delta_vs_base_printed:number?",
  "birch-table5": "text average_score:number",
  "birch-table6": "method inference_time_s:number delta_printed:number?",
  "birch-table7": "quantity benchmark value:number",
  "birch-table8": "model method quantity value:number delta_vs_base_printed:number?",
  "derived-values": "paper where quantity value how",
  "mm-judgebias-site-difficulty": "bias_type difficulty samples:count percent_of_bias_type_derived:number",
  "mm-judgebias-site-leaderboard":
    "category model thinking reasoning_effort:text? metric dimension bias_type value:number bold:count",
  "mm-judgebias-site-panels":
    "panel:count bias_type dimension metric rank:count model category value:number axis_min:number axis_max:number",
  "mm-judgebias-site-sunburst":
    "level parent:text? name label_shown samples:count percent_of_1804_derived:number",
  "mm-judgebias-table1-taxonomy":
    "dimension bias_type metric expected_direction component_changed perturbation probes",
  "mm-judgebias-table11-perturbations":
    "bias_type group operation parameter_as_stated note:text? model_used:text?",
  "mm-judgebias-table12-text-subtasks": "domain_type index:count subtask",
  "mm-judgebias-table13": "model setting unbiased_input biased_input bc:number",
  "mm-judgebias-table14": "model setting dimension bias_type metric:text? value:number bold:count",
  "mm-judgebias-table15": "model dimension bias_type abstention_ratio:number",
  "mm-judgebias-table16": "model setting dimension bias_type metric:text? value:number bold:count",
  "mm-judgebias-table17": "group study multimodal judge bias_eval domain_task text_bias multimodal_bias",
  "mm-judgebias-table18-subtasks": "task_category index:count subtask",
  "mm-judgebias-table2":
    "category model thinking reasoning_effort:text? metric dimension bias_type value:number bold:count",
  "mm-judgebias-table3": "model na_option quantity value:number?",
  "mm-judgebias-table4": "model prompt_variant overall:number bold:count",
  "mm-judgebias-table5": "row_kind task_type:text? domain_type:text? samples:count",
  "mm-judgebias-table6": "bias_type difficulty samples:count",
  "mm-judgebias-table7-sources": "task_type domain source_benchmark",
  "multi-crit-appendix-table16": "model split metric value:number",
  "multi-crit-appendix-table18": "model mode split metric value:number",
  "multi-crit-appendix-table5":
    "benchmark response_words_q25:number response_words_q50:number response_words_q75:number multi_criterion_annotation",
  "multi-crit-appendix-table6": "split prompts:count pair_kind pairs:count percent:number",
  "multi-crit-appendix-tables10-15-19-labels":
    "table title task response_A_or_1_model response_B_or_2_model criterion human_preference",
  "philautia-phi-scores": "model setting phi_score:number? stated_in",
  "philautia-table1": "group variant:text? row_label members dataset metric value:number",
  "philautia-table2": "evaluator generator abbreviation generator_is_member_of_pomms_iv phi_tilde:number",
  "philautia-tableA":
    "model params vision_encoder llm_backbone family_inferred_from_text:text? hardware_stated",
  "stated-values": "paper where quantity value note:text?",
} as const;

/** Name of a file of published numbers. */
export type PublishedTable = keyof typeof PUBLISHED_TABLES;

/** The values of a row whose columns are written so. */
export type PublishedValues<Columns extends string> = Columns extends `${infer First} ${infer Rest}`
  ? PublishedValues<First> & PublishedValues<Rest>
  : Columns extends `${infer Name}:${infer Kind extends CellKind}` ? { [Key in Name]: CellValues[Kind] }
  : { [Key in Columns]: string };

/** A row of a file of published numbers. */
export type PublishedRow<T extends PublishedTable> = {
  [Name in keyof PublishedValues<(typeof PUBLISHED_TABLES)[T]>]: PublishedValues<
    (typeof PUBLISHED_TABLES)[T]
  >[Name];
};

export function publishedColumns(table: PublishedTable): Record<string, CellKind> {
  requireOneOf("publishedTable", "the table", table, Object.keys(PUBLISHED_TABLES));
  return columnKinds<CellKind>(PUBLISHED_TABLES[table], "text");
}

export const PAPERS_FOLDER: string = fileURLToPath(new URL("../../data/papers/", import.meta.url));

/**
 * A published table as typed rows: numbers as printed (percent stay percent), empty cells null.
 *
 * @throws {RangeError} for a name that is none of the tables'
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { publishedTable } from "judgebias";
 *
 * const [first] = publishedTable("birch-table1");
 * assert.deepEqual([first.model, first.quantity, first.value], [
 *   "GPT-4o", "acc_with_image", 66.45,
 * ]);
 * ```
 */
export function publishedTable<T extends PublishedTable>(name: T): PublishedRow<T>[] {
  const columns = Object.entries(publishedColumns(name));
  return publishedCells(name).map((cells) =>
    Object.fromEntries(columns.map(([column, kind]) => {
      const text = cells[column];
      return [column, text === "" ? null : kind.startsWith("text") ? text : Number(text)];
    })) as PublishedRow<T>
  );
}

export type PublishedCells = Record<string, string>;

/** Tables of the library's own folder, which do not change while a program runs: simulators and figures ask for them often. */
const read = new Map<PublishedTable, PublishedCells[]>();

/** The rows of a published table as printed (59.0 keeps its decimal); an empty cell is an empty text. */
export function publishedCells(name: PublishedTable): PublishedCells[] {
  const rows = read.get(name) ?? readCells(name);
  read.set(name, rows);
  return rows.map((cells) => ({ ...cells }));
}

function readCells(name: PublishedTable): PublishedCells[] {
  const columns = Object.keys(publishedColumns(name)), path = `${PAPERS_FOLDER}/${name}.csv`;
  const { frame } = loadTable({ path, kind: "csv", gzip: false, stem: name });
  return (frame.toRecords() as Record<string, string | null>[]).map((record) =>
    Object.fromEntries(columns.map((column) => [column, record[column] ?? ""]))
  );
}
