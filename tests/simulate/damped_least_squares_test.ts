import assert from "node:assert/strict";
import { dampedLeastSquares } from "../../data/solve/damped_least_squares.ts";

Deno.test("one linear equation in three unknowns: the solution of least distance from the start", () => {
  // x + 2y + 2z = 9 from 0: the nearest point is 9/9·(1, 2, 2).
  const { x, converged, largest } = dampedLeastSquares(([x, y, z]) => [x + 2 * y + 2 * z - 9], [0, 0, 0]);
  assert.ok(converged && largest < 1e-10);
  [1, 2, 2].forEach((value, i) => assert.ok(Math.abs(x[i] - value) < 1e-8));
});

Deno.test("a system with one solution is solved, inequalities that hold do nothing", () => {
  const { x, converged } = dampedLeastSquares(
    ([x, y]) => [x * x + y * y - 25, x - y - 1, Math.max(0, 3 - x)],
    [6, 5],
  );
  assert.ok(converged && Math.abs(x[0] - 4) < 1e-9 && Math.abs(x[1] - 3) < 1e-9);
});

Deno.test("what has no solution does not converge, and says how far it came", () => {
  const { converged, largest, x } = dampedLeastSquares(([x]) => [x - 1, x - 3], [0]);
  assert.equal(converged, false);
  assert.ok(Math.abs(x[0] - 2) < 1e-4 && Math.abs(largest - 1) < 1e-4);
});

Deno.test("a start that is a solution stays; one that is not finite is refused", () => {
  const { x, iterations } = dampedLeastSquares(([x]) => [x - 2], [2]);
  assert.deepEqual([x[0], iterations], [2, 0]);
  const said = /wanted finite residuals at the start/;
  assert.throws(() => dampedLeastSquares(([x]) => [Math.log(x)], [-1]), said);
});
