import { inWords } from "../progress/show.ts";
import type { Column } from "./metric_table.ts";
import { type PairOutcomes, VERDICT } from "./pair_outcomes.ts";

/** From this share on replies without a verdict can move a difference by as much as counts, the δ of the claims. */
export const MANY_TIES = 0.05;

/** What replies that are wrong on both sides do to a difference of accuracies. */
const PULLS = "which pulls a difference towards 0";

/** What is said of many ties, wrong in every accuracy; nothing of few. */
function tiesInWords(ties: number, all: number, isDifference = true): string {
  if (ties === 0 || ties < MANY_TIES * all) return "";
  return `${inWords(ties, "tie")} of ${all} count as wrong${isDifference ? `, ${PULLS}` : ""}`;
}

/** What stands behind an accuracy or a difference of two, whose `warning` names many ties too. */
export function namingTies<Cells extends Record<"warning", Column>>(
  cells: Cells,
  { human, calls, exceptions: { n_tie } }: PairOutcomes,
  isDifference = true,
): Cells {
  const all = calls((row) => human[row] <= VERDICT.B), { warning } = cells;
  const of: Column["of"] = (group) => {
    const ties = tiesInWords(Number(n_tie.of(group)), Number(all.of(group)), isDifference);
    return [warning.of(group), ties].filter(Boolean).join("; ") || null;
  };
  return { ...cells, warning: { type: "text", of } };
}

/**
 * Counts a judge's unread replies and ties. They are wrong on both sides, which pulls a difference towards 0: from 5% unread on as many could hide a difference
 * of δ, and from half without a verdict on most of the judge is not seen. `said` is for a method, `caution` why no absence follows, `isNone` that there is no verdict.
 */
export function undecidedReplies(choice: ArrayLike<number>, rows: Iterable<number>) {
  let all = 0, unread = 0, ties = 0;
  for (const row of rows) {
    all++;
    if (choice[row] === VERDICT.missing) unread++;
    if (choice[row] === VERDICT.tie) ties++;
  }
  const found = [
    ...unread > 0 ? [inWords(unread, "unread reply", "unread replies")] : [],
    ...ties > 0 ? [inWords(ties, "tie")] : [],
  ];
  const counts = `${found.join(" and ")} of ${all} ${unread + ties === 1 ? "counts" : "count"} as wrong`;
  const isMany = unread >= MANY_TIES * all || 2 * (unread + ties) >= all;
  return {
    said: unread + ties > 0 ? `${counts}; ` : "",
    caution: isMany && unread < all
      ? `${counts}, ${PULLS}: a small one does not show that there is none`
      : "",
    isNone: all > 0 && unread === all,
  };
}
