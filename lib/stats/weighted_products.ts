/**
 * Xᵀ·W·X of columns x_j and one weight per row: entry (j, k) is Σ_i w_i·x_ij·x_ik. Where a regression spends its time.
 */
export function weightedProducts(columns: readonly Float64Array[], weights: Float64Array): number[][] {
  const p = columns.length, n = weights.length;
  const products = Array.from({ length: p }, () => new Array<number>(p).fill(0));
  const weighted = new Float64Array(n);
  for (let j = 0; j < p; j++) {
    const column = columns[j];
    for (let i = 0; i < n; i++) weighted[i] = weights[i] * column[i];
    let k = 0;
    // Four sums at a time: they do not wait for each other.
    for (; k + 3 <= j; k += 4) {
      const [a, b, c, d] = [columns[k], columns[k + 1], columns[k + 2], columns[k + 3]];
      let sa = 0, sb = 0, sc = 0, sd = 0;
      for (let i = 0; i < n; i++) {
        const value = weighted[i];
        sa += value * a[i];
        sb += value * b[i];
        sc += value * c[i];
        sd += value * d[i];
      }
      products[j][k] = products[k][j] = sa;
      products[j][k + 1] = products[k + 1][j] = sb;
      products[j][k + 2] = products[k + 2][j] = sc;
      products[j][k + 3] = products[k + 3][j] = sd;
    }
    for (; k <= j; k++) {
      const other = columns[k];
      let sum = 0;
      for (let i = 0; i < n; i++) sum += weighted[i] * other[i];
      products[j][k] = products[k][j] = sum;
    }
  }
  return products;
}
