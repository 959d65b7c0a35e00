import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { biasAtEqualLength, biasAudit, biasBeyondPeople, informativenessBias } from "judgebias";
import { normalCdf } from "@/stats/distributions.ts";
import { random } from "@/stats/random.ts";
import { splitVote } from "@/stats/split_vote.ts";
import { votedPairs } from "../calibration/people_scenarios.ts";
import { near, upTo } from "../stats/golden.ts";

const process = { pairs: 600, people: 5, rho: 0.7, noise: 0.5, judgeNoise: 1 };

Deno.test("biasBeyondPeople: a judge of quality alone has an IB and no bias, however noisy; one that adds something has one", () => {
  for (const judgeNoise of [0.5, 1, 2]) {
    const pairs = votedPairs({ ...process, judgeNoise }, 1);
    assert.ok(informativenessBias(pairs, { by: [] }).toRecords()[0].low > 0);
    const { verdict, low, high } = biasBeyondPeople(pairs);
    assert.ok(verdict !== "supported" && low < 0 && high > 0, `${judgeNoise}: ${low}, ${high}`);
  }
  const biased = biasBeyondPeople(votedPairs({ ...process, bias: 0.4 }, 1));
  assert.ok(biased.verdict === "supported" && biased.estimate > 0.3, String(biased));
  assert.deepEqual([biased.n, biased.clusters], [600, 300]);
});

Deno.test("biasBeyondPeople: a judge that takes the more informative answer whatever the quality is biased", () => {
  // Its slope on how a pair leans is 0, and the share that it gives to the more informative answer all there is: 2 · .85 − 1.
  const pairs = votedPairs({ ...process, people: 3 }, 1), items = pairs.getColumn("item_id").toArray();
  const sides = pairs.getColumn("more_informative").toArray();
  for (const every of [7, 33, Infinity]) {
    const isTurned = (row: number) => Number(items[row]) % every === every - 1;
    const choice = sides.map((side, row) => isTurned(row) ? (side === "A" ? "B" : "A") : side);
    const { verdict, estimate, low, high, warning } = biasBeyondPeople(
      pairs.withColumns(pl.Series("choice", choice)),
    );
    if (every === Infinity) {
      const said = /^untestable: the judge takes the more informative answer of every/;
      assert.match(`${verdict}: ${warning}`, said);
      continue;
    }
    assert.ok(verdict === "supported" && low > 0.5 && high <= 1, `${low} ${high}`);
    near(estimate, 1 - 2 / every, 0.1);
  }
});

Deno.test("biasBeyondPeople: leanings with a long tail make no bias of a judge of quality alone", () => {
  // Exponential leanings, three votes, a judge twice as exact: taken for normal they gave it shifts of .10 [.02, .19] and −.17 [−.26, −.08].
  for (const side of [-1, 1]) {
    const g = random(1), goes = (chance: number) => g.uniform() < chance ? 1 : 0;
    const units = upTo(3000).map(() => {
      const leaning = -side * (0.7 + 1.3 * Math.log(g.uniform())), chance = normalCdf(leaning);
      const votes = goes(chance) + goes(chance) + goes(chance);
      return { votes, of: 3, judge: goes(normalCdf(2 * leaning)) };
    });
    const { shift, skew, influence } = splitVote(units)!, error = Math.hypot(...influence);
    assert.ok(Math.abs(shift) < 1.96 * error && side * skew > 0.2, `${shift} ± ${error}, skew ${skew}`);
  }
});

Deno.test("biasBeyondPeople: what cannot be told is untestable; a panel stands in for people", () => {
  const of = (more: object) => votedPairs({ ...process, ...more }, 2);
  const said = (pairs: pl.DataFrame) => {
    const { verdict, warning } = biasBeyondPeople(pairs);
    return `${verdict}: ${warning}`;
  };
  const single = of({ people: 1 }), constant = single.withColumns(pl.col("more_informative").alias("choice"));
  assert.match(said(single), /untestable: no pair has two votes of people/);
  assert.match(said(constant), /^untestable/);
  const words = /two votes a pair do not show how skewed leanings are/;
  assert.match(said(of({ people: 2, judgeNoise: 0.5 })), words);
  // Three votes of half of the pairs are enough.
  const three = of({ people: 3, judgeNoise: 0.5 }), third = pl.col("annotator").eq(pl.lit("p3"));
  const thirdOf = (n: number) => three.filter(third.not().or(pl.col("item_id").cast(pl.Int64).lt(pl.lit(n))));
  assert.match(said(thirdOf(600)), /: $/);
  assert.match(said(thirdOf(300)), /: $/);
  assert.match(said(thirdOf(299)), words);
  assert.match(said(of({ noise: 0 })), /untestable: people disagree too rarely/);
  const voted = votedPairs({ ...process, bias: 0.4 }, 3),
    names = "item_id image_id judge human choice more_informative";
  const label = pl.lit("A").alias("human");
  const panel = voted.drop("judge", "choice").rename({ annotator: "judge", human: "choice" }).withColumns(
    label,
  );
  const judge = voted.filter(pl.col("annotator").eq(pl.lit("p1"))).withColumns(
    pl.lit("j").alias("judge"),
    label,
  );
  const both = pl.concat([judge, panel].map((frame) => frame.select(...names.split(" "))));
  const found = biasBeyondPeople(both, { reference: ["p1", "p2", "p3", "p4", "p5"] });
  assert.equal(found.estimate, biasBeyondPeople(voted).estimate);
  assert.throws(() => biasBeyondPeople(both, { reference: ["p1"] }), /wanted two reference judges or more/);
  const left = /wanted the rows of one judge beside the reference, found 4/;
  assert.throws(() => biasBeyondPeople(both, { reference: ["p1", "p2"] }), left);
});

Deno.test("biasAudit: five lines, those that cannot be asked say why; group by group, each line as by itself", () => {
  const all = votedPairs(process, 1),
    pairs = all.drop("words_a", "words_b"),
    rows = biasAudit(pairs).toRecords();
  const verdicts = rows.map(({ verdict }) => verdict).slice(0, 4);
  assert.deepEqual(verdicts, ["supported", "untestable", "untestable", "undecided"]);
  const [{ ib, low }] = informativenessBias(pairs, { by: [] }).toRecords();
  assert.deepEqual([rows[0].estimate, rows[0].low], [ib, low]);
  assert.match(String(rows[1].warning), /wanted the columns words_a and words_b/);
  const alone = biasAudit(pairs.drop("annotator").unique(["item_id"])).toRecords()[3];
  assert.match(String(alone.warning), /no row names an annotator/);
  const other = votedPairs({ ...process, bias: 0.6 }, 2).withColumns(pl.lit("k").alias("judge"));
  const two = pl.concat([all, other]), table = biasAudit(two, { by: "judge" }).toRecords();
  assert.deepEqual(table.map(({ judge }) => judge), [..."jjjjj", ..."kkkkk"]);
  const estimates = (lines: Record<string, unknown>[]) => lines.map(({ estimate }) => estimate);
  assert.deepEqual(estimates(table.slice(0, 5)), estimates(biasAudit(all).toRecords()));
  assert.throws(() => biasAudit(two, { bye: [] } as never), /biasAudit: wanted the options .*found bye/);
});

Deno.test("biasAudit: nothing is absent of replies without a verdict, and labels say why they tell nothing", () => {
  const pairs = votedPairs(process, 1).unique(["item_id"]), item = pl.col("item_id").cast(pl.Int32);
  const say = (choice: string | null, from = 0) =>
    pairs.withColumns(
      pl.when(item.gtEq(pl.lit(from))).then(pl.lit(choice).cast(pl.Utf8)).otherwise(pl.col("human")).alias(
        "choice",
      ),
    );
  const lines = (frame: pl.DataFrame, delta = 0.3) => biasAudit(frame, { delta }).toRecords();
  const cases = [
    [say(null), /^untestable: no reply could be read$/],
    [say("tie"), /^untestable: no verdict names one of the answers$/],
  ] as const;
  for (const [frame, said] of cases) {
    for (const { verdict, warning } of lines(frame).slice(0, 3)) assert.match(`${verdict}: ${warning}`, said);
  }
  assert.equal(lines(say(null, 570))[0].verdict, "absent");
  const [{ verdict: hidden, warning: why }] = lines(say(null, 570), 0.05);
  const words = /^undecided: 5% of the replies are unread and may hide an effect as large/;
  assert.match(`${hidden}: ${why}`, words);
  assert.match(biasAtEqualLength(say(null, 590)).method, /10 unread replies of 600/);
  // People and judge always agree: no label in ten is wrong.
  const { verdict, warning } = biasAudit(say(null, 600)).toRecords()[4];
  assert.match(`${verdict}: ${warning}`, /^untestable: .*with 10% wrong labels no judge without the bias/);
});
