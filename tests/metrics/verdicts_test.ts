import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { longerWins } from "@/metrics/longer_wins.ts";
import { orderConsistency } from "@/metrics/order_consistency.ts";
import { pairAccuracy } from "@/metrics/pair_accuracy.ts";
import { positionRobustness } from "@/metrics/position_robustness.ts";
import { slotPreference } from "@/metrics/slot_preference.ts";
import { unparsedAudit } from "@/metrics/unparsed_audit.ts";
import { close } from "../stats/golden.ts";
import golden from "./golden/verdicts.json" with { type: "json" };
import { pairsFrame, type Values } from "./pairs_fixture.ts";

// The frame and the expected values: /usr/bin/python3 tests/metrics/golden/verdicts.py (pandas 1.5.3, numpy 1.24.2)
const FRAME = pairsFrame(golden.rows).withColumns(pl.Series("model", golden.rows.map((row) => row.model)));

/** Compares every expected value of every judge. */
function holds(frame: pl.DataFrame, expected: Record<string, Record<string, number>>): void {
  const rows = frame.toRecords() as (Values & { judge: string })[];
  assert.deepEqual(rows.map((row) => row.judge), Object.keys(expected));
  for (const row of rows) {
    for (const [name, value] of Object.entries(expected[row.judge])) {
      close(row[name], value, { relative: 1e-12, absolute: 1e-14, what: `${row.judge} ${name}` });
    }
  }
}

Deno.test("slotPreference: shares, accuracies and gap are those of pandas", () => {
  holds(slotPreference(FRAME, { by: ["judge"] }), golden.slot);
});

Deno.test("orderConsistency: consistency, flips and fairness are those of pandas", () => {
  holds(orderConsistency(FRAME, { by: ["judge"] }), golden.order);
});

Deno.test("longerWins: share, excess, within and between models are those of pandas", () => {
  holds(longerWins(FRAME, { by: ["judge"], within: "model" }), golden.longer);
});

Deno.test("unparsedAudit: accuracies under the fixed rules are those of pandas, a draw lies between its bounds", () => {
  const rows = unparsedAudit(FRAME, { by: ["judge"], seed: 3 }).toRecords() as (Values & {
    judge: keyof typeof golden.audit;
    rule: unknown;
  })[];
  assert.equal(rows.length, 10);
  for (const row of rows) {
    const expected = golden.audit[row.judge];
    assert.equal(row.n_unparsed, expected.n_unparsed);
    if (row.rule === "random") {
      assert.ok(row.accuracy > expected.worst && row.accuracy < expected.best);
      continue;
    }
    close(row.accuracy, expected[row.rule as "wrong"], { what: `${row.judge} ${row.rule}` });
    assert.equal(row.n, row.rule === "dropped" ? expected.n - expected.n_unparsed : expected.n);
  }
});

Deno.test("slotPreference: where everybody prefers A in one order, share and accuracy are one, with one interval", () => {
  const pairs = pairsFrame(golden.rows).filter(
    pl.col("swapped").not().and(pl.col("choice").isIn(["A", "B"])),
  ).withColumn(pl.lit("A").alias("human"));
  const [slot] = slotPreference(pairs, { by: [] }).toRecords() as Values[];
  const [accuracy] = pairAccuracy(pairs, { by: [] }).toRecords() as Values[];
  assert.deepEqual(
    [slot.share_first, slot.low, slot.high, slot.n_clusters],
    [accuracy.accuracy, accuracy.low, accuracy.high, accuracy.n_clusters],
  );
  assert.deepEqual([slot.acc_second, slot.gap, slot.n_second], [NaN, NaN, 0]);
});

Deno.test("slotPreference: a swapped row's first slot holds B; a judge of the first slot has a gap of 1", () => {
  const rows = ["A", "B", "A", "B"].map((human, i) => ({ human, swapped: i > 1, choice: i > 1 ? "B" : "A" }));
  const [row] = slotPreference(pairsFrame(rows), { by: [] }).toRecords() as Values[];
  assert.deepEqual(
    [row.share_first, row.acc_first, row.acc_second, row.gap, row.human_share_first],
    [1, 1, 0, 1, 0.5],
  );
  assert.ok(row.low < 1 && row.gap_low < 1, "four verdicts do not make it certain");
});

Deno.test("metrics on verdicts: nothing decided gives NaN with its n, no rows an empty frame", () => {
  const none = pairsFrame([{ choice: null, words_a: 3, words_b: 4 }, { choice: "tie", words_a: null }]);
  const [slot] = slotPreference(none, { by: [] }).toRecords() as Values[];
  assert.deepEqual(
    [slot.n, slot.share_first, slot.acc_first, slot.n_tie, slot.n_unparsed],
    [0, NaN, 0, 1, 1],
  );
  const [longer] = longerWins(none, { by: [] }).toRecords() as Values[];
  assert.deepEqual(
    [longer.n, longer.share, longer.excess, longer.n_tie, longer.n_unknown_length],
    [0, NaN, NaN, 1, 0],
  );
  const [order] = orderConsistency(none, { by: [] }).toRecords() as Values[];
  assert.deepEqual(
    [order.n, order.consistency, order.first_when_inconsistent, order.n_incomplete],
    [0, NaN, NaN, 2],
  );
  const empty = pairsFrame([]);
  for (const metric of [slotPreference, orderConsistency, longerWins, unparsedAudit]) {
    assert.equal(metric(empty, { by: ["judge"] }).height, 0, metric.name);
  }
});

Deno.test("orderConsistency: ties, nulls and single orders", () => {
  const orders = (item: string, canonical: string | null, swapped: string | null) => [
    { item_id: item, swapped: false, choice: canonical },
    { item_id: item, swapped: true, choice: swapped },
  ];
  const [row] = orderConsistency(
    pairsFrame([
      ...orders("1", "A", "A"),
      ...orders("2", "tie", "tie"), // the same verdict
      ...orders("3", "A", "B"), // the first twice
      ...orders("4", "B", "A"), // the last twice
      ...orders("5", "tie", "B"), // the first once, a tie once
      ...orders("6", "A", null),
      { item_id: "7", swapped: true, choice: "A" },
    ]),
    { by: [] },
  ).toRecords() as Values[];
  assert.deepEqual(
    [row.n, row.consistency, row.first_when_inconsistent, row.fairness, row.n_incomplete, row.n_one_tie],
    [5, 0.4, 0.5, -0.2, 2, 1],
  );
});

Deno.test("longerWins: excess is within plus between; a strong wordy model makes excess, not within", () => {
  // Model m2 writes longer and wins 3 of 4 whatever the length of its single answers; m1 the reverse.
  const rows = [0, 1].flatMap((strong) =>
    Array.from({ length: 16 }, (_, i) => ({
      choice: (i % 4 === 0) !== (strong === 1) ? "B" : "A",
      words_a: 20,
      words_b: (i < 4) !== (strong === 1) ? 30 : 10,
    }))
  );
  const frame = pairsFrame(rows).withColumns(pl.Series("model", rows.map((_, i) => i < 16 ? "m1" : "m2")));
  const [row] = longerWins(frame, { by: [], within: "model" }).toRecords() as Values[];
  close(row.excess, row.within + row.between, { absolute: 1e-15 });
  close(row.within, 0, { absolute: 1e-15 });
  close(row.excess, 0.125, { absolute: 1e-15 }); // 2·(¾ − ½)·(¾ − ½)
});

Deno.test("unparsedAudit: a draw is the seed's, rows keep theirs whatever else is unparsed; other readings count", () => {
  const rows = Array.from({ length: 40 }, () => ({ human: "A", choice: null as string | null }));
  const accuracy = (seed: number, first: string | null) => {
    const frame = pairsFrame(rows.map((row, i) => i === 0 ? { ...row, choice: first } : row));
    return unparsedAudit(frame, { by: [], seed }).toRecords()[2].accuracy as number;
  };
  assert.equal(accuracy(1, null), accuracy(1, null));
  assert.ok(new Set([1, 2, 3, 4].map((seed) => accuracy(seed, null))).size > 1);
  assert.ok(
    Math.abs(accuracy(1, "A") - accuracy(1, "B")) > 0.02 &&
      Math.abs(accuracy(1, "A") - accuracy(1, "B")) < 0.03,
  );
  const frame = pairsFrame([{ choice: "A" }, { choice: "A" }]).withColumns(
    pl.Series("last", ["B", null], pl.Utf8),
  );
  const last = unparsedAudit(frame, { by: [], readings: { last_label: "last" } }).toRecords().at(
    -1,
  ) as Values;
  assert.deepEqual([last.rule as unknown, last.accuracy, last.n_unparsed], ["last_label", 0, 1]);
  assert.throws(() => unparsedAudit(frame, { readings: { best: "last" } }), /found best/);
});

Deno.test("slots: rows whose order nobody knows are left out and counted", () => {
  const row = (item_id: string, swapped: boolean, choice: string, order: string) => ({
    ...{ item_id, judge: "j", swapped, human: "A", choice, order },
  });
  const known = [row("1", false, "A", "known"), row("2", true, "A", "known")];
  const unknown = [row("3", false, "A", "unknown"), row("4", false, "tie", "unknown")];
  const frame = pl.DataFrame([...known, ...unknown, row("3", true, "B", "known")]);
  const [some] = slotPreference(frame, { by: [] }).toRecords();
  assert.deepEqual([some.n, some.share_first, some.n_first, some.n_second], [3, 2 / 3, 1, 2]);
  assert.deepEqual([some.n_tie, some.n_unparsed, some.n_order_unknown], [0, 0, 2]);
  const [none] = slotPreference(pl.DataFrame(unknown), { by: [] }).toRecords();
  assert.deepEqual([none.n, none.share_first, none.gap, none.n_order_unknown], [0, NaN, NaN, 2]);
  // Item 3 was judged in both orders, if one knew.
  const [both] = orderConsistency(frame, { by: [] }).toRecords();
  assert.deepEqual([both.n, both.consistency], [0, NaN]);
  const [robust] = positionRobustness(frame, { by: [] }).toRecords();
  assert.deepEqual([robust.n, robust.robustness], [0, NaN]);
});
