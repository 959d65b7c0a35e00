import pl from "nodejs-polars";
import { groupRows } from "../metrics/metric_table.ts";
import { isRefusal } from "../progress/require.ts";
import { inWords } from "../progress/show.ts";
import { conditionsOf } from "../results/frame.ts";
import { frameFeatures } from "../results/frame_features.ts";
import type { FrameName } from "../results/frames.ts";
import { levels, only } from "../results/only.ts";
import { QUANTITY } from "./change_of.ts";
import { CHANGES, DIFFERENCES } from "./changes.ts";
import { countText } from "./number_text.ts";
import { compared } from "./compare.ts";
import { groupOf, NOTHING } from "./estimates.ts";
import { questions } from "./questions/common.ts";
import type { Estimate, Line, LookContext, Question } from "./report_types.ts";

/** Names of a condition that others are compared with, where nothing says which it is. */
const BASELINES = ["base", "baseline", "before", "control", "plain", "original", "none", "default"];

/** The user's own conditions by name, whatever the order of the rows; first what the others are compared with: the one named, else rows without one, else one called so. */
export function ordered(frame: pl.DataFrame, baseline?: string | null): (string | null)[] {
  const place = (name: string | null) =>
    name === baseline ? -2 : name === null ? -1 : BASELINES.includes(name.toLowerCase()) ? 0 : 1;
  return conditionsOf(frame).toSorted((a, b) => place(a) - place(b));
}

/** Two ways of judging within one file: their names, the rows of either, and what the two are called. */
interface Ways {
  names: readonly [string, string];
  rows: readonly [pl.DataFrame, pl.DataFrame];
  about: Record<string, string>;
}

/** Every condition beside the one that others are compared with; its rows then have none. */
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

/** That of several conditions none but the first is compared with all others. */
export function baselineAlone([first, ...others]: readonly string[]): string[] {
  return others.length < 2 ? [] : [
    `Every other condition is compared with ${first}, not with each other: --baseline names another to compare with.`,
  ];
}

/** From so many judges on pairs of them would be more lines than their own, whose verdicts they make harder: they are asked where one names them. */
const MANY_JUDGES = 3;

/** Every judge beside those before it. */
function judgeWays(frame: pl.DataFrame): Ways[] {
  const judges = levels(frame, "judge"), of = (judge: string) => only(frame, { judge });
  return judges.flatMap((second, i) =>
    judges.slice(0, i).map((first) => ({
      names: [first, second] as const,
      rows: [of(first), of(second)] as const,
      about: { judges: `${second} against ${first}` },
    }))
  );
}

/** What a change of results asks, asked of two ways of judging in one file, over the judgments that both have. */
function differences(
  { frame: name, estimates: ask, ways, column }:
    & Pick<Question, "frame" | "estimates">
    & { column: "condition" | "judge"; ways: typeof conditionWays },
): Question["estimates"] {
  return (frame, by, context) => {
    const groups = by.filter((one) => one !== column), isJudges = column === "judge";
    return ways(frame, context).flatMap(({ names, rows: sides, about }): Estimate[] => {
      try {
        const both = compared(...sides, name, { by: groups });
        const main = context.main.filter(({ group }) =>
          Object.entries(about).every(([key, value]) => group[key] === value)
        );
        const keyOf = (group: Record<string, unknown>) => JSON.stringify(groupOf(group, groups));
        const counts = [...sides, both.frame].map((rows) =>
          new Map(groupRows(rows, groups).map(({ key, rows: own }) => [keyOf(key), own.length]))
        );
        const found = ask(both.frame, groups, {
          ...context,
          main,
          sides: names,
          whole: isJudges ? undefined : both.whole,
        }).map(({ isGood, ...one }) => {
          // Of the line's own judge: what another judge lacks is not left out here.
          const [before, after, paired] = counts.map((count) => count.get(keyOf(one.group)) ?? 0);
          const left = before + after > paired &&
            `${inWords(before + after - paired, "judgment")} ${
              isJudges ? "of" : "under"
            } one of them only left out`;
          return {
            ...one,
            // Of two judges neither has changed for the better.
            ...isJudges ? {} : { isGood },
            quantity: one.quantity === QUANTITY ? `${names[1]} − ${names[0]}` : one.quantity,
            group: { ...one.group, ...about },
            note: [
              isJudges
                ? one.note?.replace(/^from (.*?) to /, (_, said) => `${names[0]} ${said} and ${names[1]} `)
                : one.note,
              left,
            ].filter(Boolean).join("; "),
          };
        });
        return [
          ...found,
          ...(isJudges ? [] : both.lost).map(({ group, only_in }) => ({
            group: { ...group, ...about },
            quantity: QUANTITY,
            ...NOTHING,
            warning: `judged under ${names[only_in === "first" ? 0 : 1]} only`,
          })),
        ];
      } catch (error) {
        if (!isRefusal(error)) throw error;
        // Two judges of other items are no question.
        return isJudges ? [] : [{ group: about, quantity: QUANTITY, ...NOTHING, warning: error.message }];
      }
    });
  };
}

/** The same question of two ways of judging in one file. */
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
const CONDITION_QUESTIONS: readonly Question[] = CHANGES.filter(({ frame }) => frame !== "ratings").map((
  one,
) => ({
  ...within(one, "condition", conditionWays),
  id: one.id.replace(/_change$/, "_by_condition"),
  testedAs: one.testedAs?.replace(/_change$/, "_by_condition"),
  title: `${one.title} between conditions`,
  question: one.question.replace(
    "from the first results to the second",
    "from one condition to another",
  ),
  allowed: (context, frame) => conditionsOf(frame).length > 1 && (one.allowed?.(context, frame) ?? true),
}));

/** What is asked where a file holds several judges: every two of them on the items that both judged. */
const JUDGE_QUESTIONS: readonly Question[] = questions(
  "judges",
  Object.fromEntries(Object.entries(DIFFERENCES).map(([id, ask]) => [`${id}_by_judge`, ask])),
).map((one) => ({
  ...within(one, "judge", judgeWays),
  allowed: ({ asked }, frame) => {
    const { length } = levels(frame, "judge");
    return length > 1 && (length < MANY_JUDGES || (asked?.includes(one.id) ?? false));
  },
}));

/** That of many judges no two are compared unless one asks. */
export function judgesAlone(frame: pl.DataFrame, name: FrameName, asked?: readonly string[]): string[] {
  const { length } = levels(frame, "judge"), features = frameFeatures(frame);
  const ids = JUDGE_QUESTIONS.filter((one) =>
    one.frame === name && one.needs.every((need) => features.has(need))
  )
    .map(({ id }) => id).join(",");
  return length < MANY_JUDGES || ids === "" || asked !== undefined ? [] : [
    `The ${length} judges are not compared with each other, which would be ${
      countText(length * (length - 1) / 2)
    } lines a question: --questions +${ids} asks that beside the rest.`,
  ];
}

/** What is asked only where it is named; of judges `judgesAlone` says it. */
export function askedIfWished(ids: readonly string[]): string[] {
  const own = ids.filter((id) => !id.endsWith("_by_judge")).join(",");
  return own === "" ? [] : [`Asked only if wished: --questions +${own} asks that beside the rest.`];
}

/** What is shown beside the question that tests the same effect, and is tested itself only where it is named. */
export function testedOnce(lines: readonly Line[]): string[] {
  const ids = new Map(lines.flatMap(({ question, testedAs }) => testedAs ? [[testedAs, question]] : []));
  return [...ids].map(([told, id]) =>
    `The drop that ${told} tests is tested once: ${id} is shown without a test, --questions +${id} tests it too.`
  );
}

/** What a report asks of two ways of judging in one file, beside what it asks of each. */
export const WITHIN_QUESTIONS: readonly Question[] = [...CONDITION_QUESTIONS, ...JUDGE_QUESTIONS];
