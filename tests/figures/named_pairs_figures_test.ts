import assert from "node:assert/strict";
import { renderFigure } from "@/figures/mod.ts";
import { climbers } from "@/figures/real/scores.ts";
import { valueOf } from "@/figures/values/value.ts";
import { testCases } from "../cases.ts";
import { drawModelPairs } from "../../data/solve/draw_model_pairs.ts";

testCases(new URL("named_pairs.jsonl", import.meta.url), {
  /** Of models x, y, z with the strengths 1, 0.5, −1, what they are at equal length. */
  climbers: (equal: number[]) =>
    climbers(
      Object.entries({ strength: [1, 0.5, -1], strength_at_equal_length: equal }).flatMap(([quantity, all]) =>
        all.map((value, i) =>
          valueOf({ keys: { judge: "j", model: "xyz"[i] }, quantity, value, provenance: "results" })
        )
      ),
    ),
});

Deno.test("figures of named pairs draw one's own results, say so, and name what is missing", async () => {
  // Results of one's own do not call themselves simulated.
  const results = drawModelPairs({ images: 30 }).drop("provenance");
  for (const id of ["real-strengths", "real-leaderboard"] as const) {
    const { provenance, data, ofResults } = await renderFigure(id, { results });
    assert.deepEqual([provenance, ofResults], ["results", true], id);
    assert.ok(data.getColumn("n").toArray().every((n) => Number(n) > 0), id);
  }
});
