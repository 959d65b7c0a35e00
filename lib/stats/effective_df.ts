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
  sums: Pick<ClusterSums, "clusters" | "sizes" | "counts">,
  weights: readonly number[],
  { within, across }: { within: number; across: number },
): number {
  const { clusters, sizes, counts } = sums, k = weights.length, width = 2 * k, own = within - across;
  // For every two parts the sum over clusters of the products of their shares of the parts' rows.
  const kernel = new Float64Array(width * width), shares = new Float64Array(k);
  for (let g = 0; g < clusters; g++) {
    for (let p = 0; p < k; p++) {
      shares[p] = sizes[g * k + p] / counts[p];
      for (let q = 0; q <= p; q++) if (shares[p] !== 0) kernel[p * width + q] += shares[p] * shares[q];
    }
  }
  mirror(kernel, width);
  for (let p = 0; p < k; p++) {
    for (let q = 0; q < k; q++) {
      const share = kernel[p * width + q];
      kernel[p * width + q] = across * share + (p === q ? own * share - (1 - within) / counts[p] : 0);
    }
    kernel[p * width + k + p] = kernel[(k + p) * width + p] = -1;
  }
  // Of one cluster and its parts first x, a part's pull on its score, then v, what its common shift takes back through the parts' means.
  const moves = new Float64Array(width), products = new Float64Array(width * width);
  let trace = 0, squares = 0;
  for (let g = 0; g < clusters; g++) {
    let together = 0, d = 0, low = 0;
    for (let p = 0; p < k; p++) {
      const size = sizes[g * k + p], pull = weights[p] * leverage(size, counts[p]) / counts[p];
      moves[p] = size * pull;
      together += moves[p];
      d += (1 - within) * size * pull * pull + own * (moves[p] * moves[p]);
    }
    d += across * together * together;
    for (let p = 0; p < k; p++) {
      moves[k + p] = (across * together + own * moves[p]) * sizes[g * k + p] / counts[p];
      low -= 2 * moves[p] * moves[k + p];
      for (let q = 0; q < k; q++) low += moves[p] * kernel[p * width + q] * moves[q];
    }
    trace += d + low;
    squares += d * d + 2 * d * low;
    for (let a = 0; a < width; a++) {
      if (moves[a] === 0) continue;
      for (let b = 0; b <= a; b++) products[a * width + b] += moves[a] * moves[b];
    }
  }
  mirror(products, width);
  // tr(K·W·K·W), the squared entries of U·K·U' added up.
  const turned = new Float64Array(width * width);
  for (let a = 0; a < width; a++) {
    for (let j = 0; j < width; j++) {
      const entry = kernel[a * width + j];
      if (entry === 0) continue;
      for (let b = 0; b < width; b++) turned[a * width + b] += entry * products[j * width + b];
    }
  }
  let both = 0;
  for (let a = 0; a < width; a++) {
    for (let b = 0; b < width; b++) both += turned[a * width + b] * turned[b * width + a];
  }
  squares += both;
  // Where correlations of 1 cancel altogether (both ways of judging right and wrong together) Ω leaves nothing: independent rows then.
  if (squares > 0 || within === 0 && across === 0) return trace * trace / squares;
  return effectiveDf(sums, weights, { within: 0, across: 0 });
}

function mirror(matrix: Float64Array, width: number): void {
  for (let a = 0; a < width; a++) for (let b = 0; b < a; b++) matrix[b * width + a] = matrix[a * width + b];
}
