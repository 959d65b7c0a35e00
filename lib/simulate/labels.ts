import type { FrameOf } from "../results/frames.ts";
import { BIRCH_BENCHMARKS, BIRCH_FACTS, birchTable7 } from "../papers/birch.ts";
import { random } from "../stats/random.ts";
import { PAIRS_SEED } from "./pairs.ts";
import { simulatedFrame } from "./simulated_frame.ts";

/**
 * A calibrated simulation of the reliability study (Table 7 of the informativeness-bias paper): a `labels` frame with the
 * labels of a human and of GPT-4o on 100 items per benchmark, with the published match rates. Both raters call A the more
 * informative answer in half of the items, so chance agreement is exactly ½ and κ comes out as published too.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { simulateLabels } from "judgebias/simulate";
 *
 * assert.equal(simulateLabels().height, 2 * 2 * 100);
 * ```
 */
export function simulateLabels({ seed = PAIRS_SEED }: { seed?: number } = {}): FrameOf<"labels"> {
  const n = BIRCH_FACTS.labelledItems;
  const rows = BIRCH_BENCHMARKS.flatMap((benchmark, b) => {
    const rate = birchTable7().find((row) =>
      row.benchmark === benchmark && row.quantity === "Match rate"
    )!.value;
    const differing = Math.round((1 - rate) * n);
    // As many A turned to B as B to A (one more where the number is odd): both raters keep their halves as far as it goes.
    const order = random(seed + b).shuffle(Array.from({ length: n }, (_, i) => i));
    return order.flatMap((place, i) => {
      const human = place < n / 2 ? "A" : "B";
      const turned = place < n / 2
        ? place < Math.ceil(differing / 2)
        : place - n / 2 < Math.floor(differing / 2);
      const model = turned ? (human === "A" ? "B" : "A") : human;
      const item_id = `${benchmark === BIRCH_BENCHMARKS[0] ? "m" : "v"}-label-${
        String(i + 1).padStart(3, "0")
      }`;
      return [
        { benchmark, item_id, labeller: "human", more_informative: human },
        { benchmark, item_id, labeller: "GPT-4o", more_informative: model },
      ];
    });
  });
  return simulatedFrame("labels", rows);
}
