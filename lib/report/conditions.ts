import pl from "nodejs-polars";
import { isRefusal } from "../progress/require.ts";
import type { FrameName } from "../results/frames.ts";
import { QUANTITY } from "./change_of.ts";
import { CHANGES } from "./changes.ts";
import { compared } from "./compare.ts";
import { NOTHING } from "./estimates.ts";
import type { Estimate, Question } from "./report_types.ts";

/** The user's own conditions in the order of the rows; rows without one first, as what the others are compared with. */
function conditionsOf(frame: pl.DataFrame): (string | null)[] {
  if (!frame.columns.includes("condition")) return [];
  const found = [...new Set(frame.getColumn("condition").toArray() as (string | null)[])];
  return found.toSorted((a, b) => Number(a !== null) - Number(b !== null));
}

/** The rows of one condition, which then have none. */
function under(frame: pl.DataFrame, condition: string | null): pl.DataFrame {
  const column = pl.col("condition").cast(pl.Utf8);
  const own = condition === null ? column.isNull() : column.eq(pl.lit(condition));
  return frame.filter(own).withColumns(pl.lit(null).cast(pl.Utf8).alias("condition"));
}

/** What a change of results asks, asked of every condition against the first, over the judgments that both have. */
function differences(name: FrameName, ask: Question["estimates"]): Question["estimates"] {
  return (frame, by, context) => {
    const [first, ...others] = conditionsOf(frame), groups = by.filter((column) => column !== "condition");
    return others.flatMap((other): Estimate[] => {
      const about = { conditions: `${other} instead of ${first ?? "none"}` };
      try {
        const both = compared(under(frame, first), under(frame, other), name);
        const alone = both.onlyBefore + both.onlyAfter;
        const left = alone > 0 ? `${alone} judgments under one of them only are left out` : "";
        const main = context.main.filter(({ group }) => group.conditions === about.conditions);
        return ask(both.frame, groups, { ...context, main }).map((one) => ({
          ...one,
          group: { ...one.group, ...about },
          note: [one.note ?? "", left].filter(Boolean).join("; "),
        }));
      } catch (error) {
        if (!isRefusal(error)) throw error;
        return [{ group: about, quantity: QUANTITY, ...NOTHING, warning: error.message }];
      }
    });
  };
}

/** What is asked where rows are of several conditions of one's own (a prompt, a mitigation): each is compared with the first by itself. */
export const CONDITION_QUESTIONS: readonly Question[] = CHANGES.flatMap(({ id, title, question, ...rest }) =>
  rest.frame === "ratings" ? [] : [{
    ...rest,
    id: id.replace(/_change$/, "_by_condition"),
    title: `${title} between conditions`,
    question: question.replace("from the first results to the second", "from the first condition to another"),
    allowed: (_context, frame) => conditionsOf(frame).length > 1,
    isQuiet: true,
    estimates: differences(rest.frame, rest.estimates),
    looks: rest.looks.map((look) => ({ ...look, estimates: differences(rest.frame, look.estimates) })),
  }]
);
