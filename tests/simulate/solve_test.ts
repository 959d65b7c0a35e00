import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import { simulateCriteria, simulateOrderPairs, simulateScorePairs } from "judgebias/simulate";
import { solution } from "@/simulate/solution.ts";
import { FRAMES_SOLVED, SOLUTIONS } from "./solve/solve.ts";

for (const [name, solve] of Object.entries(SOLUTIONS)) {
  Deno.test(`data/simulated/${name}.json is what its solver gives`, () => {
    assert.deepEqual(solution(name), JSON.parse(JSON.stringify(solve())));
  });
}

const kept: Record<string, () => pl.DataFrame> = {
  criteria: simulateCriteria,
  score_pairs: simulateScorePairs,
  order_pairs: simulateOrderPairs,
};
for (const [name, solve] of Object.entries(FRAMES_SOLVED)) {
  Deno.test(`data/simulated/${name}.parquet is what its solver gives`, () => {
    const [committed, solved] = [kept[name](), solve()];
    assert.deepEqual(committed.columns, solved.columns);
    for (const column of solved.columns) {
      assert.ok(committed.getColumn(column).seriesEqual(solved.getColumn(column), true), column);
    }
  });
}
