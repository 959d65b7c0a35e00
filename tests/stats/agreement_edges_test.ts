import assert from "node:assert/strict";
import { cohenKappa } from "@/stats/cohen_kappa.ts";
import { pairedLabels } from "@/stats/paired_labels.ts";
import { levelQuantile, wilson } from "@/stats/wilson.ts";
import { close } from "./golden.ts";

Deno.test("cohenKappa keeps its digits where a label is rare", () => {
  // mpmath 1.2.1, 40 digits, of the formula of Fleiss, Cohen and Everitt for [[99996, 1], [1, 2]]:
  //   κ 0.666656666366657666, limits 0.231099314120469262 and 1.10221401861284607 (clipped to 1)
  // statsmodels 0.13.5: cohens_kappa([[99996, 1], [1, 2]]) has 0.666656666366447, ten digits of it
  const a: string[] = new Array(100_000).fill("common"), b = a.slice();
  a[0] = b[1] = "rare";
  a[2] =
    a[3] =
    b[2] =
    b[3] =
      "rare";
  const found = cohenKappa(a, b);
  close(found.kappa, 0.666656666366657666, { relative: 1e-14 });
  close(found.low, 0.231099314120469262, { relative: 1e-11 });
  assert.equal(found.high, 1);
});

Deno.test("cohenKappa: against a rater of one label only κ is 0, and so is its error", () => {
  const b = Array.from({ length: 7756 }, (_, i) => i % 3 ? "A" : "B");
  const { kappa, low, high } = cohenKappa(new Array(7756).fill("A"), b);
  assert.equal(kappa, 0);
  assert.ok(Math.abs(low) < 1e-14 && Math.abs(high) < 1e-14, `${low} … ${high}`);
});

Deno.test("cohenKappa: the interval follows its level", () => {
  const a = [..."AABBABABBAABBABBAAAB"], b = [..."AABBABBABAABBABBABAB"];
  const halves = [0.5, 0.95, 0.99].map((level) => {
    const { kappa, low } = cohenKappa(a, b, { level });
    return (kappa - low) / levelQuantile(level);
  });
  close(halves[0], halves[1]);
  close(halves[2], halves[1]);
  for (const level of [0, 1, NaN]) assert.throws(() => cohenKappa(a, b, { level }), RangeError);
});

Deno.test("wilson: ends are exactly 0 and 1 for every n, and infinitely many trials are none", () => {
  for (let n = 1; n <= 400; n++) {
    for (const level of [0.8, 0.95, 0.999]) {
      assert.equal(wilson(0, n, { level }).low, 0);
      assert.equal(wilson(n, n, { level }).high, 1);
    }
  }
  assert.throws(() => wilson(1, Infinity), RangeError);
  assert.throws(() => wilson(Infinity, Infinity), RangeError);
  // z = 1 at the level Φ(1) − Φ(−1); k = 1 of 2: (½ + ¼ ± √(⅛ + 1/16))/(1 + ½)
  const level = 0.6826894921370859;
  close(levelQuantile(level), 1);
  close(wilson(1, 2, { level }).low, (0.75 - Math.sqrt(3 / 16)) / 1.5);
  close(wilson(1, 2, { level }).high, (0.75 + Math.sqrt(3 / 16)) / 1.5);
});

Deno.test("pairedLabels: which labels are missing, order, and the name of the action in errors", () => {
  const found = pairedLabels("match", [0, "", false, null, undefined, NaN, "x"], [
    false,
    0,
    "",
    1,
    1,
    1,
    null,
  ]);
  assert.deepEqual(found, { pairs: [[0, false], ["", 0], [false, ""]], nMissing: 4 });
  assert.deepEqual(pairedLabels("match", [], []), { pairs: [], nMissing: 0 });
  assert.throws(() => pairedLabels("match", [1], []), {
    name: "TypeError",
    message: "match: wanted as many labels from both raters, found 1 and 0",
  });
});
