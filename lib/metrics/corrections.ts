import { inWords } from "../progress/show.ts";
import { infer, NUMBER, type Term } from "../stats/infer.ts";
import { levelQuantile } from "../stats/wilson.ts";
import { meanOf, type Side, someOf, type VerdictSides } from "./verdict_sides.ts";

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

/** Prediction-powered inference by strata (`correctedRate`): Σ_s w_s·(λ·mean verdict of the unlabelled + mean of truth − λ·verdict of the labelled), a sum of means like any other. */
export function predictionPowered(
  { unlabelled, labelled, bounds }: VerdictSides,
  fixed: number | undefined,
  level: number,
) {
  const none = { estimate: NaN, low: NaN, high: NaN, lambda: NaN };
  if (unlabelled.n === 0) return { ...none, warning: "no unlabelled verdicts" };
  const strata = unlabelled.strata ? [...new Set(unlabelled.strata)] : [null];
  const isInside = Number.isFinite(bounds[1] - bounds[0]), N = unlabelled.n;
  // What each row is worth in the estimate, times the rows of its side: rows are numbered on, the unlabelled first.
  const judged = new Float64Array(N).fill(NaN), lambdas = new Float64Array(labelled.n);
  const weights = new Float64Array(labelled.n);
  let lambda = 0, used = 0, greatest = 0, least = 1;
  const parts: { weight: number; rows: number[] }[] = [];
  for (const stratum of strata) {
    const inStratum = (side: Side) =>
      Array.from({ length: side.n }, (_, row) => row).filter((row) =>
        stratum === null || side.strata![row] === stratum
      );
    const own = inStratum(unlabelled), rows = inStratum(labelled);
    const [U, L] = [someOf(unlabelled, own), someOf(labelled, rows)];
    if (L.n < 2) {
      const where = stratum === null ? "" : ` in stratum ${stratum}`;
      return {
        ...none,
        warning: `${inWords(L.n, "labelled row")}${where}: no correction is possible`,
      };
    }
    const weight = U.n / N, judge = fixed ?? tunedLambda(U, L);
    lambda += weight * judge;
    used += L.n;
    greatest = Math.max(greatest, judge);
    least = Math.min(least, judge);
    for (const row of own) judged[row] = judge * unlabelled.values[row];
    for (const row of rows) [lambdas[row], weights[row]] = [judge, weight / L.n];
    parts.push({ weight, rows });
  }
  /** A mean of the labelled rows by strata: each row moves it by its share of its stratum. */
  const stratified = (name: string, weight: number, value: (row: number) => number, most: number): Term => {
    const moves = new Float64Array(labelled.n).fill(NaN);
    let estimate = 0;
    for (const { weight, rows } of parts) {
      const mean = rows.reduce((sum, row) => sum + value(row), 0) / rows.length;
      estimate += weight * mean;
      // A mean of n rows fits them too well: n − 1 below the root.
      const small = parts.length > 1 ? Math.sqrt(rows.length / (rows.length - 1)) : 1;
      for (const row of rows) moves[row] = used * weights[row] * (value(row) - mean) * small;
    }
    const range = isInside ? [0, most] as const : NUMBER;
    return { name, weight, estimate, range, value: (row) => row < N ? NaN : moves[row - N] };
  };
  const terms: Term[] = lambda === 0 ? [] : [{
    name: "the unlabelled side",
    weight: 1,
    value: (row) => row < N ? judged[row] : NaN,
    range: isInside ? [0, greatest] : NUMBER,
  }];
  // Truth − λ·verdict = (1 − λ)·truth + λ·(what the verdict falls short by − what it exceeds by): the same seen from the other answer. Misses and
  // false alarms are rare where the judge is good, and err towards the middle.
  const { values, truth } = labelled, name = "the labelled side";
  if (!isInside) terms.push(stratified(name, 1, (row) => truth[row] - lambdas[row] * values[row], 1));
  else {
    if (least < 1) terms.push(stratified(name, 1, (row) => (1 - lambdas[row]) * truth[row], 1 - least));
    if (greatest > 0) {
      terms.push(stratified(name, 1, (row) => lambdas[row] * positive(truth[row] - values[row]), greatest));
      terms.push(stratified(name, -1, (row) => lambdas[row] * positive(values[row] - truth[row]), greatest));
    }
  }
  const clusters = new Int32Array(N + labelled.n);
  clusters.set(unlabelled.clusters);
  clusters.set(labelled.clusters, N);
  const { estimate, low, high, warning } = infer(terms, clusters.length, clusters, { level });
  const apart = labelled.n - used;
  return {
    estimate,
    low: Math.max(bounds[0], low),
    high: Math.min(bounds[1], high),
    lambda,
    warning: [
      warning,
      apart > 0 ? `${apart} labelled rows are of strata without unlabelled ones and take no part` : "",
    ].filter(Boolean).join("; "),
  };
}

function positive(value: number): number {
  return value < 0 ? 0 : value;
}

type Rows = ReturnType<typeof someOf>;

function tunedLambda(U: Rows, L: Rows): number {
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
