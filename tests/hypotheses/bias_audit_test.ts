import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { biasAudit } from "@/hypotheses/bias_audit.ts";
import { biasAtEqualLength } from "@/hypotheses/bias_at_equal_length.ts";
import { biasBeyondPeople } from "@/hypotheses/bias_beyond_people.ts";
import { informativenessBias } from "@/metrics/informativeness_bias.ts";
import { normalCdf } from "@/stats/distributions.ts";
import { random } from "@/stats/random.ts";
import { splitVote } from "@/stats/split_vote.ts";
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

Deno.test("biasBeyondPeople: a judge that takes the more informative answer whatever the quality is biased", () => {
  // Its slope on how a pair leans is 0, and the share that it gives to the more informative answer all there is: 2 · .85 − 1.
  const pairs = votedPairs({ ...process, people: 3 }, 1),
    sides = pairs.getColumn("more_informative").toArray();
  for (const every of [7, 33, Infinity]) {
    const choice = pairs.getColumn("item_id").toArray().map((item, row) =>
      Number(item) % every === every - 1 ? (sides[row] === "A" ? "B" : "A") : sides[row]
    );
    const { verdict, estimate, low, high } = biasBeyondPeople(pairs.withColumns(pl.Series("choice", choice)));
    assert.ok(
      verdict === "supported" && low > 0.5 && high <= 1 && Math.abs(estimate - 1 + 2 / every) < 0.1,
      `${low} ${estimate} ${high}`,
    );
  }
});

Deno.test("biasBeyondPeople: a judge of quality alone that always goes one way, where that way is nearly always better, is not called biased", () => {
  const g = random(1), vote = (quality: number) => quality + 0.8 * g.normal() > 0 ? "A" : "B";
  const rows = Array.from({ length: 100 }, (_, item) => {
    const quality = 2 + Math.abs(g.normal()),
      of = { item_id: String(item), image_id: String(item), more_informative: "A" };
    return ["p", "q", "r"].map((annotator) => ({ ...of, annotator, human: vote(quality), choice: "A" }));
  }).flat();
  const { verdict, low } = biasBeyondPeople(pl.DataFrame(rows));
  assert.ok(verdict !== "supported" && !(low > 0), `${verdict} ${low}`);
});

Deno.test("biasBeyondPeople: leanings with a long tail make no bias of a judge of quality alone", () => {
  // Exponential leanings, three votes, a judge twice as exact: taken for normal they gave it shifts of .10 [.02, .19] and −.17 [−.26, −.08].
  for (const side of [-1, 1]) {
    const g = random(1), goes = (chance: number) => g.uniform() < chance ? 1 : 0;
    const units = Array.from({ length: 3000 }, () => {
      const leaning = -side * (0.7 + 1.3 * Math.log(g.uniform())), chance = normalCdf(leaning);
      return {
        votes: goes(chance) + goes(chance) + goes(chance),
        of: 3,
        judge: goes(normalCdf(2 * leaning)),
      };
    });
    const { shift, skew, influence } = splitVote(units)!;
    const error = Math.hypot(...influence);
    assert.ok(Math.abs(shift) < 1.96 * error && side * skew > 0.2, `${shift} ± ${error}, skew ${skew}`);
  }
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
  const constant = votedPairs({ ...process, people: 1 }, 2).withColumns(
    pl.col("more_informative").alias("choice"),
  );
  assert.equal(biasBeyondPeople(constant).verdict, "untestable");
  const [two, three] = [2, 3].map((people) =>
    biasBeyondPeople(votedPairs({ ...process, people, judgeNoise: 0.5 }, 2))
  );
  assert.match(two.warning, /two votes a pair do not show how skewed leanings are/);
  assert.equal(three.warning, "");
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
  assert.deepEqual(
    rows.map(({ verdict }) => verdict).slice(0, 4),
    ["supported", "untestable", "untestable", "undecided"],
  );
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

Deno.test("biasAudit: nothing is absent of replies without a verdict, and labels say why they tell nothing", () => {
  const pairs = votedPairs(process, 1).unique(["item_id"]);
  const say = (choice: string | null, from = 0) =>
    pairs.withColumns(
      pl.when(pl.col("item_id").cast(pl.Int32).gtEq(pl.lit(from))).then(pl.lit(choice).cast(pl.Utf8))
        .otherwise(pl.col("human")).alias("choice"),
    );
  for (
    const [frame, verdict, warning] of [
      [say(null), "untestable", /^no reply could be read$/],
      [say("tie"), "undecided", /0 unread replies and 600 ties of 600 count as wrong/],
      [say(null, 570), "undecided", /30 unread replies and 0 ties of 600 count as wrong/],
    ] as const
  ) {
    for (const { asks, ...line } of biasAudit(frame, { delta: 0.3 }).toRecords().slice(0, 3)) {
      assert.equal(line.verdict, verdict, String(asks));
      assert.match(String(line.warning), warning, String(asks));
    }
  }
  assert.equal(biasAudit(say(null, 590), { delta: 0.3 }).toRecords()[0].verdict, "absent");
  assert.match(biasAtEqualLength(say(null, 590)).method, /10 unread replies and 0 ties of 600/);
  // People and judge always agree: no label in ten is wrong.
  const [, , , , labels] = biasAudit(say(null, 600)).toRecords();
  assert.equal(labels.verdict, "untestable");
  assert.match(String(labels.warning), /with 10% wrong labels no judge without the bias/);
});
