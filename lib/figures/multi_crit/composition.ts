import type pl from "nodejs-polars";
import { columnNumbers, factor, frameCodes } from "../../results/factor.ts";
import { quantileSorted } from "simple-statistics";
import { groupedTable } from "../../metrics/metric_table.ts";
import type { By } from "../../results/frame.ts";
import { wilson } from "../../stats/wilson.ts";

/** Items that compare responses of two models (`cross`) and two samples of one (`intra`), each once however many judges and criteria; limits are Wilson's. */
export function pairComposition(
  criteria: pl.DataFrame,
  { by = ["split"] }: { by?: By } = {},
): pl.DataFrame {
  const type = factor(criteria.getColumn("pair_type"));
  const item = frameCodes(criteria, ["split", "item_id"]).codes;
  return groupedTable(criteria, by, "pair_type:key n:count share low high", (rows) => {
    const types = new Map<number, number>();
    for (const row of rows) {
      const known = types.get(item[row]);
      if (known !== undefined && known !== type.codes[row]) {
        throw new RangeError(`renderFigure: wanted one pair_type per item, found two in row ${row + 1}`);
      }
      types.set(item[row], type.codes[row]);
    }
    const total = [...types.values()].filter((code) => type.levels[code] !== null).length;
    return ["cross", "intra"].map((name) => {
      const n = [...types.values()].filter((code) => type.levels[code] === name).length;
      const { low, high } = total === 0 ? { low: NaN, high: NaN } : wilson(n, total);
      return { pair_type: name, n, share: n / total, low, high };
    });
  });
}

/** Quartiles (numpy's) of the responses' lengths in words: both responses of every item, each once however many judges and criteria. */
export function responseLengths(criteria: pl.DataFrame): pl.DataFrame {
  const item = frameCodes(criteria, ["split", "item_id"]).codes;
  const words = ["words_a", "words_b"].map((name) => columnNumbers(criteria.getColumn(name)));
  return groupedTable(criteria, [], "n:count q25 q50 q75", (rows) => {
    const first = new Map<number, number>();
    for (const row of rows) if (!first.has(item[row])) first.set(item[row], row);
    const all = [...first.values()].flatMap((row) => words.map((lengths) => lengths[row]));
    const known = all.filter((length) => !Number.isNaN(length)).sort((a, b) => a - b);
    const quantile = (p: number) => known.length === 0 ? NaN : quantileSorted(known, p);
    return { n: known.length, q25: quantile(0.25), q50: quantile(0.5), q75: quantile(0.75) };
  });
}
