import pl from "nodejs-polars";
import { groupRows } from "../../metrics/metric_table.ts";
import { type Behind, rowsBehind } from "../../metrics/rows_behind.ts";
import { preferring } from "../../results/only.ts";
import { groupOf, NOTHING } from "../estimates.ts";
import { countText, valueText } from "../number_text.ts";
import type { Estimate, Look } from "../report_types.ts";
import { look, MAIN, of, POINTS } from "./common.ts";

export function readable(pairs: pl.DataFrame): pl.DataFrame {
  return pairs.filter(pl.col("choice").isNotNull());
}

/** From this share of unreadable replies on a line warns: they alone can move a difference by as much, which is the δ of `absent`. */
export const UNREAD = POINTS;

/** What unread replies mean for a line that shows no effect. */
export const HIDES = "; as many could hide an effect";

/**
 * Differences of accuracies where an unparsable reply counts as wrong. A judge without one readable reply is wrong throughout: its
 * differences are 0 and say nothing. Counted are the rows behind the difference. From 5% of unread replies on the line warns, says what they do to the difference, and is never called
 * free of a bias: as many replies could hide a difference of δ.
 */
export function fromReplies(
  rows: pl.DataFrame,
  by: readonly string[],
  behind: Behind,
  estimates: readonly Estimate[],
  says: (estimate: Estimate) => string,
): Estimate[] {
  const choices = rows.getColumn("choice").toArray() as (string | null)[];
  const counted = new Set(rowsBehind("report", rows, behind).rows);
  const keyOf = (group: Record<string, unknown>) => JSON.stringify(groupOf(group, by));
  const unread = new Map(
    groupRows(rows, by).map(({ key, rows: own }) => {
      const all = Array.from(own).filter((row) => counted.has(row));
      return [keyOf(key), { all: all.length, unread: all.filter((row) => choices[row] === null).length }];
    }),
  );
  return estimates.map((estimate) => {
    const count = unread.get(keyOf(estimate.group));
    if (count === undefined || count.unread < UNREAD * count.all || count.unread === 0) return estimate;
    if (count.unread === count.all) {
      const { n, clusters } = estimate;
      return {
        ...estimate,
        ...NOTHING,
        n,
        clusters,
        sensitivity: undefined,
        warning: "no reply could be read",
      };
    }
    if (Number.isNaN(estimate.estimate)) return estimate;
    const own = `${countText(count.unread)} of ${countText(count.all)} replies could not be read; ${
      says(estimate)
    }${HIDES}`;
    // What the metric says of them all says this of these.
    const others = estimate.warning.split("; ").filter((text) => text !== "" && !/unread repl/.test(text));
    return {
      ...estimate,
      pEquivalence: Number.isNaN(estimate.pEquivalence) ? NaN : 1,
      warning: [...others, own].join("; "),
    };
  });
}

/** The look at an accuracy difference without the replies that could not be read. */
export function otherRules(...[metric, columns]: Parameters<typeof of>): Look {
  return look("without_unread", of((frame, options) => metric(readable(frame), options), columns, MAIN));
}

/** A difference of accuracies, where a reply that cannot be read is wrong. */
export function accuracyGap(
  behind: Behind,
  ...[metric, columns, wanted = MAIN]: Parameters<typeof of>
): ReturnType<typeof of> {
  return (frame, by) => {
    const rows = preferring(frame, wanted);
    let others: Estimate[] | undefined;
    const without = (estimate: Estimate) =>
      (others ??= of(metric, columns)(readable(rows), by)).find(({ group }) =>
        by.every((name) => group[name] === estimate.group[name])
      )?.estimate ?? NaN;
    return fromReplies(
      rows,
      by,
      behind,
      of(metric, columns)(rows, by),
      (estimate) => wrongReplies(estimate.estimate, without(estimate)),
    );
  };
}

/** What replies that count as wrong do to a difference, told from the difference without them. */
function wrongReplies(found: number, without: number): string {
  if (Number.isNaN(without)) return "they count as wrong, and without them there is nothing to compare";
  const [shown, bare] = [found, without].map((value) => valueText(value, "points"));
  const pulled = found * without >= 0 && Math.abs(found) < Math.abs(without);
  if (shown === bare) return "they count as wrong, which leaves the difference as it is";
  const how = pulled ? "which pulls the difference towards 0" : "and not alike on both sides";
  return `they count as wrong, ${how} (${bare} without them)`;
}
