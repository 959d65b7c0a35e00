import pl from "nodejs-polars";
import { mitigationLowersBias } from "../hypotheses/mitigation.ts";
import { preferring } from "../results/only.ts";
import { COMPARED } from "./compare.ts";
import { fromTests } from "./estimates.ts";
import { intervalText } from "./number_text.ts";
import { MAIN } from "./questions/common.ts";
import type { Estimate } from "./report_types.ts";

/** `mitigationLowersBias` of two results; the group says which of its two parts decides, the note has both. */
export function keptAccuracy(compared: pl.DataFrame, by: readonly string[], alpha: number): Estimate[] {
  return fromTests(
    preferring(compared, MAIN).withColumns(pl.col(COMPARED).alias("condition")),
    by.filter((name) => name !== "condition"),
    (own) => mitigationLowersBias(own, { first: "before", second: "after", condition: {}, alpha }),
    "the less certain of two claims",
    ({ parts = [], estimate, nullValue }) => ({
      part: parts.find((one) => one.estimate === estimate && one.nullValue === nullValue)?.name ?? "",
      note: parts.map((one) => `${one.name} ${intervalText(one, "points")}`).join(", "),
    }),
  );
}

/** What `mitigationLowersBias` calls its second part. */
const LOSS = "the change on IDS";

/** Changes of informativeness bias, those that fell with a loss on IDS as no gain. */
export function withLoss(changes: readonly Estimate[], kept: readonly Estimate[], alpha: number): Estimate[] {
  return changes.map((one, i) => {
    const { group: { part }, direction = 0, pValue, note } = kept[i];
    const isLost = part === LOSS && direction < 0 && pValue < alpha;
    if (one.isGood !== true || !isLost) return one;
    const { isGood: _, ...rest } = one;
    return { ...rest, cost: "a loss of accuracy on IDS", note: `${one.note}; ${note}` };
  });
}
