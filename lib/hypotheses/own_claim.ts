import { behindContrast, type CellContrast } from "../metrics/contrast.ts";
import { told } from "../progress/told.ts";
import { inDeviations } from "../metrics/run_means.ts";
import { claim, cohensH } from "./claim.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";

/** How a contrast of one's own becomes a test. */
export const OWN_CONTRAST = '(rows) => contrast(rows, { outcome: "correct", first: { … }, second: { … } })';

const SIDES = { above: "is above", below: "is below", either: "differs from" } as const;

/**
 * What a test returned as a result: a claim's, or that of a contrast, whose sum lies on the side of its null value that its `claimIs` says,
 * called as its function is or as what it compares; a difference of shares below 5 points counts as none, of other numbers none does unless `delta` says so.
 *
 * @throws {TypeError} for what is neither
 */
export function resultOf(
  action: string,
  value: HypothesisResult | CellContrast,
  name = "",
): HypothesisResult {
  const made = behindContrast(value);
  if (made === undefined) {
    const { hypothesis, estimate, low, high, pValue } = Object(value) as Partial<HypothesisResult>;
    const isResult = [estimate, low, high, pValue].every((number) => typeof number === "number");
    if (isResult && typeof hypothesis === "string") return value as HypothesisResult;
    const isFrame = typeof Object(value).getColumn === "function";
    throw new TypeError(
      `${action}: wanted a HypothesisResult (what a claim returns) or a contrast, found ${told(value)}${
        isFrame ? `; what a metric says has a p as ${OWN_CONTRAST}` : ""
      }`,
    );
  }
  const { found, frame, outcome, compared, clusters, isShare, pair, delta, nullValue, claimIs, ...said } =
    made;
  return claim({
    hypothesis: name || compared,
    claim: `${compared} ${SIDES[claimIs]} ${nullValue}`,
    statement: said.statement,
    parts: [{ name: compared, nullValue, at: () => ({ ...found, warning: said.warning }) }],
    claimIs,
    unit: isShare ? "points" : "number",
    delta: delta ?? (isShare ? undefined : 0),
    // Of two shares h knows no distance but that from each other.
    effect: isShare && pair && nullValue === 0 ? cohensH(pair[0], pair[1]) : inDeviations(found, nullValue),
    method: `contrast of means of ${outcome}; cluster-robust by ${clusters}`,
    caution: said.caution,
    silent: said.silent,
    frames: [frame],
    // What is pooled stands in the warning.
    compares: ["judge", "benchmark"],
    assumptions: [`rows on different ${clusters}s are independent`],
    alpha: said.alpha,
  });
}
