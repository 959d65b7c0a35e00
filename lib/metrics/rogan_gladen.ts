import { infer } from "../stats/infer.ts";
import { levelQuantile } from "../stats/wilson.ts";
import type { Side, VerdictSides } from "./verdict_sides.ts";

/** Rogan and Gladen's correction with the limits of Lang and Reiczigel: see `correctedRate`. */
export function roganGladen({ unlabelled, labelled }: VerdictSides, level: number) {
  const none = { estimate: NaN, low: NaN, high: NaN };
  /** The share of hits among some rows, and as many independent rows as would have its error. */
  const part = (name: string, side: Side, isIn: (row: number) => boolean, hit: 0 | 1) => {
    const value = (row: number) => isIn(row) ? Number(side.values[row] === hit) : NaN;
    const found = infer([{ name, weight: 1, value }], side.n, side.clusters);
    const { estimate, standardError, n, clusters, warning } = found;
    if (side.alone) return { share: estimate, n, warning };
    // All alike: as many as there are clusters.
    const effective = standardError > 0 ? estimate * (1 - estimate) / standardError ** 2 : clusters;
    return { share: estimate, n: clusters < n ? Math.min(n, effective) : n, warning };
  };
  const p = part("the unlabelled side", unlabelled, () => true, 1);
  const se = part("the sensitivity", labelled, (row) => labelled.truth[row] === 1, 1);
  const sp = part("the specificity", labelled, (row) => labelled.truth[row] === 0, 0);
  if (p.n === 0 || se.n === 0 || sp.n === 0) {
    return {
      ...none,
      warning: "labelled rows of both kinds, and unlabelled verdicts, are wanted: no correction is possible",
    };
  }
  const index = se.share + sp.share - 1, z = levelQuantile(level);
  const spread = Math.sqrt(se.share * (1 - se.share) / se.n + sp.share * (1 - sp.share) / sp.n);
  const sum = (se.share + sp.share).toFixed(2);
  if (index <= 0) {
    return {
      ...none,
      warning: `sensitivity + specificity is ${sum}: the judge tells nothing, and nothing can be corrected`,
    };
  }
  const raw = (p.share + sp.share - 1) / index;
  // Lang and Reiczigel: z²/2 pseudo-verdicts of either kind, one pseudo-label of either outcome.
  const n = p.n + z * z, n1 = se.n + 2, n0 = sp.n + 2;
  const q = (p.n * p.share + z * z / 2) / n, s1 = (se.n * se.share + 1) / n1, s0 = (sp.n * sp.share + 1) / n0;
  const j = s1 + s0 - 1, centre = (q + s0 - 1) / j;
  const shift = 2 * z * z * (centre * s1 * (1 - s1) / n1 - (1 - centre) * s0 * (1 - s0) / n0);
  const error =
    Math.sqrt(q * (1 - q) / n + (1 - centre) ** 2 * s0 * (1 - s0) / n0 + centre ** 2 * s1 * (1 - s1) / n1) /
    Math.abs(j);
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  const warnings = [
    index - z * spread <= 0
      ? `sensitivity + specificity is ${sum}, and 1 (pure chance) is not excluded: do not use this correction`
      : "",
    raw < 0 || raw > 1
      ? `the corrected rate ${raw.toFixed(2)} lies outside 0 to 1: the labelled rows do not fit the others`
      : "",
    se.warning,
    sp.warning,
  ];
  return {
    estimate: cut(raw),
    low: cut(centre + shift - z * error),
    high: cut(centre + shift + z * error),
    warning: warnings.filter(Boolean).join("; "),
  };
}
