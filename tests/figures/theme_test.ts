import assert from "node:assert/strict";
import { QUANTITY_COLOR } from "@/figures/colors.ts";
import { signed } from "@/figures/theme.ts";
import { fixed } from "@/progress/told.ts";

Deno.test("no number reads minus zero, minus signs are true ones", () => {
  assert.deepEqual([-0.004, -0, 0, 0.004].map((value) => fixed(value, 2)), ["0.00", "0.00", "0.00", "0.00"]);
  assert.deepEqual([-0.004, -0, 0, 0.004].map((value) => signed(value, 2)), ["0.00", "0.00", "0.00", "0.00"]);
  assert.deepEqual([-0.006, 0.006].map((value) => signed(value, 2)), ["−0.01", "+0.01"]);
  assert.deepEqual([null, undefined, NaN].map((value) => fixed(value, 1)), ["", "", ""]);
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
