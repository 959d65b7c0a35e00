import { behindOf } from "../metrics/own_rows.ts";
import type { CellContrast } from "../metrics/contrast.ts";
import type pl from "nodejs-polars";
import { told } from "../progress/told.ts";
import { inDeviations } from "../metrics/run_means.ts";
import { claim, cohensH, DELTA } from "./claim.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";

const SIDES = { above: "is above", below: "is below", either: "differs from" } as const;

/** What a test of one's own may return: a claim, a contrast, the table of an `ownMetric` with one row. */
export type Tested = HypothesisResult | CellContrast | pl.DataFrame;

/**
 * What a test returned as a result: a claim's, or that of an estimate of one's own, which lies on the side of its null value that its `claimIs`
 * says, called as its function is or as what it compares; a difference of shares below 5 points counts as none, of other numbers none does unless `delta` says so.
 * With a `level` the limits of such an estimate are at that, whichever its own are.
 *
 * @throws {TypeError} for what is neither
 */
export function resultOf(action: string, value: Tested, name = "", level?: number): HypothesisResult {
  const made = behindOf(value);
  if (made === undefined) {
    const { hypothesis, estimate, low, high, pValue } = Object(value) as Partial<HypothesisResult>;
    const isResult = [estimate, low, high, pValue].every((number) => typeof number === "number");
    if (isResult && typeof hypothesis === "string") return value as HypothesisResult;
    throw new TypeError(
      `${action}: wanted a HypothesisResult (what a claim returns), a contrast or an ownMetric of one row (by: []), found ${
        told(value)
      }; a metric has a p as (rows) => contrast(rows, { outcome: "correct", first: { … }, second: { … } })`,
    );
  }
  const { frame, clusters, unit, pair, nullValue, claimIs, isRatio, undecided, ...said } = made;
  const own = level === undefined || level === said.level ? made.found : made.at(level);
  const found = { ...own, pOf: made.found.pOf, warning: said.warning };
  const compared = said.isUnnamed && name || said.compared;
  const delta = said.delta ?? (unit === "number" ? 0 : DELTA[unit]);
  return claim({
    hypothesis: name || compared,
    claim: `${compared} ${SIDES[claimIs]} ${nullValue}`,
    parts: [{ name: compared, nullValue, at: () => found }],
    ...{ claimIs, unit, silent: said.silent, frames: [frame] },
    delta,
    undecided: undecided && {
      ...undecided,
      without: () => resultOf(action, undecided.without() as CellContrast, name, level),
    },
    effect: isRatio
      ? { measure: "ratio", value: found.estimate }
      // Of two shares h knows no distance but that from each other.
      : unit !== "number" && pair && nullValue === 0
      ? cohensH(pair[0], pair[1])
      : inDeviations(found, nullValue),
    method: `${said.method}; against ${nullValue}, delta ${delta}; cluster-robust by ${clusters}`,
    compares: ["judge", "benchmark"],
    assumptions: [`rows on different ${clusters}s are independent`],
    alpha: Number((1 - (level ?? said.level)).toPrecision(12)),
  });
}
