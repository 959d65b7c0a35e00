import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { correctedRate, labelQueue } from "judgebias";
import { random } from "@/stats/random.ts";

/** Three judges of items that people answer with A in 70%: easy items are judged alike, hard ones by chance. */
function panel(items: number, seed: number) {
  const { uniform } = random(seed),
    truth: number[] = [],
    rows: { item_id: string; judge: string; choice: string }[] = [];
  for (let i = 0; i < items; i++) {
    truth.push(uniform() < 0.7 ? 1 : 0);
    const right = uniform() < 0.7 ? 0.97 : 0.6;
    for (const judge of "xyz") {
      rows.push({ item_id: `${i}`, judge, choice: (uniform() < right) === (truth[i] === 1) ? "A" : "B" });
    }
  }
  return { truth, pairs: pl.DataFrame(rows) };
}

Deno.test("labelQueue: narrower limits than as many labels at random, and they hold", () => {
  const labels = 120, sets = 60;
  let narrower = 0, random_ = 0, held = 0;
  for (let s = 0; s < sets; s++) {
    const { truth, pairs } = panel(1200, s), queue = labelQueue(pairs, { n: labels, seed: s }).toRecords();
    const votes = pairs.groupBy("item_id").agg(
      pl.col("choice").eq(pl.lit("A")).cast(pl.Float64).mean().alias("a"),
    )
      .toRecords();
    const predicted = new Float64Array(truth.length);
    for (const { item_id, a } of votes) predicted[Number(item_id)] = Number(a) > 0.5 ? 1 : 0;
    const all = labelQueue(pairs, { n: truth.length, seed: 0 }).toRecords();
    const stratum = new Map(all.map((row) => [Number(row.item_id), String(row.stratum)]));
    const width = (ids: readonly number[], isStratified: boolean) => {
      const known = new Set(ids), rest = truth.map((_, i) => i).filter((i) => !known.has(i));
      const strata = (list: readonly number[]) =>
        isStratified ? { strata: list.map((i) => stratum.get(i)!) } : {};
      const found = correctedRate({
        method: "ppi",
        predicted: rest.map((i) => predicted[i]),
        ...strata(rest),
        labelled: {
          predicted: ids.map((i) => predicted[i]),
          truth: ids.map((i) => truth[i]),
          ...strata(ids),
        },
      });
      return found;
    };
    const queued = width(queue.map(({ item_id }) => Number(item_id)), true);
    const drawn = width(random(s + 999).shuffle(truth.map((_, i) => i)).slice(0, labels), false);
    narrower += queued.high - queued.low;
    random_ += drawn.high - drawn.low;
    const mean = truth.reduce((sum, value) => sum + value, 0) / truth.length;
    if (queued.low <= mean && mean <= queued.high) held++;
  }
  // Width goes with 1/√n: 0.9 of the width saves a fifth of the labels.
  assert.ok(narrower < 0.93 * random_, `${narrower / sets} against ${random_ / sets}`);
  assert.ok(held / sets > 0.87, `${held} of ${sets}`);
});

Deno.test("labelQueue: what is labelled is not asked again, weights count all, edges", () => {
  const { pairs } = panel(50, 1);
  const some = pairs.withColumns(
    pl.when(pl.col("item_id").isIn(["0", "1"])).then(pl.lit("A")).otherwise(pl.lit(null)).alias("human"),
  );
  const queue = labelQueue(some, { n: 12, seed: 3 });
  assert.ok(!queue.getColumn("item_id").toArray().some((id) => id === "0" || id === "1"));
  assert.equal(new Set(queue.getColumn("item_id").toArray()).size, 12);
  const weights = queue.getColumn("weight").toArray() as number[];
  assert.ok(Math.abs(weights.reduce((sum, weight) => sum + weight, 0) - 48) < 1e-9);
  assert.equal(labelQueue(some, { n: 1, seed: 3 }).height, 1);
  assert.throws(() => labelQueue(some, { n: 49, seed: 3 }), /at most the 48 items/);
  assert.deepEqual(labelQueue(some, { n: 12, seed: 3 }).toRecords(), queue.toRecords());
});
