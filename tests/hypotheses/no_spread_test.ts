import assert from "node:assert/strict";
import pl from "nodejs-polars";
import {
  contrast,
  honestLeaderboard,
  hypothesisTable,
  imageReliance,
  judgesDiffer,
  longerAnswerWins,
  meanScores,
  repeatsItself,
  slotPreference,
} from "judgebias";
import { clusterInterval, kendallInterval } from "judgebias/stats";
import { random } from "@/stats/random.ts";
import { type PairRow, pairsFrame, type Values } from "../metrics/pairs_fixture.ts";
import { sure, wilsonLimits } from "../stats/mover.ts";

const sequence = (n: number) => Array.from({ length: n }, (_, i) => i);
const near = (found: number, wanted: number, tolerance = 1e-9) =>
  assert.ok(Math.abs(found - wanted) <= tolerance, `${found} is not ${wanted}`);
/** Wilson's limit of none of n, with Student's quantile. */
const none = (n: number) => wilsonLimits(sure(0, n)).high;

/** Each item asked twice by a judge that repeats itself. */
const twice = (items: number) =>
  pairsFrame(
    sequence(2 * items).map((i) => ({ item_id: String(i % items), run: 1 + Math.floor(i / items) })),
  );

Deno.test("repeatsItself: two items asked twice prove nothing, three hundred do; alike in a table", () => {
  for (const [items, verdict] of [[2, "undecided"], [10, "undecided"], [300, "supported"]] as const) {
    const { pValue, low, high, ...rest } = repeatsItself(twice(items));
    assert.deepEqual([rest.verdict, low], [verdict, 0]);
    assert.ok(pValue > 0 && high > 0.01, `${pValue} ${high}`);
    const [row] = hypothesisTable(twice(items), repeatsItself, { by: ["judge"] }).toRecords();
    assert.deepEqual([row.verdict, row.p_value], [verdict, pValue]);
  }
});

Deno.test("longerAnswerWins: where one side is always the longer, nothing can be told; where lengths vary, by the number of pairs", () => {
  const rows = (n: number, long: (i: number) => boolean) =>
    pairsFrame(sequence(n).map((i) => ({ choice: "B", words_a: 20, words_b: long(i) ? 30 : 10 })));
  for (const n of [2, 10, 600]) {
    const one = longerAnswerWins(rows(n, () => true));
    assert.deepEqual([one.verdict, one.n], ["untestable", n]);
    assert.match(one.warning, /always on one side/);
    // B always wins, longer or not.
    assert.equal(longerAnswerWins(rows(n, (i) => i % 2 === 0)).verdict, n < 600 ? "undecided" : "absent");
  }
});

Deno.test("two judges alike: the same limits, by the number of items, behind every door", () => {
  const n = 60, right = sequence(n).map((i) => i % 3 > 0);
  const rows = (column: (way: number) => Partial<PairRow>) =>
    pairsFrame(
      sequence(2 * n).map((i) => ({
        item_id: String(i % n),
        choice: right[i % n] ? "A" : "B",
        ...column(Math.floor(i / n)),
      })),
    );
  const judges = rows((way) => ({ judge: ["x", "y"][way] }));
  const [reliance] = imageReliance(rows((way) => ({ image: way === 0 })), { by: [] }).toRecords() as Values[];
  const doors = {
    judgesDiffer: judgesDiffer(judges, { first: "x", second: "y" }),
    contrast: contrast(judges, { outcome: "correct", first: { judge: "x" }, second: { judge: "y" } }),
    imageReliance: { estimate: 0, low: reliance.low, high: reliance.high },
  };
  for (const [name, { estimate, low, high, ...rest }] of Object.entries(doors)) {
    assert.equal(estimate, 0);
    near(low, -none(n));
    near(high, none(n));
    // Sixty pairs without a difference rule one of 5 points out at the 90% of two one-sided tests.
    if ("verdict" in rest) assert.equal(rest.verdict, "absent", name);
  }
});

Deno.test("a consistent judge in both orders: its share of the first slot is one half, give or take its items", () => {
  for (const items of [4, 40]) {
    const rows = sequence(2 * items).map((i) => ({
      item_id: String(i >> 1),
      swapped: i % 2 === 1,
      choice: "A",
    }));
    const [row] = slotPreference(pairsFrame(rows), { by: [] }).toRecords() as Values[];
    assert.equal(row.share_first, 0.5);
    assert.ok(row.high - row.low >= none(items) - 1e-12 && row.low < 0.5, `${row.low} ${row.high}`);
    assert.match(String(row.warning), /nothing varies over \d+ clusters/);
  }
});

Deno.test("two pairs of two images: every door says the same of two judges, and none is sure", () => {
  const rows = ["x", "y"].flatMap((judge) =>
    sequence(4).map((i) => ({
      judge,
      item_id: String(i),
      image_id: String(i % 2),
      choice: judge === "x" ? "A" : "B",
    }))
  );
  const [, second] = honestLeaderboard(pairsFrame(rows), { by: [] }).toRecords();
  const differ = judgesDiffer(pairsFrame(rows), { first: "x", second: "y" });
  near(second.p_first as number, differ.pValue);
  assert.deepEqual([second.with_first, second.rank_low, differ.verdict], [1, 1, "undecided"]);
});

Deno.test("means of scores that are alike lie as far from their ends as clusters could hide; numbers without ends have no limits", () => {
  const scores = (n: number) =>
    pl.DataFrame(
      sequence(n).map((i) => ({
        image_id: String(i),
        generator: "g",
        evaluator: "e",
        setting: "ref_free",
        score: 0.9,
      })),
    );
  const [row] = meanScores(scores(50), { setting: "ref_free" }).toRecords() as Values[];
  const wanted = wilsonLimits({ mean: 0.9, trials: 50, df: 49 });
  near(row.low, wanted.low);
  near(row.high, wanted.high);
  const [few] = meanScores(scores(2), { setting: "ref_free" }).toRecords() as Values[];
  assert.ok(few.low < 0.2 && few.high > 0.98, `${few.low} ${few.high}`);
  assert.throws(() => meanScores(scores(2), undefined as never), /TypeError: meanScores: wanted a setting/);
});

Deno.test("one p for one interval: it passes α where a limit passes the null", () => {
  // 57 of 60 against .8
  const human = sequence(60).map((i) => i < 57 ? 1 : 0);
  const share = clusterInterval({
    values: human,
    parts: human.map(() => 0),
    clusters: sequence(60),
    weights: [1],
    nullValue: 0.8,
  });
  near(share.pValue, 0.0055, 1e-4);
  // Lengths and verdicts hang together altogether: limits stay below ½, p follows them.
  const half = pairsFrame(
    sequence(6).map((i) => ({
      choice: i % 2 === 0 ? "A" : "B",
      words_a: 20,
      words_b: i % 2 === 0 ? 10 : i === 1 ? 10 : 30,
    })),
  );
  const { estimate, low, high, df, pValue, pEquivalence } = longerAnswerWins(half);
  assert.ok(low <= estimate && estimate <= high && high <= 0.5 && df <= 5, `${low} ${high} ${df}`);
  assert.ok((pValue < 0.05) === (low > 0) && pEquivalence > 0.05, `${pValue} [${low}, ${high}]`);
});

Deno.test("Kendall's p and interval agree about 0", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const generator = random(seed), n = 5 + seed % 12;
    const x = sequence(n).map(() => generator.integer(6)), y = x.map((value) => value + generator.integer(9));
    const { low, high, pValue } = kendallInterval(x, y);
    if (Number.isNaN(low)) continue;
    assert.equal(pValue < 0.05, low > 0 || high < 0, `seed ${seed}: p ${pValue} [${low}, ${high}]`);
  }
});
