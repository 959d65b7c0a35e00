import assert from "node:assert/strict";
import { QUANTITY_COLOR } from "@/figures/colors.ts";
import { counted, countRange, signed } from "@/figures/theme.ts";
import { fixed } from "@/progress/told.ts";

Deno.test("no number reads minus zero, minus signs are true ones", () => {
  assert.deepEqual([-0.004, -0, 0, 0.004].map((value) => fixed(value, 2)), ["0.00", "0.00", "0.00", "0.00"]);
  assert.deepEqual([-0.004, -0, 0, 0.004].map((value) => signed(value, 2)), ["0.00", "0.00", "0.00", "0.00"]);
  assert.deepEqual([-0.006, 0.006].map((value) => signed(value, 2)), ["−0.01", "+0.01"]);
  assert.deepEqual([null, undefined, NaN].map((value) => fixed(value, 1)), ["", "", ""]);
});

Deno.test("halves in decimals are rounded away from zero, whatever their binary numbers are", () => {
  // toFixed alone gives 0.12 or 0.13 by chance: 1.005 is stored a little less, 1.015 too, 0.125 as it is.
  const halves = [[0.125, "0.13"], [1.005, "1.01"], [1.015, "1.02"], [0.285, "0.29"], [
    -2.675,
    "−2.68",
  ]] as const;
  for (const [value, text] of halves) assert.equal(fixed(value, 2), text);
  // Sums and differences miss a half by more than their own last bit.
  assert.equal(signed(56.88 - 75.93, 1), "−19.1");
  assert.equal(fixed(100 * 0.0145, 1), "1.5");
  // What is less than a half stays so.
  assert.deepEqual([0.1249999, 1.0049999].map((value) => fixed(value, 2)), ["0.12", "1.00"]);
  assert.equal(fixed(1234567890.4999, 0), "1234567890");
});

Deno.test("counts and ranges of counts", () => {
  assert.equal(counted(1296000), "1,296,000");
  assert.equal(countRange([7756, 7756]), "n = 7,756");
  assert.equal(countRange([138, 120]), "n = 120–138");
});

/** A colour as one with protanopia or deuteranopia sees it, in linear RGB (Viénot, Brettel and Mollon 1999). */
function seen(color: string, kind: "all" | "protan" | "deutan"): number[] {
  const [r, g, b] = [1, 3, 5].map((at) => (parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2);
  if (kind === "protan") return [0.1124 * r + 0.8876 * g, 0.1124 * r + 0.8876 * g, 0.004 * r - 0.004 * g + b];
  if (kind === "deutan") {
    return [0.2928 * r + 0.7072 * g, 0.2928 * r + 0.7072 * g, -0.0223 * r + 0.0223 * g + b];
  }
  return [r, g, b];
}

Deno.test("colours that stand side by side stay apart with the common colour-vision deficiencies", () => {
  const pairs = [["IDS", "CDS"], ["IB", "LB"], ["image", "no_image"], ["base", "birch"]].map((names) =>
    names.map((name) => QUANTITY_COLOR[name])
  );
  for (const kind of ["all", "protan", "deutan"] as const) {
    for (const [a, b] of pairs) {
      const first = seen(a, kind), second = seen(b, kind);
      // In the display's own gamma, where equal steps look about equal.
      const distance = Math.hypot(
        ...first.map((v, i) => Math.max(v, 0) ** (1 / 2.2) - Math.max(second[i], 0) ** (1 / 2.2)),
      );
      assert.ok(distance > 0.2, `${a} and ${b}, ${kind}: ${distance.toFixed(2)}`);
    }
  }
});
