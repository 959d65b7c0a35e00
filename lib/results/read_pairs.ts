import { basename, dirname, resolve } from "node:path";
import { requireNoMore } from "../progress/require_no_more.ts";
import pl from "nodejs-polars";
import {
  canonicalChoices,
  inOneOrder,
  orderReport,
  requireOneOrder,
  requireOrders,
  sayOrder,
} from "./answer_order.ts";
import { isFunctionOf } from "./check.ts";
import { ONE_CHOICE, ONE_HUMAN, requireAgreement } from "./check_rows.ts";
import type { TableFile } from "./find_files.ts";
import type { FrameOf } from "./frame_types.ts";
import { FRAMES } from "./frames.ts";
import { correctHuman, type Joined, joinLabels } from "./join_by_item.ts";
import type { JoinedTables } from "./join_tables.ts";
import type { LayoutName } from "./layouts/table.ts";
import type { JudgeName } from "./layouts/layout.ts";
import { reader, type Reading } from "./reader.ts";
import { ownOptions } from "./read_options.ts";
import { warned } from "./read_report.ts";
import { oppositions } from "./opposition.ts";
import { said } from "./said.ts";
import type { Source } from "./source.ts";
import { preparedVerdicts, type ReadVerdictsOptions, VERDICT_OPTIONS } from "./verdicts.ts";

/** Options of `readPairs`. */
export interface ReadPairsOptions extends ReadVerdictsOptions {
  /** The files' layout; found by itself where it is not given. */
  format?: "native" | LayoutName;
  /**
   * Name of the benchmark, for files that do not say it, or what tells it by a file's name (`({ stem }) => stem`). Without it the file's name is the benchmark,
   * or that of the folder, where the items of its files recur with the same human label.
   */
  benchmark?: JudgeName;
  /** Informativeness labels (file or `labels` frame), joined by benchmark (where they have it) and item; `columns` and `values` hold for a file of them too. */
  labels?: Joined;
  /** Corrected human labels (file or frame of `item_id`, `human`, optionally `benchmark`), which replace those of the results: with `annotator` that person's vote, without it everybody's. */
  corrections?: Joined;
}

export const PAIRS_READER = reader<"pairs", ReadPairsOptions>("pairs", {
  action: "readPairs",
  options: ownOptions<ReadPairsOptions>()(`${VERDICT_OPTIONS} format benchmark labels corrections`),
  require: requireOrders("readPairs"),
  defaults: ({ stem }) => ({ benchmark: stem, image_id: { column: "item_id" } }),
  prepare: (table, reading) => preparedVerdicts("readPairs", table, reading),
  arrange(joined, reading) {
    const { native } = reading;
    const item = joined.filled.includes("benchmark") ? ["item_id"] : ["benchmark", "item_id"];
    return native ? inOneOrder(joined, reading, item) : joined;
  },
  rules(joined, reading) {
    const { native } = reading, { locate, constant } = joined;
    const { frame, says } = oneBenchmark(joined, reading.files);
    reading.warnings.push(...says);
    if (native) reading.warnings.push(...requireOneOrder(frame, joined, ["benchmark", "item_id", "variant"]));
    const hasNone = frame.getColumn("human").nullCount() > 0;
    const labelled = hasNone ? frame.filter(pl.col("human").isNotNull()) : frame;
    requireAgreement(labelled, ONE_HUMAN, locate, constant);
    if (!constant.includes("annotator")) requireAgreement(frame, ONE_CHOICE, locate, constant);
    return frame;
  },
  finish: finishedPairs,
});

/**
 * Reads pairwise judge results into a `pairs` frame: one row per judgment, columns as in `FRAMES.pairs`, others after them.
 *
 * A source is a file (CSV, JSONL, Parquet, the first two also gzipped), a folder, a glob (`"runs/!(notes.csv)"` is a folder without one file), a list of these, or rows in memory: records
 * or a frame. The native
 * layout needs `item_id, judge, choice`, and `human` where people were asked; the rest has defaults (benchmark = file name, image_id = item_id, pipeline
 * base, image true, variant original, swapped false, run 1, no informativeness label, words counted from `answer_a` and
 * `answer_b` where these are). `columns` and `values` rename and recode a file that says it otherwise; a column may be a path into
 * nested records (`outputs[0].verdict`), or a list: each file takes the first of its names that it has (of `human` all: people side by side become rows, told apart by `annotator`). Files of one folder that name no benchmark and share items are one benchmark (`benchmark` names it). Official layouts are
 * recognised: MLLM-as-a-Judge (human file with judge output files), VL-RewardBench inference output, JudgeBench output.
 *
 * `human`, `choice`, `more_informative` are A, B, tie or null; `choice` is in canonical order whatever `swapped` (files that hold
 * what the judge said of the order it saw: `choiceOrder: "shown"`), and null where the judge's answer could not be parsed. `readReport(frame)` tells what was read, left out, joined and changed.
 *
 * @throws {ResultsError} naming file, line, column, value and expectation: for a bad value (unless `onInvalid: "drop"`,
 *   which leaves the row out and counts it), a missing column, a torn line, a repeated key, an item with two human labels,
 *   a call with two verdicts (rows of several people repeat one verdict; two are two runs)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs } from "judgebias";
 *
 * const pairs = readPairs("data/examples/pairs.csv");
 * assert.ok(pairs.height > 100 && pairs.columns.includes("more_informative"));
 * ```
 */
export function readPairs(source: Source, options: ReadPairsOptions = {}): FrameOf<"pairs"> {
  requireNoMore("readPairs", arguments);
  return warned("readPairs", PAIRS_READER.read(source, options));
}

function finishedPairs(frame: pl.DataFrame, joined: JoinedTables, reading: Reading<ReadPairsOptions>) {
  const { options, native } = reading, { choiceOrder = "canonical" } = options, whole = withConfidence(frame);
  const read = choiceOrder === "shown" ? canonicalChoices(whole, reading) : whole;
  const isRead = joined.filled.length === 0 && Object.keys(options.columns ?? {}).length === 0;
  const { orders, warnings: turned } = orderReport(read, choiceOrder, joined.constant);
  const labels = options.labels ? joinLabels(read, options.labels, options) : null;
  const labelled = labels?.pairs ?? read;
  const corrections = options.corrections ? correctHuman(labelled, options.corrections, options) : null;
  const done = corrections?.pairs ?? labelled;
  // What other tools' layouts mean is known: of their files a judge that errs more than chance, or follows the slot, is one.
  const warnings = native ? [...turned, ...oppositions(done, turned)] : [];
  if (native) sayOrder("readPairs", whole, { ...reading, warnings }, isRead);
  return {
    frame: done,
    report: {
      orders,
      warnings: [...warnings, ...labels?.says ?? [], ...corrections?.says ?? []],
      ...labels && { labels: labels.counts },
      ...corrections && { corrections: corrections.counts },
    },
  };
}

function withConfidence(pairs: pl.DataFrame): pl.DataFrame {
  if (!pairs.columns.includes("confidence")) return pairs;
  const texts = pairs.getColumn("confidence").dropNulls().unique().toArray() as unknown[];
  const isNumbers = texts.length > 0 &&
    texts.every((text) => typeof text === "string" && text.trim() !== "" && Number.isFinite(Number(text)));
  return isNumbers ? pairs.withColumns(pl.col("confidence").cast(pl.Float64).alias("confidence")) : pairs;
}

/** Files of one folder that name no benchmark are one where their items recur with the same human label; either way is said. */
function oneBenchmark({ frame, filled }: JoinedTables, files: readonly TableFile[]) {
  const apart = { frame, says: [] };
  if (!filled.includes("benchmark") || frame.getColumn("benchmark").nUnique() < 2) return apart;
  const ids = frame.select("benchmark", "item_id").unique().getColumn("item_id"), all = ids.nUnique();
  const recurring = ids.filter(ids.isDuplicated()).nUnique();
  if (recurring === 0) return apart;
  const call = FRAMES.pairs.key.filter((column) => column !== "benchmark");
  const folders = [...new Set(files.map(({ path }) => dirname(resolve(path))))];
  const labelled = frame.filter(pl.col("human").isNotNull());
  const why = frame.select("benchmark", ...call).unique().height > frame.select(...call).unique().height
    ? "a judge stands in several"
    : folders.length !== 1
    ? "they lie in several folders"
    : isFunctionOf(labelled, "human", ["item_id", "annotator", "variant"])
    ? ""
    : "human labels of some of them differ";
  const name = basename(folders[0] ?? ""), called = why === "" ? pl.lit(name) : pl.col("benchmark");
  const read = said(why === "" ? "one_of_files" : "files_apart", { name, why });
  return {
    frame: frame.withColumns(called.alias("benchmark")),
    says: [said("recurring_files", { recurring, all, read })],
  };
}
