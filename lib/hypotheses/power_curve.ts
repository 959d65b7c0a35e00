import pl from "nodejs-polars";
import { power } from "./power.ts";
import type { StudyDesign } from "./study_design.ts";
import { requireOptions } from "../results/require_options.ts";

/**
 * Power against the number of pairs for one or several designs: a frame with `design, n, images, effect, power,
 * standard_error`, one row per design and n.
 *
 * @param designs by the name that stands in the column `design`
 * @throws {RangeError} as `power`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { powerCurve } from "judgebias";
 *
 * const curve = powerCurve(
 *   { "IB of 10 points": { metric: "ib", accIds: 0.7, accCds: 0.6, cdsShare: 0.32 } },
 *   { ns: [200, 800] },
 * );
 * assert.deepEqual(curve.getColumn("n").toArray(), [200, 800]);
 * ```
 */
export function powerCurve(
  designs: Record<string, StudyDesign>,
  { ns, alpha = 0.05, ...others }: { ns: readonly number[]; alpha?: number },
): pl.DataFrame {
  requireOptions("powerCurve", others, ["ns", "alpha"]);
  const rows = Object.entries(designs).flatMap(([design, spec]) =>
    ns.map((n) => ({ design, ...power(spec, { n, alpha }) }))
  );
  return pl.DataFrame({
    design: rows.map((row) => row.design),
    n: rows.map((row) => row.n),
    images: rows.map((row) => row.images),
    effect: rows.map((row) => row.effect),
    power: rows.map((row) => row.power),
    standard_error: rows.map((row) => row.standardError),
  });
}
