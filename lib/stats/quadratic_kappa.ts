/**
 * Cohen's κ with quadratic weights of two columns of numbers, and how far each row moves it (the moves add up to 0):
 * κ = 1 − Σ(x − y)² / Σ(x − y′)² over all pairs of rows = 2 s_xy / (s_x² + s_y² + (x̄ − ȳ)²). It asks for the same number
 * where τ asks for the same order: a scale that is shifted or stretched costs. 1 = the same numbers, 0 = no better than
 * numbers drawn from both columns. On categories 0, 1, 2, … it is what other software calls quadratically weighted κ, on any
 * numbers Lin's concordance (Cohen 1968; Fleiss and Cohen 1973; Lin 1989, with n in the variances). NaN where both columns
 * are one and the same constant. Move of a row: the derivative of the formula by its weight, over n.
 */
export function quadraticKappa(
  x: readonly number[],
  y: readonly number[],
): { kappa: number; moves: Float64Array } {
  const n = x.length, moves = new Float64Array(n);
  let meanX = 0, meanY = 0;
  for (let i = 0; i < n; i++) {
    meanX += x[i] / n;
    meanY += y[i] / n;
  }
  const shift = meanX - meanY;
  let both = 0, spread = 0;
  for (let i = 0; i < n; i++) {
    const dx = x[i] - meanX, dy = y[i] - meanY;
    both += 2 * dx * dy / n;
    spread += (dx * dx + dy * dy) / n;
  }
  const apart = spread + shift * shift, kappa = apart > 0 ? both / apart : NaN;
  for (let i = 0; i < n; i++) {
    const dx = x[i] - meanX, dy = y[i] - meanY;
    const moreApart = dx * dx + dy * dy - spread + 2 * shift * (dx - dy);
    moves[i] = (2 * dx * dy - both - kappa * moreApart) / (n * apart);
  }
  return { kappa, moves };
}
