import { holm } from "../stats/multiple_testing.ts";
import { pAgainst } from "../stats/p_against.ts";
import type { Finding } from "./finding.ts";

/**
 * Findings of one quantity with Holm's adjusted p-values against a null value: over all judges and conditions
 * together, but for those that are no tests (a random baseline).
 *
 * @throws {RangeError} for an interval without its degrees of freedom
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
  const p = holm(
    tested.map(({ judge, condition, estimate, low = NaN, high = NaN, df = NaN }) => {
      if (Number.isNaN(low + high)) return NaN;
      if (!(df > 0)) {
        throw new RangeError(
          `adjusted: wanted the degrees of freedom of ${quantity}, found ${df} for ${judge}, ${condition}`,
        );
      }
      return pAgainst({ estimate, low, high, df }, nullValue);
    }),
  );
  return findings.map((finding) => {
    const at = tested.indexOf(finding);
    return at < 0 ? finding : { ...finding, p_adjusted: p[at] };
  });
}
