import { terminalWidth } from "../progress/shown_text.ts";
import { cut, printable, told } from "../progress/told.ts";
import { answersBeside, cellText, type GroupTable, groupTables, headOf } from "./by_group.ts";
import { SIMULATED } from "./lead.ts";
import { adjustedP, BY_UNREAD, countText, intervalText, orderNotes } from "./number_text.ts";
import type { JsonLine, ReportJson } from "./report_json.ts";
import { afterVerdict, isShown, problemWords, VERDICTS } from "./report_words.ts";

/** Characters of a group's name in a terminal; estimates stand below each other. */
const LONGEST = 72;

/** Throws for what is no record of a report: a frame, the report with its page, a promise of it. */
export function requireRecord(action: string, json: ReportJson): void {
  if (Array.isArray(json?.lines)) return;
  throw new TypeError(
    `${action}: wanted a report's record ((await report(frame)).json), found ${told(json)}`,
  );
}

/** What a cell of a table has behind its numbers, and what that means. */
const SIGNS = {
  shown: ["*", "shown"],
  unshown: ["~", `an effect ${BY_UNREAD}`],
  absent: ["=", "ruled out"],
  undecided: ["?", "undecided: neither shown nor ruled out"],
  untestable: ["!", "untestable"],
  "not tested": ["", ""],
} as const;

function signOf(line: JsonLine): readonly [string, string] {
  const { verdict } = line;
  if (verdict === "supported" || verdict === "contradicted") {
    return SIGNS[isShown(line) ? "shown" : "unshown"];
  }
  return SIGNS[verdict];
}

/** What stands beside an estimate of which something is to be known before it is believed. */
const WARNED = "\u26a0\ufe0e";

/** Characters of a table beside the names of its rows, with which a terminal is full. */
const WIDE = 100;

/**
 * A report's verdicts as lines of text, for a terminal: a table where groups were asked several questions, else a line each.
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
  const tested = lines.filter(({ verdict }) => verdict !== "not tested"), tables = groupTables(json);
  const told = new Set(tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)));
  // Without any verdict what is described is all that there is.
  const shown = (tested.length > 0 ? tested : lines).filter((line) => !told.has(line));
  const ids = new Set(shown.map(({ question }) => question));
  const used = new Set([...told].map((line) => line && signOf(line)));
  const signs = Object.values(SIGNS).flatMap((sign) => used.has(sign) ? sign.join(" ") : []);
  const isWarned = lines.some(({ warning, verdict }) => warning !== "" && verdict !== "untestable");
  if (isWarned) signs.push(`${WARNED} a warning, which the page and its files have in words`);
  const names = shown.map(({ group }) => nameOf(Object.values(group).join(" · ")));
  const numbers = shown.map((line) => intervalText(line, line.unit));
  const wide = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));
  return [
    printable(title),
    ...json.provenance === "simulated" ? [SIMULATED] : [],
    ...problems.map((one) => printable(problemWords(one))),
    verdict_words,
    ...tables.flatMap(tableText),
    ...tables.length > 0 && signs.length > 0 ? [`  (${signs.join("; ")})`, ""] : [],
    ...answersBeside(json, tables).filter(({ id }) => !ids.has(id)).flatMap(({ title, answers }) =>
      answers.map((words) => printable(`${title}: ${words}`))
    ),
    ...shown.map((line, i) => {
      const { verdict, question, quantity, n, parts, warning } = line, text = adjustedP(line);
      const p = text && `, p = ${text}`.replace("= <", "<");
      return `  ${VERDICTS[verdict].padEnd(12)} ${question.padEnd(wide([...ids]))} ${
        names[i].padEnd(wide(names))
      } ${numbers[i].padEnd(wide(numbers))}  n = ${countText(n)}${
        warning && verdict !== "untestable" ? ` ${WARNED}` : ""
      }${p || ""}${
        printable(
          verdict === "untestable"
            ? `: ${warning}`
            : verdict === "not tested"
            ? `, ${quantity}`
            : afterVerdict(line),
        )
      }${line.without && `; ${line.without}`}${
        parts === "" ? "" : `\n    effects of opposite sign: ${printable(parts)}`
      }`;
    }),
    ...tables.length === 0 && signs.length > 0 ? [`  (${signs.join("; ")})`] : [],
    ...cannot_say.filter((said) => / --(questions|baseline) /.test(said)),
    ...orderNotes(lines).map((note) => `Note: ${printable(note)}.`),
    ...left_out.notes.filter((note) => !problems.some(({ problem }) => problem === note)).map((note) =>
      `Note: ${printable(note)}`
    ),
  ].join("\n");
}

const nameOf = (name: string) => cut(printable(name).replaceAll("\n", " "), LONGEST);

/** A table in as many blocks of columns as fit beside each other. */
function tableText({ kind, asked, rows }: GroupTable): string[] {
  const columns = [
    [nameOf(kind), ...rows.map(({ name }) => nameOf(name))],
    ...asked.map((one, i) => [
      headOf(one.id, one),
      ...rows.map(({ cells: { [i]: line } }) => {
        if (!line) return "";
        const { numbers, beside } = cellText(line);
        const sign = signOf(line)[0] + (line.warning && line.verdict !== "untestable" ? WARNED : "");
        // Of a claim of two parts the number is one part's, and p may be the other's.
        return [numbers, sign, beside || line.held && line.alone].filter(Boolean).join(" ");
      }),
    ]),
  ].map((cells) => {
    const width = Math.max(...cells.map(({ length }) => length));
    return cells.map((cell) => cell.padEnd(width));
  });
  const [names, ...others] = columns, blocks: string[][][] = [[]];
  const wide = Math.min(WIDE, terminalWidth() - names[0].length - 2);
  for (const column of others) {
    const last = blocks.at(-1)!;
    const full = [...last, column].reduce((sum, [{ length }]) => sum + length + 2, 0) > wide;
    if (full && last.length > 0) blocks.push([column]);
    else last.push(column);
  }
  return blocks.flatMap((block) => [
    "",
    ...names.map((_, row) => `  ${[names, ...block].map((cells) => cells[row]).join("  ").trimEnd()}`),
  ]);
}
