import pl from "nodejs-polars";
import type { HypothesisResult } from "@/hypotheses/hypothesis_types.ts";
import { longerAnswerWins } from "@/hypotheses/longer_answer_wins.ts";
import { prefersOwnAnswers } from "@/hypotheses/prefers_own_answers.ts";
import { repeatsItself } from "@/hypotheses/repeats_itself.ts";
import { drawModelPairs, type ModelPairsOptions } from "../../data/solve/draw_model_pairs.ts";
import { random } from "@/stats/random.ts";
import { rejects, type Scenario, SIZE } from "./scenario.ts";

/** Models of which none is better: victories are as clear as defeats, and length goes with nothing. */
const EQUAL = { Alder: 0, Cedar: 0, Elm: 0, Fir: 0, Hazel: 0 };

/** A claim about frames that make it true by chance only: how often it, or its opposite, is called shown. */
function claim(
  name: string,
  draw: ModelPairsOptions | ((seed: number) => pl.DataFrame),
  test: (frame: pl.DataFrame) => HypothesisResult,
  band = SIZE,
): Scenario {
  const frameOf = typeof draw === "function"
    ? draw
    : (seed: number) => drawModelPairs({ runs: 1, ...draw, seed });
  const isClaimed = (frame: pl.DataFrame) => {
    try {
      const { verdict } = test(frame);
      return verdict === "supported" || verdict === "contradicted";
    } catch (error) {
      // Nothing to test is no claim, as in a table of hypotheses.
      if (error instanceof RangeError) return false;
      throw error;
    }
  };
  return rejects(name, (_, seed) => isClaimed(frameOf(seed)), band);
}

const judge = (
  own: Partial<{ judge: string; unread: number; taste: number }>,
) => [{ judge: "Alder", ...own }];

/** Unequal images: of the first ten pairs on each the first to all ten, so that some have many. */
function lopsided(pairs: pl.DataFrame): pl.DataFrame {
  const seen = new Map<string, number>();
  const keep = (pairs.getColumn("image_id").toArray() as string[]).map((image) => {
    const nth = seen.get(image) ?? 0;
    seen.set(image, nth + 1);
    return nth < 1 + Number(image.slice("image-".length)) % 10;
  });
  return pairs.filter(pl.Series("keep", keep, pl.Bool));
}

/** How often claims of metrics are made, or their opposite, where neither is true. */
export const CLAIM_SCENARIOS: readonly Scenario[] = [
  claim(
    "longerAnswerWins: 40 images of 1 to 10 pairs, length without meaning",
    { models: EQUAL, judges: judge({}), images: 40 },
    (pairs) => longerAnswerWins(lopsided(pairs)),
  ),
  claim(
    "prefersOwnAnswers: 40 images of 1 to 10 pairs, no liking, equal models",
    { models: EQUAL, judges: judge({}), images: 40 },
    (pairs) => prefersOwnAnswers(lopsided(pairs)),
  ),
  claim(
    "prefersOwnAnswers, family: 40 images of 10 pairs, no liking, equal models",
    { models: EQUAL, judges: judge({}), images: 40 },
    (pairs) => prefersOwnAnswers(pairs, { families: { maker: ["Alder", "Cedar", "Elm"] }, self: false }),
  ),
  claim(
    "repeatsItself: one in ten flips, 40 images of 1 to 10 pairs that share it",
    flipping,
    (pairs) => repeatsItself(pairs),
  ),
];

/** Two runs: half of the images flip in one of twenty pairs, the others in three of twenty. */
function flipping(seed: number): pl.DataFrame {
  const { uniform } = random(seed);
  const rows = Array.from({ length: 40 }, (_, image) => {
    const rate = uniform() < 0.5 ? 0.05 : 0.15;
    return Array.from({ length: 1 + image % 10 }, (_, i) => {
      const flips = uniform() < rate;
      return [1, 2].map((run) => ({
        ...{ item_id: `${image}/${i}`, image_id: String(image), human: "A" },
        ...{ choice: flips && run === 2 ? "B" : "A", run },
      }));
    }).flat();
  }).flat();
  return pl.DataFrame(rows);
}
