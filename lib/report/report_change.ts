import { unsaid } from "../progress/say_once.ts";
import type pl from "nodejs-polars";
import { readNotes, readReport } from "../results/read_report.ts";
import { ratingEvaluators } from "../results/frame.ts";
import type { FrameName } from "../results/frames.ts";
import { inWords } from "../progress/show.ts";
import { requireOptions } from "../progress/require.ts";
import { CHANGES } from "./changes.ts";
import { type Compared, compared, RENAMED, renamedWords } from "./compare.ts";
import { GROUPS } from "./questions.ts";
import { countText } from "./number_text.ts";
import { makeReport } from "./make_report.ts";
import {
  namedQuestions,
  oneFrame,
  type Report,
  REPORT_OPTIONS,
  type ReportOptions,
} from "./report_options.ts";

/**
 * Two results of the same items side by side: what changed from the first to the second (accuracy, informativeness bias and whether it fell without
 * a loss of accuracy, length bias,
 * slot preference; reliability for score pairs, agreement for ratings, mean scores and the lead of own captions for caption scores, the four
 * metrics of judgments by criteria), each a paired difference with its interval and verdict.
 *
 * Did the mitigation help? Did the new version of the model move? What one of the two says of no item (human labels, word counts) is taken from the other. Judgments that only one has are counted and left out; a limit that they could carry an estimate over stays open (`checkGate`).
 *
 * @throws {TypeError} when the two are not of one kind, or of a kind that cannot be compared
 * @throws {RangeError} when no judgment is in both
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs } from "judgebias";
 * import { reportChange } from "judgebias/report";
 *
 * const pairs = readPairs("data/examples/pairs.csv");
 * const { json } = await reportChange(pairs, pairs, { silent: true });
 * assert.ok(json.lines.every(({ estimate }) => estimate === 0));
 * ```
 */
export async function reportChange(
  before: string | pl.DataFrame,
  after: string | pl.DataFrame,
  options: Omit<ReportOptions, "hypotheses" | "baseline"> & {
    /** Judges that are the same under two names: name in the first results → name in the second. */
    judges?: Readonly<Record<string, string>>;
  } = {},
): Promise<Report> {
  requireOptions("reportChange", options, [
    ...REPORT_OPTIONS.filter((name) => !["hypotheses", "baseline"].includes(name)),
    "judges",
  ]);
  const [first, second] = [oneFrame(before, options), oneFrame(after, options)];
  if (first.name !== second.name) {
    throw new TypeError(`report: wanted two results of one kind, found ${first.name} and ${second.name}`);
  }
  const { frame, whole, changed, onlyBefore, onlyAfter, lost, notes: taken } = compared(
    first.frame,
    second.frame,
    first.name,
    { judges: options.judges, by: GROUPS[first.name], isLent: true },
  );
  const inBoth = frame.height / 2;
  const notes = [
    `${inWords(inBoth, "judgment")} are in both and are compared; ${onlyBefore} of ${
      countText(inBoth + onlyBefore)
    } are only in the first, ${onlyAfter} of ${countText(inBoth + onlyAfter)} only in the second.`,
    `${changed.rows} of ${
      inWords(inBoth, first.frame.columns.includes("choice") ? "verdict" : "score")
    } changed${changed.rows === 0 ? ": the two hold the same" : ""}.`,
    ...taken,
    ...renamedAlone(frame, first.name, options.judges),
    ...notPaired(lost),
    ...notesOfBoth(first.frame, second.frame).filter((note) =>
      taken.length === 0 || !note.includes("there is no column human:")
    ),
  ];
  const parts = {
    name: first.name,
    questions: namedQuestions(CHANGES, first.name, options.questions),
    sources: [first.frame, second.frame],
    notes,
    changed: { ...changed, only: [onlyBefore, onlyAfter] as [number, number] },
    whole,
    notCompared: lost.map(({ name, only_in }) => ({ judge: name, only_in })),
  };
  return await unsaid(() => makeReport(frame, parts, options));
}

/** What was said when two results were read: of both once, else whose it is. */
function notesOfBoth(first: pl.DataFrame, second: pl.DataFrame): string[] {
  const [before, after] = [first, second].map((frame) => readNotes(readReport(frame)));
  const both = before.filter((note) => after.includes(note));
  const own = (notes: readonly string[], whose: string) =>
    notes.filter((note) => !both.includes(note)).map((note) => `${whose}: ${note}`);
  // What it counts is in each.
  const ofBoth = both.map((note) => /\d/.test(note) ? `In each of the two: ${note}` : note);
  return [...ofBoth, ...own(before, "In the first"), ...own(after, "In the second")];
}

/** What each result has one of, under two names that nobody said are the same. */
function renamedAlone(frame: pl.DataFrame, name: FrameName, judges: object = {}): string[] {
  const columns = name === "ratings"
    ? [["evaluator", ratingEvaluators(frame)] as const]
    : RENAMED.filter((column) => frame.columns.includes(column))
      .map((column) => [column, frame.getColumn(column).unique().toArray().map(String)] as const);
  return columns.flatMap(([column, [own, ...others]]) => {
    const [first, second] = own.split(" → "), isJudge = column !== "benchmark";
    if (others.length > 0 || second === undefined || isJudge && Object.keys(judges).length > 0) return [];
    return [
      `${first} and ${second} count as one ${column} under two names, since each file names just one${
        isJudge ? "; to compare two judges, make one report of a folder with both files" : ""
      }.`,
    ];
  });
}

/** Groups of which nothing was compared: a judge that was renamed is two. */
function notPaired(lost: Compared["lost"]): string[] {
  const ofSide = (side: string) => lost.filter(({ only_in }) => only_in === side);
  const sides = ["first", "second"].flatMap((side) => {
    const names = ofSide(side).map(({ name }) => name);
    return names.length > 0 ? [`${names.join(", ")} (only in the ${side})`] : [];
  });
  if (sides.length === 0) return [];
  const [old, renewed] = ["first", "second"].map((side) => ofSide(side).find(({ isJudge }) => isJudge)?.name);
  const way = old === undefined || renewed === undefined ? "" : ` ${renamedWords(old, renewed)}`;
  return [`Not compared: ${sides.join(", ")}.${way}`];
}
