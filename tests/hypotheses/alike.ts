import pl from "nodejs-polars";
import { BIAS_TAXONOMY } from "@/results/bias_taxonomy.ts";
import { pairsFrame } from "../metrics/pairs_fixture.ts";
import { scoresFrame } from "../metrics/scores_fixture.ts";
import { criteriaFrame, item } from "../metrics/criteria_fixture.ts";

/** What a judge does on every pair alike. */
export type Habit = "right" | "wrong" | "first" | "second";

export const HABITS: readonly Habit[] = ["right", "wrong", "first", "second"];

const OF: Record<Habit, (human: string) => string> = {
  right: (human) => human,
  wrong: (human) => human === "A" ? "B" : "A",
  first: () => "A",
  second: () => "B",
};

const MODELS = ["m1", "m2", "m3"];

/** Pairs on so many images, judged in all ways that the library compares by judges that always do the same. */
export function alikePairs(images: number, habits: Partial<Record<string, Habit>>): pl.DataFrame {
  const rows = Array.from({ length: 4 * images }, (_, i) => i).flatMap((i) =>
    Object.entries(habits).flatMap(([judge, habit]) =>
      [{}, { image: false }, { pipeline: "birch" }, { variant: "length_equalized" }, { variant: "verbose" }, {
        swapped: true,
      }, { run: 2 }]
        .map((way) => {
          const human = i % 2 === 0 ? "A" : "B";
          return {
            judge,
            item_id: `i${i}`,
            image_id: `p${i % images}`,
            human,
            choice: OF[habit!](human),
            more_informative: i % 4 < 2 ? human : human === "A" ? "B" : "A",
            words_a: 20 + i % 3,
            words_b: 21 + i % 2,
            ...way,
          };
        })
    )
  );
  return pairsFrame(rows).withColumns(
    pl.Series("model_a", rows.map(({ item_id }) => MODELS[Number(item_id.slice(1)) % 4]), pl.Utf8),
    pl.Series("model_b", rows.map(({ item_id }) => MODELS[(Number(item_id.slice(1)) + 1) % 3]), pl.Utf8),
  );
}

/** Score pairs of two judges in two runs, all alike, of every type of bias. */
export function alikeScores(samples: number, biased: number): pl.DataFrame {
  return scoresFrame(
    ["x", "y"].flatMap((judge) =>
      [1, 2].flatMap((run) =>
        BIAS_TAXONOMY.flatMap(({ type }) =>
          Array.from({ length: samples }, (_, s) => ({
            ...{ judge, run, sample_id: String(s), bias_type: type, generator: s % 2 === 0 ? "x" : "z" },
            ...{ unbiased: 8, biased: judge === "x" ? biased : 8 },
          }))
        )
      )
    ),
  );
}

/** Scores of five models on each other's captions of so many images: the same on each. */
export function alikeCaptions(images: number): pl.DataFrame {
  const models = ["a", "b", "c", "d", "e"];
  const rows = Array.from({ length: images }, (_, i) => i).flatMap((i) =>
    models.flatMap((generator, g) =>
      models.flatMap((evaluator, e) =>
        [1, 2].map((run) => ({
          image_id: String(i),
          generator,
          evaluator,
          setting: "ref_free",
          run,
          score: 0.5 + 0.03 * g + 0.02 * ((3 * g + 2 * e) % 5) + (g === e ? 0.1 : 0),
        }))
      )
    )
  );
  return pl.DataFrame(rows);
}

/** Ratings of three people and two evaluators, who are all of one mind. */
export function alikeRatings(items: number): pl.DataFrame {
  return pl.DataFrame(
    Array.from({ length: 3 * items }, (_, i) => ({
      ...{ item_id: String(i % items), annotator: `p${Math.floor(i / items)}`, human: i % items },
      ...{ j: i % items, k: 0.5 },
    })),
  );
}

/** Judgments by criteria in both modes, all right when single and all A when joint; conflicts in every item. */
export function alikeCriteria(items: number, pictures: number): pl.DataFrame {
  return criteriaFrame(
    Array.from({ length: items }, (_, i) => String(i)).flatMap((id, i) => [
      ...item(id, "ABABA", "ABABA", { mode: "single", image: `p${i % pictures}` }),
      ...item(id, "ABABA", "AAAAA", { mode: "joint", image: `p${i % pictures}` }),
    ]),
  );
}
