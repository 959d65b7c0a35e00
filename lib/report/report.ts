import { unsaid } from "../progress/say_once.ts";
import type pl from "nodejs-polars";
import type { FrameName } from "../results/frames.ts";
import { conditionsOf } from "../results/frame.ts";
import { told } from "../progress/told.ts";
import { requireOptions } from "../progress/require.ts";
import { WITHIN_QUESTIONS } from "./conditions.ts";
import { makeReport } from "./make_report.ts";
import { hypothesisQuestions } from "./own_hypotheses.ts";
import { QUESTIONS } from "./questions.ts";
import {
  namedQuestions,
  oneFrame,
  type Report,
  REPORT_OPTIONS,
  type ReportOptions,
} from "./report_options.ts";
import type { Question } from "./report_types.ts";

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
 * From 5% unread replies on nothing is shown whose sign these could turn, whatever each would have said (`reach`): it is `undecided`.
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
  return await unsaid(() => makeReport(frame, { name, questions, sources: [frame], notes }, options));
}

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
