import assert from "node:assert/strict";
import { findingDifferences } from "@/findings/compare_findings.ts";
import { computeFindings } from "@/findings/compute_findings.ts";
import { findings, realRows } from "@/findings/findings.ts";
import { DATA_SOURCES, type DataSourceName } from "@/results/data_sources.ts";
import { readPairs } from "@/results/read_pairs.ts";
import { WILDVISION } from "./wildvision_leaderboard.ts";

for (const name of Object.keys(DATA_SOURCES) as DataSourceName[]) {
  const rows = realRows(name);
  Deno.test({
    name: `data/findings/${name}.csv is what the rows give${
      rows === null ? " (skipped: no rows; deno task data fetches them)" : ""
    }`,
    ignore: rows === null,
    fn() {
      assert.deepEqual(findingDifferences(findings(name), computeFindings(name, rows!)).slice(0, 5), []);
    },
  });
}

const wildvision = realRows("wildvision");
Deno.test({
  name: `WildVision: games and rewards of the source's leaderboard come out of the rows${
    wildvision === null ? " (skipped: no rows)" : ""
  }`,
  ignore: wildvision === null,
  fn() {
    const rows = readPairs(wildvision!).select("model_b", "score").toRecords() as {
      model_b: string;
      score: string;
    }[];
    for (const [model, [, reward, ...games]] of Object.entries(WILDVISION)) {
      const own = rows.filter((row) => row.model_b === model);
      const count = (score: string) => own.filter((row) => row.score === score).length;
      const [much, better, , worse, worst] = ["B>>A", "B>A", "A=B", "A>B", "A>>B"].map(count);
      // A game without a verdict counts as a tie in the source.
      assert.deepEqual([much, better, 500 - much - better - worse - worst, worse, worst], games, model);
      assert.equal(
        (100 * (much + better / 2 - worse / 2 - worst) / 500).toFixed(1),
        reward.toFixed(1),
        model,
      );
    }
  },
});
