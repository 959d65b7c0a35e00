import assert from "node:assert/strict";
import type pl from "nodejs-polars";
import { compareCriteria } from "@/metrics/compare_criteria.ts";
import { mcnemar } from "@/stats/mcnemar.ts";
import { criteriaFrame, item } from "./criteria_fixture.ts";

type Row = Record<string, number> & Record<"metric" | "test", string>;
const rows = (frame: pl.DataFrame) => frame.toRecords() as Row[];
const modes = { first: { mode: "joint" }, second: { mode: "single" }, by: [] };

/** Items with the choices in both modes. */
function both(items: [human: string, joint: string, single: string][]): pl.DataFrame {
  return criteriaFrame(items.flatMap(([human, joint, single], i) => [
    ...item(`${i}`, human, joint, { mode: "joint" }),
    ...item(`${i}`, human, single, { mode: "single" }),
  ]));
}

Deno.test("compareCriteria: a hand-worked table over the units that both judged", () => {
  const [pacc, tos, cmr, average] = rows(compareCriteria(
    both([
      ["AB", "AA", "AB"], // only single right; only single differs; 0 and 1 of 1 pair
      ["AAB", "AAB", "ABB"], // only joint right; both differ; 2 and 1 of 2 pairs
      ["AA", "AA", "AA"], // both right
      ["AB", "A.", "AB"], // joint misses one: wrong in PAcc, no unit of TOS and CMR in common
    ]),
    modes,
  ));
  assert.deepEqual([pacc.value_first, pacc.value_second, pacc.difference, pacc.n], [0.5, 0.75, -0.25, 4]);
  assert.deepEqual([pacc.only_first, pacc.only_second, pacc.p_value], [1, 2, mcnemar(1, 2).pValue]);
  assert.deepEqual([tos.difference, tos.n, tos.n_unmatched, tos.test], [-0.5, 2, 1, "McNemar (exact)"]);
  assert.deepEqual([cmr.value_first, cmr.value_second, cmr.n], [2 / 3, 2 / 3, 3]);
  assert.equal(cmr.test, "interval");
  // completeness 4/4 and 4/4, grounding 2/4 (items 2, 3) and 3/4, no_hallucination 1/1 and 1/1.
  assert.ok(Math.abs(average.difference - (0 + (2 / 4 - 3 / 4) + 0) / 3) < 1e-15);
});

Deno.test("compareCriteria: where units share items, p and interval agree and rest on items, not on pairs", () => {
  const items: [string, string, string][] = Array.from(
    { length: 40 },
    (_, i) => ["AABB", i % 3 ? "AABB" : "AAAA", i % 2 ? "AABB" : "AAAA"],
  );
  const [, , cmr] = rows(compareCriteria(both(items), modes));
  assert.deepEqual([cmr.n, cmr.n_clusters], [160, 40]);
  const reject = (level: number) => rows(compareCriteria(both(items), { ...modes, level }))[2];
  const [inside, outside] = [0.99, 1.01].map((factor) => reject(1 - factor * cmr.p_value));
  assert.ok(inside.low * inside.high < 0 && outside.low * outside.high > 0, `${inside.low} ${outside.low}`);
});

Deno.test("compareCriteria: items that share pictures are not counted one by one", () => {
  // 20 items on 3 pictures, of which only the first mode sees the trade-off in 16: McNemar of items gave .002.
  const items = (pictures: number) =>
    criteriaFrame(
      Array.from({ length: 20 }, (_, i) => i).flatMap((i) => {
        const image = `p${i % pictures}`, sees = i % 20 < 16 ? "AB" : "AA";
        return [
          ...item(String(i), "AB", sees, { image, mode: "joint" }),
          ...item(String(i), "AB", "AA", { image, mode: "single" }),
        ];
      }),
    );
  const of = (pictures: number) =>
    rows(compareCriteria(items(pictures), modes))
      .find(({ metric }) => metric === "tradeoff_sensitivity")!;
  const shared = of(3), alone = of(20);
  assert.deepEqual([shared.test, alone.test], ["interval", "McNemar (exact)"]);
  assert.ok(shared.p_value > 0.05 && shared.low < 0 && shared.warning, `${shared.p_value} ${shared.low}`);
  assert.equal(alone.p_value, 2 / 2 ** 16);
});

Deno.test("compareCriteria: a mode against itself differs by nothing; the order only turns the sign", () => {
  const frame = both([["AB", "AA", "AB"], ["AAB", "AAB", "ABB"], ["AB", "AB", "AB"], ["BA", "BB", "AB"]]);
  for (const row of rows(compareCriteria(frame, { ...modes, second: { mode: "joint" } }))) {
    assert.deepEqual([row.difference, row.p_value, row.only_first], [0, 1, 0]);
  }
  const forth = rows(compareCriteria(frame, modes));
  const back = rows(compareCriteria(frame, { ...modes, first: modes.second, second: modes.first }));
  forth.forEach((row, i) => {
    assert.ok(Math.abs(row.difference + back[i].difference) < 1e-15 && row.p_value === back[i].p_value);
    assert.ok(Math.abs(row.low + back[i].high) < 1e-12);
  });
});

Deno.test("compareCriteria: refusals", () => {
  const frame = both([["AB", "AA", "AB"]]);
  assert.throws(
    () => compareCriteria(frame, { ...modes, first: { mode: "both" } }),
    /rows with \{"mode":"both"\}, found none/,
  );
  assert.throws(() => compareCriteria(frame, { ...modes, first: { model: "x" } }), /wanted the column model/);
  assert.throws(
    () => compareCriteria(frame, { ...modes, first: { judge: "j" } }),
    /several: name judge, mode and thinking/,
  );
});
