import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { criterionConflicts } from "@/metrics/criterion_conflicts.ts";
import { criterionCorrelation } from "@/metrics/criterion_correlation.ts";
import { pairComposition, responseLengths } from "@/figures/multi_crit/composition.ts";
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
  assert.deepEqual(
    rows(criterionConflicts(frame, { of: "judge" })).map(({ conflicts }) => conflicts),
    [0, 0, 0, 0, 0, 0],
  );
  assert.throws(() => criterionConflicts(frame, { of: "all" as "judge" }), /of human or judge, found "all"/);
});

Deno.test("criterionCorrelation: 2·P(same) − 1, whichever response is called A; its limits are those of the share", () => {
  // The same on 8 of 12 items.
  const one = "AABBAABABBAA", two = "ABBAAABBBAAA";
  const frameOf = (turned: (i: number) => boolean) =>
    criteriaFrame([...one].flatMap((letter, i) => {
      const human = letter + two[i], other = human.replace(/./g, (own) => own === "A" ? "B" : "A");
      return item(`${i}`, turned(i) ? other : human, "..");
    }));
  const [row] = rows(criterionCorrelation(frameOf(() => false), { by: [] }));
  assert.deepEqual([row.n, row.correlation], [12, 8 / 12 - 4 / 12]);
  const [share] = rows(criterionConflicts(frameOf(() => false), { by: [] }));
  near(row.low, 1 - 2 * share.high);
  near(row.high, 1 - 2 * share.low);
  const [turned] = rows(criterionCorrelation(frameOf((i) => i % 3 === 0), { by: [] }));
  assert.equal(turned.correlation, row.correlation);
  // python3 -c "import numpy; print(numpy.corrcoef([1,1,-1,-1,1,1,-1,1,-1,-1,1,1], [1,-1,-1,1,1,1,-1,-1,-1,1,1,1])[0,1])"
  const [phi] = rows(criterionCorrelation(frameOf(() => false), { by: [], coefficient: "phi" }));
  near(phi.correlation, 0.31428571428571433);
  assert.ok(Number.isNaN(phi.low) && /no interval/.test(String(phi.warning)));
  const [other] = rows(criterionCorrelation(frameOf((i) => i % 3 === 0), { by: [], coefficient: "phi" }));
  assert.ok(Math.abs(other.correlation - phi.correlation) > 0.01);
});

Deno.test("criterionCorrelation: only conflicted items push correlations down; those with two criteria are −1", () => {
  const frame = criteriaFrame([
    ...["AA", "BB", "AA", "BB", "AB", "BA"].flatMap((human, i) => item(`${i}`, human, "..")),
  ]);
  const [all] = rows(criterionCorrelation(frame, { by: [] }));
  near(all.correlation, 1 / 3); // the same on 4 of 6
  const [selected] = rows(criterionCorrelation(frame, { by: [], items: "conflict" }));
  assert.deepEqual([selected.correlation, selected.n], [-1, 2]);
  assert.ok(selected.low === -1 && selected.high > 0, "two items prove nothing");
  const constant = criteriaFrame(["AA", "AB"].flatMap((human, i) => item(`${i}`, human, "..")));
  assert.ok(
    Number.isNaN(rows(criterionCorrelation(constant, { by: [], coefficient: "phi" }))[0].correlation),
  );
  for (const wrong of [{ items: "some" as "all" }, { coefficient: "kappa" as "phi" }]) {
    assert.throws(() => criterionCorrelation(frame, wrong), /items all or conflict|coefficient same or phi/);
  }
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
  assert.deepEqual(
    found.map(({ n, share, n_untyped }) => [n, share, n_untyped]),
    [[1, 0.5, 1], [1, 0.5, 1], [0, 0, 0], [1, 1, 0]],
  );
  const [lengths] = rows(responseLengths(frame));
  // numpy.quantile([12, 40, 7, 99, 23, 23, 51], [.25, .5, .75]) = [17.5, 23, 45.5]
  assert.deepEqual(
    [lengths.n, lengths.q25, lengths.q50, lengths.q75, lengths.n_unknown],
    [7, 17.5, 23, 45.5, 1],
  );
  const twice = pl.DataFrame({ item_id: ["1", "1"], pair_type: ["cross", "intra"] });
  assert.throws(() => pairComposition(twice, { by: [] }), /one pair_type per item/);
  assert.ok(Number.isNaN(rows(responseLengths(frame.head(0)))[0].q50));
});
