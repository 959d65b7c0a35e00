import { benjaminiHochberg, holm } from "@/stats/multiple_testing.ts";
import { logisticRegression } from "@/stats/logistic_regression.ts";
import { close, golden } from "./golden.ts";

interface LogitCase {
  name: string;
  X: number[][];
  y: number[];
  clusters: number[];
  intercept: boolean;
  coefficients: number[];
  logLikelihood: number;
  model: number[];
  robust: number[];
  cluster: number[];
  pModel: number[];
  pCluster: number[];
  covariance: number[][];
  r: { coefficients: number[]; cluster: number[]; robust: number[] } | null;
}

const reference = golden<{
  logit: LogitCase[];
  corrections: { p: number[]; holm: number[]; bh: number[] }[];
}>("inference");

function all(actual: ArrayLike<number>, expected: ArrayLike<number>, relative: number, what: string): void {
  for (let i = 0; i < expected.length; i++) {
    close(actual[i], expected[i], { relative, absolute: 1e-15, what: `${what} ${i}` });
  }
}

for (const c of reference.logit) {
  Deno.test(`logisticRegression: statsmodels and R, ${c.name}`, () => {
    const options = { intercept: c.intercept };
    const model = logisticRegression(c.X, c.y, options);
    all(model.coefficients, c.coefficients, 1e-9, "coefficient");
    all(model.standardErrors, c.model, 1e-9, "standard error");
    all(model.pValues, c.pModel, 1e-8, "p");
    close(model.logLikelihood, c.logLikelihood, { relative: 1e-12 });
    const robust = logisticRegression(c.X, c.y, { ...options, errors: "robust" });
    all(robust.standardErrors, c.robust, 1e-9, "robust error");
    const cluster = logisticRegression(c.X, c.y, { ...options, clusters: c.clusters });
    all(cluster.standardErrors, c.cluster, 1e-9, "clustered error");
    all(cluster.pValues, c.pCluster, 1e-8, "clustered p");
    all(cluster.covariance.flat(), c.covariance.flat(), 1e-8, "covariance");
    if (!c.r) return;
    all(cluster.coefficients, c.r.coefficients, 1e-8, "R's coefficient");
    all(cluster.standardErrors, c.r.cluster, 1e-8, "R's vcovCL");
    all(robust.standardErrors, c.r.robust, 1e-8, "R's vcovHC");
  });
}

Deno.test("holm and benjaminiHochberg: statsmodels' multipletests", () => {
  for (const { p, holm: stepDown, bh } of reference.corrections) {
    all(holm(p), stepDown, 1e-13, "Holm");
    all(benjaminiHochberg(p), bh, 1e-13, "Benjamini and Hochberg");
  }
});
