import type pl from "nodejs-polars";
import { FEATURES, frameFeatures } from "../results/frame_features.ts";
import type { FrameName } from "../results/frames.ts";
import { adjustVerdicts } from "../hypotheses/adjust_verdicts.ts";
import { problemOf } from "./estimates.ts";
import { GROUPS, QUESTIONS } from "./questions.ts";
import type { Estimate, Line, LookContext, Question, Section } from "./report_types.ts";

/** A question that these results cannot answer, and what would allow it. */
export interface NotAsked {
  /** Id of the question: ib, lb, slot, … */
  id: string;
  /** Heading that its section would have. */
  title: string;
  /** The question in one sentence. */
  question: string;
  /** What the results do not hold. */
  lacking: string;
  /** Which column or option would allow it. */
  allow: string;
}

/** The columns by which a report tells groups apart: the judge always, others where they have several values. */
function groupColumns(frame: pl.DataFrame, name: FrameName): string[] {
  return GROUPS[name].filter((column) =>
    frame.columns.includes(column) && (column === "judge" || frame.getColumn(column).nUnique() > 1)
  );
}

/**
 * Asks every question that the frame can answer, and passes verdicts on all lines together: p values are adjusted by Holm over all
 * tested lines of the report, so that the chance of any false finding is at most alpha.
 */
export function askAll(
  frame: pl.DataFrame,
  name: FrameName,
  given: Omit<LookContext, "main">,
  questions: readonly Question[] = QUESTIONS,
  tick: (title: string) => void = () => {},
): { sections: Section[]; notAsked: NotAsked[] } {
  const features = frameFeatures(frame), by = groupColumns(frame, name);
  const asked: { question: Question; found: Estimate[]; looks: Section["looks"]; problem: string }[] = [];
  const notAsked: NotAsked[] = [];
  for (const question of questions.filter((one) => one.frame === name)) {
    tick(question.title);
    const context: LookContext = { ...given, main: [] };
    const { id, title, allow, allowed } = question;
    const lacking = question.needs.filter((need) => !features.has(need)).map((need) => FEATURES[need].label);
    if (lacking.length === 0 && allowed && !allowed(context)) lacking.push("what names it");
    if (lacking.length > 0) {
      notAsked.push({ id, title, question: question.question, lacking: lacking.join(", and "), allow });
      continue;
    }
    const main = attempt(() => question.estimates(frame, by, context));
    const after: LookContext = { ...given, main: main.estimates };
    const looks = question.looks.filter(({ needs = [] }) => needs.every((need) => features.has(need)))
      .map((look) => {
        const { estimates, problem } = attempt(() => look.estimates(frame, by, after));
        return { look, estimates, problem };
      }).filter(({ estimates, problem }) => estimates.length > 0 || problem !== "");
    asked.push({ question, found: main.estimates, looks, problem: main.problem });
  }
  return { sections: judged(asked, given.alpha), notAsked };
}

/** A question that fails says why in its section, and takes nothing with it. */
function attempt(estimates: () => Estimate[]): { estimates: Estimate[]; problem: string } {
  try {
    return { estimates: estimates(), problem: "" };
  } catch (error) {
    return { estimates: [], problem: problemOf(error) };
  }
}

/** A question that looks both ways finds something in either direction: the sign of the estimate says which. */
function shown(verdict: Line["verdict"], { below }: Question): Line["verdict"] {
  return verdict === "contradicted" && below !== undefined ? "supported" : verdict;
}

/** Verdicts on all lines together: any false one, of whichever kind, stands in at most alpha of such reports. */
function judged(
  asked: readonly { question: Question; found: Estimate[]; looks: Section["looks"]; problem: string }[],
  alpha: number,
): Section[] {
  const tested = asked.flatMap(({ question, found }) =>
    found.map((one) => ({ one, question, nullValue: one.nullValue ?? question.nullValue }))
  ).filter(({ nullValue }) => !Number.isNaN(nullValue));
  const verdicts = adjustVerdicts(
    tested.map(({ one, nullValue, question }) => ({
      ...one,
      nullValue,
      // A question that looks both ways takes the estimate's own side.
      claimIs: question.below === undefined ? one.claimIs : "above",
    })),
    { alpha },
  );
  const of = new Map(tested.map(({ one }, i) => [one, verdicts[i]]));
  return asked.map(({ question, found, looks, problem }) => ({
    question,
    looks,
    problem,
    lines: found.map((one): Line => ({
      ...one,
      question: question.id,
      unit: one.unit ?? question.unit,
      pAdjusted: of.get(one)?.pAdjusted ?? NaN,
      verdict: shown(of.get(one)?.verdict ?? "not tested", question),
    })),
  }));
}
