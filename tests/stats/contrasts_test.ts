import assert from "node:assert/strict";
import { infer, NUMBER } from "@/stats/infer.ts";
import { gComputation } from "@/stats/g_computation.ts";
import { random } from "@/stats/random.ts";
import { close, golden } from "./golden.ts";
import { inferFunction } from "@/stats/infer_function.ts";
import { labelCodes } from "@/stats/label_codes.ts";

interface Delta {
  estimate: number;
  standardError: number;
  clusters: number;
}

const reference = golden<{
  x: number[];
  y: number[];
  z: number[];
  group: number[];
  functions: Record<"ratio" | "logit" | "product", Delta>;
}>("contrasts");

Deno.test("inferFunction: functions of means, CR2 by numpy, the gradient by hand", () => {
  const { x, y, z, group, functions } = reference, { codes } = labelCodes("test", group);
  const cases: [Delta, number[][], (means: number[]) => number][] = [
    [functions.ratio, [x, y], ([a, b]) => a / b],
    [functions.logit, [z], ([p]) => Math.log(p / (1 - p))],
    [functions.product, [x, y, z], ([a, b, p]) => a * b - p],
  ];
  for (const [wanted, columns, statistic] of cases) {
    const terms = columns.map((column, k) => ({
      name: `${k}`,
      value: (row: number) => column[row],
      range: NUMBER,
    }));
    const found = inferFunction(terms, statistic, group.length, codes);
    close(found.estimate, wanted.estimate, { relative: 1e-12 });
    close(found.standardError, wanted.standardError, { relative: 1e-8 });
    assert.equal(found.clusters, wanted.clusters);
  }
});

Deno.test("gComputation: without covariates its influence gives a difference of two shares its own interval", () => {
  const generator = random(5);
  const n = 300, subset = Float64Array.from({ length: n }, () => generator.integer(2));
  const clusters = Int32Array.from({ length: n }, () => generator.integer(80));
  const y = Float64Array.from(subset, (s) => generator.uniform() < (s === 1 ? 0.8 : 0.5) ? 1 : 0);
  const { means, influence } = gComputation({ columns: [subset], y, exposure: 0 });
  const size = (side: number) => subset.filter((s) => s === side).length;
  const of = (value: (row: number, side: number) => number, own?: number[]) =>
    infer(
      [1, 0].map((side, k) => ({
        name: String(side),
        weight: k === 0 ? 1 : -1,
        estimate: own?.[k],
        value: (row) => subset[row] === side ? value(row, side) : NaN,
      })),
      n,
      clusters,
    );
  const plain = of((row) => y[row]);
  // 1/√(1 − 1/n_k) of each row's leverage is the only difference.
  const found = of(
    (row, side) => size(side) * influence[1 - side][row] * Math.sqrt(1 - 1 / size(side)),
    means,
  );
  for (const name of ["estimate", "low", "high", "standardError"] as const) {
    close(found[name], plain[name], { relative: 1e-8 });
  }
  assert.throws(() => gComputation({ columns: [y], y: [1], exposure: 1 }), /exposure column of 0 and 1/);
});
