import { type ClusterSums, leverage } from "./cluster_sums.ts";

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
  { clusters, sizes, counts }: Pick<ClusterSums, "clusters" | "sizes" | "counts">,
  weights: readonly number[],
  { within, across }: { within: number; across: number },
): number {
  const k = weights.length, width = 2 * k, own = within - across, shares = partShares(sizes, counts);
  const kernel = new Float64Array(k * k);
  for (let p = 0; p < k; p++) {
    for (let q = 0; q < k; q++) {
      const at = p * k + q;
      kernel[at] = across * shares[at] + (p === q ? own * shares[at] - (1 - within) / counts[p] : 0);
    }
  }
  // Of one cluster, its parts with rows only. x: a part's pull on its score; v: what its common shift takes back through the parts' means.
  const x = new Float64Array(k), v = new Float64Array(k), filled = new Int32Array(k);
  // Sums over clusters of the products of (x, v), below the diagonal.
  const products = new Float64Array(width * width);
  let trace = 0, squares = 0;
  for (let g = 0; g < clusters; g++) {
    let found = 0, together = 0, d = 0, low = 0;
    for (let p = 0; p < k; p++) {
      const size = sizes[g * k + p];
      if (size === 0) continue;
      const pull = weights[p] * leverage(size, counts[p]) / counts[p];
      filled[found++] = p;
      x[p] = size * pull;
      together += x[p];
      d += (1 - within) * size * pull * pull + own * (x[p] * x[p]);
    }
    d += across * together * together;
    for (let i = 0; i < found; i++) {
      const p = filled[i];
      v[p] = (across * together + own * x[p]) * sizes[g * k + p] / counts[p];
      low -= 2 * x[p] * v[p];
      for (let j = 0; j < found; j++) low += x[p] * kernel[p * k + filled[j]] * x[filled[j]];
    }
    trace += d + low;
    squares += d * d + 2 * d * low;
    for (let i = 0; i < found; i++) {
      const a = filled[i], ofX = a * width, ofV = (k + a) * width;
      for (let j = 0; j < found; j++) {
        const b = filled[j];
        products[ofV + b] += v[a] * x[b];
        if (j > i) continue;
        products[ofX + b] += x[a] * x[b];
        products[ofV + k + b] += v[a] * v[b];
      }
    }
  }
  mirror(products, width);
  squares += squaredTrace(
    products,
    width,
    (a, b) => a < k && b < k ? kernel[a * k + b] : Math.abs(a - b) === k ? -1 : 0,
  );
  // Where correlations of 1 cancel altogether (both ways of judging right and wrong together) Ω leaves nothing: independent rows then.
  if (!(squares > 0) && (within !== 0 || across !== 0)) {
    return effectiveDf({ clusters, sizes, counts }, weights, { within: 0, across: 0 });
  }
  return trace * trace / squares;
}

/** For every two parts the sum over clusters of the products of their shares of the parts' rows; most clusters lie in few of many parts. */
function partShares(sizes: Float64Array, counts: readonly number[]): Float64Array {
  const k = counts.length, sums = new Float64Array(k * k), filled = new Int32Array(k);
  for (let start = 0; start < sizes.length; start += k) {
    let found = 0;
    for (let p = 0; p < k; p++) if (sizes[start + p] !== 0) filled[found++] = p;
    for (let i = 0; i < found; i++) {
      const p = filled[i], share = sizes[start + p] / counts[p];
      for (let j = 0; j <= i; j++) {
        sums[p * k + filled[j]] += share * (sizes[start + filled[j]] / counts[filled[j]]);
      }
    }
  }
  mirror(sums, k);
  return sums;
}

function mirror(matrix: Float64Array, width: number): void {
  for (let a = 0; a < width; a++) {
    for (let b = 0; b < a; b++) matrix[b * width + a] = matrix[a * width + b];
  }
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
