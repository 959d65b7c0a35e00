import { CRITERIA_METRICS } from "../metrics/criteria_outcomes.ts";
import { namesLike, requireOptions, requireShare } from "../progress/require.ts";
import { inWords } from "../progress/show.ts";
import { cut } from "../progress/told.ts";
import { BIAS_TYPES, PIPELINES } from "../results/frames.ts";
import { grouped } from "../stats/grouped.ts";
import { ASKED, type Gate, readGate } from "./gate.ts";
import { intervalText, orderNotes, valueText } from "./number_text.ts";
import { REVERSED } from "./questions/common.ts";
import { type JsonLine, NO_ROWS, type ReportJson } from "./report_json.ts";
import { requireRecord } from "./report_texts.ts";
import { isFound } from "./report_words.ts";
import { said } from "./said.ts";

const NAMED = 3;

/** What a limit was held against, and what came of it. */
export interface GateCheck {
  /** The limit, as `readGate` reads it. */
  gate: Gate;
  /** How many lines of the report it was held against. */
  checked: number;
  /** Lines whose whole interval lies beyond the limit. */
  crossed: JsonLine[];
  /** Lines whose estimate lies beyond the limit and whose interval reaches back over it, or that have none; with `ruledOut` also those whose interval alone reaches beyond. */
  uncertain: JsonLine[];
  /** Lines that keep the limit. */
  within: JsonLine[];
  /** What could not be held against the limit, and why; `share` is that of unread and lost judgments where these keep it open, 0 where ties do. */
  untested: { what: string; why: string; share?: number }[];
  /** What a command ends with: 3 where a line crosses the limit, else 4 where one is uncertain or untested, else 0. */
  status: 0 | 3 | 4;
  /** All of this as lines of text. */
  words: string[];
}

/**
 * Holds a report against a limit: what `metric > limit` names must not be. One rule for every metric, of the line's estimate and its interval (at the report's
 * level, unadjusted), whatever the line's own verdict on 0 is:
 *
 * | estimate | interval | the line | status |
 * |---|---|---|---|
 * | keeps the limit | keeps it | is within | 0 |
 * | keeps the limit | reaches over it | is within | 0 |
 * | beyond it | reaches back, or there is none | is beyond, which is not shown (`uncertain`) | 4 |
 * | beyond it | beyond it | crosses it | 3 |
 * | keeps the limit, which unread replies could carry it over, or without many ties does not | any | is held open (`untested`) | 4 |
 * | none | none | is not tested (`untested`) | 4 |
 *
 * Of a size (`|ib|`) the interval is that of the size. Lines of two results that hold the same judgments have a change of 0 for certain. Untested are a
 * question that was not asked, a judge without a line or in one of two compared results only, verdicts that look reversed, a line within the limit that unread replies,
 * or judgments of one of two results alone, could carry over it (`reach`; where nobody knows how far, a single one keeps it open), and one that lies beyond it without 5% ties
 * or more (`ties`). `allowUnread` is the share of unread replies and judgments alone, from 0 to 1, that a limit passes with: 0.03; of ties it says nothing. None excuses a line that crosses.
 * With `ruledOut` a line whose interval reaches over the limit is uncertain too (4), so that few rows pass none.
 *
 * @throws {RangeError} as `readGate`, for a limit given as a text; for a part in brackets that neither a line nor a row is of
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
 * const { checked, crossed, status, words } = checkGate(json, "accuracy < 0.99");
 * assert.deepEqual([crossed.length, status], [checked, 3]);
 * assert.match(words[0], /^accuracy < 0\.99: held against 3 lines, 3 cross it/);
 * ```
 */
export function checkGate(
  report: ReportJson,
  gate: Gate | string,
  options: { ruledOut?: boolean; allowUnread?: number } = {},
): GateCheck {
  requireRecord("checkGate", report);
  const known = ["ruledOut", "allowUnread"];
  const { ruledOut = false, allowUnread = 0 } = requireOptions("checkGate", options, known);
  requireShare("checkGate", "a share of unread replies", allowUnread);
  const limit = typeof gate === "string" ? readGate(gate) : gate;
  const asked = report.lines.filter(({ question }) => question === limit.question);
  const lines = asked.filter(({ group }) => isOf(partsOf(group), limit.of));
  const crossed: JsonLine[] = [], uncertain: JsonLine[] = [], within: JsonLine[] = [];
  const untested = absent(report, limit, asked, lines), words: string[] = [];
  for (const line of lines) {
    const { warning, parts, reach, ties } = line, what = nameOf(line.group);
    const [value, range] = line.same ? [0, { low: 0, high: 0 }] : [line.estimate, line];
    const bare = ties && isBeyond(ties.estimate, limit) && valueText(ties.estimate, "number");
    const tied = bare && `${ties.why}: without ${ties.without} it is ${bare}, beyond the limit`;
    const isOpen = reach && reach.share > allowUnread && reachesOver(reach, limit);
    const open = [isOpen && `${reach.why}: they could carry it over the limit`, tied].filter(Boolean).join(
      "; ",
    );
    const told = (list: JsonLine[], how: string) => {
      const more = [
        isFound(line) && line.words,
        parts && `effects of opposite sign: ${parts}`,
        reach && reach.share > 0 && reach.why,
        ties?.why,
      ].filter(Boolean).map((one) => `; ${one}`).join("");
      list.push(line);
      const number = line.same ? "0: the same judgments in both" : intervalText(line, "number");
      words.push(`  ${how}: ${what} (${number}${more})`);
    };
    if (value === null || line.verdict === "untestable" && !line.same) {
      untested.push({ what, why: warning || "untestable" });
    } else if (isBeyond(value, limit)) {
      const isShown = endsOf(range, limit)?.every((end) => isBeyond(end, limit));
      told(isShown ? crossed : uncertain, `beyond the limit${isShown ? "" : ", not shown"}`);
    } else if (warning.includes(REVERSED)) untested.push({ what, why: warning });
    else if (open) untested.push({ what, why: open, share: !tied && reach ? reach.share : 0 });
    else {
      const isOver = reachesOver(range, limit);
      const how = line.low === null ? ", without an interval" : ", its interval reaches over it";
      told(isOver && ruledOut ? uncertain : within, `within the limit${isOver ? how : ""}`);
    }
  }
  const alike = grouped(untested, (one) => JSON.stringify([one.why, one.share === undefined && one.what]));
  const checked = crossed.length + uncertain.length + within.length, all = inWords(lines.length, "line");
  const counts = [
    `${crossed.length || "none"} ${crossed.length < 2 ? "crosses" : "cross"} it`,
    uncertain.length > 0 && `${uncertain.length} not shown`,
    untested.length > 0 && `${untested.length} not decided`,
  ].filter(Boolean).join(", ");
  const first = `${gateText(limit)}: held against ${all}, ${
    lines.length === 0 ? "so that nothing is decided" : checked === 0 ? "nothing decided" : counts
  }`;
  return {
    ...{ gate: limit, checked, crossed, uncertain, within, untested },
    status: crossed.length > 0 ? 3 : uncertain.length + untested.length > 0 ? 4 : 0,
    words: [
      first,
      ...words.toSorted((a, b) => Number(b.startsWith("  beyond")) - Number(a.startsWith("  beyond"))),
      ...[...alike.values()].flatMap((own) => {
        const [{ what: first, why, share }] = own, names = own.map(({ what }) => what);
        return (own.length > NAMED ? [`${own.length} lines, such as ${first}`] : names)
          .map((what) => `  ${share === undefined ? "not tested" : "held open"}: ${what}: ${why}`);
      }),
      ...orderNotes(lines).map((note) => `  ${note}`),
    ],
  };
}

function gateText({ question, absolute, of, sign, limit }: Gate): string {
  const name = `${absolute ? `|${question}|` : question}${of ? `[${of.join(", ")}]` : ""}`;
  return `${name} ${sign} ${String(limit).replace("-", "−")}`;
}

function isBeyond(value: number, { absolute, sign, limit }: Gate): boolean {
  const told = absolute ? Math.abs(value) : value;
  return sign.endsWith("=") && told === limit || (sign.startsWith(">") ? told > limit : told < limit);
}

function endsOf({ low, high }: Pick<JsonLine, "low" | "high">, { absolute }: Gate): number[] | undefined {
  if (low === null || high === null) return undefined;
  return absolute && low < 0 && high > 0 ? [0, Math.max(-low, high)] : [low, high];
}

function reachesOver(range: Pick<JsonLine, "low" | "high">, gate: Gate): boolean {
  return endsOf(range, gate)?.some((end) => isBeyond(end, gate)) ?? true;
}

/** Whether values are those that a limit speaks of; of one that is none of `known` nothing is said. */
function isOf(values: readonly unknown[], of: readonly string[] = [], known?: ReadonlySet<unknown>): boolean {
  return of.every((one) => values.includes(one) || known?.has(one) === false);
}

function absent(
  { not_asked, not_compared = [], problems, input, left_out: { table } }: ReportJson,
  { question, of = [] }: Gate,
  asked: readonly JsonLine[],
  lines: readonly JsonLine[],
): GateCheck["untested"] {
  const read = new Set(table.flatMap((row) => Object.values(row)));
  const alone = not_compared.filter(({ judge }) => isOf([judge], of, read))
    .map(({ judge, only_in }) => ({ what: judge, why: `only in the ${only_in} results` }));
  if (asked.length === 0) {
    const lacking = not_asked.find(({ id }) => id === question)?.lacking;
    const problem = problems.find(({ questions }) =>
      questions.length === 0 || questions.some(({ id }) => id === question)
    )?.problem;
    const isAsked = ASKED.some((one) => one.id === question && one.frame === input.frame);
    const other = said(isAsked ? "asked_beside" : "asked_of_others", { question, frame: input.frame });
    const isNone = lacking === undefined || lacking === NO_ROWS && problem !== undefined;
    return [
      { what: "the question", why: isNone ? problem ?? other : `the results lack ${lacking}` },
      ...alone,
    ];
  }
  const parts = [...new Set(asked.flatMap(({ group }) => Object.values(group)))], there = parts.join(", ");
  const named = new Set([...asked.flatMap(({ group }) => partsOf(group)), ...KINDS, ...read]);
  const strange = of.filter((one) => !named.has(one) && !not_compared.some(({ judge }) => judge === one));
  if (strange.length > 0) {
    const found = namesLike(strange, [...named].filter((one) => typeof one === "string"));
    throw new RangeError(said("parts_wanted", { question, there: cut(there, 200), found }));
  }
  if (lines.length === 0) {
    return [{ what: of.join(", "), why: `no line of ${question} is of it; there are ${there}` }, ...alone];
  }
  const columns = Object.keys(table[0] ?? {}).filter((column) => asked.every(({ group }) => column in group));
  const known = new Set(asked.map(({ group }) => nameOf(group, columns)));
  const own = table.filter((row) => isOf(Object.values(row), of, read));
  const missing = [...new Set(own.map((row) => nameOf(row, columns)))]
    .filter((key) => columns.length > 0 && !known.has(key));
  return [...missing.map((what) => ({ what, why: `it has no line for ${question}` })), ...alone];
}

/** Parts that some results have and others lack: to name one is no slip. */
const KINDS: readonly unknown[] = [...BIAS_TYPES, ...PIPELINES, ...CRITERIA_METRICS];

/** What names a line: its values, either side of what is compared, each as pages write it too. */
function partsOf(group: Record<string, string>): string[] {
  return Object.values(group).flatMap((value) => [value, ...value.split(/ (?:instead of|against|→) /)])
    .flatMap((one) => [one, one.replaceAll("_", " ")]);
}

function nameOf(group: Record<string, unknown>, columns = Object.keys(group)): string {
  return columns.map((column) => group[column] === "null" ? "none" : String(group[column])).join(" · ") ||
    "all rows";
}
