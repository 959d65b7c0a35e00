import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { balancedAccuracy } from "@/hypotheses/balanced_accuracy.ts";
import { biasExceedsLengthBias } from "@/hypotheses/bias_exceeds_length_bias.ts";
import { hypothesisTable } from "@/hypotheses/hypothesis_table.ts";
import { benjaminiHochberg, holm } from "@/stats/multiple_testing.ts";
import { judgedPairs } from "./judged_pairs.ts";

interface Row {
  judge: string;
  hypothesis: string;
  p_value: number;
  p_adjusted: number;
  verdict: string;
  estimate: number;
  note: string;
  n: number;
}

const judge = (name: string, ids: number, cds: number, seed: number) =>
  judgedPairs({
    seed,
    images: 120,
    judges: [{ ids, cds }, { ids, cds: cds - 0.6, condition: { image: false } }],
  })
    .withColumns(pl.lit(name).alias("judge"));
const pairs = pl.concat([judge("a", 1, 0.6, 1), judge("b", 1, -1, 2), judge("c", 0.3, 0.3, 3)]);
const rows = (table: pl.DataFrame) => table.toRecords() as unknown as Row[];

Deno.test("hypothesisTable: one row per group and test, p corrected over all of them", () => {
  const tests = [balancedAccuracy, biasExceedsLengthBias];
  const raw = rows(hypothesisTable(pairs, tests, { by: ["judge"], correction: "none" }));
  const { judge } = raw[0];
  assert.deepEqual(
    rows(hypothesisTable(pairs, tests, { by: ["judge"], where: { judge }, correction: "none" })),
    raw.filter((row) => row.judge === judge),
  );
  assert.equal(raw.length, 6);
  const alone = balancedAccuracy(pairs.filter(pl.col("judge").eq(pl.lit("b"))));
  const b = raw.find((row) => row.judge === "b" && row.hypothesis.startsWith("accuracy"))!;
  assert.deepEqual([b.estimate, b.p_value, b.n], [alone.estimate, alone.pValue, alone.n]);
  const p = raw.map((row) => row.p_value);
  for (const [correction, method] of [["holm", holm], ["bh", benjaminiHochberg]] as const) {
    const table = rows(hypothesisTable(pairs, tests, { by: ["judge"], correction }));
    assert.deepEqual(table.map((row) => row.p_adjusted), method(p));
    for (const row of table) assert.ok(row.p_adjusted < 0.05 || row.verdict === "undecided");
  }
});

Deno.test("hypothesisTable: the same statement counts once", () => {
  const renamed = (frame: pl.DataFrame) => ({
    ...balancedAccuracy(frame),
    hypothesis: "as good in CDS as in IDS",
  });
  const both = rows(hypothesisTable(pairs, [balancedAccuracy, renamed], { by: ["judge"] }));
  const one = rows(hypothesisTable(pairs, balancedAccuracy, { by: ["judge"] }));
  assert.equal(both.length, 6);
  assert.deepEqual(
    both.filter((_, i) => i % 2 === 0).map((row) => row.p_adjusted),
    one.map((row) => row.p_adjusted),
  );
  assert.deepEqual(
    both.filter((_, i) => i % 2 === 1).map((row) => row.p_adjusted),
    one.map((row) => row.p_adjusted),
  );
});

Deno.test("hypothesisTable: a group that cannot be tested says why and counts for nothing", () => {
  const lame = pairs.filter(pl.col("judge").neq(pl.lit("c")).or(pl.col("image")));
  const blind = { pipeline: "base", image: false };
  const table = rows(
    hypothesisTable(lame, (frame) => balancedAccuracy(frame, { condition: blind }), { by: ["judge"] }),
  );
  const [a, b, c] = table;
  assert.equal(c.hypothesis, a.hypothesis);
  assert.equal(c.verdict, "untestable");
  assert.match(c.note, /wanted rows with image false/);
  assert.ok(Number.isNaN(c.p_adjusted) && c.n === 0);
  assert.deepEqual([a.p_adjusted, b.p_adjusted], holm([a.p_value, b.p_value]));
});

Deno.test("hypothesisTable: bad requests", () => {
  assert.throws(() => hypothesisTable(pairs, []), /at least one test/);
  assert.throws(
    () => hypothesisTable(pairs, balancedAccuracy, { correction: "x" as "holm" }),
    /holm, bh or none/,
  );
  assert.throws(() => hypothesisTable(pairs, balancedAccuracy, { by: ["nobody"] }), /nobody/);
  assert.throws(() =>
    hypothesisTable(pairs, () => {
      throw new SyntaxError("a fault");
    }), /a fault/);
});

Deno.test("hypothesisTable: tests handed over in another shape are named, with the way to hand them", () => {
  for (const tests of [{ tests: [balancedAccuracy] }, undefined, [balancedAccuracy, "balancedAccuracy"]]) {
    const call = () => Reflect.apply(hypothesisTable, undefined, [pl.DataFrame({ judge: ["j"] }), tests]);
    assert.throws(call, /TypeError: hypothesisTable: wanted a test or a list of tests/);
  }
});

Deno.test("a fault of a test is thrown; only what it refuses in words is untestable", () => {
  const pairs = pl.DataFrame({ item_id: ["1"], benchmark: ["b"], judge: ["j"], human: ["A"], choice: ["A"] });
  const table = (error: Error) =>
    hypothesisTable(pairs, () => {
      throw error;
    });
  for (const fault of [new TypeError("x.y is not a function"), new RangeError("Invalid array length")]) {
    assert.throws(() => table(fault), fault);
  }
  assert.equal(
    table(new RangeError("own: wanted 2 items, found 1")).getColumn("verdict").get(0),
    "untestable",
  );
});
