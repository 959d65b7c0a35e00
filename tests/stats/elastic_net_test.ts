import assert from "node:assert/strict";
import fc from "fast-check";
import { cholesky } from "@/stats/cholesky.ts";
import { elasticNet, type ElasticNetFit } from "@/stats/elastic_net.ts";
import { assignFolds, elasticNetCV } from "@/stats/elastic_net_cv.ts";
import { random } from "@/stats/random.ts";
import { close } from "./golden.ts";

type Options = { alpha: number; l1Ratio: number; fitIntercept?: boolean; nonNegative?: boolean };

/** The conditions that hold at the minimum alone, from the rows: how far the fit is from each, at most. */
function violation(
  X: number[][],
  y: number[],
  { coefficients: b, intercept }: ElasticNetFit,
  options: Options,
) {
  const { alpha, l1Ratio, nonNegative } = options, n = y.length;
  const residual = y.map((value, i) => value - intercept - b.reduce((sum, w, j) => sum + w * X[i][j], 0));
  const offCentre = options.fitIntercept === false ? 0 : residual.reduce((sum, r) => sum + r, 0) / n;
  return b.reduce((worst, w, j) => {
    const pull = residual.reduce((sum, r, i) => sum + r * X[i][j], 0) / n - alpha * (1 - l1Ratio) * w;
    const limit = alpha * l1Ratio;
    const off = w !== 0
      ? Math.abs(pull - limit * Math.sign(w))
      : Math.max(0, (nonNegative ? pull : Math.abs(pull)) - limit);
    return Math.max(worst, off, nonNegative ? -w : 0);
  }, Math.abs(offCentre));
}

function draw(seed: number, n: number, p: number, shift = 0): { X: number[][]; y: number[] } {
  const g = random(seed);
  const X = Array.from({ length: n }, () => {
    const shared = g.normal();
    return Array.from({ length: p }, () => shift + shared + g.normal());
  });
  return { X, y: X.map((row) => row.reduce((sum, x, j) => sum + (j % 3 - 1) * x, 0) + g.normal()) };
}

Deno.test("elasticNet reaches the minimum on any problem", () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.nat(1e6),
        n: fc.integer({ min: 2, max: 40 }),
        p: fc.integer({ min: 1, max: 12 }),
        shift: fc.constantFrom(0, 0, 5, 100),
        alpha: fc.constantFrom(1e-6, 1e-3, 0.05, 0.5, 3),
        l1Ratio: fc.constantFrom(0, 0.1, 0.5, 1),
        fitIntercept: fc.boolean(),
        nonNegative: fc.boolean(),
      }),
      ({ seed, n, p, shift, ...options }) => {
        const { X, y } = draw(seed, n, p, shift);
        const fit = elasticNet(X, y, options);
        assert.ok(fit.converged && fit.n === n);
        const off = violation(X, y, fit, options), scale = Math.max(1, shift * shift, ...y.map(Math.abs));
        assert.ok(off <= 1e-9 * scale, `off by ${off}`);
      },
    ),
    { numRuns: 300, seed: 12 },
  );
});

Deno.test("one row, constant columns, constant y and repeated columns are no trouble", () => {
  const one = elasticNet([[3, 4]], [7], { alpha: 0.1, l1Ratio: 0.5 });
  assert.deepEqual([one.coefficients, one.intercept, one.converged], [[0, 0], 7, true]);

  // A constant far from 0 that no binary fraction equals.
  const constant = elasticNet([[0.1, 1], [0.1, 2], [0.1, 4]], [1, 2, 4], { alpha: 0, l1Ratio: 0.5 });
  assert.equal(constant.coefficients[0], 0);
  close(constant.coefficients[1], 1);

  // Least squares, which leave a residual: the gap is to their own minimum.
  const squares = elasticNet([[1, 2], [2, 1], [3, 5], [4, 4]], [1, 2, 4, 4.5], { alpha: 0, l1Ratio: 0.5 });
  assert.ok(squares.converged && squares.dualityGap < 1e-20, `${squares.dualityGap}`);

  const flat = elasticNetCV(draw(1, 20, 3).X, new Array(20).fill(0.3), { l1Ratio: 0.5 });
  assert.deepEqual(flat.coefficients, [0, 0, 0]);
  close(flat.intercept, 0.3);

  // Twins: the ridge part shares their weight equally.
  const { X, y } = draw(2, 30, 1);
  const twins = elasticNet(X.map(([x]) => [x, x]), y, { alpha: 0.1, l1Ratio: 0.5 });
  close(twins.coefficients[0], twins.coefficients[1], { relative: 1e-10 });
  const lasso = elasticNet(X.map(([x]) => [x, x]), y, { alpha: 0.1, l1Ratio: 1 });
  const single = elasticNet(X, y, { alpha: 0.1, l1Ratio: 1 });
  close(lasso.coefficients[0] + lasso.coefficients[1], single.coefficients[0], { relative: 1e-10 });
});

Deno.test("the gap bounds how far the objective lies above its minimum", () => {
  const { X, y } = draw(9, 50, 8);
  const options = { alpha: 0.1, l1Ratio: 0.5 };
  const objective = ({ coefficients, intercept }: ElasticNetFit) =>
    y.reduce(
        (sum, value, i) =>
          sum + (value - intercept - coefficients.reduce((s, w, j) => s + w * X[i][j], 0)) ** 2,
        0,
      ) /
      (2 * y.length) +
    coefficients.reduce((sum, w) => sum + 0.1 * (0.5 * Math.abs(w) + 0.25 * w * w), 0);
  const best = objective(elasticNet(X, y, options));
  for (const maxIterations of [1, 2]) {
    const early = elasticNet(X, y, { ...options, maxIterations, tolerance: 0 });
    const above = objective(early) - best;
    assert.ok(above <= early.dualityGap + 1e-12, `${above} above, gap ${early.dualityGap}`);
  }
});

Deno.test("the best alpha at the end of its path is said; ridges want their alphas", () => {
  const X = Array.from({ length: 40 }, (_, i) => [i % 7, (i * 3) % 11]), y = X.map(([a, b]) => 2 * a - b);
  const exact = elasticNetCV(X, y, { l1Ratio: 0.5 });
  assert.ok(exact.atPathEnd && exact.alpha === exact.path[99].alpha);
  assert.match(exact.notes[0], /is the last of the path/);
  assert.throws(() => elasticNetCV(X, y, { l1Ratio: 0 }), /wanted alphas as a list for l1Ratio 0/);
  assert.equal(elasticNetCV(X, y, { l1Ratio: 0, alphas: [1, 0.1] }).alpha, 0.1);
  assert.equal(elasticNetCV(X, y, { l1Ratio: 0.5, alphas: 1 }).alpha, exact.path[0].alpha);
  // Both alphas set all to 0 in every fold: of equal errors the larger alpha.
  assert.equal(elasticNetCV(X, y, { l1Ratio: 1, alphas: [300, 500] }).alpha, 500);
  const shuffled = elasticNetCV(X, y, { l1Ratio: 0.5, seed: 3 });
  assert.notDeepEqual(shuffled.path[50].foldErrors, exact.path[50].foldErrors);
  assert.deepEqual(elasticNetCV(X, y, { l1Ratio: 0.5, seed: 3 }), shuffled);
});

Deno.test("bad input is refused with what was found", () => {
  const fit = (X: number[][], y: number[], options: Partial<Options> = {}) => () =>
    elasticNet(X, y, { alpha: 0.1, l1Ratio: 0.5, ...options });
  assert.throws(fit([[1], [NaN]], [1, 2]), RangeError);
  assert.throws(fit([[1], [2, 3]], [1, 2]), TypeError);
  assert.throws(fit([[1], [2]], [1]), TypeError);
  assert.throws(fit([[1], [2]], [1, Infinity]), /found Infinity in row 1/);
  assert.throws(fit([], []), RangeError);
  assert.throws(fit([[1], [2]], [1, 2], { alpha: -1 }), /alpha/);
  assert.throws(fit([[1], [2]], [1, 2], { alpha: Infinity }), /finite alpha/);
  assert.throws(fit([[1], [2]], [1, 2], { l1Ratio: 1.5 }), /l1Ratio/);
  assert.throws(
    () => elasticNetCV([[1], [2]], [1, 2], { l1Ratio: 1 }),
    /from 2 to the number of rows 2, found 5/,
  );
});

Deno.test("every row has one fold, of sizes that differ by one at most, shuffled with a seed", () => {
  for (const [rows, folds] of [[17, 5], [6, 6], [100, 3]]) {
    for (const seed of [undefined, 4]) {
      const foldOf = assignFolds(rows, { folds, seed });
      const sizes = Array.from({ length: folds }, (_, f) => foldOf.filter((fold) => fold === f).length);
      assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1 && Math.min(...sizes) >= 1);
    }
  }
  assert.notDeepEqual(assignFolds(20, { folds: 4 }), assignFolds(20, { folds: 4, seed: 1 }));
});

Deno.test("a singular matrix has no solution, and says so", () => {
  assert.equal(cholesky([[1, 2], [2, 4]]), null);
  assert.deepEqual([...cholesky([[4, 2], [2, 5]])!.solve([8, 12])], [1, 2]);
});
