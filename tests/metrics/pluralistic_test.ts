import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import { conflictMatchingRate } from "@/metrics/conflict_matching_rate.ts";
import { criteriaMetrics } from "@/metrics/criteria_metrics.ts";
import { criterionAccuracy } from "@/metrics/criterion_accuracy.ts";
import { pluralisticAccuracy } from "@/metrics/pluralistic_accuracy.ts";
import { tradeoffSensitivity } from "@/metrics/tradeoff_sensitivity.ts";
import { criteriaFrame, item } from "./criteria_fixture.ts";
import { wilsonLimits } from "../stats/mover.ts";

type Row = Record<string, number> & Record<"judge" | "criterion", string>;
const rows = (frame: pl.DataFrame) => frame.toRecords() as Row[];
const all = { by: [] };

// Seven items: labels of the human, choices of the judge.
const frame = criteriaFrame([
  ...item("1", "AAB", "AAB"), // all right; 2·1 = 2 conflicts, both matched
  ...item("2", "AABB", "AAAA"), // one side: no trade-off; 2·2 = 4 conflicts, none matched
  ...item("3", "ABAAA", "BAAAA"), // differs, wrongly; 4·1 = 4 conflicts: grounding is wrong, none matched
  ...item("4", "AAA", "AAA"), // no conflict, all right
  ...item("5", "A", "A"), // one annotated criterion, right
  ...item("6", "B", "A"), // one annotated criterion, wrong
  ...item("7", "BBA", "BAA"), // differs; of 2 conflicts (1–3, 2–3) one is matched
]);

Deno.test("PAcc, TOS, CMR: a hand-worked table", () => {
  const [pacc] = rows(pluralisticAccuracy(frame, all));
  assert.deepEqual([pacc.value, pacc.n, pacc.n_matched], [3 / 7, 7, 3]); // items 1, 4, 5
  const [tos] = rows(tradeoffSensitivity(frame, all));
  assert.deepEqual([tos.value, tos.n, tos.n_left_out], [3 / 4, 4, 0]); // 1, 3, 7 of 1, 2, 3, 7
  const [cmr] = rows(conflictMatchingRate(frame, all));
  assert.deepEqual([cmr.value, cmr.n, cmr.n_items], [3 / 12, 12, 4]); // (2 + 0 + 0 + 1)/(2 + 4 + 4 + 2)
});

Deno.test("criterionAccuracy: per criterion, and the macro average counts criteria alike", () => {
  const found = rows(criterionAccuracy(frame, all));
  // completeness: right on 1, 2, 4, 5, 7, wrong on 3 and 6; grounding: right on 1, 2, 4, wrong on 3 and 7; and so on.
  assert.deepEqual(found.map(({ criterion, value, n }) => [criterion, value, n]), [
    ["completeness", 5 / 7, 7],
    ["grounding", 3 / 5, 5],
    ["no_hallucination", 4 / 5, 5],
    ["expressiveness", 1 / 2, 2],
    ["clarity", 1, 1],
  ]);
  const macro = (5 / 7 + 3 / 5 + 4 / 5 + 1 / 2 + 1) / 5;
  assert.ok(found.every((row) => Math.abs(row.macro - macro) < 1e-15));
  const average = rows(criteriaMetrics(frame, all))[3];
  assert.ok(Math.abs(average.value - macro) < 1e-15);
  assert.deepEqual([average.n, average.n_clusters], [20, 7]);
  assert.ok(average.low < macro && average.high > macro && average.high <= 1);
});

Deno.test("a missing answer is wrong in PAcc and accuracy, and leaves TOS and CMR", () => {
  const one = criteriaFrame([
    ...item("1", "AAB", "AA."), // its only B is gone: no human conflict remains, both pairs leave
    ...item("2", "AAB", "A.B"), // a conflict remains (1–3), one pair leaves; the judge differs there and matches it
    ...item("3", "AAB", "AAB"),
  ]);
  const [pacc] = rows(pluralisticAccuracy(one, all));
  assert.deepEqual([pacc.value, pacc.n, pacc.n_unparsed], [1 / 3, 3, 2]);
  const [tos] = rows(tradeoffSensitivity(one, all));
  assert.deepEqual([tos.value, tos.n, tos.n_left_out], [1, 2, 1]);
  const [cmr] = rows(conflictMatchingRate(one, all));
  assert.deepEqual([cmr.value, cmr.n, cmr.n_left_out], [1, 3, 3]); // 0 + 1 + 2 of 0 + 1 + 2; 2 + 1 + 0 left
  const accuracy = rows(criterionAccuracy(one, all));
  assert.deepEqual(accuracy.map(({ value, n }) => [value, n]), [[1, 3], [2 / 3, 3], [2 / 3, 3]]);
});

Deno.test("a judge's tie is wrong everywhere, and prefers neither response", () => {
  const one = criteriaFrame([...item("1", "AB", "A="), ...item("2", "ABB", "A=B")]);
  assert.equal(rows(pluralisticAccuracy(one, all))[0].value, 0);
  const [tos] = rows(tradeoffSensitivity(one, all));
  assert.deepEqual([tos.value, tos.n, tos.n_tie], [0.5, 2, 2]); // item 2 has A and B beside the tie
  const [cmr] = rows(conflictMatchingRate(one, all));
  assert.deepEqual([cmr.value, cmr.n, cmr.n_left_out], [1 / 3, 3, 0]);
});

Deno.test("human ties and missing labels take no part and are counted", () => {
  const one = criteriaFrame([
    ...item("1", "A=", "AB"), // one annotated criterion left: no conflict, PAcc right
    ...item("2", "=.", "AB"), // none left: in no metric
    ...item("3", "A=B", "AAB"), // conflict 1–3, matched
  ]);
  const [pacc] = rows(pluralisticAccuracy(one, all));
  assert.deepEqual([pacc.value, pacc.n, pacc.n_human_tie, pacc.n_human_missing], [1, 2, 3, 1]);
  assert.deepEqual(rows(tradeoffSensitivity(one, all)).map(({ value, n }) => [value, n]), [[1, 1]]);
  assert.deepEqual(rows(conflictMatchingRate(one, all)).map(({ value, n }) => [value, n]), [[1, 1]]);
  assert.deepEqual(
    rows(criterionAccuracy(one, all)).map(({ criterion, n }) => [criterion, n]),
    [["completeness", 2], ["grounding", 0], ["no_hallucination", 1]],
  );
});

Deno.test("no unit: NaN with n = 0; a share of 1 has Wilson's limits; one item has no interval", () => {
  const none = criteriaFrame(item("1", "AA", "AA"));
  const [tos] = rows(tradeoffSensitivity(none, all));
  assert.ok(Number.isNaN(tos.value) && Number.isNaN(tos.low) && tos.n === 0);
  assert.ok(Number.isNaN(rows(conflictMatchingRate(none, all))[0].value));
  const [pacc] = rows(pluralisticAccuracy(none, all));
  assert.ok(pacc.value === 1 && Number.isNaN(pacc.low), "one cluster");
  const many = criteriaFrame(Array.from({ length: 30 }, (_, i) => item(`${i}`, "AB", "AB")).flat());
  const [sure] = rows(pluralisticAccuracy(many, all));
  assert.ok(
    Math.abs(sure.low - wilsonLimits({ mean: 1, trials: 30, df: 29 }).low) < 1e-12 && sure.high === 1,
  );
  const empty = frame.head(0);
  assert.equal(pluralisticAccuracy(empty).height, 0);
  assert.equal(criterionAccuracy(empty).height, 0);
  assert.equal(rows(pluralisticAccuracy(empty, all))[0].n, 0);
  assert.ok(Number.isNaN(rows(criteriaMetrics(empty, all))[3].value));
});

Deno.test("judges, modes and splits never mix, whatever by says; the default has a row for each", () => {
  const two = criteriaFrame([
    ...item("1", "AB", "AA", { judge: "a" }),
    ...item("1", "AB", "BB", { judge: "b" }), // together the two would differ
    ...item("1", "BA", "BA", { judge: "a", split: "reasoning" }),
  ]);
  const found = tradeoffSensitivity(two);
  assert.deepEqual(found.columns.slice(0, 6), ["judge", "mode", "split", "value", "n", "low"]);
  assert.deepEqual(rows(found).map(({ value }) => value), [0, 1, 0]);
  assert.deepEqual(rows(tradeoffSensitivity(two, all)).map(({ value, n }) => [value, n]), [[1 / 3, 3]]);
});

Deno.test("intervals are clustered by picture where it is named", () => {
  const make = (image: (i: number) => string | null) =>
    criteriaFrame(
      Array.from({ length: 40 }, (_, i) => item(`${i}`, "AB", i % 20 < 10 ? "AB" : "AA", { image: image(i) }))
        .flat(),
    );
  const [alone] = rows(pluralisticAccuracy(make((i) => `p${i}`), all));
  const [shared] = rows(pluralisticAccuracy(make((i) => `p${i % 20}`), all)); // two items with one fate on each picture
  const [unknown] = rows(pluralisticAccuracy(make(() => null), all));
  assert.deepEqual([alone.n_clusters, shared.n_clusters, unknown.n_clusters], [40, 20, 40]);
  assert.ok(shared.high - shared.low > 1.35 * (alone.high - alone.low)); // √2, less the factor's change
  assert.equal(unknown.low, alone.low);
});

Deno.test("refusals: missing columns, other verdicts, a criterion twice", () => {
  assert.throws(() => pluralisticAccuracy(frame.select("item_id", "human")), /criterion, choice/);
  assert.throws(() => conflictMatchingRate(criteriaFrame(item("1", "AC", "AA"))), /human, found "C"/);
  assert.throws(
    () => criterionAccuracy(criteriaFrame([...item("1", "A", "A"), ...item("1", "A", "B")])),
    /one row per judge, mode, split, item_id, criterion, found rows 1 and 2/,
  );
  assert.throws(() => criterionAccuracy(frame, { by: ["criterion"] }), /without criterion/);
});
