import pl from "nodejs-polars";
import type { HypothesisResult } from "../hypotheses/hypothesis_types.ts";
import { judgesDiffer } from "../hypotheses/judges_differ.ts";
import { unlessRefused } from "../progress/require.ts";
import { inWords } from "../progress/show.ts";
import { columnNumbers } from "../results/factor.ts";
import { conditionsOf, ratingEvaluators } from "../results/frame.ts";
import { levels, only } from "../results/only.ts";
import { CHANGES, differencesAs, QUANTITY } from "./changes.ts";
import { changedJudgments, changedWords, LISTED } from "./changed.ts";
import { COMPARED, compared, judgmentsIn, ONLY_IN, saidIn } from "./compare.ts";
import { fromTests, NOTHING, rowsByGroup } from "./estimates.ts";
import { intervalText } from "./number_text.ts";
import type { FrameName } from "../results/frames.ts";
import { LACKING, questions } from "./questions/common.ts";
import { withOpen } from "./questions/replies.ts";
import type { Estimate, LookContext, Question } from "./report_types.ts";
import { said } from "./said.ts";

const BASELINES = ["base", "baseline", "before", "control", "plain", "original", "none", "default"];

export function ordered(frame: pl.DataFrame, baseline?: string | null): (string | null)[] {
  const place = (name: string | null) =>
    name === baseline ? -2 : name === null ? -1 : BASELINES.includes(name.toLowerCase()) ? 0 : 1;
  return conditionsOf(frame).toSorted((a, b) => place(a) - place(b));
}

interface Ways {
  names: readonly [string, string];
  rows: readonly [pl.DataFrame, pl.DataFrame];
  about: Record<string, string>;
}

function conditionWays(frame: pl.DataFrame, { baseline }: Pick<LookContext, "baseline">): Ways[] {
  const under = (condition: string | null) =>
    only(frame, { condition }).withColumns(pl.lit(null).cast(pl.Utf8).alias("condition"));
  const [first, ...others] = ordered(frame, baseline), name = first ?? "none";
  return others.map((one) => {
    const other = one ?? "none";
    return {
      names: [name, other],
      rows: [under(first), under(one)],
      about: { conditions: `${other} instead of ${name}` },
    };
  });
}

export function conditionChanges(
  frame: pl.DataFrame,
  name: FrameName,
  options: Pick<LookContext, "baseline">,
): { listed?: pl.DataFrame; notes: string[] } {
  if (conditionsOf(frame).length < 2 || saidIn(frame).length === 0) return { notes: [] };
  const found = conditionWays(frame, options).flatMap(({ rows, about: { conditions } }) => {
    const both = unlessRefused(() => compared(...rows, name, { by: [] }).frame, () => null);
    if (both === null) return [];
    const told = changedJudgments(both).withColumns(pl.lit(conditions).alias("conditions"));
    return [{ told, note: `${conditions}: ${changedWords(both)}${told.height > 0 ? LISTED : ""}.` }];
  });
  const [first, ...others] = found.map(({ told }) => told);
  const listed = others.reduce((all, one) => pl.concat([all, one], { how: "diagonal" }), first);
  return { listed, notes: found.map(({ note }) => note) };
}

/** From so many judges on pairs of them would be more lines than their own, whose verdicts they make harder: they are asked where one names them. */
const MANY_JUDGES = 3;

const everyTwo = (judges: readonly string[]) =>
  judges.flatMap((second, i) =>
    judges.slice(0, i).map((first) => ({
      names: [first, second] as const,
      about: { judges: `${second} against ${first}` },
    }))
  );

const judgeWays = (frame: pl.DataFrame): Ways[] =>
  everyTwo(levels(frame, "judge")).map(({ names: [first, second], about }) => ({
    ...{ names: [first, second], about },
    rows: [only(frame, { judge: first }), only(frame, { judge: second })],
  }));

/** Of ratings the judges are columns. */
const agreements: Question["estimates"] = (frame, by, { alpha }) =>
  everyTwo(ratingEvaluators(frame)).flatMap(({ names: [first, second], about }) => {
    const test = (own: pl.DataFrame) => judgesDiffer(own, { first: second, second: first, alpha });
    const both = ({ estimate, sensitivity }: HypothesisResult) => {
      const [one, other] = sensitivity.map((level) => intervalText(level, "number"));
      return { note: Number.isNaN(estimate) ? "" : `${first} ${other} and ${second} ${one}` };
    };
    const found = fromTests(frame, by, test, "difference in tau-b", both)
      .map((one) => ({ ...one, group: { ...one.group, ...about } }));
    const [human, ...scores] = ["human", first, second].map((name) => columnNumbers(frame.getColumn(name)));
    return withOpen(frame, by, found, {
      isOpen: (row) => scores.some((own) => Number.isNaN(own[row])),
      isBehind: (row) => !Number.isNaN(human[row]),
      said: LACKING.ratings,
    });
  });

/** What a change of results asks, asked of two ways of judging in one file, over the judgments that both have. */
function differences(
  { frame: name, estimates: ask, ways, column }:
    & Pick<Question, "frame" | "estimates">
    & { column: "condition" | "judge"; ways: typeof conditionWays },
): Question["estimates"] {
  return (frame, by, context) => {
    const groups = by.filter((one) => one !== column), isJudges = column === "judge";
    return ways(frame, context).flatMap(({ names, rows: sides, about }): Estimate[] => {
      return unlessRefused<Estimate[]>(
        () => {
          const both = compared(...sides, name, { by: groups }), [first, second] = names;
          const main = context.main.filter(({ group }) =>
            Object.entries(about).every(([key, value]) => group[key] === value)
          );
          const lone = isJudges && both.whole?.filter(pl.col(ONLY_IN).eq(pl.col(COMPARED)));
          const leftOf = (group: Estimate["group"]) => {
            const own = lone && rowsByGroup(lone, groups)(group);
            return own && `${inWords(judgmentsIn(lone, own), "judgment")} of one of the two only left out`;
          };
          const whole = isJudges ? undefined : both.whole;
          const found = ask(both.frame, groups, { ...context, main, sides: names, whole }).map((one) => ({
            ...one,
            quantity: one.quantity === QUANTITY ? `${second} − ${first}` : one.quantity,
            group: { ...one.group, ...about },
            note: [
              isJudges
                ? one.note?.replace(/^from (.*?) to /, (_, said) => `${first} ${said} and ${second} `)
                : one.note,
              leftOf(one.group),
            ].filter(Boolean).join("; "),
          }));
          const lost = isJudges ? [] : both.lost.map(({ group, only_in }) => ({
            group: { ...group, ...about },
            quantity: QUANTITY,
            ...NOTHING,
            warning: `judged under ${only_in === "first" ? first : second} only`,
          }));
          return [...found, ...lost];
        },
        ({ message }) => isJudges ? [] : [{ group: about, quantity: QUANTITY, ...NOTHING, warning: message }],
      );
    });
  };
}

function within(question: Question, column: "condition" | "judge", ways: typeof conditionWays) {
  const of = (estimates: Question["estimates"]) =>
    differences({ frame: question.frame, estimates, column, ways });
  return {
    ...question,
    isQuiet: true,
    estimates: of(question.estimates),
    looks: question.looks.map((look) => ({ ...look, estimates: of(look.estimates) })),
  };
}

/** What is asked where rows are of several conditions of one's own (a prompt, a mitigation): each is compared with the baseline by itself. */
const CONDITION_QUESTIONS: readonly Question[] = CHANGES.map((one) => ({
  ...within(one, "condition", conditionWays),
  id: one.id.replace(/_change$/, "_by_condition"),
  title: `${one.title} between conditions`,
  question: one.question.replace(
    "from the first results to the second",
    "from one condition to another",
  ),
  allowed: (context, frame) => conditionsOf(frame).length > 1 && (one.allowed?.(context, frame) ?? true),
}));

const JUDGE_QUESTIONS: readonly Question[] = questions("judges", {
  ...differencesAs("by_judge"),
  agreement_by_judge: agreements,
}).map((one) => ({
  ...one.frame === "ratings" ? { ...one, isQuiet: true } : within(one, "judge", judgeWays),
  allowed: ({ asked }, frame) => {
    const { length } = one.frame === "ratings" ? ratingEvaluators(frame) : levels(frame, "judge");
    return length > 1 && (length < MANY_JUDGES || (asked?.includes(one.id) ?? false));
  },
}));

export const askedIfNamed = (ids: readonly string[], [first, ...others]: readonly string[]): string[] => [
  ...others.length > 1 ? [said("other_conditions", { first })] : [],
  ...ids.length > 0 ? [said("asked_if_named", { ids: ids.join(",") })] : [],
];

export const WITHIN_QUESTIONS: readonly Question[] = [...CONDITION_QUESTIONS, ...JUDGE_QUESTIONS];
