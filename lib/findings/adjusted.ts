import { holm } from "../stats/multiple_testing.ts";
import { studentPValue, studentQuantile } from "../stats/distributions.ts";
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
      return pFromLimits({ estimate, low, high, df }, nullValue);
    }),
  );
  return findings.map((finding) => {
    const at = tested.indexOf(finding);
    return at < 0 ? finding : { ...finding, p_adjusted: p[at] };
  });
}

/**
 * The two-sided p of a published row, of which the limits are all that is left: the limit on the side of the null value lies t(95%, df) standard
 * errors away. Exact at the interval's own level, and below 5% exactly where it leaves the null value out.
 */
export function pFromLimits(
  { estimate, low, high, df }: { estimate: number; low: number; high: number; df: number },
  nullValue: number,
): number {
  const distance = estimate - nullValue, gap = distance > 0 ? estimate - low : high - estimate;
  if (distance === 0) return 1;
  if (!(gap > 0)) return NaN; // how far away the null is cannot be told from a limit at the estimate
  return studentPValue("adjusted", distance / gap * studentQuantile(0.975, df), df, "two-sided");
}
