import { unevenSizes } from "../stats/cluster_warning.ts";
import { noneSeen } from "../stats/few_moved.ts";
import { studentQuantile } from "../stats/student_quantile.ts";
import { clustersOf, lastOf, meanOf, type Side, someOf, type VerdictSides } from "./verdict_sides.ts";

/** Distances below this are those of rounding. */
const ROUNDING = 1e-12;

/** Clusters (labelled, or effective ones of either side) below which limits are said to be rough. */
const FEW_CLUSTERS = 20;

/** Prediction-powered inference, by strata: see `correctedRate`. */
export function predictionPowered(
  { unlabelled, labelled, bounds }: VerdictSides,
  fixed: number | undefined,
  level: number,
) {
  const none = { estimate: NaN, low: NaN, high: NaN, lambda: NaN };
  const strata = unlabelled.strata ? [...new Set(unlabelled.strata)] : unlabelled.n > 0 ? [""] : [];
  const count = 1 + Math.max(lastOf(unlabelled), lastOf(labelled));
  // What each cluster moves the estimate by, and whether it has labelled rows.
  const influence = new Float64Array(count), isLabelled = new Uint8Array(count);
  let estimate = 0, weighted = 0;
  for (const stratum of strata) {
    const [U, L] = [unlabelled, labelled].map((side) =>
      side.strata ? someOf(side, (i) => side.strata![i] === stratum) : side
    );
    if (L.n < 2) {
      const name = stratum === "" ? "" : ` in stratum ${stratum}`;
      return {
        ...none,
        warning: `${L.n} labelled row${L.n === 1 ? "" : "s"}${name}: no correction is possible`,
      };
    }
    const weight = U.n / unlabelled.n;
    const lambda = fixed ?? tunedLambda(U, L);
    const meanU = meanOf(U.values), rest = L.truth.map((truth, i) => truth - lambda * L.values[i]);
    const meanRest = meanOf(rest);
    estimate += weight * (lambda * meanU + meanRest);
    weighted += weight * lambda;
    for (let i = 0; i < U.n; i++) {
      influence[U.clusters[i]] += weight * lambda * (U.values[i] - meanU) / U.n;
    }
    // A mean of n rows fits them too well: n − 1 below the root.
    const root = Math.sqrt(L.n * (L.n - 1));
    for (let i = 0; i < L.n; i++) {
      influence[L.clusters[i]] += weight * (rest[i] - meanRest) / root;
      isLabelled[L.clusters[i]] = 1;
    }
  }
  if (unlabelled.n === 0) return { ...none, warning: "no unlabelled verdicts" };
  const squares = influence.reduce((sum, all) => sum + all * all, 0);
  const clusters = isLabelled.reduce((sum, one) => sum + one, 0);
  // A cluster that holds much of either side is much of the error: as few degrees of freedom as equal clusters would leave.
  const known = clustersOf(labelled);
  const effective = Math.min(known.units, weighted > 0 ? clustersOf(unlabelled).units : Infinity);
  const df = Math.min(clusters, effective) - strata.length;
  const clustered = clusters < labelled.n ? clusters / (clusters - 1) : 1;
  const half = df > 0 ? studentQuantile((1 + level) / 2, df) * Math.sqrt(clustered * squares) : NaN;
  // Nothing varies: of the way to either bound as much as clusters could hide of which none was labelled.
  const hidden = half < ROUNDING ? noneSeen(clusters, level) : 0;
  const [down, up] = hidden > 0
    ? [hidden * (estimate - bounds[0]), hidden * (bounds[1] - estimate)]
    : [half, half];
  return {
    estimate,
    low: Math.max(bounds[0], estimate - down),
    high: Math.min(bounds[1], estimate + up),
    lambda: weighted,
    warning: clusters < FEW_CLUSTERS
      ? `only ${clusters} labelled ${clusters < labelled.n ? "clusters" : "rows"}`
      : effective < FEW_CLUSTERS
      ? `a few clusters hold most of the rows, as if there were ${
        effective.toFixed(1)
      }: limits may be too narrow`
      : bounds[0] === 0
      ? unevenSizes("the labelled side", { ...known, rarer: Math.min(estimate, 1 - estimate) })
      : "",
  };
}

/** The λ of PPI++ that makes the variance least, in [0, 1]. */
function tunedLambda(U: Side, L: Side): number {
  const n = L.n, all = new Float64Array(U.n + n);
  all.set(U.values);
  all.set(L.values, U.n);
  const meanAll = meanOf(all),
    variance = all.reduce((sum, value) => sum + (value - meanAll) ** 2, 0) / (all.length - 1);
  const meanY = meanOf(L.truth), meanF = meanOf(L.values);
  const covariance = L.truth.reduce((sum, truth, i) => sum + (truth - meanY) * (L.values[i] - meanF), 0) / n;
  if (variance === 0) return 0;
  return Math.min(1, Math.max(0, covariance / ((1 + n / U.n) * variance)));
}
