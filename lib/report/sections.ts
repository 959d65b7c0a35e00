import type pl from "nodejs-polars";
import { adjustVerdicts } from "../hypotheses/verdict.ts";
import { FEATURES, frameFeatures } from "../results/frame_features.ts";
import type { FrameName } from "../results/frames.ts";
import { pText, SIGN } from "../progress/told.ts";
import { holm } from "../stats/multiple_testing.ts";
import { joined, partName, problemOf } from "./estimates.ts";
import { amountText, deltaText, groupText, intervalText, sharedColumns, valueText } from "./number_text.ts";
import { NO_ROWS, type NotAsked } from "./report_json.ts";
import { GROUPS, NAMED_GROUPS } from "./questions.ts";
import type { Estimate, Line, LookContext, Question, Section, Tone } from "./report_types.ts";
import { aloneWords, isFound, lineWords, openWords } from "./report_words.ts";
import { said } from "./said.ts";

/** Asks every question that the frame can answer; the chance of any false finding among all is at most alpha (Holm). */
export function askAll(
  frame: pl.DataFrame,
  name: FrameName,
  given: Omit<LookContext, "main">,
  questions: readonly Question[],
  tick: (title: string) => void = () => {},
): { sections: Section[]; notAsked: NotAsked[]; ifWished: string[] } {
  const features = frameFeatures(frame);
  const all = given.whole ?? frame;
  const groups = [...GROUPS[name], ...NAMED_GROUPS[name] ?? []];
  const known = name === "criteria" ? [...groups, "criterion"] : groups;
  const strange = given.by?.find((column) => !known.includes(column));
  if (strange !== undefined) {
    throw new RangeError(`report: wanted by among ${known.join(", ")}, found ${JSON.stringify(strange)}`);
  }
  const named = given.by ?? GROUPS[name];
  const by = groups.filter((column) =>
    all.columns.includes(column) &&
    (column === "judge" || named.includes(column) && all.getColumn(column).nUnique() > 1)
  );
  const asked: Asked[] = [];
  const notAsked: NotAsked[] = [], ifWished: string[] = [];
  for (const question of questions.filter((one) => one.frame === name)) {
    tick(question.title);
    const context: LookContext = { ...given, main: [] };
    const { id, title, allow, isQuiet, needs } = question;
    const isAllowed = question.allowed?.(context, frame) ?? true;
    const lacking = needs.filter((need) => !features.has(need)), isMet = lacking.length === 0;
    if (isQuiet && !isAllowed) {
      if (isMet && question.allowed?.({ ...context, asked: [id] }, frame)) ifWished.push(id);
      continue;
    }
    const leave = (lacking: string, ways = allow) =>
      notAsked.push({
        ...{ id, title, question: question.question, lacking },
        allow: question.unfit?.(frame) ?? (ways || lacking),
      });
    if (!isMet || !isAllowed) {
      const labels = lacking.map((need) => FEATURES[need].label);
      const wayOf = (need: string) =>
        questions.find(({ needs, allow }) => allow !== "" && needs.join() === need)?.allow;
      const ways = lacking.map((need, i) => wayOf(need) ?? labels[i]).join(", and ");
      const isHalf = lacking.length < needs.length;
      leave(labels.join(", and ") || "which models are of one family", isHalf && ways || allow);
      continue;
    }
    const main = attempt(() => question.estimates(frame, by, context));
    const after: LookContext = { ...given, main: main.estimates };
    const looks = question.looks.filter(({ needs = [] }) => needs.every((need) => features.has(need)))
      .map((look) => ({ look, ...attempt(() => look.estimates(frame, by, after)) }))
      .filter(({ estimates, problem }) => estimates.length > 0 || problem !== "");
    if (main.estimates.length + looks.length === 0 && main.problem === "") {
      if (!isQuiet) leave(NO_ROWS);
      continue;
    }
    asked.push({ question, found: main.estimates, looks, problem: main.problem });
  }
  return { sections: judged(asked, given.alpha), notAsked, ifWished };
}

interface Asked extends Pick<Section, "question" | "looks" | "problem"> {
  found: Estimate[];
}

function attempt(estimates: () => Estimate[]): { estimates: Estimate[]; problem: string } {
  try {
    return { estimates: estimates(), problem: "" };
  } catch (error) {
    return { estimates: [], problem: problemOf(error) };
  }
}

const ROUNDING = 1e-12;

/** A line with the ranges that unread replies leave, in words where these are many, of a claim's parts, or could turn it: no effect is shown then, and none of δ or more ruled out that they leave. */
function turned<One extends Estimate>(
  one: One,
  { unit: shown, nullValue, delta }: Question,
  alpha: number,
): One {
  const { turns, note, pValue, held, unit = shown, nullValue: none = nullValue, delta: most = delta } = one;
  if (!turns || Number.isNaN(turns.parts[0].low)) return one;
  const { parts, isMany } = turns, [first] = parts;
  const over = parts.filter(({ low, high, none: own = none }) =>
    pValue >= 0 && low - ROUNDING <= own && own <= high + ROUNDING
  );
  const nearest = Math.min(first.low - none + most, none + most - first.high);
  const isHiding = one.pEquivalence < alpha && nearest <= ROUNDING;
  if (!isMany && !held && !(over.length > 0 && pValue < alpha) && !isHiding) return one;
  const ranges = parts.flatMap(({ it, low, high }) =>
    it && (held ? low < high : !Number.isNaN(low))
      ? [`${it} is between ${valueText(low, unit)} and ${valueText(high, unit)}${SIGN[unit]}`]
      : []
  );
  const which = held
    ? over.map(({ it, none: own = none }) => `carry ${it} to ${amountText(own, unit)}`).join(" and ")
    : "turn it";
  const beyond = `carry ${first.it || "it"} beyond ±${deltaText(most, unit, none)}`;
  return {
    ...one,
    note: joined([note, ranges.length > 0 ? said("turned", { ranges: ranges.join(" and ") }) : ""]),
    ...over.length > 0 && { hangs: one.hangs ?? said("could_turn", { which }) },
    ...isHiding && { hides: said("could_turn", { which: beyond }) },
  };
}

function judged(given: readonly Asked[], alpha: number): Section[] {
  const asked = given.map((one) => ({
    ...one,
    found: one.found.map((line) => turned(line, one.question, alpha)),
  }));
  const tested = asked.flatMap(({ question: { below, nullValue: none }, found }) =>
    found.map((one) => ({ ...one, one, nullValue: one.nullValue ?? none }))
      .map((row) => below === undefined ? row : { ...row, claimIs: "either" as const })
  ).filter(({ nullValue }) => !Number.isNaN(nullValue));
  const [adjusted, alone] = (["holm", "none"] as const).map((correction) => {
    const found = adjustVerdicts(tested, { correction, alpha });
    return new Map(tested.map(({ one }, i) => [one, decided(one, found[i])]));
  });
  return asked.map(({ question, found, looks, problem }) => ({
    ...{ question, looks, problem },
    lines: found.map((one): Line => {
      const { unit = question.unit, nullValue = question.nullValue, unmet = [] } = one;
      const { verdict, counted, why, isOpen, pWithout, ...p } = adjusted.get(one) ?? UNJUDGED,
        said = saidOf(question, one);
      const parts = oppositeParts(one, looks, { unit, alpha, question });
      const isAbove = isAboveOf(question, verdict, one, nullValue), single = alone.get(one) ?? UNJUDGED;
      const isUnmet = !why && single.verdict !== "absent" && unmet.length > 0;
      const open = why || isUnmet && openWords(unmet) || single.why;
      const spoken = why ? counted : isUnmet ? "supported" : single.counted;
      const of = spoken === "absent" ? "adjusted, of equivalence" : "adjusted";
      const told = { ...one, verdict, isAbove, parts, why: open ? `since ${open}` : aloneWords(single, one) };
      return {
        ...one,
        ...isOpen && pWithout >= 0 &&
          { without: `${one.without}, p = ${pText(pWithout)} ${of}`.replace("= <", "<") },
        ...verdict === "undecided" && spoken === "absent" && { absence: true as const },
        question: question.id,
        ...{ unit, nullValue, verdict, parts, ...p },
        words: lineWords(told, said),
        tone: toneOf(verdict, isAbove, said),
      };
    }),
  }));
}

const UNJUDGED = {
  ...{ verdict: "not tested" as const, counted: "undecided" as const, why: "", isOpen: false },
  ...{ pAdjusted: NaN, pEquivalenceAdjusted: NaN, pWithout: NaN },
};

/** What a line shows by every rule at its p, adjusted or as if it were tested alone; where one holds it open, why. */
function decided(one: Estimate, found: ReturnType<typeof adjustVerdicts>[number]) {
  const { hangs, hides, leftOut, said, held } = one, { counted, verdict, ...p } = found;
  const isOpen = leftOut !== undefined && counted !== verdict, { called, unmet = [] } = leftOut ?? {};
  const effect = counted === "absent"
    ? "is ruled out"
    : counted === "contradicted" && said?.opposite?.replace(/,.*/, "");
  const which = held && counted === "absent" ? partName(held) : "it";
  const parts = counted === "supported" && unmet.length > 0
    ? unmet
    : [`whether ${which} ${effect || "is there"}`];
  const why = isOpen
    ? openWords(parts.map((part) => `${part} without ${called}`))
    : (isFound({ verdict: counted }) ? hangs : counted === "absent" && hides) || "";
  return { ...p, counted, verdict: why ? "undecided" as const : verdict, why, isOpen };
}

function saidOf(question: Question, { said, ...one }: Estimate): Question {
  const { delta = NaN, unit = question.unit, nullValue = 0 } = Number.isNaN(question.delta) ? one : question;
  return { ...question, ...said, delta, unit, nullValue };
}

function isAboveOf({ below }: Question, verdict: Line["verdict"], one: Estimate, nullValue: number): boolean {
  if (below === undefined) return verdict !== "contradicted";
  return one.direction ? one.direction > 0 : one.estimate > nullValue;
}

function toneOf(verdict: Line["verdict"], isAbove: boolean, { good, below }: Question): Tone {
  if (verdict === "not tested") return "none";
  if (verdict === "absent") return "absent";
  if (!isFound({ verdict })) return "open";
  if (good !== undefined) {
    return good === "unsaid" ? "effect" : (good === "above") === isAbove ? "help" : "harm";
  }
  // A claim with one side, a bias: the other side is what one hopes for.
  return below === undefined && verdict === "contradicted" ? "help" : "harm";
}

function oppositeParts(
  line: Estimate,
  looks: Section["looks"],
  { unit, alpha, question }: { unit: Line["unit"]; alpha: number; question: Question },
): string {
  for (const { estimates } of looks.filter(({ look }) => look.isParts)) {
    const own = estimates.filter(({ group }) =>
      Object.entries(line.group).every(([column, value]) => group[column] === value)
    );
    const p = holm(own.map(({ pValue }) => pValue));
    const sure = own.filter((_, i) => p[i] < alpha).toSorted((a, b) => b.estimate - a.estimate);
    if (new Set(sure.map(({ estimate }) => estimate > question.nullValue)).size < 2) continue;
    const shared = new Set([...Object.keys(line.group), ...sharedColumns(own)]);
    return sure.map((one) => `${groupText(one, shared)} ${intervalText(one, unit)}`).join(", ");
  }
  return "";
}
