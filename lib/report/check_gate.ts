import { requireBetween, requireOptions } from "../progress/require.ts";
import { isFound } from "./report_words.ts";
import { verdictOf } from "../hypotheses/verdict.ts";
import { requireRecord } from "./plain_text.ts";
import { ASKED, beyondOf, type Gate, readGate } from "./gate.ts";
import { type GateCheck, nameOf, reaches, wordsOf } from "./gate_words.ts";
import { intervalText } from "./number_text.ts";
import { REVERSED, UNREAD } from "./questions/unread_replies.ts";
import type { JsonLine, ReportJson, ReportLimit } from "./report_json.ts";

/** From this share on a line of which nobody knows how far such replies reach is no test of the judge. */
const MOSTLY_UNREAD = 0.5;

/**
 * Holds a report against a limit, and says what it was held against and what could not be: a question that was not asked, a judge without a
 * line or in only one of two compared results, a line that is untestable, unread replies and judgments of one of two results alone where they could
 * carry the estimate over the limit (each right or wrong, or at the least or largest score of captions, whichever is farther; of ratings,
 * criteria and score pairs a single one could).
 * A line of verdicts that look reversed is not within a limit either, nor one with 5% ties or more whose number without these lies beyond it.
 * Where that bound is not known (`order`, shares of wins) a share of unread replies may move the estimate by as much, and from half on nothing is
 * decided. `allowUnread` is the share of such judgments, above 0 and below 1, that a limit passes with: 0.03. With `ruledOut` a line whose interval reaches beyond the limit is `uncertain` too: few rows pass no limit then. A gate passes where `crossed`, `uncertain` and `untested` are empty.
 *
 * @throws {RangeError} as `readGate`, for a limit given as a text
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs } from "judgebias";
 * import { checkGate, report } from "judgebias/report";
 *
 * const { json } = await report(readPairs("data/examples/pairs.csv"), {
 *   silent: true,
 * });
 * const { checked, crossed, words } = checkGate(json, "accuracy < 0.99");
 * assert.equal(crossed.length, checked);
 * assert.match(words[0], /^accuracy < 0\.99: held against 3 lines, 3 cross it/);
 * ```
 */
export function checkGate(
  report: ReportJson,
  gate: Gate | string,
  options: { ruledOut?: boolean; allowUnread?: number } = {},
): GateCheck {
  requireRecord("checkGate", report);
  const { ruledOut = false, allowUnread } = requireOptions("checkGate", options, ["ruledOut", "allowUnread"]);
  if (allowUnread !== undefined) requireBetween("checkGate", "a share of unread replies", allowUnread);
  const limit = typeof gate === "string" ? readGate(gate) : gate;
  const { question } = limit, beyond = beyondOf(limit);
  const lines = report.lines.filter((line) => line.question === question);
  const crossed: JsonLine[] = [], uncertain: JsonLine[] = [], within: JsonLine[] = [];
  const untested: GateCheck["untested"] = [...absent(report, question, lines)],
    beside = new Map<JsonLine, string>();
  for (const line of lines) {
    const { estimate, verdict, warning } = line;
    // The same verdicts have no change for certain.
    if (report.changed?.rows === 0 && Math.max(...report.changed.only ?? [0]) === 0) {
      (beyond(0) ? crossed : within).push(line);
      beside.set(line, "; the two hold the same, so that nothing changed");
      continue;
    }
    if (estimate === null || verdict === "untestable") {
      untested.push({ what: nameOf(line.group), why: warning || "untestable" });
      continue;
    }
    if (beyond(estimate)) (isCertain(line, limit, report) ? crossed : uncertain).push(line);
    else if (ruledOut && reaches(line, beyond)) uncertain.push(line);
    else if (warning.includes(REVERSED)) untested.push({ what: nameOf(line.group), why: warning });
    else {
      const { reach } = line, { share, why } = reach ?? unread(report, line);
      const tested = verdict !== "not tested" && line.unit !== "number";
      const isReached = reach
        ? reaches(reach, beyond)
        : share >= MOSTLY_UNREAD || tested && share >= UNREAD && beyond(estimate, share);
      const [counts] = why.split(": "), isAllowed = isReached && share <= (allowUnread ?? 0);
      if (isAllowed) beside.set(line, `; ${counts}, which is allowed`);
      if (isReached && !isAllowed) {
        untested.push({
          what: nameOf(line.group),
          why: `${counts}: they could carry it over the limit`,
          share,
        });
      } else if (line.untied && beyond(line.untied.estimate)) {
        const number = `${intervalText({ ...line.untied, low: null, high: null }, "number")} without them`;
        untested.push({
          what: nameOf(line.group),
          why: `${line.untied.why}, which count as wrong: ${number}, over the limit`,
        });
      } else within.push(line);
    }
  }
  const checked = crossed.length + uncertain.length + within.length;
  const found = { gate: limit, checked, crossed, uncertain, within, untested };
  return { ...found, words: wordsOf(found, lines, beside) };
}

/** What came of a limit, for the record of a report. */
export function limitOf({ crossed, uncertain, untested, words: [first, ...words] }: GateCheck): ReportLimit {
  const isOpen = uncertain.length + untested.length > 0;
  const status = crossed.length > 0 ? "crossed" : isOpen ? "not decided" : "holds";
  return { limit: first, status, words: words.map((one) => one.trim()) };
}

/** Whether a line beyond a limit counts: it shows an effect, or (described only, or a part) lies beyond with its interval; a part also by p. */
function isCertain(line: JsonLine, gate: Gate, { lines, options: { alpha } }: ReportJson): boolean {
  const { verdict, estimate, low, high, df, held, tested_as } = line, beyond = beyondOf(gate);
  if (!held && isFound({ verdict })) return true;
  if (!held && verdict !== "not tested" || low === null || high === null) return false;
  // An interval around 0 has its smallest size inside.
  if (!beyond(low) || !beyond(high) || low > 0 !== high > 0 && !beyond(0)) return false;
  const nullValue = gate.absolute ? Math.sign(estimate!) * gate.limit : gate.limit;
  const evidence = { estimate: estimate!, low, high, df: df ?? NaN, level: 1 - alpha, nullValue, delta: 0 };
  return !held && !tested_as ||
    verdictOf(evidence).pValue * lines.filter(({ p }) => p !== null).length < alpha;
}

/** What has no line that a limit could be held against. */
function absent(
  { lines: all, not_asked, not_compared, cannot_say, problems, input, left_out: { table } }: ReportJson,
  question: string,
  lines: readonly JsonLine[],
): { what: string; why: string }[] {
  const alone = (not_compared ?? []).map(({ judge, only_in }) => ({
    what: judge,
    why: `only in the ${only_in} results`,
  }));
  if (lines.length === 0) {
    const lacking = not_asked.find(({ id }) => id === question)?.lacking;
    const problem = problems.find(({ questions }) => questions.some(({ id }) => id === question))?.problem;
    const [none, of] = ["unparsable", "rows"].map((column) =>
      table.reduce((sum, row) => sum + Number(row[column] ?? 0), 0)
    );
    const why = none > 0 && none === of
      ? `0 of ${of} replies could be read`
      : lacking !== undefined
      ? `the results lack ${lacking}`
      : problem ?? cannot_say.find((said) => question.includes("_by_") && said.includes(question)) ??
        (all.length === 0
          ? "the report has no lines"
          : notAskedOf(question, input.frame, not_compared !== undefined));
    return [{ what: "the question", why }, ...alone];
  }
  // Groups that were read, by the columns that tell the question's lines apart too.
  const columns = Object.keys(table[0] ?? {}).filter((column) => lines.every(({ group }) => column in group));
  const keyOf = (row: Record<string, unknown>) => nameOf(pick(row, columns));
  const known = new Set(lines.map(({ group }) => keyOf(group)));
  const missing = columns.length === 0 ? [] : [...new Set(table.map(keyOf))].filter((key) => !known.has(key));
  return [...missing.map((what) => ({ what, why: `it has no line for ${question}` })), ...alone];
}

function notAskedOf(question: string, frame: string, isChange: boolean): string {
  const [, column] = /_by_(condition|judge)$/.exec(question) ?? [];
  if (column) return `the results hold no two ${column}s (a column ${column})`;
  const isKnown = ASKED.some((one) =>
    one.id === question && one.frame === frame && (one.isChange ?? false) === isChange
  );
  return isKnown
    ? `it was not asked: --questions +${question} asks it beside the rest`
    : `it is not asked of these ${frame}`;
}

/** The share of unread replies of the judge that a line is of, in that of its conditions where it is highest. */
function unread(
  { left_out: { table }, changed }: ReportJson,
  { group }: JsonLine,
): { share: number; why: string } {
  const shares = table.flatMap((row) => {
    const columns = Object.keys(group).filter((column) => column in row);
    if (nameOf(pick(row, columns)) !== nameOf(pick(group, columns))) return [];
    const count = Number(row.unparsable ?? row.unscored ?? 0), all = Number(row.calls ?? row.rows);
    // Of two results all of them may be one's own.
    return [{ share: (changed ? 2 : 1) * count / all, why: `${count} of ${all} replies are unread` }];
  });
  return shares.reduce((worst, one) => one.share > worst.share ? one : worst, { share: 0, why: "" });
}

function pick(row: Record<string, unknown>, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    columns.map((column) => [column, row[column] === "null" ? "none" : String(row[column])]),
  );
}
