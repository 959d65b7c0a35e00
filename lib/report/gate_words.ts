import { inWords } from "../progress/show.ts";
import { beyondOf, type Gate } from "./gate.ts";
import { intervalText, orderNotes } from "./number_text.ts";
import type { JsonLine } from "./report_json.ts";
import { afterVerdict, isFound, VERDICTS } from "./report_words.ts";

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
  /** What could not be held against the limit, and why; `share` is that of unread and lost judgments which alone keep it open. */
  untested: { what: string; why: string; share?: number }[];
  /** All of this as lines of text. */
  words: string[];
}

/** What came of a limit, in lines of text. */
export function wordsOf(
  { gate, checked, crossed, uncertain, within, untested }: Omit<GateCheck, "words">,
  lines: readonly JsonLine[],
  beside: ReadonlyMap<JsonLine, string>,
): string[] {
  const { question, absolute, sign, limit } = gate;
  // Limits are fractions.
  const shown = (line: JsonLine) =>
    `${nameOf(line.group)} (${intervalText(line, "number")}, ${VERDICTS[line.verdict]}${
      isFound(line) ? afterVerdict(line) : ""
    })`;
  const isBeyond = beyondOf(gate);
  const beyond = uncertain.filter(({ estimate }) => isBeyond(estimate)).length,
    reaching = uncertain.length - beyond;
  const kept = [
    crossed.length > 0 && `${crossed.length} ${crossed.length < 2 ? "crosses" : "cross"} it`,
    within.length > 0 && `${within.length} within`,
    beyond > 0 && `${beyond} beyond but not shown`,
    reaching > 0 && `${reaching} whose interval reaches beyond`,
  ].filter(Boolean).join(", ");
  const came = uncertain.length > 0
    ? `: ${kept}`
    : `, ${crossed.length || "none"} ${crossed.length < 2 ? "crosses" : "cross"} it`;
  return [
    `${absolute ? `|${question}|` : question} ${sign} ${String(limit).replace("-", "−")}: held against ${
      inWords(checked, "line")
    }` +
    (checked === 0
      ? ", so that nothing is decided"
      : `${came}${untested.length > 0 ? `; ${untested.length} not decided` : ""}`),
    ...crossed.map((line) => `  beyond the limit: ${shown(line)}${beside.get(line) ?? ""}`),
    ...uncertain.map((line) =>
      `  ${
        isBeyond(line.estimate)
          ? `beyond the limit, not certain${
            isBeyond(line.low) && isBeyond(line.high)
              ? " once adjusted for the tested lines, as its interval is not"
              : ""
          }`
          : "within the limit, its interval reaches beyond"
      }: ${shown(line)}`
    ),
    ...untested.map(({ what, why, share }) => {
      const isTied = / are ties, which count as wrong: /.test(why);
      const by = isTied ? " by ties" : / unread/.test(why) ? " by unread replies" : "";
      return `  ${share === undefined && !isTied ? "not tested" : `held open${by}`}: ${what}: ${why}`;
    }),
    ...within.map((line) =>
      `  ${
        line.low !== null && reaches(line, isBeyond)
          ? "estimate within the limit, interval not"
          : "within the limit"
      }: ${nameOf(line.group)} (${intervalText(line, "number")}${
        line.parts && `, with effects of opposite sign: ${line.parts}`
      })${beside.get(line) ?? ""}`
    ),
    ...lines.flatMap((line) => lossOf(line, within)),
    ...within.flatMap((line) => growthOf(line, gate)),
    ...orderNotes(lines).map((note) => `  ${note}`),
  ];
}

/** Whether the limit lies within a line's interval, or there is none: that it is crossed is not ruled out then. */
export function reaches(
  { low, high }: Pick<JsonLine, "low" | "high">,
  beyond: (value: number | null) => boolean,
): boolean {
  if (low === null || high === null) return true;
  return beyond(low) || beyond(high) || low < 0 && high > 0 && beyond(0);
}

/** Of a mitigation that accuracy contradicts, and whose bias passes, the limit that accuracy has. */
function lossOf(line: JsonLine, within: readonly JsonLine[]): string[] {
  const { held, verdict, words, question } = line,
    isLoss = verdict === "contradicted" && /^loses/.test(words);
  return !held || !isLoss || !within.includes(line) ? [] : [
    `  within the limit, but contradicted: ${nameOf(line.group)} (${intervalText(line, "number")}${
      afterVerdict(line)
    }): a limit on ${question.replace(/^mitigation(_lb)?/, "accuracy")} holds that`,
  ];
}

/** Of a change of a bias that a limit on the other way lets pass, and whose size grew or may have, the limit that speaks of the size. */
function growthOf(line: JsonLine, { sign }: Gate): string[] {
  const { estimate, question, words, verdict } = line,
    size = /^(ib|lb)_(change|by_condition)$/.exec(question);
  const isOther = size && (sign[0] === ">" ? estimate! < 0 : estimate! > 0);
  return !isOther || !isFound({ verdict }) || !/across 0|farther from 0/.test(words) ? [] : [
    `  within the limit, which holds no size: ${nameOf(line.group)} (${intervalText(line, "number")}${
      afterVerdict(line)
    }): a limit on ${size[1] === "ib" ? "mitigation" : "mitigation_lb"}_${size[2]} does`,
  ];
}

/** A group in a word. */
export function nameOf(group: Record<string, string>): string {
  return Object.values(group).join(" · ") || "all rows";
}
