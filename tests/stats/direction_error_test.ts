import assert from "node:assert/strict";
import { directionErrors } from "@/stats/direction_error.ts";
import { limitsPValue } from "@/stats/limits.ts";
import { logisticRegression } from "@/stats/logistic_regression.ts";
import { logitLimits } from "@/stats/logit_limits.ts";
import { studentQuantile } from "@/stats/distributions.ts";
import { close } from "./golden.ts";
import golden from "./golden/direction_error.json" with { type: "json" };

const near = (found: number, wanted: number, tolerance = 1e-12) =>
  assert.ok(Math.abs(found - wanted) <= tolerance, `${found} is not ${wanted}`);

function errors(clusters: number[]) {
  const { x, z, y } = golden;
  const fit = logisticRegression(x.map((value, i) => [value, z[i]]), y);
  const columns = [new Float64Array(y.length).fill(1), Float64Array.from(x), Float64Array.from(z)];
  const weights = fit.fitted.map((m) => m * (1 - m));
  return fit.covariance.map((direction) =>
    directionErrors({
      columns,
      weights,
      residuals: fit.fitted.map((m, i) => y[i] - m),
      inverse: fit.covariance,
      clusters,
    })(direction)
  );
}

Deno.test("directionErrors: clubSandwich's CR2 and Satterthwaite's df of a logistic regression", () => {
  errors(golden.y.map((_, i) => i)).forEach(({ standardError, df }, j) => {
    close(standardError, golden.own.se[j], { relative: 1e-7 });
    close(df, golden.own.df[j], { relative: 1e-7 });
  });
  // Two rows in some clusters: CR2 along the direction, not of the whole matrix; the same to half a percent.
  errors(golden.shared).forEach(({ standardError, df }, j) => {
    close(standardError, golden.clustered.se[j], { relative: 5e-3 });
    close(df, golden.clustered.df[j], { relative: 0.03 });
  });
});

Deno.test("logitLimits: a probability's limits by hand; a difference's by MOVER; sure ones by Wilson", () => {
  const part = (mean: number, weight = 1, standardError = 0.05) => ({
    mean,
    weight,
    standardError,
    df: 20,
    units: 30,
  });
  const t = studentQuantile(0.975, 20), logit = Math.log(4), half = t * 0.05 / 0.16;
  const alone = logitLimits({ standardError: 0.05, parts: [part(0.8)] }, 0.95);
  near(alone.low, 1 / (1 + Math.exp(half - logit)));
  near(alone.high, 1 / (1 + Math.exp(-half - logit)));
  const other = logitLimits({ standardError: 0.05, parts: [part(0.6)] }, 0.95);
  const both = logitLimits(
    { standardError: Math.hypot(0.05, 0.05), parts: [part(0.8), part(0.6, -1)] },
    0.95,
  );
  near(both.low, 0.2 - Math.hypot(0.8 - alone.low, other.high - 0.6));
  near(both.high, 0.2 + Math.hypot(alone.high - 0.8, 0.6 - other.low));
  // The same rows predicted twice: errors cancel.
  const same = logitLimits({ standardError: 0, parts: [part(0.8), part(0.8, -1)] }, 0.95);
  assert.ok(same.high < 0.07 && same.low > -0.07 && same.low < 0);
  const sure = logitLimits({ standardError: 0, parts: [part(1, 1, 0)] }, 0.95);
  near(sure.high, 1);
  near(sure.low, 0.8864866, 1e-7); // Wilson, 30 of 30
  const p = limitsPValue(
    0.2,
    0,
    (level) =>
      logitLimits({ standardError: Math.hypot(0.05, 0.05), parts: [part(0.8), part(0.6, -1)] }, level),
  );
  assert.ok(p > 0.001 && p < 0.02, String(p));
});
