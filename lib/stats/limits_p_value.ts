import { normalCdf } from "./normal_cdf.ts";

/** The normal quantile beyond which no level can be told from 1, and how often limits are asked for at most. */
const LAST = 8.2, MOST_STEPS = 200;

/**
 * The two-sided p-value that belongs to limits of any kind: 1 − the level at which they just reach the null value, found in
 * the normal quantile, so that small ones keep their digits.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { limitsPValue } from "@/stats/limits_p_value.ts";
 * import { normalQuantile } from "@/stats/normal_quantile.ts";
 *
 * const limits = (level: number) => ({ low: 2 - normalQuantile(0.5 + level / 2), high: Infinity });
 * assert.ok(Math.abs(limitsPValue(2, 0, limits) - 0.04550026) < 1e-7);
 * ```
 */
export function limitsPValue(
  estimate: number,
  nullValue: number,
  limits: (level: number) => { low: number; high: number },
): number {
  const distance = estimate - nullValue;
  if (Number.isNaN(distance)) return NaN;
  if (Math.abs(distance) < 1e-14) return 1;
  // In the normal quantile z of the level: limits of most kinds are nearly a line in it, which regula falsi follows (Illinois: an
  // end that stays counts half). Quantiles beyond the last cannot be told from infinity: p is then below 2e-16.
  const over = (z: number) => {
    const { low, high } = limits(1 - 2 * normalCdf(-z));
    return distance > 0 ? low - nullValue : nullValue - high;
  };
  let near = 0, far = LAST, atNear = Math.abs(distance), atFar = over(far), width = far;
  if (!(atFar <= 0)) return 2 * normalCdf(-far);
  for (let step = 1, stays = 0; step <= MOST_STEPS && far - near > 1e-15 * far; step++) {
    let z = near + (far - near) * atNear / (atNear - atFar);
    // Where limits are no line at all: halved, unless four steps did so.
    if (step % 4 === 0) {
      if (far - near > width / 2) z = (near + far) / 2;
      width = far - near;
    }
    if (!(z > near && z < far)) z = (near + far) / 2;
    if (z <= near || z >= far) break;
    const found = over(z);
    if (Math.abs(found) <= 1e-15 * Math.abs(distance)) return 2 * normalCdf(-z);
    if (found < 0) {
      [far, atFar] = [z, found];
      if (stays === 1) atNear /= 2;
      stays = 1;
    } else {
      [near, atNear] = [z, found];
      if (stays === -1) atFar /= 2;
      stays = -1;
    }
  }
  return 2 * normalCdf(-far);
}
