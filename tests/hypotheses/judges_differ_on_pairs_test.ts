import assert from "node:assert/strict";
import { informativenessBias, judgesDiffer, lengthBias, pairAccuracy } from "judgebias";
import { random } from "@/stats/random.ts";
import { close } from "../stats/golden.ts";
import { pairsFrame } from "../metrics/pairs_fixture.ts";

/** 80 items on 40 images, judged by two judges of the given accuracies; every third answer A is the informative one. */
function judged(accuracy: Record<string, number>, seed = 5) {
  const draw = random(seed);
  return Array.from({ length: 80 }, (_, i) => {
    const human = draw.uniform() < 0.5 ? "A" : "B", other = human === "A" ? "B" : "A";
    return Object.entries(accuracy).map(([judge, p]) => ({
      item_id: `i${i}`,
      image_id: `p${i % 40}`,
      human,
      judge,
      more_informative: i % 3 === 0 ? "A" : "B",
      words_a: 10 + i % 7,
      words_b: 13,
      choice: draw.uniform() < p ? human : other,
    }));
  }).flat();
}

Deno.test("judgesDiffer on pairs: the differences are those of the metrics on the pairs that both judged", () => {
  const rows = judged({ one: 0.9, two: 0.55 });
  const frame = pairsFrame(rows);
  const result = judgesDiffer(frame, { first: "one", second: "two" });
  const of = (metric: typeof pairAccuracy, column: string) => {
    const [one, two] = ["one", "two"].map((judge) =>
      metric(frame, { by: ["judge"] }).toRecords().find((row) => row.judge === judge)![column] as number
    );
    return one - two;
  };
  close(result.estimate, of(pairAccuracy, "accuracy"));
  const row = (name: string) => result.sensitivity.find((row) => row.name.startsWith(name))!;
  close(row("difference in informativeness bias").estimate, of(informativenessBias, "ib"));
  close(row("difference in length bias").estimate, of(lengthBias, "lb"));
  assert.equal(result.verdict, "supported");
  assert.deepEqual([result.n, result.clusters], [80, 40]);
  assert.ok(Number.isNaN(row("one").pValue), "an accuracy alone tests nothing");
  const turned = judgesDiffer(frame, { first: "two", second: "one" });
  close(turned.estimate, -result.estimate);
  close(turned.pValue, result.pValue);

  // What one of them lacks is left out, and said.
  const fewer = judgesDiffer(pairsFrame(rows.slice(0, -1)), { first: "one", second: "two" });
  assert.equal(fewer.n, 79);
  assert.match(fewer.method, /\(1 rows of one of them only left out\)/);
});

Deno.test("judgesDiffer on pairs: of judges with the same verdicts it is not said that they differ", () => {
  const same = judged({ one: 0.7 }).flatMap((row) => [row, { ...row, judge: "two" }]);
  const result = judgesDiffer(pairsFrame(same), { first: "one", second: "two" });
  assert.equal(result.estimate, 0);
  assert.ok(result.verdict !== "supported" && result.low < 0 && result.high > 0, "limits, no point");
});

Deno.test("judgesDiffer on pairs: what cannot be compared is refused by name", () => {
  const frame = pairsFrame(judged({ one: 0.9, two: 0.5 }));
  const of = (options: object) => () => judgesDiffer(frame, { first: "one", second: "two", ...options });
  const loose = judgesDiffer as (...given: unknown[]) => unknown;
  assert.throws(() => loose(frame), /wanted two judges .* found none/);
  assert.throws(() => loose(frame, { first: "one" }), /wanted two judges .* found one/);
  assert.throws(of({ second: "three" }), /judge three, found one, two/);
  assert.throws(of({ second: "one" }), /wanted two judges, found one twice/);
  assert.throws(of({ firstPrompt: "score" }), /found firstPrompt, which is one of score pairs/);
  const apart = judged({ one: 0.9, two: 0.5 }).map((row) => ({
    ...row,
    item_id: `${row.item_id} of ${row.judge}`,
  }));
  assert.throws(
    () => judgesDiffer(pairsFrame(apart), { first: "one", second: "two" }),
    /a verdict of both one and two and a human label A or B, found none/,
  );
});

Deno.test("judgesDiffer on pairs: clusters are called items where image_id only repeats them", () => {
  const rows = judged({ one: 0.9, two: 0.55 }), asked = { first: "one", second: "two" };
  const filled = judgesDiffer(pairsFrame(rows.map((row) => ({ ...row, image_id: row.item_id }))), asked);
  assert.match(filled.method, /cluster-robust by item$/);
  assert.ok(filled.assumptions.includes("pairs on different items are independent"));
  assert.match(judgesDiffer(pairsFrame(rows), asked).method, /cluster-robust by image$/);
});
