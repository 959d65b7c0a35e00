const MOST_GROUPS = 5000;

export function columnTotals(rows: Float64Array, columns: number): Float64Array {
  const totals = new Float64Array(columns);
  for (let i = 0; i < rows.length; i++) totals[i % columns] += rows[i];
  return totals;
}

/**
 * Jackknife of smooth statistics of sums: groups of units are left out in turn, in closed form from the groups' sums. With
 * h = n/m_g for a group of m_g units: pseudo-values θ̃_g = h·θ − (h − 1)·θ₋g, corrected estimate Σ (m_g/n)·θ̃_g, variance
 * (1/G)·Σ (θ̃_g − corrected)²/(h − 1) (Busing, Meijer and van der Leeden 1999, groups of unequal sizes; with equal ones the
 * textbook's).
 *
 * For statistics that jump (medians, ranks) its standard error is wrong. One group gives NaN.
 *
 * @param rows row-major, one row per independent unit (an image): quantities that are summed over units
 * @param statistics of the sums over all units, or over those that are left without a group; must not keep its argument
 * @param groups units left out together; each by itself up to 5,000 units by default, else 5,000 groups of neighbours
 */
export function jackknifeTotals(
  { rows, columns, statistics, groups: asked }: {
    rows: Float64Array;
    columns: number;
    statistics: (totals: Float64Array, without?: number) => Float64Array;
    groups?: number;
  },
) {
  const n = rows.length / columns;
  if (!(n >= 1)) throw new RangeError("jackknifeTotals: wanted at least 1 unit, found none");
  const groups = asked ?? Math.min(n, MOST_GROUPS);
  if (!Number.isInteger(groups) || groups < 1 || groups > n) {
    throw new RangeError(`jackknifeTotals: wanted 1 to ${n} groups, found ${groups}`);
  }
  const totals = columnTotals(rows, columns);
  const estimate = statistics(totals).slice();
  const corrected = new Float64Array(estimate.length), squares = new Float64Array(estimate.length);
  // Thousands of small typed arrays would cost more than what they hold: parts of one.
  const size = estimate.length, whole = new Float64Array(groups * size);
  const left = Array.from({ length: groups }, (_, g) => whole.subarray(g * size, (g + 1) * size));
  const sizes: number[] = [];
  const rest = new Float64Array(columns);
  for (let g = 0; g < groups; g++) {
    const start = Math.floor(g * n / groups), end = Math.floor((g + 1) * n / groups);
    rest.set(totals);
    for (let i = start; i < end; i++) for (let c = 0; c < columns; c++) rest[c] -= rows[i * columns + c];
    left[g].set(statistics(rest, g));
    sizes.push(end - start);
  }
  for (let g = 0; g < groups; g++) {
    const h = n / sizes[g], own = left[g];
    for (let s = 0; s < size; s++) corrected[s] += (h * estimate[s] - (h - 1) * own[s]) / h;
  }
  for (let g = 0; g < groups; g++) {
    const h = n / sizes[g], own = left[g], root = Math.sqrt(h - 1);
    for (let s = 0; s < size; s++) {
      squares[s] += ((h * estimate[s] - (h - 1) * own[s] - corrected[s]) / root) ** 2;
    }
  }
  const standardError = squares.map((sum) => Math.sqrt(sum / groups));
  return { estimate, corrected, standardError, groups, left };
}
