import { inWords } from "../progress/show.ts";
import pl from "nodejs-polars";
import { requireColumns } from "../results/require_valid_frame.ts";
import { matchRows } from "./pair_rows.ts";
import { count, counted, interval, mean, type Part } from "./metric_columns.ts";
import type { By } from "./metric_table.ts";
import type { Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { pairMetric } from "./metric.ts";
import { VERDICT } from "./pair_outcomes.ts";

/** The table of a share of judgments. */
export type VariantShare<Name extends string, Groups> = MetricFrame<
  `n ${Name} n_incomplete n_tie wins_both wins_one`,
  Evidence,
  Groups
>;

/**
 * How often an answer (A) or its rewritten version (B) wins, over the rows of one variant, of items judged in both orders:
 * the share of judgments, so that a liking for the first place cancels out. What verbosity robustness and the preference for
 * formatting have in common.
 *
 * @param name of the share's column
 */
export function variantShare<Name extends string, Groups extends By>(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  options: MetricOptions<Groups>,
  { variant, winner, name }: { variant: "verbose" | "formatted"; winner: "A" | "B"; name: Name },
): VariantShare<Name, Groups> {
  const { frame: pairs, outcomes, table } = pairMetric(action, called, given, options, {
    without: ["swapped"],
    once: true,
    rows(pairs) {
      requireColumns(action, pairs, ["variant", "swapped"]);
      const own = pairs.filter(pl.col("variant").eq(pl.lit(variant)));
      if (own.height > 0 || pairs.height === 0) return own;
      throw new TypeError(
        `${action}: wanted rows of the variant ${variant}, found none in ${inWords(pairs.height, "row")}`,
      );
    },
  });
  const { choice, height } = outcomes;
  const { first: swapped, partner } = matchRows(action, pairs, "swapped");
  const isSecond = new Uint8Array(height);
  for (const row of swapped) isSecond[row] = 1;
  const both = (row: number, verdict: number) =>
    Number(choice[row] === verdict) + Number(choice[partner[row]] === verdict);
  const isPair = (row: number) => partner[row] >= 0 && !isSecond[row];
  const judged = (row: number) => isPair(row) && both(row, VERDICT.missing) === 0;
  const won = (row: number) => both(row, VERDICT[winner]);
  const items: Part = {
    name: `the ${name}`,
    value: (row) => judged(row) ? won(row) / 2 : NaN,
  };
  const share = mean(items);
  const wins = (number: number) => counted((row) => judged(row) && won(row) === number);
  const ties = (number: number) => (row: number) => judged(row) && both(row, VERDICT.tie) >= number;
  const [tied, twice] = [counted(ties(1)), counted(ties(2))];
  return table({
    n: count(items),
    [name]: share,
    n_incomplete: counted((row) => partner[row] < 0 || isPair(row) && !judged(row)),
    ...interval(share),
    n_tie: { type: "count", of: (group) => Number(tied.of(group)) + Number(twice.of(group)) },
    wins_both: wins(2),
    wins_one: wins(1),
  }) as pl.DataFrame as VariantShare<Name, Groups>;
}
