import { cut, printable, told } from "../progress/told.ts";
import { SIMULATED } from "./lead.ts";
import { adjustedP, countText, intervalText, orderNotes } from "./number_text.ts";
import type { JsonLine, ReportJson } from "./report_json.ts";
import { afterVerdict, problemWords, VERDICTS } from "./report_words.ts";

const LONGEST = 72;

/** Throws for what is no record of a report: a frame, the report with its page, a promise of it. */
export function requireRecord(action: string, json: ReportJson): void {
  if (Array.isArray(json?.lines)) return;
  throw new TypeError(
    `${action}: wanted a report's record ((await report(frame)).json), found ${told(json)}`,
  );
}

/** What stands beside an estimate of which something is to be known before it is believed. */
const WARNED = "\u26a0\ufe0e";

/**
 * A report's verdicts as lines of text, for a terminal: a line each, what was found first; without any verdict what is described.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs } from "judgebias";
 * import { plainText, report } from "judgebias/report";
 *
 * const { json } = await report(readPairs("data/examples/pairs.csv"), {
 *   silent: true, questions: ["ib"],
 * });
 * assert.match(plainText(json), /shown +ib simulated-judge-a 53\.1/);
 * ```
 */
export function plainText(json: ReportJson): string {
  const { title, verdict_words, problems, cannot_say, left_out, lines } = json;
  const ids = json.answers.map(({ id }) => id);
  const tested = lines.filter(({ verdict }) => verdict !== "not tested")
    .toSorted((a, b) => ids.indexOf(a.question) - ids.indexOf(b.question));
  const shown = tested.length > 0 ? tested : lines;
  const isWarned = ({ warning, verdict }: JsonLine) => warning !== "" && verdict !== "untestable";
  const columns = [
    shown.map(({ verdict }) => VERDICTS[verdict]),
    shown.map(({ question }) => question),
    shown.map(({ group }) => cut(printable(Object.values(group).join(" · ")).replaceAll("\n", " "), LONGEST)),
    shown.map((line) => intervalText(line, line.unit)),
  ].map((cells) => {
    const width = Math.max(...cells.map(({ length }) => length));
    return cells.map((cell) => cell.padEnd(width));
  });
  return [
    printable(title),
    ...json.provenance === "simulated" ? [SIMULATED] : [],
    ...problems.map((one) => printable(problemWords(one))),
    verdict_words,
    ...shown.map((line, i) => {
      const { verdict, quantity, n, parts, warning, without } = line, text = adjustedP(line);
      const p = text && `, p = ${text}`.replace("= <", "<");
      const untold = verdict === "not tested" ? `, ${quantity}` : afterVerdict(line);
      const said = printable(verdict === "untestable" ? `: ${warning}` : untold);
      return `  ${columns.map((cells) => cells[i]).join(" ")}  n = ${countText(n)}${
        isWarned(line) ? ` ${WARNED}` : ""
      }${p}${said}${without && `; ${without}`}${
        parts && `\n    effects of opposite sign: ${printable(parts)}`
      }`;
    }),
    ...lines.some(isWarned) ? [`  (${WARNED} a warning, which the page and its files have in words)`] : [],
    ...cannot_say.filter((said) => / --(questions|baseline) /.test(said)),
    ...orderNotes(lines).map((note) => `Note: ${printable(note)}.`),
    ...left_out.notes.filter((note) => !problems.some(({ problem }) => problem === note)).map((note) =>
      `Note: ${printable(note)}`
    ),
  ].join("\n");
}
