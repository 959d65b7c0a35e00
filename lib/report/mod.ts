/**
 * judgebias/report: from a results file to a page, a record and a table of every estimate.
 *
 * @module
 */

export { checkGate, type GateCheck } from "./check_gate.ts";
export { type Gate, type GateTarget, readGate } from "./gate.ts";
export type { OwnHypothesis, OwnTest } from "./own_hypotheses.ts";
export { report } from "./report.ts";
export { reportChange } from "./report.ts";
export type { Report, ReportOptions } from "./report_options.ts";
export { markdownOf } from "./report_texts.ts";
export { plainText } from "./report_texts.ts";
export { type JsonLine, type NotAsked, type ReportJson } from "./report_json.ts";
export type { Estimate, Line, LineVerdict, QuestionId, Tone, Unit } from "./report_types.ts";

// types of their options and results
export type { LeftOut } from "./left_out.ts";
