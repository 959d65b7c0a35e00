import assert from "node:assert/strict";
import { logisticRegression, logisticTerms } from "judgebias/stats";

// python3 (statsmodels 0.13.5): X = sm.add_constant([0.5, 1.5, 2.0, 3.5, 4.0, 5.5, 6.0, 7.0]); y = [0, 0, 1, 0, 1, 0, 1, 1]
// fit = sm.Logit(y, X).fit(); fit.params, fit.bse, fit.conf_int()
const X = [[0.5], [1.5], [2], [3.5], [4], [5.5], [6], [7]], y = [0, 0, 1, 0, 1, 0, 1, 1];

Deno.test("logisticTerms: names and intervals of a fit", () => {
  const fit = logisticRegression(X, y);
  const [intercept, slope] = logisticTerms(fit, ["words"]);
  assert.deepEqual([intercept.name, slope.name], ["intercept", "words"]);
  const golden = [
    -1.83607749,
    1.70658565,
    -5.1809239,
    1.50876891,
    0.48962066,
    0.40233496,
    -0.29894137,
    1.2781827,
  ];
  const found = [intercept, slope].flatMap((
    { estimate, standardError, low, high },
  ) => [estimate, standardError, low, high]);
  found.forEach((value, i) => assert.ok(Math.abs(value - golden[i]) < 1e-7));
  assert.ok(Math.abs(slope.high - slope.low - 2 * 1.959963984540054 * fit.standardErrors[1]) < 1e-12);
  assert.equal(slope.oddsRatio, Math.exp(slope.estimate));
  const [wide] = logisticTerms(fit, ["words"], { level: 0.99 });
  assert.ok(wide.low < intercept.low && wide.high > intercept.high);
  assert.equal(logisticTerms(fit, ["one", "two"])[0].name, "one");
});

Deno.test("logisticTerms: a name per coefficient, a level that is one; nothing certain of separated data", () => {
  const fit = logisticRegression(X, y);
  assert.throws(() => logisticTerms(fit, []), TypeError);
  assert.throws(() => logisticTerms(fit, ["a", "b", "c"]), TypeError);
  assert.throws(() => logisticTerms(fit, ["a"], { level: 95 }), RangeError);
  const separated = logisticTerms(logisticRegression([[1], [2], [3], [4]], [0, 0, 1, 1]), ["x"]);
  assert.ok(separated.every(({ low, high }) => Number.isNaN(low) && Number.isNaN(high)));
});
