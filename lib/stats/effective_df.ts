import type { ClusterCells } from "./cluster_cells.ts";

/** Beyond this many parts the off-diagonal terms, which are of order 1/n, are left out. */
const DENSE_PARTS = 48;

/**
 * Degrees of freedom of a CR2 variance (Bell and McCaffrey 2002): (tr M)²/tr M² with M_gh = p_g'(I − H)·Ω·(I − H)p_h, the
 * Satterthwaite match of the estimated variance's first two moments under a working covariance Ω.
 *
 * Ω is the exchangeable model of Imbens and Kolesár (2016) with the correlations that the residuals show: `within` of two rows of a
 * cluster in the same part, `across` of two in different parts. With both 0, rows are independent, as clubSandwich and
 * estimatr assume; very unequal clusters that are alike inside then keep too many degrees of freedom. M is a diagonal plus a
 * matrix of rank 2k, so that this is linear in the clusters.
 */
export function effectiveDf(
  { clusters, sizes, counts }: Pick<ClusterCells, "clusters" | "sizes" | "counts">,
  weights: readonly number[],
  { within, across }: { within: number; across: number },
): number {
  const k = weights.length, own = within - across;
  // x: a part's pull on a cluster's score; v: what a cluster's common shift takes back through the parts' means.
  const x = new Float64Array(clusters * k),
    v = new Float64Array(clusters * k),
    d = new Float64Array(clusters);
  const parts = new Float64Array(clusters * k);
  for (let g = 0; g < clusters; g++) {
    for (let p = 0; p < k; p++) parts[g * k + p] = sizes[g * k + p] / counts[p];
  }
  const shares = products(parts, k);
  for (let g = 0; g < clusters; g++) {
    let together = 0;
    for (let p = 0; p < k; p++) {
      const size = sizes[g * k + p],
        pull = size === 0 ? 0 : weights[p] * leverage(size, counts[p]) / counts[p];
      x[g * k + p] = size * pull;
      together += size * pull;
      d[g] += (1 - within) * size * pull * pull + own * (size * pull) ** 2;
    }
    d[g] += across * together * together;
    for (let p = 0; p < k; p++) {
      v[g * k + p] = (across * together + own * x[g * k + p]) * sizes[g * k + p] / counts[p];
    }
  }
  const kernel = new Float64Array(k * k);
  for (let p = 0; p < k; p++) {
    for (let q = 0; q < k; q++) {
      const at = p * k + q;
      kernel[at] = across * shares[at] + (p === q ? own * shares[at] - (1 - within) / counts[p] : 0);
    }
  }
  let trace = 0, squares = 0;
  for (let g = 0; g < clusters; g++) {
    let low = 0;
    for (let p = 0; p < k; p++) {
      const left = x[g * k + p];
      if (left === 0) continue;
      low -= 2 * left * v[g * k + p];
      for (let q = 0; q < k; q++) if (x[g * k + q] !== 0) low += left * kernel[p * k + q] * x[g * k + q];
    }
    trace += d[g] + low;
    squares += k > DENSE_PARTS ? (d[g] + low) ** 2 : d[g] * d[g] + 2 * d[g] * low;
  }
  if (k <= DENSE_PARTS) {
    const joined = new Float64Array(clusters * 2 * k);
    for (let g = 0; g < clusters; g++) {
      for (let p = 0; p < k; p++) {
        joined[2 * k * g + p] = x[g * k + p];
        joined[2 * k * g + k + p] = v[g * k + p];
      }
    }
    const both = products(joined, 2 * k);
    squares += squaredTrace(
      both,
      2 * k,
      (a, b) => a < k && b < k ? kernel[a * k + b] : Math.abs(a - b) === k ? -1 : 0,
    );
  }
  // Where correlations of 1 cancel altogether (both ways of judging right and wrong together) Ω leaves nothing: independent rows then.
  if (!(squares > 0) && (within !== 0 || across !== 0)) {
    return effectiveDf({ clusters, sizes, counts }, weights, { within: 0, across: 0 });
  }
  return trace * trace / squares;
}

/** CR2's factor for the residuals of a cluster with `size` of a part's `count` rows; 0 where it holds them all. */
export function leverage(size: number, count: number): number {
  return size < count ? 1 / Math.sqrt(1 - size / count) : 0;
}

/** U'U of a matrix given row by row; most entries of a wide one are 0. */
function products(U: Float64Array, width: number): Float64Array {
  const sums = new Float64Array(width * width), filled = new Int32Array(width);
  for (let start = 0; start < U.length; start += width) {
    let found = 0;
    for (let c = 0; c < width; c++) if (U[start + c] !== 0) filled[found++] = c;
    for (let i = 0; i < found; i++) {
      const a = filled[i], value = U[start + a];
      for (let j = 0; j <= i; j++) sums[a * width + filled[j]] += value * U[start + filled[j]];
    }
  }
  for (let a = 0; a < width; a++) for (let b = 0; b < a; b++) sums[b * width + a] = sums[a * width + b];
  return sums;
}

/** tr(K·W·K·W), the squared entries of U·K·U' added up. */
function squaredTrace(W: Float64Array, width: number, K: (a: number, b: number) => number): number {
  const product = new Float64Array(width * width);
  for (let a = 0; a < width; a++) {
    for (let j = 0; j < width; j++) {
      const entry = K(a, j);
      if (entry === 0) continue;
      for (let b = 0; b < width; b++) product[a * width + b] += entry * W[j * width + b];
    }
  }
  let trace = 0;
  for (let a = 0; a < width; a++) {
    for (let b = 0; b < width; b++) trace += product[a * width + b] * product[b * width + a];
  }
  return trace;
}
