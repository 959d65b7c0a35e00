import { unsaid } from "../progress/say_once.ts";
import type pl from "nodejs-polars";
import { readNotes, readReport } from "../results/read_report.ts";
import { inWords } from "../progress/show.ts";
import { requireOptions } from "../progress/require.ts";
import { CHANGES } from "./changes.ts";
import { type Compared, compared, lostName, renamedWords } from "./compare.ts";
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
  const [first, second] = [oneFrame(before, options), oneFrame(after, options)];
  if (first.name !== second.name) {
    throw new TypeError(`report: wanted two results of one kind, found ${first.name} and ${second.name}`);
  }
  const { frame, whole, changed, only, lost, notes: renamed } = compared(
    first.frame,
    second.frame,
    first.name,
    { judges: options.judges, by: GROUPS[first.name], labels: ["human", "more_informative"] },
  );
  const inBoth = frame.height / 2,
    [inFirst, inSecond] = only.map((count) => `${count} of ${countText(inBoth + count)}`);
  const kind = first.frame.columns.includes("choice") ? "verdict" : "score";
  const notes = [
    `${
      inWords(inBoth, "judgment")
    } are in both and are compared; ${inFirst} are only in the first, ${inSecond} only in the second.`,
    `${changed.rows} of ${inWords(inBoth, kind)} changed${
      changed.rows === 0 ? ": the two hold the same" : ""
    }.`,
    ...renamed,
    ...notPaired(lost),
    ...notesOfBoth(first.frame, second.frame),
  ];
  const parts = {
    name: first.name,
    questions: namedQuestions(CHANGES, first.name, options.questions),
    sources: [first.frame, second.frame],
    notes,
    changed: { ...changed, only },
    whole,
    notCompared: lost.map((one) => ({ judge: lostName(one), only_in: one.only_in })),
  };
  return await unsaid(() => makeReport(frame, parts, options));
}

/** What was said when two results were read: of both once, else whose it is. */
function notesOfBoth(...frames: pl.DataFrame[]): string[] {
  const [before, after] = frames.map((frame) => readNotes(readReport(frame)));
  // What it counts is in each.
  const both = before.filter((note) => after.includes(note));
  const own = [before, after].flatMap((notes, side) =>
    notes.filter((note) => !both.includes(note)).map((note) => `In the ${["first", "second"][side]}: ${note}`)
  );
  return [...both.map((note) => /\d/.test(note) ? `In each of the two: ${note}` : note), ...own];
}

/** What was not compared: a judge that was renamed is two. */
function notPaired(lost: Compared["lost"]): string[] {
  if (lost.length === 0) return [];
  const told = lost.map((one) => `${lostName(one)} (only in the ${one.only_in})`).join(", ");
  const [old, renewed] = ["first", "second"].map((side) => {
    const own = lost.find(({ only_in, group: { judge, evaluator } }) =>
      only_in === side && (judge ?? evaluator)
    );
    return own && lostName(own);
  });
  return [`Not compared: ${told}.${old && renewed ? ` ${renamedWords(old, renewed)}` : ""}`];
}
