import type pl from "nodejs-polars";
import { unsaid } from "../progress/say_once.ts";
import type { FrameName } from "../results/frames.ts";
import { conditionsOf } from "../results/frame.ts";
import { told } from "../progress/told.ts";
import { requireOptions } from "../progress/require.ts";
import { conditionChanges, WITHIN_QUESTIONS } from "./conditions.ts";
import { makeReport } from "./make_report.ts";
import { hypothesisQuestions } from "./own_hypotheses.ts";
import { GROUPS, QUESTIONS } from "./questions.ts";
import {
  namedQuestions,
  oneFrame,
  type Report,
  REPORT_OPTIONS,
  type ReportOptions,
} from "./report_options.ts";
import type { Question } from "./report_types.ts";
import { oppositions } from "../results/opposition.ts";
import { readNotes, readReport } from "../results/read_report.ts";
import { changedJudgments, changedWords, LISTED } from "./changed.ts";
import { CHANGES } from "./changes.ts";
import { compared, lostName, SIDES } from "./compare.ts";
import { said } from "./said.ts";

/**
 * From results to a bias report: every question that a frame can answer (informativeness, length, slots and order, reliance on the image,
 * self-preference, …) with estimate, interval, n and verdict per judge, adjusted for all of them; what was read and left out; what could
 * not be asked and which column would allow it; a paragraph on methods.
 *
 * `results` is a frame that a reader gave, or the path of files that `readResults` reads (one kind of frame). The last line of a notebook's
 * cell shows it; `html` is the whole page, `out` a folder that all of it is written to. The same rows and options give the same bytes.
 *
 * Verdicts are adjusted over all tested lines, as in `hypothesisTable`: `supported` (what its words say is shown: of a question that can go either way, the one or the other) or
 * `contradicted` (the opposite of a claim with one side is shown) where p, adjusted by Holm, is below `alpha`;
 * `absent` where an effect of the question's δ or more is ruled out; else `undecided`. What is only described is `not tested`.
 * Nothing is shown whose sign unread replies could turn, whatever each would have said, and none of δ or more ruled out that they leave: it is `undecided`; from 5% on every line says
 * between which values they leave it (`reach`). Where nobody knows how far they could carry a line (IB at equal length, strengths of models, circles, runs, scores and ratings), it says so.
 *
 * @throws {TypeError} when the results are no frame of the library's, or hold several kinds of them
 * @throws {ResultsError} when a file cannot be read
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs } from "judgebias";
 * import { report } from "judgebias/report";
 *
 * const { html, json, estimates } = await report(
 *   readPairs("data/examples/pairs.csv"), { silent: true },
 * );
 * assert.ok(
 *   html.startsWith("<!doctype html>") &&
 *     json.lines.some(({ question }) => question === "ib"),
 * );
 * assert.ok(estimates.columns.includes("p_adjusted"));
 * ```
 */
export async function report(results: string | pl.DataFrame, options: ReportOptions = {}): Promise<Report> {
  requireOptions("report", options, REPORT_OPTIONS);
  const { frame, name, notes } = oneFrame(results, options);
  const questions = asked(frame, name, options);
  const { listed, notes: more } = conditionChanges(frame, name, options);
  const parts = { name, questions, sources: [frame], notes: [...notes, ...more], listed };
  return await unsaid(() => makeReport(frame, parts, options));
}

function asked(
  frame: pl.DataFrame,
  name: FrameName,
  { hypotheses = [], questions, baseline }: ReportOptions,
): Question[] {
  const conditions = conditionsOf(frame);
  if (baseline !== undefined && !conditions.includes(baseline)) {
    const known = conditions.length > 0 ? conditions.map(told) : "conditions (there are none)";
    throw new RangeError(said("baseline_wanted", { conditions: known, found: told(baseline) }));
  }
  const kept = namedQuestions([...QUESTIONS, ...WITHIN_QUESTIONS], name, questions);
  return [...kept, ...hypothesisQuestions(hypotheses, name, QUESTIONS.map(({ id }) => id))];
}

/**
 * Two results of the same items side by side: what changed from the first to the second (accuracy, informativeness bias and whether it fell without
 * a loss of accuracy, length bias,
 * slot preference; reliability for score pairs, the four metrics of judgments by criteria), each a paired difference with its interval and verdict.
 *
 * Did the mitigation help? Did the new version of the model move? Judgments that only one has are counted and left out; a limit that they could carry an estimate over stays open (`checkGate`).
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
  if (after === undefined) throw new TypeError(said("two_wanted", { found: told(before) }));
  const [first, second] = [oneFrame(before, options), oneFrame(after, options)];
  if (first.name !== second.name) {
    throw new TypeError(`report: wanted two results of one kind, found ${first.name} and ${second.name}`);
  }
  const { name } = first, how = { judges: options.judges, by: GROUPS[name], isLent: true };
  const both = compared(first.frame, second.frame, name, how);
  const { frame, whole, changed, only, lost, notes: renamed } = both, { of: inBoth } = changed;
  const hasPeople = renamed.some((note) => /^Labels that .*: human/.test(note));
  // Verdicts of a file without labels of its own are held against people's for the first time here.
  const opposed = [first, second].flatMap(({ frame: { columns } }, side) =>
    hasPeople && !columns.includes("human")
      ? oppositions([frame.head(frame.height / 2), frame.tail(frame.height / 2)][side], [])
        .map((note) => `In the ${SIDES[side]}: ${note}`)
      : []
  );
  const [inFirst, inSecond] = only;
  const lostOnes = lost.map((one) => `${lostName(one)} (only in the ${one.only_in})`);
  const notes = [
    said("in_both", {
      ...{ both: inBoth, first: inFirst, of_first: inBoth + inFirst },
      ...{ second: inSecond, of_second: inBoth + inSecond },
    }),
    `${changedWords(frame)}${
      changed.rows > 0 ? LISTED : inFirst + inSecond > 0 ? "" : ": the two hold the same"
    }.`,
    ...renamed,
    ...lost.length > 0 ? [said("lost_groups", { lost: lostOnes })] : [],
    ...notesOfBoth(first.frame, second.frame).filter((note) =>
      !hasPeople || !note.includes("there is no column human:")
    ),
    ...opposed,
  ];
  const parts = {
    name: first.name,
    questions: namedQuestions(CHANGES, first.name, options.questions),
    sources: [first.frame, second.frame],
    notes,
    changed: { ...changed, only },
    listed: changedJudgments(frame),
    whole,
    notCompared: lost.map((one) => ({ judge: lostName(one), only_in: one.only_in })),
  };
  return await unsaid(() => makeReport(frame, parts, options));
}

function notesOfBoth(...frames: pl.DataFrame[]): string[] {
  const [before, after] = frames.map((frame) => readNotes(readReport(frame)));
  const both = before.filter((note) => after.includes(note));
  const own = [before, after].flatMap((notes, side) =>
    notes.filter((note) => !both.includes(note)).map((note) => `In the ${SIDES[side]}: ${note}`)
  );
  return [...both.map((note) => /\d/.test(note) ? `In each of the two: ${note}` : note), ...own];
}
