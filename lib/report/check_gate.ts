import { requireOptions, requireShare } from "../progress/require.ts";
import { inWords } from "../progress/show.ts";
import { afterVerdict, isFound, verdictName } from "./report_words.ts";
import { verdictOf } from "../hypotheses/verdict.ts";
import { requireRecord } from "./report_texts.ts";
import { grouped } from "../stats/grouped.ts";
import { ASKED, beyondOf, type Gate, readGate } from "./gate.ts";
import { intervalText, orderNotes } from "./number_text.ts";
import { REVERSED } from "./questions/replies.ts";
import { type JsonLine, NO_ROWS, type ReportJson } from "./report_json.ts";

const NAMED = 3;

/** What a line says that shows an effect but for what unread replies would have said. */
const HANGS = /^undecided, since what unread replies would have said is open$/;

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
  /** What could not be held against the limit, and why; `share` is that of unread and lost judgments, and of many ties, which alone keep it open. */
  untested: { what: string; why: string; share?: number }[];
  /** All of this as lines of text. */
  words: string[];
}

/**
 * Holds a report against a limit, and says what it was held against and what could not be: a question that was not asked, a judge without a
 * line or in only one of two compared results, a line that is untestable or of verdicts that look reversed, and one that unread replies, judgments of one
 * of two results alone, or 5% ties or more could carry over the limit (`reach`; where nobody knows how far, a single one keeps it open).
 * `allowUnread` is the share of such judgments, from 0 to 1, that a limit passes with: 0.03.
 * With `ruledOut` a line whose interval reaches beyond the limit is `uncertain` too: few rows pass no limit then. A gate passes where `crossed`, `uncertain` and `untested` are empty.
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
  const { ruledOut = false, allowUnread = 0 } = requireOptions("checkGate", options, [
    "ruledOut",
    "allowUnread",
  ]);
  requireShare("checkGate", "a share of unread replies", allowUnread);
  const limit = typeof gate === "string" ? readGate(gate) : gate, beyond = beyondOf(limit);
  const lines = report.lines.filter(({ question }) => question === limit.question);
  const crossed: JsonLine[] = [], uncertain: JsonLine[] = [], within: JsonLine[] = [], words: string[] = [];
  const untested: GateCheck["untested"] = [...absent(report, limit.question, lines)];
  const { changed } = report, isSame = changed?.rows === 0 && changed.only.every((count) => count === 0);
  const told = (list: JsonLine[], line: JsonLine, said: string, more = "") => {
    list.push(line);
    words.push(`  ${said}: ${nameOf(line.group)} (${intervalText(line, "number")}${more})`);
  };
  for (const line of lines) {
    const { estimate, verdict, warning, parts } = line, what = nameOf(line.group);
    const shown = `, ${verdictName(line)}${isFound(line) ? afterVerdict(line) : ""}`;
    const { reach = { ...line, why: "", share: 0 } } = line, { why, share } = reach;
    const isOpen = share > allowUnread && reaches(reach, beyond);
    // The same verdicts have no change for certain.
    if (isSame) told(beyond(0) ? crossed : within, line, beyond(0) ? "beyond the limit" : "within the limit");
    else if (estimate === null || verdict === "untestable") {
      untested.push({ what, why: warning || "untestable" });
    } else if (beyond(estimate)) {
      // What nothing but unread replies keeps open lies beyond with and without them, or with as many as are allowed.
      const reached = share > allowUnread ? [line, reach] : [line];
      const isWhole = HANGS.test(line.words) && reached.every((one) => isBeyond(one, beyond));
      const isSure = isWhole || isCertain(line, limit, report);
      told(isSure ? crossed : uncertain, line, `beyond the limit${isSure ? "" : ", not certain"}`, shown);
    } else if (ruledOut && reaches(line, beyond)) {
      told(uncertain, line, "within the limit, its interval reaches beyond", shown);
    } else if (warning.includes(REVERSED)) untested.push({ what, why: warning });
    else if (isOpen) untested.push({ what, why: `${why}: they could carry it over the limit`, share });
    else {
      const isInside = line.low === null || !reaches(line, beyond);
      const split = parts && `, with effects of opposite sign: ${parts}`,
        allowed = share > 0 ? `; ${why}` : "";
      // A limit on the drop of a bias holds no accuracy.
      const lost = line.held && verdict === "contradicted" ? shown : "";
      told(
        within,
        line,
        `${isInside ? "" : "estimate "}within the limit${isInside ? "" : ", interval not"}`,
        `${lost}${split}${allowed}`,
      );
    }
  }
  const checked = crossed.length + uncertain.length + within.length, all = inWords(lines.length, "line");
  const { question, absolute, sign } = limit;
  const counts = [
    `${crossed.length || "none"} ${crossed.length < 2 ? "crosses" : "cross"} it`,
    uncertain.length > 0 && `${uncertain.length} not certain`,
    untested.length > 0 && `${untested.length} not decided`,
  ].filter(Boolean).join(", ");
  const first = `${absolute ? `|${question}|` : question} ${sign} ${
    String(limit.limit).replace("-", "−")
  }: held against ${all}, ${
    lines.length === 0 ? "so that nothing is decided" : checked === 0 ? "nothing decided" : counts
  }`;
  return {
    ...{ gate: limit, checked, crossed, uncertain, within, untested },
    words: [
      first,
      ...words.toSorted((a, b) => Number(b.startsWith("  beyond")) - Number(a.startsWith("  beyond"))),
      ...alikeOf(untested).flatMap((own) => {
        const [{ what: first, why, share }] = own, names = own.map(({ what }) => what);
        return (own.length > NAMED ? [`${own.length} lines, such as ${first}`] : names)
          .map((what) => `  ${share === undefined ? "not tested" : "held open"}: ${what}: ${why}`);
      }),
      ...orderNotes(lines).map((note) => `  ${note}`),
    ],
  };
}

function alikeOf(untested: GateCheck["untested"]): GateCheck["untested"][] {
  const kinds = grouped(
    untested,
    ({ what, why, share }) => JSON.stringify([why, share === undefined && what]),
  );
  return [...kinds.values()];
}

/** Whether the limit lies within a line's interval, or there is none: that it is crossed is not ruled out then. */
function reaches(
  { low, high }: Pick<JsonLine, "low" | "high">,
  beyond: (value: number | null) => boolean,
): boolean {
  if (low === null || high === null) return true;
  return beyond(low) || beyond(high) || low < 0 && high > 0 && beyond(0);
}

/** Whether a whole interval lies beyond the limit; one around 0 has its smallest size inside. */
function isBeyond(
  { low, high }: Pick<JsonLine, "low" | "high">,
  beyond: (value: number | null) => boolean,
): boolean {
  return beyond(low) && beyond(high) && (low! > 0 === high! > 0 || beyond(0));
}

/** Whether a line beyond a limit counts: it shows an effect, or (described only, or a part) lies beyond with its interval; a part also by p. */
function isCertain(line: JsonLine, gate: Gate, { lines, options: { alpha } }: ReportJson): boolean {
  const { verdict, estimate, low, high, df, held } = line, beyond = beyondOf(gate);
  if (!held && isFound({ verdict })) return true;
  if (!held && verdict !== "not tested" || !isBeyond(line, beyond)) return false;
  const nullValue = gate.absolute ? Math.sign(estimate!) * gate.limit : gate.limit;
  const evidence = {
    estimate: estimate!,
    low: low!,
    high: high!,
    df: df ?? NaN,
    level: 1 - alpha,
    nullValue,
    delta: 0,
  };
  return !held ||
    verdictOf(evidence).pValue * lines.filter(({ p }) => p !== null).length < alpha;
}

function absent(
  { not_asked, not_compared = [], problems, input, left_out: { table } }: ReportJson,
  question: string,
  lines: readonly JsonLine[],
): GateCheck["untested"] {
  const alone = not_compared.map(({ judge, only_in }) => ({
    what: judge,
    why: `only in the ${only_in} results`,
  }));
  if (lines.length === 0) {
    const lacking = not_asked.find(({ id }) => id === question)?.lacking;
    const problem = problems.find(({ questions }) =>
      questions.length === 0 || questions.some(({ id }) => id === question)
    )?.problem;
    const isAsked = ASKED.some((one) => one.id === question && one.frame === input.frame);
    const other = isAsked
      ? `it was not asked: --questions +${question} asks it beside the rest, where the results hold what it compares`
      : `it is not asked of these ${input.frame}`;
    const isNone = lacking === undefined || lacking === NO_ROWS && problem !== undefined;
    return [
      { what: "the question", why: isNone ? problem ?? other : `the results lack ${lacking}` },
      ...alone,
    ];
  }
  // Groups that were read, by the columns that tell the question's lines apart too.
  const columns = Object.keys(table[0] ?? {}).filter((column) => lines.every(({ group }) => column in group));
  const known = new Set(lines.map(({ group }) => nameOf(group, columns)));
  const missing = [...new Set(table.map((row) => nameOf(row, columns)))]
    .filter((key) => columns.length > 0 && !known.has(key));
  return [...missing.map((what) => ({ what, why: `it has no line for ${question}` })), ...alone];
}

function nameOf(group: Record<string, unknown>, columns = Object.keys(group)): string {
  return columns.map((column) => group[column] === "null" ? "none" : String(group[column])).join(" · ") ||
    "all rows";
}
