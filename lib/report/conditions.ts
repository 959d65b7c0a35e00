import pl from "nodejs-polars";
import { groupRows } from "../metrics/metric_table.ts";
import { isRefusal } from "../progress/require.ts";
import { inWords } from "../progress/show.ts";
import { conditionsOf } from "../results/frame.ts";
import type { FrameName } from "../results/frames.ts";
import { only } from "../results/only.ts";
import { QUANTITY } from "./change_of.ts";
import { CHANGES } from "./changes.ts";
import { compared } from "./compare.ts";
import { groupOf, NOTHING } from "./estimates.ts";
import type { Estimate, Question } from "./report_types.ts";

/** Names of a condition that others are compared with, where nothing says which it is. */
const BASELINES = ["base", "baseline", "plain", "original", "none", "default"];

/** The user's own conditions by name, whatever the order of the rows; first what the others are compared with: the one named, else rows without one, else one called so. */
function ordered(frame: pl.DataFrame, baseline?: string | null): (string | null)[] {
  const place = (name: string | null) =>
    name === baseline ? -2 : name === null ? -1 : BASELINES.includes(name.toLowerCase()) ? 0 : 1;
  return conditionsOf(frame).toSorted((a, b) => place(a) - place(b));
}

/** The rows of one condition, which then have none. */
function under(frame: pl.DataFrame, condition: string | null): pl.DataFrame {
  return only(frame, { condition }).withColumns(pl.lit(null).cast(pl.Utf8).alias("condition"));
}

/** What a change of results asks, asked of every condition against the baseline, over the judgments that both have. */
function differences(name: FrameName, ask: Question["estimates"]): Question["estimates"] {
  return (frame, by, context) => {
    const [first, ...others] = ordered(frame, context.baseline),
      groups = by.filter((column) => column !== "condition");
    return others.flatMap((other): Estimate[] => {
      const about = { conditions: `${other} instead of ${first ?? "none"}` };
      try {
        const ways = [under(frame, first), under(frame, other)], both = compared(ways[0], ways[1], name);
        const main = context.main.filter(({ group }) => group.conditions === about.conditions);
        const keyOf = (group: Record<string, unknown>) => JSON.stringify(groupOf(group, groups));
        const counts = [...ways, both.frame].map((rows) =>
          new Map(groupRows(rows, groups).map(({ key, rows: own }) => [keyOf(key), own.length]))
        );
        const sides = [first ?? "none", other ?? "none"] as const;
        return ask(both.frame, groups, { ...context, main, sides }).map((one) => {
          // Of the line's own judge: what another judge lacks is not left out here.
          const [before, after, paired] = counts.map((count) => count.get(keyOf(one.group)) ?? 0);
          const left = before + after > paired &&
            `${inWords(before + after - paired, "judgment")} under one of them only left out`;
          return {
            ...one,
            group: { ...one.group, ...about },
            note: [one.note, left].filter(Boolean).join("; "),
          };
        });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return [{ group: about, quantity: QUANTITY, ...NOTHING, warning: error.message }];
      }
    });
  };
}

/** What is asked where rows are of several conditions of one's own (a prompt, a mitigation): each is compared with the baseline by itself. */
export const CONDITION_QUESTIONS: readonly Question[] = CHANGES.flatMap(({ id, title, question, ...rest }) =>
  rest.frame === "ratings" ? [] : [{
    ...rest,
    id: id.replace(/_change$/, "_by_condition"),
    title: `${title} between conditions`,
    question: question.replace(
      "from the first results to the second",
      "from the condition named last to the one named first",
    ),
    allowed: (_context, frame) => conditionsOf(frame).length > 1,
    isQuiet: true,
    estimates: differences(rest.frame, rest.estimates),
    looks: rest.looks.map((look) => ({ ...look, estimates: differences(rest.frame, look.estimates) })),
  }]
);
