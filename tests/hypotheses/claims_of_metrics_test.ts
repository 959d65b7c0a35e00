import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { balancedAccuracy } from "@/hypotheses/balanced_accuracy.ts";
import { hypothesisTable } from "@/hypotheses/hypothesis_table.ts";
import { longerAnswerWins } from "@/hypotheses/longer_answer_wins.ts";
import { prefersOwnAnswers } from "@/hypotheses/prefers_own_answers.ts";
import { repeatsItself } from "@/hypotheses/repeats_itself.ts";
import type { HypothesisResult } from "@/hypotheses/hypothesis_types.ts";
import { simulateModelPairs } from "@/simulate/model_pairs.ts";

/** Rows of pairs from columns; what is not given is the same for all. */
function pairs(columns: Record<string, (string | number | null)[]>): pl.DataFrame {
  const n = Object.values(columns)[0].length;
  return pl.DataFrame({ item_id: Array.from({ length: n }, (_, i) => String(i)), ...columns });
}
const repeat = <T>(counts: [number, T][]): T[] => counts.flatMap(([n, value]) => Array<T>(n).fill(value));
const fill = <T>(n: number, value: T): T[] => Array(n).fill(value);

Deno.test("longerAnswerWins: share less what independence expects, by hand; all three directions", () => {
  // B is longer in 60 of 100; the judge takes the longer one in 60 + 24 = 84 of them.
  const words_b = repeat([[60, 20], [40, 5]]), words_a = fill(100, 10);
  const judge = (first: number, second: number) =>
    pairs({
      words_a,
      words_b,
      human: fill(100, "A"),
      choice: repeat([[first, "B"], [60 - first, "A"], [second, "B"], [40 - second, "A"]]),
    });
  const likes = longerAnswerWins(judge(54, 10));
  // q = 0.6, w = 0.64: 0.84 − (0.6·0.64 + 0.4·0.36) = 0.312.
  assert.ok(Math.abs(likes.estimate - 0.312) < 1e-12);
  assert.equal(likes.verdict, "supported");
  // The shorter one wins: the same claim is contradicted, whatever share B wins.
  const dislikes = longerAnswerWins(judge(10, 36));
  assert.equal(dislikes.verdict, "contradicted");
  assert.ok(dislikes.estimate < 0);
  // People vote A throughout: they take the longer one in 40 of 100, the judge in 84.
  const beside = likes.sensitivity.find(({ name }) =>
    name === "the judge minus people, share of the longer"
  )!;
  assert.ok(Math.abs(beside.estimate - 0.44) < 1e-12);
});

Deno.test("longerAnswerWins: no people, no comparison with them; nothing decided is no verdict", () => {
  const columns = { words_a: fill(40, 10), words_b: fill(40, 20), human: fill<string | null>(40, null) };
  const { sensitivity } = longerAnswerWins(pairs({ ...columns, choice: repeat([[20, "A"], [20, "B"]]) }));
  assert.deepEqual(sensitivity.map(({ name }) => name), ["share of the longer answer minus one half"]);
  assert.throws(() => longerAnswerWins(pairs({ ...columns, choice: fill(40, "tie") })), /found none/);
});

Deno.test("prefersOwnAnswers: by more than outside judges; none outside is untestable; families without the judge itself", () => {
  const n = 400, human = Array.from({ length: n }, (_, i) => i % 2 === 0 ? "A" : "B");
  const wrong = (human: string, i: number) => i % 50 < 2 ? (human === "A" ? "B" : "A") : human;
  const items = Array.from({ length: n }, (_, i) => String(i));
  const judged = (judge: string, choice: (human: string, i: number) => string) =>
    pl.DataFrame({
      item_id: items,
      judge: fill(n, judge),
      model_a: fill(n, "x"),
      model_b: fill(n, "y"),
      human,
      choice: human.map(choice),
    });
  const own = (choice: (human: string, i: number) => string) =>
    pl.concat([judged("x", choice), judged("o", wrong), judged("p", wrong)]);
  assert.equal(prefersOwnAnswers(own(() => "A")).verdict, "supported"); // always its own
  assert.equal(prefersOwnAnswers(own(() => "B")).verdict, "contradicted");
  const fair = prefersOwnAnswers(own((human, i) => wrong(human, i + 6)));
  assert.deepEqual([fair.verdict, fair.estimate, fair.n], ["absent", 0, n]);
  const alone = prefersOwnAnswers(judged("x", () => "A"));
  assert.deepEqual([alone.verdict, alone.warning], ["untestable", "no outside judge of these pairs"]);
  assert.equal(alone.sensitivity[0].estimate, 1);
  const relatives = pl.concat([judged("z", () => "A"), judged("o", wrong)]);
  assert.throws(() => prefersOwnAnswers(relatives), /found none/);
  const family = prefersOwnAnswers(relatives, { families: { maker: ["x", "z"] }, self: false });
  assert.deepEqual([family.verdict, family.hypothesis], [
    "supported",
    "a judge prefers the answers of its family",
  ]);
  assert.throws(() => prefersOwnAnswers(relatives, { self: false }), /wanted families/);
});

Deno.test("prefersOwnAnswers: a judge whose own model is better by far is not self-loving for that", () => {
  const verdicts = Array.from({ length: 40 }, (_, seed) => {
    const pairs = simulateModelPairs({
      models: { Alder: 1.2, Cedar: 0.2, Elm: 0, Fir: -0.2 },
      judges: ["Alder", "Oak", "Yew"].map((judge) => ({ judge })),
      ...{ images: 60, runs: 1, seed: 100 + seed },
    });
    const { verdict, sensitivity } = prefersOwnAnswers(pairs, { judge: "Alder" });
    return { verdict, alone: sensitivity[0].low > 0 };
  });
  assert.ok(verdicts.filter(({ verdict }) => verdict === "supported").length <= 4, "2.5% asked");
  assert.ok(verdicts.filter(({ alone }) => alone).length > 20, "by itself it looks so");
});

/** Sixty items in two runs of which `flips` differ. */
function twice(flips: number, n = 300): pl.DataFrame {
  const items = Array.from({ length: n }, (_, i) => String(i));
  return pl.DataFrame({
    item_id: [...items, ...items],
    run: [...fill(n, 1), ...fill(n, 2)],
    human: fill(2 * n, "A"),
    choice: [...fill(n, "A"), ...items.map((_, i) => i < flips ? "B" : "A")],
  });
}

Deno.test("repeatsItself: below the limit, above it, and the limit itself", () => {
  assert.equal(repeatsItself(twice(6)).verdict, "supported"); // 2% of 300
  assert.equal(repeatsItself(twice(90)).verdict, "contradicted"); // 30%
  assert.equal(repeatsItself(twice(30)).verdict, "undecided"); // 10%, the limit itself
  assert.equal(repeatsItself(twice(12), { limit: 0.005 }).verdict, "contradicted");
  assert.throws(() => repeatsItself(twice(6).filter(pl.col("run").eq(pl.lit(1)))), /at least two runs/);
});

Deno.test("claims of metrics in one table: every group a verdict or the reason why not", () => {
  const frame = simulateModelPairs({ images: 40 });
  const table = hypothesisTable(frame, [prefersOwnAnswers, longerAnswerWins, repeatsItself], {
    by: ["judge"],
  });
  const rows = table.toRecords() as Record<string, string | number>[];
  assert.equal(rows.length, 9);
  const own = rows.filter(({ hypothesis }) => hypothesis === "a judge prefers its own answers");
  assert.deepEqual(own.map(({ judge, verdict }) => [judge, verdict === "untestable"]), [
    ["Alder", true], // no outside judge in its group
    ["Fir", true],
    ["Oak", true], // wrote nothing
  ]);
  assert.match(String(own[2].note), /found none/);
  assert.notEqual(prefersOwnAnswers(frame, { judge: "Alder" }).verdict, "untestable");
  assert.ok(rows.every(({ provenance, verdict }) => provenance === "simulated" || verdict === "untestable"));
});

Deno.test("intervals follow alpha: at 1 − alpha they just decide the verdict", () => {
  const frame = simulateModelPairs({ images: 40, labelled: 0.5, runs: 2 });
  const alder = frame.filter(pl.col("judge").eq(pl.lit("Alder")));
  const tests: ((alpha: number) => HypothesisResult)[] = [
    (alpha) => longerAnswerWins(alder, { alpha }),
    (alpha) => prefersOwnAnswers(frame, { judge: "Alder", alpha }),
    (alpha) => repeatsItself(alder, { alpha, limit: 0.19 }),
  ];
  for (const test of tests) {
    for (const alpha of [0.01, 0.05, 0.3, 0.6]) {
      const { hypothesis, low, high, nullValue, pValue, verdict } = test(alpha);
      const outside = low > nullValue || high < nullValue;
      assert.equal(outside, pValue < alpha, `${hypothesis} at ${alpha}: ${low} to ${high}, p ${pValue}`);
      assert.equal(outside, verdict === "supported" || verdict === "contradicted", hypothesis);
    }
    const [wide, narrow] = [test(0.01), test(0.3)];
    assert.ok(wide.high - wide.low > narrow.high - narrow.low, wide.hypothesis);
  }
});

Deno.test("a file of text-only judgments: hypotheses say what to do, and doing it works", () => {
  const rows = Array.from({ length: 40 }, (_, i) => ({
    item_id: String(i),
    judge: "j",
    image: false,
    more_informative: i % 3 ? "A" : "B",
    human: i % 2 ? "A" : "B",
    choice: i % 5 ? "A" : "B",
    words_a: 10 + i,
    words_b: 30,
  }));
  const texts = pl.DataFrame(rows);
  for (const claim of [longerAnswerWins, balancedAccuracy] as const) {
    assert.throws(
      () => claim(texts),
      /wanted rows with image true, found false; say \{ condition: \{ image: false \} \} for judgments without the image$/,
    );
    assert.equal(claim(texts, { condition: { image: false } }).n > 0, true);
  }
  // What else the condition asks for is repeated where rows differ in it.
  const two = pl.DataFrame([...rows, ...rows.map((row) => ({ ...row, pipeline: "birch" }))].map((row) => ({
    pipeline: "base",
    ...row,
  })));
  assert.throws(() => longerAnswerWins(two), /say \{ condition: \{ pipeline: "base", image: false \} \}/);
  const told = texts.withColumns(pl.lit(true).alias("image"), pl.lit("a").alias("condition"));
  assert.throws(
    () => longerAnswerWins(told, { condition: { condition: "b" } }),
    /with condition b, found a$/,
  );
  assert.equal(
    longerAnswerWins(two, { condition: { pipeline: "base", image: false } }).n,
    longerAnswerWins(texts, { condition: { image: false } }).n,
  );
});
