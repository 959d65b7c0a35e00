import { orderedCriteria } from "../results/criteria_sets.ts";
import { type CriteriaOutcomes, rowsBy } from "./criteria_outcomes.ts";
import { VERDICT } from "./pair_outcomes.ts";
import { requireOneOf } from "../stats/require_value.ts";

/** The preferences on one item: which response each criterion favours. */
export interface LabelledItem {
  /** A row of the item. */
  row: number;
  /** Code of the criterion → 0 (A) or 1 (B). */
  labels: Map<number, number>;
}

/** Whose preferences are meant: the human's, once per item, or the judge's, once per item and judge. */
export type LabelSource = "human" | "judge";

/**
 * The items of the given rows with the preferences on their criteria; ties and missing ones are left out. The human's are
 * counted once per item however many judges the rows hold.
 *
 * @throws {RangeError} when two rows of an item and criterion have different human labels
 */
export function labelledItems(
  action: string,
  outcomes: CriteriaOutcomes,
  rows: Int32Array,
  of: LabelSource,
): LabelledItem[] {
  requireOneOf(action, "of", of, ["human", "judge"]);
  const verdicts = of === "human" ? outcomes.human : outcomes.choice;
  return rowsBy(rows, of === "human" ? outcomes.items : outcomes.units).map((list) => {
    const labels = new Map<number, number>();
    for (const row of list) {
      // What the judge says on a criterion that no human has judged belongs to no comparison.
      if (verdicts[row] > VERDICT.B || outcomes.human[row] > VERDICT.B) continue;
      const criterion = outcomes.criterion.codes[row], known = labels.get(criterion);
      if (known !== undefined && known !== verdicts[row]) {
        throw new RangeError(
          `${action}: wanted one human label per item and criterion, found two for ${
            outcomes.criterion.levels[criterion]
          } in row ${row + 1}`,
        );
      }
      labels.set(criterion, verdicts[row]);
    }
    return { row: list[0], labels };
  });
}

/** Whether an item's preferences differ between criteria. */
export function hasConflict({ labels }: LabelledItem): boolean {
  return new Set(labels.values()).size > 1;
}

/** All pairs of the criteria that the items have, each once, in the paper's order. */
export function criterionPairs(
  { criterion }: CriteriaOutcomes,
  items: readonly LabelledItem[],
  split: unknown,
): { names: [string, string]; codes: [number, number] }[] {
  const present = new Set(items.flatMap(({ labels }) => [...labels.keys()]));
  const names = orderedCriteria(
    typeof split === "string" ? split : null,
    [...present].map((code) => String(criterion.levels[code])),
  );
  return names.flatMap((one, i) =>
    names.slice(i + 1).map((two) => ({
      names: [one, two] as [string, string],
      codes: [criterion.levels.indexOf(one), criterion.levels.indexOf(two)] as [number, number],
    }))
  );
}
