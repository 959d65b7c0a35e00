import { holm } from "../stats/multiple_testing.ts";
import type { Finding } from "./finding.ts";

/**
 * Findings of one quantity with Holm's adjusted p-values against a null value: over all judges and conditions
 * together, but for those that are no tests (a random baseline).
 *
 * @throws {RangeError} for an interval without the test that it is of
 */
export function adjusted(
  findings: readonly Finding[],
  { quantity, nullValue = 0, leaveOut = () => false }: {
    quantity: string;
    nullValue?: number;
    leaveOut?: (finding: Finding) => boolean;
  },
): Finding[] {
  const tested = findings.filter((finding) => finding.quantity === quantity && !leaveOut(finding));
  const p = holm(tested.map(({ judge, condition, low = NaN, high = NaN, pOf }) => {
    if (Number.isNaN(low + high)) return NaN;
    if (pOf) return pOf(nullValue);
    throw new RangeError(`adjusted: wanted a test of ${quantity}, found none for ${judge}, ${condition}`);
  }));
  return findings.map((finding) => {
    const at = tested.indexOf(finding);
    return at < 0 ? finding : { ...finding, p_adjusted: p[at] };
  });
}
