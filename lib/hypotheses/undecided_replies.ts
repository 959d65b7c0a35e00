import { VERDICT } from "../metrics/pair_outcomes.ts";
import { DELTA } from "./claim.ts";

/** What replies without a verdict do to a difference of accuracies, in which they count as wrong. */
export interface UndecidedReplies {
  /** How many there are, for a method, with what divides it from the next words; empty where there are none. */
  said: string;
  /** Why no absence follows; empty where they are few. */
  caution: string;
  /** Whether there is no verdict at all to compare. */
  isNone: boolean;
}

/**
 * Counts a judge's unread replies and ties. They are wrong on both sides, which pulls a difference towards 0: from 5% unread on as many could hide a difference
 * of δ, and from half without a verdict on most of the judge is not seen.
 */
export function undecidedReplies(choice: ArrayLike<number>, rows: Iterable<number>): UndecidedReplies {
  let all = 0, unread = 0, ties = 0;
  for (const row of rows) {
    all++;
    if (choice[row] === VERDICT.missing) unread++;
    if (choice[row] === VERDICT.tie) ties++;
  }
  const counts = `${unread} unread replies and ${ties} ties of ${all} count as wrong`;
  const isMany = unread > 0 && unread >= DELTA.points * all || 2 * (unread + ties) >= all;
  return {
    said: unread + ties > 0 ? `${counts}; ` : "",
    caution: all > 0 && isMany && unread < all
      ? `${counts}, which pulls a difference towards 0: that there is none is not shown`
      : "",
    isNone: all > 0 && unread === all,
  };
}
