import { directionErrors } from "@/stats/direction_error.ts";
import { logisticRegression } from "@/stats/logistic_regression.ts";
import { close } from "./golden.ts";
import golden from "./golden/direction_error.json" with { type: "json" };

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
