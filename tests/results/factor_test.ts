import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { factor } from "@/results/factor.ts";
import { isConstant } from "@/results/check.ts";

Deno.test("factor: a long column of one text has one level; one that differs in its last row alone, or is null there, has two", () => {
  const length = 20_001, coded = (values: (string | null)[]) => factor(pl.Series("x", values, pl.Utf8));
  const same: (string | null)[] = Array(length).fill("bä");
  const one = coded(same);
  assert.deepEqual([one.levels, one.codes.length, [...new Set(one.codes)]], [["bä"], length, [0]]);
  for (const [last, levels, codes] of [["b", ["b", "bä"], [1, 0]], [null, ["bä", null], [0, 1]]] as const) {
    const two = coded([...same.slice(1), last]);
    assert.deepEqual([two.levels, two.codes[0], two.codes[length - 1]], [levels, ...codes]);
  }
  assert.deepEqual(coded(Array(length).fill("")).levels, [""]);
  assert.deepEqual(coded(Array(length).fill(null)).levels, [null]);
});

Deno.test("isConstant: one text in all rows; not of several, of missing ones, of categories or other values", () => {
  const text = (...values: (string | null)[]) => pl.Series("x", values, pl.Utf8);
  assert.equal(isConstant(text("a", "a", "a")), true);
  assert.equal(isConstant(text("a")), true);
  assert.equal(isConstant(text("")), true);
  for (const other of [text("a", "a", "b"), text("a", "b", "a"), text("a", null), text(null, null), text()]) {
    assert.equal(isConstant(other), false);
  }
  assert.equal(isConstant(text("a", "a").cast(pl.Categorical)), false);
  assert.equal(isConstant(pl.Series("x", [1, 1])), false);
  assert.equal(isConstant(pl.Series("x", [["a"], ["a"]])), false);
});

Deno.test("factor: short columns sort texts as long ones do, by code points and not by UTF-16's units", () => {
  const texts = ["\u{1f600}", "\uff21", "z", null, "é", "\u{10000}x"];
  const levels = ["z", "é", "\uff21", "\u{10000}x", "\u{1f600}", null];
  for (const copies of [1, 2000]) {
    const values = Array.from({ length: copies }, () => texts).flat();
    const found = factor(pl.Series("x", values, pl.Utf8));
    assert.deepEqual([found.levels, [...found.codes.slice(0, 6)]], [levels, [4, 2, 0, 5, 1, 3]]);
  }
});
