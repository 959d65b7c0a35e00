import type pl from "nodejs-polars";
import { BIRCH_BENCHMARKS } from "@/papers/birch.ts";
import { random } from "@/stats/random.ts";
import { PAIRS_SEED } from "./draw_pairs.ts";
import { simulatedFrame } from "./simulated_frame.ts";
import { birchTable7 } from "./birch_tables.ts";
import { SOLVED } from "./printed_facts.ts";

/** The frame of labels: the published match rates, with each rater calling A the more informative in half of the items. */
export function drawLabels(seed = PAIRS_SEED): pl.DataFrame {
  const n = SOLVED.labelledItems;
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
