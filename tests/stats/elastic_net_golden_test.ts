import assert from "node:assert/strict";
import { elasticNet } from "@/stats/elastic_net.ts";
import { assignFolds, elasticNetCV } from "@/stats/elastic_net_cv.ts";
import { close, golden } from "./golden.ts";

// /usr/bin/python3 tests/stats/golden/elastic_net.py > tests/stats/golden/elastic_net.json (scikit-learn 1.2.1, glmnet 4.1-6)
type Options = { alpha: number; l1Ratio: number; fitIntercept?: boolean; nonNegative?: boolean };
const expected = golden<{
  problems: Record<string, { X: number[][]; y: number[] }>;
  fits: { problem: string; by: string; options: Options; coefficients: number[]; intercept: number }[];
  validated: {
    problem: string;
    options: { l1Ratio: number; folds: number; nonNegative: boolean; alphas?: number[] };
    alpha: number;
    coefficients: number[];
    intercept: number;
    alphas: number[];
    errors: number[][];
  }[];
  kfold: [n: number, folds: number, foldOf: number[]][];
}>("elastic_net");

function sameFit(
  found: { coefficients: number[]; intercept: number },
  wanted: { coefficients: number[]; intercept: number },
  what: string,
  tolerance: number,
) {
  wanted.coefficients.forEach((value, j) =>
    close(found.coefficients[j], value, { relative: tolerance, absolute: tolerance, what: `${what}: b${j}` })
  );
  close(found.intercept, wanted.intercept, { relative: tolerance, absolute: tolerance, what: `${what}: b0` });
}

Deno.test("elasticNet agrees with scikit-learn and glmnet: any mixture, ridge, least squares, positive, no intercept", () => {
  for (const { problem, by, options, ...wanted } of expected.fits) {
    const { X, y } = expected.problems[problem];
    const found = elasticNet(X, y, options);
    const what = `${problem}, ${by}, ${JSON.stringify(options)}`;
    assert.ok(found.converged, what);
    // Columns around 1000 cost the intercept three digits.
    sameFit(found, wanted, what, by === "glmnet" ? 1e-8 : 1e-9);
  }
});

Deno.test("elasticNetCV agrees with scikit-learn: path, error of every fold, choice and fit", () => {
  for (const { problem, options, ...wanted } of expected.validated) {
    const { X, y } = expected.problems[problem];
    const found = elasticNetCV(X, y, options);
    const what = `${problem}, ${JSON.stringify(options)}`;
    assert.equal(found.path.length, wanted.alphas.length);
    found.path.forEach(({ alpha, foldErrors, error }, k) => {
      close(alpha, wanted.alphas[k], { relative: 1e-11, what: `${what}: alpha ${k}` });
      foldErrors.forEach((value, f) =>
        close(value, wanted.errors[k][f], { relative: 1e-8, what: `${what}: fold ${f} of alpha ${k}` })
      );
      close(error, foldErrors.reduce((sum, value) => sum + value, 0) / options.folds);
    });
    close(found.alpha, wanted.alpha, { relative: 1e-11, what });
    sameFit(found, wanted, what, 1e-8);
  }
});

Deno.test("folds without a seed are scikit-learn's", () => {
  for (const [n, folds, foldOf] of expected.kfold) assert.deepEqual([...assignFolds(n, { folds })], foldOf);
});
