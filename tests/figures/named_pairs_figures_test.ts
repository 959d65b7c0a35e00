import assert from "node:assert/strict";
import { renderFigure } from "@/figures/mod.ts";
import { openPlaces } from "@/figures/real/genai.ts";
import { dominated } from "@/figures/real/viescore.ts";
import { climbers } from "@/figures/real/strengths.ts";
import { valueOf } from "@/figures/values/value.ts";
import { simulateModelPairs } from "@/simulate/model_pairs.ts";

const rank = (judge: string, value: number, low: number, high: number) =>
  valueOf({ keys: { judge }, quantity: "rank", value, low, high, provenance: "results" });

Deno.test("leaderboard: who could be the first, and settled places, follow the open ranks", () => {
  const clear = [rank("a", 1, 1, 1), rank("b", 2, 2, 3), rank("c", 3, 2, 3)];
  assert.equal(openPlaces(clear, { a: "Judge A" }), "Judge A is the first; 1 of 3 places is settled.");
  const open = [rank("a", 1, 1, 2), rank("b", 2, 1, 2), rank("c", 3, 3, 3), rank("d", 4, 4, 4)];
  assert.equal(openPlaces(open, {}), "a and b could be the first; 2 of 4 places are settled.");
  const all = ["a", "b", "c", "d", "e"].map((name, i) => rank(name, i + 1, 1, 5));
  assert.equal(openPlaces(all, {}), "5 of 5 judges could be the first; 0 of 5 places are settled.");
});

Deno.test("saturation: above a half only where the interval is, else open", () => {
  const share = (evaluator: string, value: number, low: number, high: number) =>
    valueOf({ keys: { evaluator }, quantity: "share", value, low, high, provenance: "results" });
  assert.equal(
    dominated([share("a", 0.7, 0.6, 0.8), share("b", 0.52, 0.45, 0.6), share("c", 0.2, 0.1, 0.3)]),
    "More than half of the scores are one value with 1 of 3 evaluators, less than half with 1; 1 stays open.",
  );
  assert.equal(
    dominated([share("a", 0.4, 0.3, 0.48), share("b", 0.3, 0.2, 0.4)]),
    "More than half of the scores are one value with 0 of 2 evaluators, less than half with 2.",
  );
});

Deno.test("strengths: who gains places at equal length, past several too, or nobody", () => {
  const strength = (quantity: string, model: string, value: number) =>
    valueOf({ keys: { judge: "j", model }, quantity, value, provenance: "results" });
  const judged = [
    strength("strength", "x", 1),
    strength("strength", "y", 0.5),
    strength("strength", "z", -1),
  ];
  const equal = (x: number, y: number, z: number) =>
    [["x", x], ["y", y], ["z", z]].map(([model, value]) =>
      strength("strength_at_equal_length", String(model), Number(value))
    );
  assert.deepEqual(climbers([...judged, ...equal(1, 0.4, -1)]), []);
  assert.deepEqual(climbers([...judged, ...equal(0.3, 0.4, -1)]), [{
    model: "y",
    from: 2,
    to: 1,
    judge: "j",
  }]);
  assert.deepEqual(climbers([...judged, ...equal(0, 0.4, 2)]), [{ model: "z", from: 3, to: 1, judge: "j" }]);
});

Deno.test("figures of named pairs draw one's own results, say so, and name what is missing", async () => {
  const frame = simulateModelPairs({ images: 30 });
  // Results of one's own do not call themselves simulated.
  const results = frame.select(...frame.columns.filter((name) => name !== "provenance"));
  for (
    const id of ["real-strengths", "real-leaderboard"] as const
  ) {
    const { provenance, data, ofResults } = await renderFigure(id, { results });
    assert.deepEqual([provenance, ofResults], ["results", true], id);
    assert.ok(data.getColumn("n").toArray().every((n) => Number(n) > 0), id);
  }
});
