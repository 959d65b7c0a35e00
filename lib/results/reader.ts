import pl from "nodejs-polars";
import { otherUnits } from "./other_names.ts";
import { isText } from "./check.ts";
import { checkKey } from "./check_rows.ts";
import type { TableFile } from "./find_files.ts";
import { freeName, ratingEvaluators, readerName } from "./frame.ts";
import type { FrameOf } from "./frame_types.ts";
import { type FrameName, frameName, FRAMES } from "./frames.ts";
import { added, type FileDefaults, type JoinedTables, joinTables, withConstant } from "./join_tables.ts";
import { peek } from "./layouts/peek.ts";
import { sourceTables } from "./layouts/read_layouts.ts";
import type { ReadNote } from "./layouts/layout.ts";
import { closestFrames } from "./missing_columns.ts";
import { loadTable, type RawTable, withoutTraces } from "./load_table.ts";
import { stepsOf } from "./json_lines.ts";
import { requireNames, requireOptions } from "../progress/require.ts";
import { told } from "../progress/told.ts";
import { ResultsError } from "./results_error.ts";
import { namedColumns, SHAPE_OPTIONS } from "./read_options.ts";
import { handKey, readByHand } from "./read_by_hand.ts";
import { repliesReport, type SeenReplies } from "./read_replies.ts";
import { attachReport, type ReadReport, readSummary } from "./read_report.ts";
import { knownOf } from "./require_valid_frame.ts";
import type { SpecChanges } from "./shape_frame.ts";
import { openSource, type ReadOptions, type Source } from "./source.ts";
import { said } from "./said.ts";
import { withoutCopies } from "./copies.ts";
import { warningsOf } from "./warnings.ts";

export interface Reading<Options> {
  options: Options;
  files: readonly TableFile[];
  native: boolean;
  evaluators?: readonly string[];
  notes: ReadNote[];
  warnings: string[];
  /** Whether choices were made of the scores in `score_a` and `score_b`. */
  areScored?: boolean;
  replies?: SeenReplies;
  /** What replies mean that were read by hand. */
  meant?: ReadonlyMap<string, string>;
}

export interface ReaderSpec<Options extends ReadOptions> {
  action: string;
  options: readonly string[];
  require?(options: Options): void;
  defaults?: FileDefaults;
  prepare?(table: RawTable, reading: Reading<Options>): RawTable;
  /** The tables as the frame has its rows, where that takes all of them; what is said of columns that go is done with. */
  gather?(tables: RawTable[], reading: Reading<Options>): RawTable[];
  changes?(options: Options): SpecChanges;
  arrange?(joined: JoinedTables, reading: Reading<Options>): JoinedTables;
  isOnce?(frame: pl.DataFrame, joined: JoinedTables): boolean;
  rules?(joined: JoinedTables, reading: Reading<Options>): pl.DataFrame | void;
  /** The frame as it is handed out, what the report says of it, and whether values may be off the scale. */
  finish?(
    frame: pl.DataFrame,
    joined: JoinedTables,
    reading: Reading<Options>,
  ): { frame?: pl.DataFrame; report: Partial<ReadReport>; unchecked?: boolean };
}

export interface Reader<Name extends FrameName, Options extends ReadOptions> {
  options: readonly string[];
  read(source: Source, options?: Options, found?: readonly TableFile[]): FrameOf<Name>;
}

/** The one way to a frame: files or records, raw tables, columns in their types and checked, rules over rows, the report. */
export function reader<Name extends FrameName, Options extends ReadOptions>(
  name: Name,
  spec: ReaderSpec<Options>,
): Reader<Name, Options> {
  return tellingOthers(name, {
    options: spec.options,
    read(source, asked = {} as Options, found) {
      requireOptions(spec.action, asked, [...SHAPE_OPTIONS, ...spec.options]);
      const isOpen = name === "ratings"; // any other column is an evaluator
      requireNames(spec.action, "columns", asked.columns, namedColumns(name), { others: isOpen });
      const free = (names: string | readonly string[]) =>
        typeof names === "string" ? freeName(names) : names.map(freeName);
      const columns = Object.entries(asked.columns ?? {}).map(([ours, theirs]) => [ours, free(theirs)]);
      const options: Options = {
        ...asked,
        ...asked.columns && { columns: Object.fromEntries(columns) },
        ...asked.unread !== undefined && { replies: asked.replies ?? true },
        ...asked.onInvalid === "first" && { onInvalid: "drop" as const },
      };
      spec.require?.(options);
      const { files, table = undefined } = found ? { files: found } : openSource(source, spec);
      const sourced = sourceTables(spec.action, name, files, options, table);
      const { tables, layout, evaluators } = sourced, native = layout === null, notes = [...sourced.notes];
      const own = (["unread", "replies", "criteria", "judge"] as const)
        .find((one) => (options[one] ?? false) !== false && (one !== "judge" || isOpen));
      if (!native && own) throw new RangeError(said("official_own", { action: spec.action, option: own }));
      const named = options.evaluators !== undefined;
      const reading: Reading<Options> = { options, files, native, evaluators, notes, warnings: [] };
      if (options.unread) {
        reading.meant = readByHand(options.unread, name === "ratings" || name === "score pairs");
      }
      const prepared = tables.map((table) => {
        const one = withTold("benchmark", table, options, native), { file } = table;
        if (options.benchmark && one === table) reading.warnings.push(said("benchmark_there", { file }));
        const judged = spec.options.includes("judge") ? withTold("judge", one, options, native) : one;
        if (native && options.judge && judged === one) reading.warnings.push(said("judge_there", { file }));
        return spec.prepare?.(judged, reading) ?? judged;
      });
      const met = new Set(reading.replies?.seen.filter(({ meant }) => meant).map(handKey)).size;
      const all = reading.meant?.size ?? 0, left = all - met;
      if (left > 0) reading.warnings.push(said("unread_left", { left, all, file: options.unread }));
      const units = native ? otherUnits(options.columns ?? {}) : [];
      const given = tables.reduce((all, { frame }) => all + frame.height, 0);
      reading.notes.push(...units.map((text) => ({ name: "length_unit", rows: given, text })));
      const defaults = spec.defaults ?? (() => ({}));
      const gathered = spec.gather?.(prepared, reading) ?? prepared;
      const whole = joinTables(name, gathered, defaults, reading.options, spec.changes?.(options));
      const arranged = spec.arrange?.(whole, reading) ?? whole;
      const isOnce = spec.isOnce?.(withoutTraces(arranged.frame), arranged);
      const joined = isOnce ? arranged : checkKey(name, arranged, asked.onInvalid);
      const fewer = arranged.frame.height - joined.frame.height;
      const repeated = fewer && arranged.frame.height - withoutCopies(arranged.frame).height;
      const contradicting = fewer - repeated;
      if (repeated > 0) notes.push({ name: "repeated", rows: repeated, text: said("repeated") });
      if (contradicting > 0) {
        notes.push({ name: "contradicting", rows: contradicting, text: said("contradicting") });
      }
      const ruled = spec.rules?.(joined, reading), bare = withoutTraces(ruled ?? joined.frame);
      const kept = gathered === prepared ? ruled ?? joined.frame : undefined;
      const replies = reading.replies &&
        repliesReport(reading.replies, prepared.map(({ file }) => file), kept);
      const { frame = bare, report = {}, unchecked = false } = spec.finish?.(bare, joined, reading) ?? {};
      const reached = Object.values(options.columns ?? {}).flat().map((path) => stepsOf(path)[0])
        .filter((column) => frame.columns.includes(column));
      const isText = name !== "ratings" && files.some(({ kind }) => kind === "csv" || kind === "tsv");
      const typed = isText ? withOwnTypes(name, frame) : frame;
      if (!unchecked) knownOf(typed, []).set(`${name} values`, true).set(`${name} keys`, true);
      const summary = readSummary(frame, {
        ...joined,
        repeated: repeated +
          sourced.notes.filter(({ name }) => name === "appended" || name === "repeated")
            .reduce((sum, { rows }) => sum + rows, 0),
        contradicting,
        replies,
        evaluators: name === "ratings" && native && !named && !evaluators ? ratingEvaluators(frame) : [],
        isTurned: native && (options as { choiceOrder?: string }).choiceOrder === "shown",
      });
      return attachReport(typed, {
        ...summary ? { summary } : {},
        format: "native",
        ...layout,
        ...(notes.length > 0 || layout ? { notes } : {}),
        files: layout?.files ?? (gathered === prepared ? joined.files : filesOf(prepared)),
        filled: joined.filled,
        ...reached.length > 0 ? { reached: [...new Set(reached)] } : {},
        ...replies && { replies },
        ...report,
        dropped: added(layout?.dropped ?? {}, joined.dropped),
        warnings: [
          ...frame.height === 0 ? ["there is not a single row"] : [],
          ...joined.warnings,
          ...mostlyDropped(joined),
          ...native ? joined.partly : [],
          ...reading.warnings,
          ...warningsOf({
            ...{ name, frame, files, filled: joined.filled, reached, native, named },
            nested: new Set(tables.flatMap((one) => [...one.nested?.keys() ?? []])),
          }),
          ...report.warnings ?? [],
        ],
      });
    },
  });
}

/** A reader that says of what another takes as it is which that is. */
function tellingOthers<Name extends FrameName, Options extends ReadOptions>(
  name: Name,
  asIs: Reader<Name, Options>,
): Reader<Name, Options> {
  const read: typeof asIs.read = (source, asked, found) => {
    try {
      return asIs.read(source, asked, found);
    } catch (error) {
      if (!(error instanceof ResultsError) || asked?.columns !== undefined) throw error;
      const { files, table } = found ? { files: found } : openSource(source);
      const file = files.find(({ path }) => path === error.file) ?? files[0];
      const { columns } = table?.frame ?? peek(file), other = frameName({ columns });
      if (other === null || other === name) throw error;
      const { missing = [], similar = [] } = closestFrames(columns).find(({ frame }) => frame === name) ?? {};
      // A column that may be meant for one that is lacking speaks for the reader that was asked, and so do texts of people.
      const isMeant = similar.some((one) => !Object.hasOwn(FRAMES[other].columns, one));
      const [people] = other === "ratings"
        ? (table ?? loadTable(file)).frame.getColumn("human").dropNulls().toArray()
        : [];
      if (isMeant || Number.isNaN(Number(people ?? 0))) throw error;
      const given = table ? "rows" : told(error.file), reader = readerName(other);
      const expected = said("other_reader", { name, other, reader, given });
      if (error.line === null && missing.length > 1) throw new ResultsError({ file: error.file, expected });
      throw new ResultsError({ ...error, expected: `${expected}; as ${name} wanted ${error.expected}` });
    }
  };
  return { ...asIs, read };
}

/** A table with the caller's name in a column that a file need not have; of other tools' files a function names the judge anew. */
function withTold(option: "benchmark" | "judge", table: RawTable, options: ReadOptions, native: boolean) {
  const { [option]: told } = options, { file, stem } = table, isJudge = option === "judge" && !native;
  if (told === undefined) return table;
  const name = typeof told === "function" ? told({ path: file, stem }) : told;
  if (typeof name !== "string" || name === "") {
    throw new TypeError(said("told_name", { option, file, found: JSON.stringify(name) }));
  }
  const column = isJudge ? option : table.columns?.[option] ?? option;
  const isAnew = isJudge && typeof told === "function";
  return withConstant(isAnew ? { ...table, frame: table.frame.drop(column) } : table, column, name);
}

/** Whole numbers as a program writes them, of which Polars' smaller integers hold every one: no ids with zeros before them. */
const WHOLE = "^(0|-?[1-9]\\d{0,8})$", NUMBER = "(?i)^-?(0|[1-9]\\d{0,14})(\\.\\d{1,17})?(e[-+]?\\d{1,3})?$";
const TRUTH = "(?i)^(true|false)$";
const ANSWERS = ["answer_a", "answer_b"];
/** Where bad values take more rows than are left they are no slips, but words that were not told. */
function mostlyDropped({ dropped, frame }: JoinedTables): string[] {
  const left = Object.values(dropped).reduce((sum, rows) => sum + rows, 0);
  return [
    ...left > frame.height ? [said("mostly_dropped", { left, kept: frame.height })] : [],
    ...Object.entries(dropped).filter(([column]) => /^(words_|confidence)/.test(column))
      .map(([column, rows]) => said("dropped_beside", { rows, column })),
  ];
}

const filesOf = (tables: readonly RawTable[]) =>
  tables.map(({ file, frame }) => ({ path: file, rows: frame.height }));

/** Columns of one's own of a CSV file, which tells no type: numbers, or true and false, where every filled cell is one. */
function withOwnTypes<Frame extends pl.DataFrame>(name: FrameName, frame: Frame): Frame {
  const texts = frame.columns.filter((column) =>
    !Object.hasOwn(FRAMES[name].columns, column) && !ANSWERS.includes(column) &&
    isText(frame.getColumn(column))
  );
  const typed = texts.flatMap((column) => {
    const value = pl.col(column), held = frame.getColumn(column).dropNulls().toFrame();
    const isAll = (form: string) =>
      held.height > 0 && held.filter(value.str.contains(form).not()).height === 0;
    if (isAll(TRUTH)) return value.str.toLowerCase().eq(pl.lit("true")).alias(column);
    return isAll(WHOLE) ? value.cast(pl.Int32) : isAll(NUMBER) ? value.cast(pl.Float64) : [];
  });
  return typed.length === 0 ? frame : frame.withColumns(...typed) as Frame;
}
