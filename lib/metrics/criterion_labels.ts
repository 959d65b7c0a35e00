import type pl from "nodejs-polars";
import { orderedCriteria } from "../results/criteria_sets.ts";
import { grouped } from "../stats/grouped.ts";
import type { Inference, Term } from "../stats/infer.ts";
import { requireOneOf } from "../progress/require.ts";
import { criteriaMetric, type CriteriaOutcomes } from "./criteria_outcomes.ts";
import { inferUnits } from "./metric_columns.ts";
import type { By, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { VERDICT } from "./pair_outcomes.ts";

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
 */
export function labelledItems(
  action: string,
  outcomes: CriteriaOutcomes,
  rows: Int32Array,
  of: LabelSource,
): LabelledItem[] {
  requireOneOf(action, "of", of, ["human", "judge"]);
  const verdicts = of === "human" ? outcomes.human : outcomes.choice;
  const whole = of === "human" ? outcomes.items : outcomes.units;
  return [...grouped(rows, (row) => whole[row]).values()].map((list) => {
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

/** A mean over the items that have a preference on two criteria. */
type MeanOver = (name: string, values: readonly number[], range?: Term["range"]) => Inference;

/**
 * A table with a row per group and pair of criteria, in the paper's order, of x and y: +1 for A and −1 for B on the items that have both.
 *
 * @param own options of the metric beside the common ones and `of`
 * @param isIn which items count
 */
export function criterionPairTable<Names extends string, Groups extends By>(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  options: MetricOptions<Groups> & { of?: LabelSource },
  { columns, own = [], isIn = () => true }: {
    columns: string;
    own?: readonly string[];
    isIn?: (item: LabelledItem) => boolean;
  },
  cells: (pair: { x: number[]; y: number[]; mean: MeanOver }) => Record<string, unknown>,
): MetricFrame<Names, Evidence & { criterion_a: string; criterion_b: string }, Groups> {
  const { outcomes, inGroups, level } = criteriaMetric(action, called, given, options, {
    own: ["of", ...own],
  });
  const { of = "human" } = options, { criterion: { levels }, clusters } = outcomes;
  const all: string = `criterion_a:key criterion_b:key ${columns}`;
  return inGroups(all, (rows, { split }) => {
    const all = labelledItems(action, outcomes, rows, of), items = all.filter(isIn);
    const present = new Set(all.flatMap(({ labels }) => [...labels.keys()]));
    const names = orderedCriteria(
      typeof split === "string" ? split : null,
      [...present].map((code) => String(levels[code])),
    );
    return names.flatMap((a, i) =>
      names.slice(i + 1).map((b) => {
        const [one, two] = [levels.indexOf(a), levels.indexOf(b)];
        const both = items.filter(({ labels }) => labels.has(one) && labels.has(two));
        const sign = (code: number) => both.map(({ labels }) => labels.get(code) === 0 ? 1 : -1);
        const rows = both.map(({ row }) => row);
        const mean: MeanOver = (name, values, range) =>
          inferUnits(name, { values, rows }, clusters, { level, range });
        return {
          criterion_a: a,
          criterion_b: b,
          n: both.length,
          ...cells({ x: sign(one), y: sign(two), mean }),
        };
      })
    );
  });
}
