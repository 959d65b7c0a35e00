import { BIRCH_FACTS } from "../../papers/birch.ts";
import { findValue, type Value, valueOf } from "../values/value.ts";
import { only, ORDER, PRINTED } from "./numbers.ts";

/** IB of the base pipeline with image, as printed: Table 2, and Table 8 for judges that it alone has. */
export function printedBias(): Value[] {
  const first = only(PRINTED.table2(), ["IB"]);
  const more = only(PRINTED.table8(), ["IB"]).filter(({ keys }) => keys.pipeline === "base");
  return [...first, ...more.filter(({ keys }) => !findValue(first, "IB", keys))];
}

/**
 * What printed facts leave of numbers that the paper draws but does not print (figures 5 and 6): IRS by subset, and IB without
 * image. The facts: IRS of all pairs (Table 1) is the mean of both subsets' by their shares, w = 32% CDS on MLLM-as-a-Judge
 * (section 4.2); IRS on CDS lies above that on IDS; IB without image lies above that with image, by at most g = 18.6 points;
 * and the last difference is IRS_CDS − IRS_IDS, as each IB is Acc_IDS − Acc_CDS. So IRS_CDS lies between IRS and
 * IRS + (1 − w)·g, IRS_IDS between IRS − w·g and IRS; without a printed share w may be anything.
 */
export function imageBounds(): Value[] {
  const gap = BIRCH_FACTS.largestImageGap / 100;
  const bound = (value: Value, quantity: string, low: number, high: number) =>
    valueOf({
      keys: value.keys,
      quantity,
      value: NaN,
      low,
      high,
      interval: "bounds",
      provenance: "computed from published",
    });
  const reliance = only(PRINTED.table1(), ["IRS"]).flatMap((irs) => {
    const share = irs.keys.benchmark === ORDER.benchmarks[0] ? BIRCH_FACTS.cdsShare / 100 : null;
    return [
      bound(irs, "IRS_IDS", irs.value - (share ?? 1) * gap, irs.value),
      bound(irs, "IRS_CDS", irs.value, irs.value + (1 - (share ?? 0)) * gap),
    ];
  });
  return [...reliance, ...printedBias().map((ib) => bound(ib, "IB_no_image", ib.value, ib.value + gap))];
}
