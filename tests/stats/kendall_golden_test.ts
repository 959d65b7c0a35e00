import assert from "node:assert/strict";
import { kendallTau } from "@/stats/kendall.ts";
import { close, golden } from "./golden.ts";

// /usr/bin/python3 tests/stats/golden/kendall.py > tests/stats/golden/kendall.json (scipy 1.10.1)
type Numbers = (number | "inf")[];
const cases = golden<{ name: string; x: Numbers; y: Numbers; b: [number, number]; c: [number, number] }[]>(
  "kendall",
);
const numbers = (values: Numbers) => values.map((value) => value === "inf" ? Infinity : value);

Deno.test("kendallTau agrees with scipy: both variants, p-values exact and approximate", () => {
  for (const { name, x, y, ...expected } of cases) {
    for (const variant of ["b", "c"] as const) {
      const [tau, p] = expected[variant];
      const found = kendallTau(numbers(x), numbers(y), { variant });
      close(found.tau, tau, { relative: 1e-13, absolute: 1e-15, what: `τ-${variant}, ${name}` });
      close(found.pValue, p, { relative: 1e-9, what: `p of τ-${variant}, ${name}` });
      assert.equal(found.n, x.length);
    }
  }
});
