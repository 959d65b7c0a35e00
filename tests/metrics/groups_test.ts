import assert from "node:assert/strict";
import pl from "nodejs-polars";
import * as core from "judgebias";

const pairs = core.readPairs("data/examples/pairs.csv");
const scores = core.readScorePairs("data/examples/score_pairs.csv");
const criteria = core.readCriteria("data/examples/criteria.csv");
const ratings = core.readRatings("data/examples/ratings.csv");
const several = criteria.getColumn("judge").unique().sort().toArray() as string[];

type Metric = (frame: pl.DataFrame, options: { by: string | string[] }) => pl.DataFrame;

/** A metric of every way in which groups are made, and a column of its result that no group may be called as. */
const METRICS: Record<string, [Metric, pl.DataFrame, string, string]> = {
  informativenessBias: [core.informativenessBias, pairs, "judge", "method"],
  imageReliance: [core.imageReliance, pairs, "judge", "warning"],
  orderConsistency: [core.orderConsistency, pairs, "judge", "low"],
  unparsedAudit: [core.unparsedAudit, pairs, "judge", "accuracy"],
  honestLeaderboard: [core.honestLeaderboard, pairs, "pipeline", "rank_low"],
  hypothesisTable: [
    (frame, options) => core.hypothesisTable(frame, core.balancedAccuracy, options),
    pairs,
    "judge",
    "verdict",
  ],
  reliability: [core.reliability, scores, "judge", "metric"],
  criteriaMetrics: [core.criteriaMetrics, criteria, "judge", "value"],
  pluralisticAccuracy: [core.pluralisticAccuracy, criteria, "judge", "n"],
  compareCriteria: [
    (frame, options) =>
      core.compareCriteria(frame, {
        first: { judge: several[0], mode: "joint" },
        second: { judge: several[0], mode: "single" },
        ...options,
      }),
    criteria,
    "split",
    "test",
  ],
  ratingAgreement: [core.ratingAgreement, ratings, "split", "tau_b"],
};

for (const [name, [metric, frame, by, own]] of Object.entries(METRICS)) {
  Deno.test(`${name}: groups by one column's name, and never under a name of its result`, () => {
    assert.deepEqual(metric(frame, { by }).toRecords(), metric(frame, { by: [by] }).toRecords());
    for (const taken of [own, "constructor"]) {
      const named = frame.withColumns(pl.col(by).alias(taken));
      assert.throws(
        () => metric(named, { by: [taken] }),
        new RegExp(`RangeError: by: wanted columns .*, found ${taken}; rename it`),
      );
    }
    assert.throws(() => metric(frame, { by: 5 as never }), /by: wanted the name of a column or a list/);
  });
}

Deno.test("whole numbers beyond JavaScript's are told apart as texts", () => {
  const frame = pl.DataFrame({ item_id: ["1", "2", "3"], human: ["A", "A", "A"], choice: ["A", "B", "A"] })
    .withColumns(
      pl.lit("j").alias("judge"),
      pl.Series("study", ["9007199254740992", "9007199254740993", null]).cast(pl.Int64),
    );
  assert.deepEqual(core.pairAccuracy(frame, { by: "study" }).select("study", "accuracy").toRecords(), [
    { study: "9007199254740992", accuracy: 1 },
    { study: "9007199254740993", accuracy: 0 },
    { study: null, accuracy: 1 },
  ]);
});
