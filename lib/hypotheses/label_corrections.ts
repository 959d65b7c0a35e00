import { clusterContrast } from "../stats/cluster_contrast.ts";
import { clusterDelta } from "../stats/cluster_delta.ts";

/** Cells of a pair: right in IDS, wrong in IDS, right in CDS, wrong in CDS. */
const CELLS = 4;

/**
 * Prediction-powered IB: by the right labels of the audited pairs, plus λ times what the labels as they are say of the others and not of
 * these. A weighted sum of six shares, each with its own few rows and, near 0 or 1, Wilson's limits: as means of influences intervals covered 91% with 50
 * audited pairs and an accuracy of .9 (now 98%; 96% with .7 and .8).
 */
export function predictionPowered(
  seen: Int8Array,
  audited: Int8Array,
  { clusters, level }: { clusters: Int32Array; level: number },
) {
  const all = Int32Array.from(seen.keys());
  const checked = all.filter((i) => audited[i] >= 0), rest = all.filter((i) => audited[i] < 0);
  const lambda = tunedWeight(seen, audited, checked, rest);
  const terms = [
    { rows: checked, cells: audited, weight: 1, name: "of the audited sample" },
    ...lambda > 0
      ? [
        { rows: checked, cells: seen, weight: -lambda, name: "of the audited sample as labelled" },
        { rows: rest, cells: seen, weight: lambda, name: "of the other pairs" },
      ]
      : [],
  ];
  const places = terms.flatMap(({ rows, cells }, t) => Array.from(rows, (i) => ({ i, cell: cells[i], t })));
  const contrast = clusterContrast({
    values: places.map(({ cell }) => cell % 2 === 0 ? 1 : 0),
    parts: places.map(({ cell, t }) => 2 * t + (cell < 2 ? 0 : 1)),
    clusters: places.map(({ i }) => clusters[i]),
    weights: terms.flatMap(({ weight }) => [weight, -weight]),
    names: terms.flatMap(({ name }) => [`IDS ${name}`, `CDS ${name}`]),
    level,
  });
  return { ...contrast, lambda };
}

/** The weight of the labels as they are that makes the variance least (Angelopoulos and others 2023), from 0 to 1. */
function tunedWeight(seen: Int8Array, audited: Int8Array, checked: Int32Array, rest: Int32Array): number {
  const truth = influence(audited, checked), before = influence(seen, checked);
  let both = 0, own = 0;
  for (const i of checked) {
    both += truth(audited[i]) * before(seen[i]);
    own += before(seen[i]) ** 2;
  }
  const tuned = both / (own * (1 + checked.length / rest.length));
  const others = [0, 1].map((side) => rest.filter((i) => seen[i] >> 1 === side).length);
  return Number.isNaN(tuned) || others.includes(0) ? 0 : Math.min(1, Math.max(0, tuned));
}

/** What a row of a cell moves IB by, times the number of rows. */
function influence(cells: ArrayLike<number>, rows: Int32Array) {
  const counts = [0, 0, 0, 0];
  for (const i of rows) counts[cells[i]]++;
  const ids = counts[0] + counts[1], cds = counts[2] + counts[3];
  return (cell: number) =>
    cell < 2
      ? rows.length / ids * ((cell === 0 ? 1 : 0) - counts[0] / ids)
      : -rows.length / cds * ((cell === 2 ? 1 : 0) - counts[2] / cds);
}

/** IB from the shares of cells as they are and the inverse of P(cell as it is | right cell). */
export function inverted(
  seen: Int8Array,
  audited: Int8Array,
  { clusters, level }: { clusters: Int32Array; level: number },
) {
  const columns: Float64Array[] = [];
  for (let c = 0; c < CELLS; c++) columns.push(Float64Array.from(seen, (cell) => cell === c ? 1 : 0));
  for (let t = 0; t < CELLS; t++) {
    for (let c = 0; c < CELLS; c++) {
      columns.push(Float64Array.from(seen, (cell, i) => cell === c && audited[i] === t ? 1 : 0));
    }
  }
  return clusterDelta({
    columns,
    clusters,
    level,
    statistic: (means) => {
      const rates = Array.from({ length: CELLS }, (_, c) =>
        Array.from({ length: CELLS }, (_, t) => {
          const of = means.slice(CELLS * (t + 1), CELLS * (t + 2));
          const sum = of.reduce((total, value) => total + value, 0);
          // A cell that the audit holds no pair of: labels of such pairs are taken as they are.
          return sum < 1e-12 ? (c === t ? 1 : 0) : of[c] / sum;
        }));
      const [a, b, c, d] = solve(rates, means.slice(0, CELLS));
      return a / (a + b) - c / (c + d);
    },
  });
}

/** Gauss with pivots; NaN where the matrix is singular. */
function solve(matrix: number[][], side: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, side[i]]), n = side.length;
  for (let k = 0; k < n; k++) {
    const pivot = rows.slice(k).reduce(
      (best, row, i) => Math.abs(row[k]) > Math.abs(rows[best][k]) ? k + i : best,
      k,
    );
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}
