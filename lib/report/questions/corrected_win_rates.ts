import type pl from "nodejs-polars";
import { frameClusters } from "../../metrics/pair_rows.ts";
import { correctedRate, type CorrectedRateOptions } from "../../metrics/corrected_rate.ts";
import { groupRows } from "../../metrics/metric_table.ts";
import { modelVerdicts } from "../../metrics/model_verdicts.ts";
import { pairOutcomes, VERDICT } from "../../metrics/pair_outcomes.ts";
import { groupOf, UNTESTED } from "../estimates.ts";
import type { Estimate } from "../report_types.ts";

/**
 * Win rate of every model of every group by the judge's verdicts on rows without a human label, corrected with those that have one. A tie is
 * half a win; Rogan and Gladen know no halves: ties are left out there.
 */
export function correctedWinRates(
  pairs: pl.DataFrame,
  by: readonly string[],
  method: CorrectedRateOptions["method"],
): Estimate[] {
  const { human, choice } = pairOutcomes("correctedWinRates", pairs), { codes } = frameClusters(pairs);
  return groupRows(pairs, by).flatMap(({ key, rows }) =>
    modelVerdicts("correctedWinRates", pairs, rows).map(({ model, rows: own, won }) => {
      const value = (verdict: number, row: number) =>
        verdict === VERDICT.tie && method === "rogan_gladen" ? NaN : won(verdict, row);
      const side = (list: readonly number[]) => ({
        predicted: list.map((row) => value(choice[row], row)),
        clusters: list.map((row) => codes[row]),
      });
      const known = own.filter((row) => human[row] !== VERDICT.missing);
      const found = correctedRate({
        ...side(own.filter((row) => human[row] === VERDICT.missing)),
        labelled: { ...side(known), truth: known.map((row) => value(human[row], row)) },
        method,
      });
      return {
        group: { ...groupOf(key, by), model },
        quantity: "share of its pairs that the model wins",
        estimate: found.estimate,
        low: found.low,
        high: found.high,
        n: found.n + found.n_labelled,
        clusters: new Set(own.map((row) => codes[row])).size,
        ...UNTESTED,
        warning: method === "naive" ? "" : found.warning,
        note: `${found.n_labelled} labelled${
          Number.isNaN(found.lambda) ? "" : `, weight of the judge ${found.lambda.toFixed(2)}`
        }`,
      };
    })
  );
}
