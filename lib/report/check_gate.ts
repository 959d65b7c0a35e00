import { requireBetween, requireOptions } from "../progress/require.ts";
import { afterVerdict, isFound } from "./report_words.ts";
import { requireRecord } from "./plain_text.ts";
import { fewest, type Gate, readGate, SIGNS } from "./gate.ts";
import { intervalText } from "./number_text.ts";
import { UNREAD } from "./questions/unread_replies.ts";
import type { JsonLine, ReportJson } from "./report_json.ts";

/** From this share on a line of which nobody knows how far such replies reach is no test of the judge. */
const MOSTLY_UNREAD = 0.5;

/** What a limit was held against, and what came of it. */
export interface GateCheck {
  /** The limit, as `readGate` reads it. */
  gate: Gate;
  /** How many lines of the report it was held against. */
  checked: number;
  /**
   * Lines whose estimate lies beyond the limit and which show an effect: it is told from none (0, or a half), not from the limit; where a
   * question is only described (accuracy), the whole interval lies beyond, and so of a mitigation's drop of the bias, its `held` part.
   */
  crossed: JsonLine[];
  /** Lines whose estimate lies beyond the limit and which show no effect for certain; with `ruledOut` also those whose interval alone reaches beyond. */
  uncertain: JsonLine[];
  /** Lines that keep the limit. */
  within: JsonLine[];
  /** What could not be held against the limit, and why. */
  untested: { what: string; why: string }[];
  /** All of this as lines of text. */
  words: string[];
}

/**
 * Holds a report against a limit, and says what it was held against and what could not be: a question that was not asked, a judge without a
 * line or in only one of two compared results, a line that is untestable, unread replies and judgments of one of two results alone where they could
 * carry the estimate over the limit (each right or wrong, or at the least or largest score, whichever is farther); how many of these it takes is said.
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
 * const { json } = await report(readPairs("data/examples/pairs.csv"), { silent: true });
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
  const { question, absolute, sign } = limit;
  const lines = report.lines.filter((line) => line.question === question);
  const beyond = (value: number | null, shift = 0) =>
    value !== null &&
    SIGNS[sign]((absolute ? Math.abs(value) : value) + (sign[0] === ">" ? shift : -shift), limit.limit);
  const crossed: JsonLine[] = [], uncertain: JsonLine[] = [], within: JsonLine[] = [];
  const untested = [...absent(report, question, lines)], allowed = new Map<JsonLine, string>();
  for (const given of lines) {
    const line = heldOf(given), { estimate, verdict, warning } = line;
    // The same verdicts have no change for certain.
    if (report.changed?.rows === 0 && Math.max(...report.changed.only ?? [0]) === 0) {
      (beyond(0) ? crossed : within).push(line);
      continue;
    }
    if (estimate === null || verdict === "untestable") {
      untested.push({ what: nameOf(line.group), why: warning || "untestable" });
      continue;
    }
    if (beyond(estimate)) (isCertain(line, beyond) ? crossed : uncertain).push(line);
    else if (ruledOut && reaches(line, beyond)) uncertain.push(line);
    else {
      const { reach } = line, { share, why } = reach ?? unread(report, line);
      const tested = verdict !== "not tested" && line.unit !== "number";
      const isReached = reach
        ? reaches(reach, beyond)
        : share >= MOSTLY_UNREAD || tested && share >= UNREAD && beyond(estimate, share);
      const [counts] = why.split(": "), isAllowed = isReached && share <= (allowUnread ?? 0);
      if (isAllowed) allowed.set(line, `; ${counts}, which is allowed`);
      if (isReached && !isAllowed) {
        untested.push({ what: nameOf(line.group), why: `${counts}: ${fewest(reach, limit)}` });
      } else within.push(line);
    }
  }
  const checked = crossed.length + uncertain.length + within.length;
  const found = { gate: limit, checked, crossed, uncertain, within, untested };
  return { ...found, words: [...wordsOf(found, allowed), ...lines.flatMap((line) => lossOf(line, crossed))] };
}

/** A line as a limit sees it: a claim of several parts by the one that the limit is of, whichever decides the verdict. */
function heldOf(line: JsonLine): JsonLine {
  if (!line.held) return line;
  const { name, ...numbers } = line.held;
  return { ...line, ...numbers, group: { ...line.group, part: name } };
}

/** Of a mitigation that accuracy contradicts, and whose bias passes, the limit that accuracy has. */
function lossOf(line: JsonLine, crossed: readonly JsonLine[]): string[] {
  const { held, group: { part, ...group }, verdict, question } = line;
  const isPassed = !crossed.some((one) => nameOf(one.group) === nameOf({ ...group, part: held?.name ?? "" }));
  return !held || part === held.name || verdict !== "contradicted" || !isPassed ? [] : [
    `  within the limit, but contradicted: ${nameOf(line.group)} (${intervalText(line, "number")}${
      afterVerdict(line)
    }): a limit on ${question.replace(/^mitigation(_lb)?/, "accuracy")} holds that`,
  ];
}

/** Whether a line whose estimate is beyond a limit counts: it shows an effect, or, only described or one part of a claim, lies beyond with its whole interval. */
function isCertain(
  { verdict, low, high, held }: JsonLine,
  beyond: (value: number | null) => boolean,
): boolean {
  if (!held && isFound({ verdict })) return true;
  if (!held && verdict !== "not tested" || low === null || high === null) return false;
  // An interval around 0 has its smallest size inside.
  return beyond(low) && beyond(high) && (low > 0 === high > 0 || beyond(0));
}

/** Whether the limit lies within a line's interval, or there is none: that it is crossed is not ruled out then. */
function reaches(
  { low, high }: Pick<JsonLine, "low" | "high">,
  beyond: (value: number | null) => boolean,
): boolean {
  if (low === null || high === null) return true;
  return beyond(low) || beyond(high) || low < 0 && high > 0 && beyond(0);
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
    const why = lacking !== undefined
      ? `the results lack ${lacking}`
      : none > 0 && none === of
      ? `0 of ${of} replies could be read`
      : problem ?? cannot_say.find((said) => question.includes("_by_") && said.includes(question)) ??
        (all.length === 0 ? "the report has no lines" : notAskedOf(question, input.frame));
    return [{ what: "the question", why }, ...alone];
  }
  // Groups that were read, by the columns that tell the question's lines apart too.
  const columns = Object.keys(table[0] ?? {}).filter((column) => lines.every(({ group }) => column in group));
  const keyOf = (row: Record<string, unknown>) => nameOf(pick(row, columns));
  const known = new Set(lines.map(({ group }) => keyOf(group)));
  const missing = columns.length === 0 ? [] : [...new Set(table.map(keyOf))].filter((key) => !known.has(key));
  return [...missing.map((what) => ({ what, why: `it has no line for ${question}` })), ...alone];
}

function notAskedOf(question: string, frame: string): string {
  const [, column] = /_by_(condition|judge)$/.exec(question) ?? [];
  return column
    ? `the results hold no two ${column}s (a column ${column})`
    : `it is not asked of these ${frame}`;
}

/** The share of unread replies of the judge that a line is of, in that of its conditions where it is highest. */
function unread(
  { left_out: { table }, changed }: ReportJson,
  { group }: JsonLine,
): { share: number; why: string } {
  // Of two results all of them may be one's own.
  let worst = { share: 0, why: "" };
  const sides = changed ? 2 : 1;
  for (const row of table) {
    const columns = Object.keys(group).filter((column) => column in row);
    if (nameOf(pick(row, columns)) !== nameOf(pick(group, columns))) continue;
    const count = Number(row.unparsable ?? row.unscored ?? 0), all = Number(row.calls ?? row.rows);
    if (sides * count / all > worst.share) {
      worst = {
        share: sides * count / all,
        why: `${count} of ${all} replies are unread`,
      };
    }
  }
  return worst;
}

function pick(row: Record<string, unknown>, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    columns.map((column) => [column, row[column] === "null" ? "none" : String(row[column])]),
  );
}

function nameOf(group: Record<string, string>): string {
  return Object.values(group).join(" · ") || "all rows";
}

function wordsOf(
  { gate, checked, crossed, uncertain, within, untested }: Omit<GateCheck, "words">,
  allowed: ReadonlyMap<JsonLine, string>,
): string[] {
  const { question, absolute, sign, limit } = gate;
  // Limits are fractions.
  const shown = (line: JsonLine) =>
    `${nameOf(line.group)} (${intervalText(line, "number")}, ${line.verdict}${
      isFound(line) ? afterVerdict(line) : ""
    })`;
  const lines = checked === 1 ? "line" : "lines";
  return [
    `${absolute ? `|${question}|` : question} ${sign} ${limit}: held against ${checked} ${lines}, ` +
    (checked === 0
      ? "so that nothing is decided"
      : `${crossed.length || "none"} ${crossed.length < 2 ? "crosses" : "cross"} it`),
    ...crossed.map((line) => `  beyond the limit: ${shown(line)}`),
    ...uncertain.map((line) => `  beyond the limit, not certain: ${shown(line)}`),
    ...untested.map(({ what, why }) => `  not tested: ${what}: ${why}`),
    ...within.map((line) =>
      `  within the limit: ${nameOf(line.group)} (${intervalText(line, "number")})${allowed.get(line) ?? ""}`
    ),
  ];
}
