import type { FrameOf } from "@/results/frame_types.ts";
import { random } from "@/stats/random.ts";
import { simulatedFrame } from "./simulated_frame.ts";

/** The seed of everything that the project draws from this simulation. */
const ORDER_SEED = 20262;

/**
 * Robustness of the five simulated judges. The paper names neither judges nor values; it says that position robustness differs
 * widely, that verbosity robustness is lower, and that the two go together: these numbers are chosen to be so.
 */
export const ORDER_TARGETS: readonly { judge: string; position: number; verbosity: number }[] = [
  { judge: "Simulated judge 1", position: 0.93, verbosity: 0.8 },
  { judge: "Simulated judge 2", position: 0.85, verbosity: 0.64 },
  { judge: "Simulated judge 3", position: 0.76, verbosity: 0.59 },
  { judge: "Simulated judge 4", position: 0.64, verbosity: 0.41 },
  { judge: "Simulated judge 5", position: 0.52, verbosity: 0.3 },
];

/** Pairs of the position and of the verbosity test (see `stated-values.csv` for where the paper says it). */
const ORDER_PAIRS = 200;

/** What all rows have in common. */
const EVERYWHERE = {
  benchmark: "MM-JudgeBias",
  domain: null,
  pipeline: "base",
  image: true,
  run: 1,
  more_informative: null,
  model_a: null,
  model_b: null,
  annotator: null,
};

/** Share of the judgments decided by position that fall to the first answer. */
const FIRST = 0.75;

/** The frame of pairs in both orders. */
export function solveOrderPairs({ seed = ORDER_SEED }: { seed?: number } = {}): FrameOf<"pairs"> {
  const rows: Record<string, string | number | boolean | null>[] = [];
  const base = random(seed);
  const words = Array.from({ length: ORDER_PAIRS }, () => Math.round(90 * Math.exp(0.5 * base.normal())));
  const padding = Array.from({ length: ORDER_PAIRS }, () => 1.3 + 0.6 * base.uniform());
  ORDER_TARGETS.forEach(({ judge, position, verbosity }, j) => {
    const generator = random(seed + 1 + j);
    const shuffled = () => generator.shuffle(Array.from({ length: ORDER_PAIRS }, (_, i) => i));
    const add = (i: number, variant: string, choices: [string, string]) =>
      choices.forEach((choice, swapped) =>
        rows.push({
          ...EVERYWHERE,
          item_id: `pair-${String(i + 1).padStart(3, "0")}`,
          image_id: `pair-${String(i + 1).padStart(3, "0")}`,
          variant,
          judge,
          swapped: swapped === 1,
          human: variant === "verbose" || i % 2 === 0 ? "A" : "B",
          choice,
          words_a: words[i],
          words_b: variant === "verbose" ? Math.round(words[i] * padding[i]) : words[(i + 7) % ORDER_PAIRS],
        })
      );
    // Position: the same winner in both orders, or the same place.
    const steady = Math.round(position * ORDER_PAIRS);
    shuffled().forEach((i, rank) => {
      const winner = generator.uniform() < 0.5 ? "A" : "B";
      const place = generator.uniform() < FIRST ? "A" : "B";
      add(i, "original", rank < steady ? [winner, winner] : [place, place === "A" ? "B" : "A"]);
    });
    // Verbosity: the original wins in both orders, in one, or in none; judgments in all as the target says.
    const wins = Math.round(2 * verbosity * ORDER_PAIRS);
    const split = Math.min(ORDER_PAIRS - steady, wins, 2 * ORDER_PAIRS - wins);
    const single = split - (wins - split) % 2, both = (wins - single) / 2;
    shuffled().forEach((i, rank) => {
      const place = generator.uniform() < FIRST ? "A" : "B";
      if (rank < both) add(i, "verbose", ["A", "A"]);
      else if (rank < both + single) add(i, "verbose", [place, place === "A" ? "B" : "A"]);
      else add(i, "verbose", ["B", "B"]);
    });
  });
  return simulatedFrame("pairs", rows);
}
