import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { biasAudit } from "@/hypotheses/bias_audit.ts";
import { biasBeyondPeople } from "@/hypotheses/bias_beyond_people.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { votedPairs } from "../calibration/people_scenarios.ts";

const process = { pairs: 600, people: 5, rho: 0.7, noise: 0.5, judgeNoise: 1 };

Deno.test("biasBeyondPeople: a judge of quality alone has an IB and no bias, however noisy; one that adds something has one", () => {
  for (const judgeNoise of [0.5, 1, 2]) {
    const pairs = votedPairs({ ...process, judgeNoise }, 1);
    const [{ low }] = informativenessBias(pairs, { by: [] }).toRecords();
    assert.ok(low > 0, `IB above ${low}`);
    const { verdict, low: from, high: to } = biasBeyondPeople(pairs);
    assert.ok(verdict !== "supported" && from < 0 && to > 0, `${judgeNoise}: ${from}, ${to}`);
  }
  const biased = biasBeyondPeople(votedPairs({ ...process, bias: 0.4 }, 1));
  assert.ok(biased.verdict === "supported" && biased.estimate > 0.3, String(biased));
  assert.deepEqual([biased.n, biased.clusters], [600, 300]);
});

Deno.test("biasBeyondPeople: judge and a vote held out against the others' majority, by hand", () => {
  // Votes for the more informative answer A of three: all three (IDS), two, one, none (CDS); the judge takes A but for the last pair.
  const rows = [3, 2, 1, 0].flatMap((forA, item) =>
    ["p", "q", "r"].map((annotator, k) => ({
      item_id: String(item),
      annotator,
      human: k < forA ? "A" : "B",
      choice: item < 3 ? "A" : "B",
      more_informative: "A",
    }))
  );
  const { sensitivity: [judge, person] } = biasBeyondPeople(pl.DataFrame(rows));
  // Of two for A, the vote for B is held out against both others (IDS, wrong), a vote for A against a tie: nothing; of one the mirror.
  // IDS: pairs 1 and 2, the judge right in both, the votes in the first only; CDS: pairs 3 and 4, right in the last only, both of them.
  assert.ok(Math.abs(judge.estimate - (1 - 1 / 2)) < 1e-12, String(judge.estimate));
  assert.ok(Math.abs(person.estimate - (1 / 2 - 1 / 2)) < 1e-12, String(person.estimate));
});

Deno.test("biasBeyondPeople: what cannot be told is untestable; a panel stands in for people", () => {
  const one = biasBeyondPeople(votedPairs({ ...process, people: 1 }, 2));
  assert.match(`${one.verdict}: ${one.warning}`, /untestable: no pair has two votes of people/);
  const alike = biasBeyondPeople(votedPairs({ ...process, noise: 0 }, 2));
  assert.match(`${alike.verdict}: ${alike.warning}`, /untestable: people disagree too rarely/);
  const panel = votedPairs({ ...process, bias: 0.4 }, 3);
  const votes = panel.select("item_id", "image_id", "more_informative", "annotator", "human").rename({
    annotator: "judge",
    human: "choice",
  }).withColumns(pl.lit("A").alias("human"));
  const names = ["item_id", "image_id", "judge", "human", "choice", "more_informative"];
  const judge = panel.filter(pl.col("annotator").eq(pl.lit("p1"))).withColumns(
    pl.lit("j").alias("judge"),
    pl.lit("A").alias("human"),
  );
  const both = pl.concat([judge.select(...names), votes.select(...names)]);
  const found = biasBeyondPeople(both, { reference: ["p1", "p2", "p3", "p4", "p5"] });
  assert.equal(found.estimate, biasBeyondPeople(panel).estimate);
  assert.throws(() => biasBeyondPeople(both, { reference: ["p1"] }), /wanted two reference judges or more/);
  assert.throws(
    () => biasBeyondPeople(both, { reference: ["p1", "p2"] }),
    /wanted the rows of one judge beside the reference, found 4/,
  );
});

Deno.test("biasAudit: five lines, those that cannot be asked say why", () => {
  const all = votedPairs(process, 1),
    pairs = all.drop("words_a", "words_b"),
    rows = biasAudit(pairs).toRecords();
  assert.deepEqual(rows.map(({ verdict }) => verdict).slice(0, 4), [
    "supported",
    "untestable",
    "untestable",
    "undecided",
  ]);
  const [{ ib, low }] = informativenessBias(pairs, { by: [] }).toRecords();
  assert.deepEqual([rows[0].estimate, rows[0].low], [ib, low]);
  assert.match(String(rows[1].warning), /wanted the columns words_a and words_b/);
  assert.match(
    String(biasAudit(pairs.drop("annotator").unique(["item_id"])).toRecords()[3].warning),
    /no row names an annotator/,
  );
  // Group by group, as every metric and claim; each line as by itself.
  const two = pl.concat([
    all,
    votedPairs({ ...process, bias: 0.6 }, 2).withColumns(pl.lit("k").alias("judge")),
  ]);
  const table = biasAudit(two, { by: "judge" }).toRecords();
  assert.deepEqual(table.map(({ judge }) => judge), [..."jjjjj", ..."kkkkk"]);
  assert.deepEqual(
    table.slice(0, 5).map(({ estimate }) => estimate),
    biasAudit(all).toRecords().map(({ estimate }) => estimate),
  );
  assert.throws(() => biasAudit(two, { bye: [] } as never), /biasAudit: wanted the options .*found bye/);
});
