import { unsaid } from "../progress/say_once.ts";
import type pl from "nodejs-polars";
import type { FrameName } from "../results/frames.ts";
import { computedFrom, conditionsOf } from "../results/frame.ts";
import { told } from "../progress/told.ts";
import { requireOptions } from "../progress/require.ts";
import { WITHIN_QUESTIONS } from "./conditions.ts";
import { estimateRows } from "./estimate_rows.ts";
import { makeReport } from "./make_report.ts";
import { hypothesisQuestions } from "./own_hypotheses.ts";
import { QUESTIONS } from "./questions.ts";
import {
  contextOf,
  namedQuestions,
  oneFrame,
  plainId,
  type Report,
  REPORT_OPTIONS,
  type ReportOptions,
} from "./report_options.ts";
import type { Question } from "./report_types.ts";
import { askAll } from "./sections.ts";

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
 * const { html, json, estimates } = await report(readPairs("data/examples/pairs.csv"), { silent: true });
 * assert.ok(html.startsWith("<!doctype html>") && json.lines.some(({ question }) => question === "ib"));
 * assert.ok(estimates.columns.includes("p_adjusted"));
 * ```
 */
export async function report(results: string | pl.DataFrame, options: ReportOptions = {}): Promise<Report> {
  requireOptions("report", options, REPORT_OPTIONS);
  const { frame, name, notes } = oneFrame(results, options);
  const questions = asked(frame, name, options);
  return await unsaid(() => makeReport(frame, { name, questions, sources: [frame], notes }, options));
}

/**
 * The verdicts of a report as a table, in a fraction of its time: every line with its estimate, interval, n and verdict, without page, further
 * looks and what costs many times the rest (bias at equal length, circles, the leaderboard), unless `questions` names it. Verdicts are adjusted for the lines of
 * this table, so that they can be firmer than those of a report, which asks more.
 *
 * One row per line: `question, look` (main), the group's columns, `quantity, estimate, low, high, n, clusters, p, p_adjusted, verdict, note,
 * warning, df, method, unit, null_value` (what p, which is two-sided, is against).
 *
 * @throws as `report`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs } from "judgebias";
 * import { reportTable } from "judgebias/report";
 *
 * const table = reportTable(readPairs("data/examples/pairs.csv"), { questions: ["ib", "slot"] });
 * assert.deepEqual(table.getColumn("question").unique().sort().toArray(), ["ib", "slot"]);
 * ```
 */
export function reportTable(
  results: string | pl.DataFrame,
  options: Omit<ReportOptions, "title" | "silent" | "out"> = {},
): pl.DataFrame {
  requireOptions("reportTable", options, REPORT_OPTIONS);
  const { frame, name } = oneFrame(results, options);
  const questions = asked(frame, name, options).filter(({ costly, id }) =>
    !costly || options.questions?.map(plainId).includes(id)
  );
  const { sections } = askAll(
    frame,
    name,
    contextOf(options),
    questions.map((question) => ({ ...question, looks: [] })),
  );
  return computedFrom(frame, estimateRows(sections));
}

/** The questions that the options ask for, with the user's own. */
function asked(
  frame: pl.DataFrame,
  name: FrameName,
  { hypotheses = [], questions, baseline }: ReportOptions,
): Question[] {
  const conditions = conditionsOf(frame);
  if (baseline !== undefined && !conditions.includes(baseline)) {
    throw new RangeError(
      `report: wanted a baseline among ${
        conditions.map(told).join(", ") || "conditions (there are none)"
      }, found ${told(baseline)}`,
    );
  }
  const kept = namedQuestions([...QUESTIONS, ...WITHIN_QUESTIONS], name, questions);
  return [...kept, ...hypothesisQuestions(hypotheses, name, QUESTIONS.map(({ id }) => id))];
}
