import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { criterionConflicts } from "@/metrics/criterion_conflicts.ts";
import { criterionCorrelation } from "@/metrics/criterion_correlation.ts";
import { pairComposition, responseLengths } from "@/figures/multi_crit/composition.ts";
import { studentQuantile } from "@/stats/student_quantile.ts";
import { criteriaFrame, item } from "./criteria_fixture.ts";

type Row = Record<string, number> & Record<"criterion_a" | "criterion_b", string>;
const rows = (frame: pl.DataFrame) => frame.toRecords() as Row[];
const near = (found: number, wanted: number) =>
  assert.ok(Math.abs(found - wanted) < 1e-12, `${found}, not ${wanted}`);

Deno.test("criterionConflicts: hand-worked; each item once however many judges", () => {
  const labels = ["AAB", "ABB", "AA", "AAA"]; // items 1 to 4; the third lacks no_hallucination
  const frame = criteriaFrame(
    ["x", "y"].flatMap((judge) =>
      labels.flatMap((human, i) =>
        item(`${i}`, human, human.replace(/./g, judge === "x" ? "A" : "B"), { judge })
      )
    ),
  );
  const found = rows(criterionConflicts(frame, { by: ["split"] }));
  assert.deepEqual(found.map((row) => [row.criterion_a, row.criterion_b, row.n, row.conflicts, row.share]), [
    ["completeness", "grounding", 4, 1, 1 / 4], // item 2 of 1, 2, 3, 4
    ["completeness", "no_hallucination", 3, 2, 2 / 3], // items 1 and 2 of 1, 2, 4
    ["grounding", "no_hallucination", 3, 1, 1 / 3], // item 1
  ]);
  assert.equal(criterionConflicts(frame).height, 6, "by default the same for each judge");
  // The judges never prefer different responses.
  assert.deepEqual(rows(criterionConflicts(frame, { of: "judge" })).map(({ conflicts }) => conflicts), [
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  assert.throws(() => criterionConflicts(frame, { of: "all" as "judge" }), /of human or judge, found "all"/);
});

Deno.test("criterionCorrelation: numpy's value, and the interval of the textbook's influence function", () => {
  // python3 -c "import numpy; print(numpy.corrcoef([1,1,-1,-1,1,1,-1,1,-1,-1,1,1], [1,-1,-1,1,1,1,-1,-1,-1,1,1,1])[0,1])"
  const one = "AABBAABABBAA", two = "ABBAAABBBAAA";
  const frame = criteriaFrame([...one].flatMap((letter, i) => item(`${i}`, letter + two[i], "..")));
  const [row] = rows(criterionCorrelation(frame, { by: [] }));
  assert.equal(row.n, 12);
  near(row.correlation, PHI);
  const sign = (text: string) => [...text].map((letter) => letter === "A" ? 1 : -1);
  const standard = (v: number[]) => {
    const m = v.reduce((a, b) => a + b) / v.length;
    const s = Math.sqrt(v.reduce((a, b) => a + (b - m) ** 2, 0) / v.length);
    return v.map((value) => (value - m) / s);
  };
  const [x, y] = [standard(sign(one)), standard(sign(two))];
  const squares = x.reduce((sum, v, i) => sum + (v * y[i] - PHI / 2 * (v * v + y[i] * y[i])) ** 2, 0);
  // A correlation is bound to lie in −1 … 1: the limits are symmetric in Fisher's z, whose derivative is 1/(1 − r²).
  const half = studentQuantile(0.975, 11) * Math.sqrt(12 / 11 * squares) / 12 / (1 - PHI ** 2);
  near(row.high, Math.tanh(Math.atanh(PHI) + half));
  near(row.low, Math.tanh(Math.atanh(PHI) - half));
});
const PHI = 0.31428571428571433;

Deno.test("criterionCorrelation: only conflicted items push correlations down; those with two criteria are −1", () => {
  const frame = criteriaFrame([
    ...["AA", "BB", "AA", "BB", "AB", "BA"].flatMap((human, i) => item(`${i}`, human, "..")),
  ]);
  const [all] = rows(criterionCorrelation(frame, { by: [] }));
  near(all.correlation, 1 / 3); // table [[2, 1], [1, 2]]: (4 − 1)/9
  const [selected] = rows(criterionCorrelation(frame, { by: [], items: "conflict" }));
  assert.deepEqual([selected.correlation, selected.n], [-1, 2]);
  assert.ok(Number.isNaN(selected.low), "no spread to estimate an error from");
  const constant = criteriaFrame(["AA", "AB"].flatMap((human, i) => item(`${i}`, human, "..")));
  assert.ok(Number.isNaN(rows(criterionCorrelation(constant, { by: [] }))[0].correlation));
  assert.throws(
    () => criterionCorrelation(frame, { items: "some" as "all" }),
    /items all or conflict, found "some"/,
  );
});

Deno.test("two human labels of one criterion and item are refused", () => {
  const frame = criteriaFrame([
    ...item("1", "AB", "AA", { judge: "x" }),
    ...item("1", "AA", "AA", { judge: "y" }),
  ]);
  assert.throws(
    () => criterionConflicts(frame, { by: [] }),
    /one human label per item and criterion.*grounding/,
  );
});

Deno.test("pairComposition and responseLengths count items once", () => {
  const frame = pl.DataFrame({
    split: ["open_ended", "open_ended", "open_ended", "open_ended", "reasoning"],
    item_id: ["1", "1", "2", "3", "1"],
    pair_type: ["cross", "cross", "intra", null, "intra"],
    words_a: [12, 12, 7, 23, 51],
    words_b: [40, 40, 99, 23, null],
  });
  const found = rows(pairComposition(frame));
  assert.deepEqual(found.map(({ n, share, n_untyped }) => [n, share, n_untyped]), [
    [1, 0.5, 1],
    [1, 0.5, 1],
    [0, 0, 0],
    [1, 1, 0],
  ]);
  const [lengths] = rows(responseLengths(frame));
  // numpy.quantile([12, 40, 7, 99, 23, 23, 51], [.25, .5, .75]) = [17.5, 23, 45.5]
  assert.deepEqual([lengths.n, lengths.q25, lengths.q50, lengths.q75, lengths.n_unknown], [
    7,
    17.5,
    23,
    45.5,
    1,
  ]);
  const twice = pl.DataFrame({ item_id: ["1", "1"], pair_type: ["cross", "intra"] });
  assert.throws(() => pairComposition(twice, { by: [] }), /one pair_type per item/);
  assert.ok(Number.isNaN(rows(responseLengths(frame.head(0)))[0].q50));
});
