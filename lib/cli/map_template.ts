import { existsSync, writeFileSync } from "node:fs";
import { resolve, sep } from "node:path";
import { findTableFiles } from "../results/find_files.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { loadTable } from "../results/load_table.ts";
import { closestFrame, criteriaBeside, fitsNone, judgesBeside, toldIn } from "../results/missing_columns.ts";
import { assignColumns, isOfPeople, meantOf, namedAlike, scoreColumns } from "../results/other_names.ts";
import { namedColumns } from "../results/read_options.ts";
import { type FileInspection, inspectFile, sortFiles, strangerTable } from "../results/read_results.ts";
import { type ReadResultsOptions, toldNames } from "../results/readers.ts";
import { replyVerdict } from "../results/reply_verdict.ts";
import { type BadColumn, ResultsError } from "../results/results_error.ts";
import { scorerOf, scorersIn, scoresOf, sidesIn } from "../results/two_scores.ts";
import { grouped } from "../stats/grouped.ts";
import { isNone, meantValues } from "../results/value_hint.ts";
import { writeWhole } from "../results/write_frame.ts";
import { said, say, UsageError } from "./command.ts";
import { OPEN } from "./reading_options.ts";

type Stranger = FileInspection["strangers"][number];

/** Writes a map of what the reader would guess: columns by their names, then values by what is refused with these. */
export function writeMapTemplate(
  template: string,
  path: string,
  options: ReadResultsOptions,
  frame?: FrameName,
): void {
  const wrong = (wanted: string, why: string) =>
    new UsageError(`wanted ${wanted} as --map-template, found ${template}: ${why}`);
  if (existsSync(template)) throw wrong("a new file", "what is filled in there stays");
  if (resolve(template).startsWith(`${resolve(path)}${sep}`)) {
    throw wrong(`a place outside ${path}`, "it would be read as data");
  }
  // The first file that fits no frame, else the first of our own; another tool's are read without a map.
  const { strangers, frames, layout } = sortFiles(path, options);
  const own = layout === "native" ? [...frames.values()].flat() : [], open: string[] = [];
  const [first] = strangers.length > 0 ? strangers.map(({ file }) => file) : own;
  const { stranger, bad } = first ? refusedBy(first.path, options) : { bad: [] };
  if (stranger && !takesMap(stranger)) throw fitsNone(strangerTable(first), stranger.columns);
  const isKnown = (stranger?.lacking[0]?.similar ?? []).length > 0;
  const closest = () => closestFrame(strangerTable(first), stranger!.columns, options.columns).frame;
  const likely = stranger ? isKnown ? closest() : "pairs" : [...frames.keys()][0];
  const meant = frame ?? likely ?? "pairs";
  const columns: Record<string, string | readonly string[]> = { ...options.columns };
  const all = stranger ? strangers.flatMap(({ file }) => refusedBy(file.path, options).stranger ?? []) : [];
  const left = all.map((one) => one.columns.filter((name) => !isOfPeople(name)));
  // Files of one score each are a judge's each, who has the file's name.
  if (meant === "ratings" && all.length > 1 && left.every((names) => scoreColumns(names).length === 1)) {
    options = { judge: ({ stem }) => stem, ...options };
  }
  let refused: readonly BadColumn[] = bad;
  if (stranger) {
    const guesses = all.map((one) => guessed(one, meant, options));
    const beside = besideEachOther(stranger, ["pairs", "criteria"].includes(meant) ? guesses[0] : []);
    const areJudges = beside.judges.length > 0, areScores = beside.scores.length > 0;
    const isTold = areJudges ? ["judge", "choice"] : areScores ? ["choice"] : [];
    if (areJudges && !options.judges) options = { ...options, judges: beside.judges };
    const found = grouped(guesses.flat(), ({ column }) => column);
    for (const [column, own] of [...found].filter(([column]) => !isTold.includes(column))) {
      const names = [...new Set(own.flatMap(({ name }) => name ?? []))];
      columns[column] = names.length > 1 ? names : names[0] ?? OPEN;
      if (names.length === 0) open.push(column);
    }
    for (const [i, name] of beside.scores.entries()) columns[["score_a", "score_b"][i]] = name;
    const isJudged = Object.hasOwn(FRAMES[meant].columns, "judge") && !options.judges;
    refused = all.flatMap((one) => {
      // Whatever stands for a column that the file lacks, the values of all others are looked at; of scores once those of people are told.
      const told = { ...columns, ...Object.fromEntries(open.map((ours) => [ours, one.columns[0]])) };
      const guess = { ...isJudged ? { judge: "?" } : {}, ...options, columns: told };
      const first = refusedBy(one.path, guess, true).bad;
      const missing = [...options.missing ?? [], ...meantBy(first, meant).none];
      const more = meant === "ratings" ? refusedBy(one.path, { ...guess, missing }, true).bad : [];
      return [...first, ...more].filter(({ column }) => !open.includes(column));
    });
  }
  const { values, none } = meantBy(refused, meant), order = namedColumns(meant);
  const sorted = Object.entries(columns).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  const map = {
    ...{ columns: {}, values: {}, missing: [], ...options },
    ...refused.some(areReplies) ? { replies: true } : {},
    ...{ columns: Object.fromEntries(sorted), values: { ...options.values, ...values } },
    missing: [...new Set([...options.missing ?? [], ...none])],
  };
  writeWhole(template, (temporary) => writeFileSync(temporary, `${JSON.stringify(map, null, 2)}\n`));
  if (stranger) {
    for (const one of all) {
      say(`${one.path} has the columns ${one.columns.map((name) => JSON.stringify(name)).join(", ")}`);
    }
    const others = Object.keys(FRAMES).filter((name) => name !== meant).join(", ");
    const free = order.filter((one) => !Object.hasOwn(columns, one)).join(", ");
    say(`taken for ${meant} (others with --frame: ${others}), of which may be told: ${free}`);
  }
  if (JSON.stringify(map).includes(`"${OPEN}"`)) {
    const what = open.length > 0 ? ` (nothing sounds like ${open.join(", ")})` : "";
    say(said("map_open", { OPEN, what }));
  }
  const judge = typeof options.judge === "function" ? " --judge-from-file" : "";
  say(`wrote ${template}: look at it, then read with --map ${template}${judge}`);
}

/** Whether a map alone can make a table one of ours: not of a workbook, nor of criteria side by side. */
export const takesMap = ({ path, columns }: Pick<Stranger, "path" | "columns">): boolean =>
  !/\.xlsx$/i.test(path) && !criteriaBeside(columns);

/** What sounds like each of the columns that a frame misses, each column once; of those that it may miss only what does. */
function guessed(stranger: Stranger, frame: FrameName, told: ReadResultsOptions) {
  const { columns } = stranger, specs = FRAMES[frame].columns, mapped = toldIn(told.columns ?? {}, columns);
  const known = [...toldNames({ ...told, columns: mapped }), ...columns];
  const lacking = Object.keys(specs).filter((one) => !known.includes(one));
  const asked = lacking.filter((one) => specs[one].required || specs[one].asked);
  const others = lacking.filter((one) => !asked.includes(one));
  const left = columns.filter((one) => !Object.values(mapped).includes(one));
  const own = assignColumns(asked.map((one) => ({ ours: one, wanted: one })), left)
    .map(({ ours, names }) => {
      const scorer = ours === "human" && frame === "pairs" ? scorerOf(names, left) : undefined;
      const [picture] = ours === "item_id" && frame === "ratings" ? namedAlike("image_id", left) : [];
      const people = ours === "human" ? sidesIn(left).people : undefined;
      const name = scorer ?? meantOf(ours, names) ?? people ?? picture;
      return { column: ours, name };
    });
  const used = own.flatMap(({ name }) => name ?? []);
  const answers = ["answer_a", "answer_b", "confidence"]
    .filter((one) => frame === "pairs" && !columns.includes(one));
  return [
    ...own,
    ...[...answers, ...others].filter((one) => one !== "condition").flatMap((column) => {
      const name = namedAlike(column, left).find((one) => !used.includes(one));
      used.push(name ?? "");
      return name === undefined ? [] : [{ column, name }];
    }),
  ];
}

/** Where nothing sounds like a choice: judges side by side, each in a column of verdicts or two of scores; else the two columns of scores that say no one's name. */
function besideEachOther({ path }: Stranger, guesses: ReturnType<typeof guessed>) {
  const isOpen = (column: string) => guesses.some((one) => one.column === column && one.name === undefined);
  if (!isOpen("choice")) return { judges: [], scores: [] };
  const { frame } = loadTable(findTableFiles(path)[0]), { unnamed } = scorersIn(frame);
  return {
    judges: isOpen("judge") ? judgesBeside(frame, guesses.flatMap(({ name }) => name ?? [])) : [],
    scores: unnamed.length === 1 ? scoresOf(unnamed[0], frame.columns) ?? [] : [],
  };
}

function meantBy(refused: readonly BadColumn[], meant: FrameName) {
  const values: Record<string, Record<string, string>> = {}, none: string[] = [];
  for (const one of refused) {
    const { column } = one, spec = FRAMES[meant].columns[column] ?? { type: "text" };
    const texts = one.values.map(({ value }) => String(value ?? ""));
    // Codes of verdicts are one scheme, though a column may hold but one of them.
    const alike = refused.filter((one) => FRAMES[meant].columns[one.column]?.values === spec.values);
    const codes = meantValues(spec, alike.flatMap((one) => one.values.map(({ value }) => value)));
    for (const [theirs, ours] of Object.entries(codes)) {
      // What the option replies reads by itself is told once.
      const isReply = areReplies(one) && (ours === OPEN || replyVerdict(theirs).verdict !== undefined);
      if (theirs === ours || !texts.includes(theirs) || isReply) continue;
      (values[column] ??= {})[theirs] = ours;
    }
    if (spec.nullable ?? !FRAMES[meant].columns[column]) {
      none.push(...texts.filter((value) => isNone(value, texts)));
    }
  }
  return { values, none };
}

/** Whether the hint of a column that is refused says how whole replies are read, or marks ([[A]]) stand there beside sentences. */
const areReplies = ({ column, expected, values }: BadColumn) =>
  column === "choice" &&
  (expected.includes("(whole replies: ") ||
    [/\[\[/, /^[^[]*\S\s+\S/].every((kind) => values.some(({ value }) => kind.test(String(value)))));

/** What readers refuse of a file: that it fits no frame, or columns with bad values. */
function refusedBy(path: string, options: ReadResultsOptions, isGuess = false) {
  try {
    const { strangers: [stranger] } = inspectFile(path, options);
    return { stranger, bad: [] };
  } catch (error) {
    // Of what is guessed more may be wrong than values: reading will say so.
    if (error instanceof ResultsError && (isGuess || error.columns.length > 0)) return { bad: error.columns };
    throw error;
  }
}
