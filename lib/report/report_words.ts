import { inWords } from "../progress/show.ts";
import { pText } from "../progress/told.ts";
import { grouped } from "../stats/grouped.ts";
import { amountText, deltaText, groupText, intervalText, sharedColumns, WORDS } from "./number_text.ts";
import type { ReportJson } from "./report_json.ts";
import type { Estimate, Line, Question, Section } from "./report_types.ts";
import { said } from "./said.ts";

export const VERDICTS = WORDS.verdicts;

/** What the verdict of a line is called: one that is of another estimate than the line's shows no effect of its own. */
export function verdictName({ verdict, against }: Pick<Line, "verdict" | "against">): string {
  return against && verdict === "contradicted" ? "fails" : VERDICTS[verdict];
}

export function isFound({ verdict }: Pick<Line, "verdict">): boolean {
  return verdict === "supported" || verdict === "contradicted";
}

const ALONE = "if it were tested alone";

export const openWords = (unmet: readonly string[]) =>
  unmet.length === 0 ? "" : `${unmet.join(" and ")} ${unmet.length > 1 ? "are" : "is"} open`;

/** Of a line that is undecided beside all others what it would be by itself. */
export function aloneWords(
  { verdict }: Pick<Line, "verdict">,
  { pValue, pEquivalence }: Pick<Line, "pValue" | "pEquivalence">,
): string {
  const [would, of, p] = verdict === "absent"
    ? ["one that matters would be ruled out", "p of equivalence", pEquivalence] as const
    : ["an effect would be shown", "p", pValue] as const;
  const is = `though ${would} ${ALONE} (${of} = ${pText(p)})`.replace("= <", "<");
  return verdict === "absent" || isFound({ verdict }) ? is : "";
}

/** What a verdict says, as the end of "the judge …". */
export function lineWords(
  { verdict, isAbove, parts, cost, same, why }:
    & Pick<Line, "verdict" | "parts" | "cost" | "same">
    & { isAbove: boolean; why: string },
  { delta, unit, nullValue, above, below, opposite = "the opposite of the claim holds" }: Question,
): string {
  const split = parts && "effects of opposite sign";
  const effect = [isAbove ? above : below ?? opposite, cost].filter(Boolean).join(", ");
  const told: Record<Line["verdict"], string> = {
    ...{ supported: effect, contradicted: effect, untestable: "untestable", "not tested": "" },
    absent: `no effect that matters (within ±${deltaText(delta, unit, nullValue)})`,
    undecided: ["undecided", same ? "with the same judgments in both" : why].filter(Boolean).join(", "),
  };
  return [told[verdict], split].filter(Boolean).join(", with ");
}

export function afterVerdict({ verdict, words, parts }: Pick<Line, "verdict" | "words" | "parts">): string {
  if (verdict === "untestable" || verdict === "not tested") return "";
  const said = words.replace(/^no effect that matters \(within (.*?)\)/, "an effect beyond $1");
  const rest = said.replace(verdict, "") + (parts && " in its parts");
  return /^(,|$)/.test(rest) ? rest : `: ${rest}`;
}

function heldAgainst({ quantity, unit, nullValue, verdict, group }: Line): string {
  if (verdict === "untestable" || "part" in group || unit === "points" && nullValue === 0) return "";
  return `${quantity}${nullValue === 0 ? "" : `, held against ${amountText(nullValue, unit)}`}`;
}

const NAMED = 5, NAMED_OPEN = 2;

/** The answers, question by question: what was found first, then opposite signs, none that matters, open ones; what changed stands last. */
export function answersOf(sections: readonly Section[]): ReportJson["answers"] {
  const rank = (line: Line) => isFound(line) ? 0 : line.parts !== "" ? 1 : line.verdict === "absent" ? 2 : 3;
  const size = ({ estimate, nullValue }: Line) =>
    Number.isNaN(estimate) ? -1 : Math.abs(estimate - nullValue);
  const all = sections.map(({ question: { id, title, isChange = false }, lines }) => {
    const tested = lines.filter(({ verdict }) => verdict !== "not tested");
    const said = new Set([...sharedColumns(tested), "part"]);
    const named = (line: Line) => {
      const { verdict, warning, group, note = "", unit, without } = line;
      const numbers = intervalText(line, unit),
        whole = "part" in group ? `${group.part} ${numbers}, ${note.replace(/;.*/, "")}` : numbers;
      const why = verdict === "untestable" ? warning : [whole, without].filter(Boolean).join("; ");
      return `${groupText(line, said)}${why && ` (${why})`}`;
    };
    const alike = grouped(
      tested.toSorted((a, b) => rank(a) - rank(b) || size(b) - size(a)),
      ({ words, parts }) => words + parts,
    );
    const answers = [...alike.values()].map((own) => {
      const [{ words, parts }] = own, largest = own.slice(0, rank(own[0]) < 2 ? NAMED : NAMED_OPEN);
      const names = tested.filter((line) => largest.includes(line)).map(named);
      const more = own.length > names.length ? `, and ${own.length - names.length} more` : "";
      const of = [tested.length > 1 && `${own.length} of ${tested.length}`, heldAgainst(own[0])]
        .filter(Boolean).join("; ");
      return `${words}${of && ` (${of})`}: ${names.join(", ")}${more}${parts && `; ${parts}`}.`;
    });
    return { id, title, answers, place: isChange ? 2 : tested.some(isFound) ? 0 : 1 };
  });
  return all.filter(({ answers }) => answers.length > 0)
    .toSorted((a, b) => a.place - b.place).map(({ place: _, ...one }) => one);
}

export function headingOf({ not_compared, input }: Pick<ReportJson, "not_compared" | "input">): string {
  if (not_compared) return "What changed?";
  return /pairs$/.test(input.frame) ? "Is the judge biased?" : "What was found?";
}

const counted = (count: number, one: string, many: string) => `${count || "none"} ${count < 2 ? one : many}`;

export function verdictWords(sections: readonly Section[], alpha: number): string {
  const all = sections.flatMap(({ lines }) => lines);
  const of = (...verdicts: Line["verdict"][]) => all.filter(({ verdict }) => verdicts.includes(verdict));
  const tested = all.length - of("not tested", "untestable").length, untestable = of("untestable").length;
  if (tested === 0) return "Nothing is tested here.";
  const open = of("undecided").length, absent = of("absent").length;
  const failed = all.filter((line) => verdictName(line) === "fails");
  const shown = of("supported", "contradicted").length - failed.length;
  const clauses = [
    said("effects_shown", { shown: counted(shown, "shows", "show"), alpha }),
    failed.length > 0 &&
    `${counted(failed.length, "fails", "fail")} by ${[...new Set(failed.map(({ against }) => against))]}`,
    absent > 0 && said("effects_absent", { absent: counted(absent, "rules", "rule"), alpha }),
    open > 0 && `${counted(open, "is", "are")} undecided, neither shown nor ruled out`,
  ];
  const more = untestable > 0 ? `; ${untestable} more ${untestable === 1 ? "is" : "are"} untestable` : "";
  return `${inWords(tested, "tested line")}: ${clauses.filter(Boolean).join(", ")}${more}.`;
}

/** Judges of which nothing else is to be believed: no verdict of theirs names an answer, all name one, or they seem to be read in reverse. */
export function unfitJudges({ table, notes }: ReportJson["left_out"]): ReportJson["problems"] {
  const isSilent = ({ rows, unparsable = 0, ties = 0 }: typeof table[number]) =>
    Number(unparsable) + Number(ties) === rows;
  const silent = [...grouped(table, ({ judge }) => judge)].filter(([, own]) => own.every(isSilent))
    .map(([judge]) => judge);
  const doubted = notes.filter((note) => /that both decide: |its answer never changes/.test(note));
  return [...silent.length > 0 ? [said("mute", { silent })] : [], ...doubted].map((problem) => ({
    problem,
    questions: [],
  }));
}

export function problemWords({ problem, questions }: ReportJson["problems"][number]): string {
  const titles = questions.map(({ title }) => title).join(", ");
  return titles ? `Not computed: ${titles}: ${problem}` : problem;
}

/** What these results cannot say, a sentence each: questions that they do not answer, and lines to be read with care. */
export function cannotSay(
  { not_asked, left_out }: Pick<ReportJson, "not_asked" | "left_out">,
  sections: readonly Section[],
): string[] {
  const isTested = ({ verdict }: Line) => verdict !== "not tested";
  const isEstimated = ({ estimate, verdict }: Line) => verdict !== "untestable" && !Number.isNaN(estimate);
  const titlesOf = (is: (line: Line) => boolean) =>
    sections.filter(({ lines }) => lines.some((line) => isEstimated(line) && is(line)))
      .map(({ question }) => question.title).join(", ");
  const warned = titlesOf(({ warning }) => warning !== "");
  const untested = titlesOf((line) => !isTested(line));
  const isAlone = ({ words }: Line) => words.includes(ALONE);
  const alone = sections.filter(({ lines }) => lines.some(isAlone));
  const isCounted = (line: Line) => isEstimated(line) && isTested(line);
  const [tested, named] = [sections, alone].map((of) => of.flatMap(({ lines }) => lines.filter(isCounted)));
  const open = { tested: tested.length, named: named.length, alone: named.filter(isAlone).length };
  const ids = alone.map(({ question: { id } }) => id).join(",");
  const fewer = named.length < tested.length ? said("tests_fewer", { ids }) : "";
  return [
    not_asked.length > 0 && said("never_asked", { titles: not_asked.map(({ title }) => title) }),
    warned && said("carry_warnings", { warned }),
    untested && titlesOf(isTested) && said("described_only", { untested }),
    alone.length > 0 && said("adjusted_away", { ...open, titles: titlesOf(isAlone), fewer }),
    ...left_out.notes.filter((note) =>
      /Not every group has every item|Not compared|count as one |are compared; (?!0 of .* first, 0 of )|All rows are of one order/
        .test(note)
    ),
  ].flatMap((one) => one || []);
}

export function warningsIn(lines: readonly Estimate[], among: readonly Estimate[] = lines): string[] {
  const warned = lines.filter(({ warning }) => warning !== ""), shared = sharedColumns(among);
  return [...grouped(warned, ({ warning }) => warning)].map(([warning, own]) => {
    if (own.length === among.length) return warning;
    const names = [...new Set(own.map((line) => groupText(line, shared)))], more = names.length - NAMED;
    return `${names.slice(0, NAMED).join(", ")}${more > 0 ? `, and ${more} more` : ""}: ${warning}`;
  });
}

export function problemsOf(sections: readonly Section[]): ReportJson["problems"] {
  const stopped = sections.filter(({ problem }) => problem !== "");
  const reasons = grouped(stopped, ({ problem }) => problem.replace(/^[A-Za-z ]+: (?=wanted )/, ""));
  return [...reasons].map(([problem, own]) => ({
    ...{ problem, questions: own.map(({ question: { id, title } }) => ({ id, title })) },
  }));
}
