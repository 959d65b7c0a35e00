import assert from "node:assert/strict";
import { costBudget } from "@/judge/run/cost.ts";

Deno.test("a cap on costs counts what is in flight: two calls of 40 tokens fit into 100, a third when one has ended", () => {
  const spent = { input: 10, output: 0, longest: 1 }, prices = { input: 1e6, output: 0 };
  const budget = costBudget(spent, { prices, maxCost: 100 })!;
  assert.deepEqual([40, 40, 40].map(budget.reserve), [true, true, false]);
  budget.release(40);
  assert.ok(budget.reserve(40));
});
