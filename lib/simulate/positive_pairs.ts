/** How many entries beside the diagonal are positive in the submatrix (row-major, `width` columns) of some models. */
export function positivePairs(matrix: ArrayLike<number>, width: number, members: readonly number[]): number {
  return members.reduce(
    (sum, g) => sum + members.filter((e) => e !== g && matrix[g * width + e] > 0).length,
    0,
  );
}

/** The same of every family of four models. */
export function positivePairsOfFours(matrix: ArrayLike<number>, width: number): number[] {
  const counts: number[] = [];
  for (let a = 0; a < width; a++) {
    for (let b = a + 1; b < width; b++) {
      for (let c = b + 1; c < width; c++) {
        for (let d = c + 1; d < width; d++) counts.push(positivePairs(matrix, width, [a, b, c, d]));
      }
    }
  }
  return counts;
}
