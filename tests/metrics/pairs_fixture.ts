import pl from "nodejs-polars";
import { random } from "@/stats/random.ts";
import { fixtureFrame } from "./fixture_column.ts";

/** What a row is that does not say so: plain judging with the image, right; an item and an image of its own. */
const DEFAULTS = {
  ...{ benchmark: "b", item_id: "", image_id: null as string | null, judge: "j", pipeline: "base" },
  image: true,
  ...{ variant: "original", swapped: false, run: 1, human: "A" as string | null },
  choice: "A" as string | null,
  ...{ more_informative: null as string | null, words_a: null as number | null },
  words_b: null as number | null,
};
const COLUMNS = Object.keys(DEFAULTS) as (keyof PairRow)[];
const TYPES = { image: pl.Bool, swapped: pl.Bool, run: pl.Int32, words_a: pl.Int32, words_b: pl.Int32 };

/** A row of the `pairs` frame as the tests write it down. */
export type PairRow = typeof DEFAULTS;

/** A row of a metric frame: all that these tests look at in it are numbers. */
export type Values = Record<string, number>;

/** A `pairs` frame of the given rows; what a row leaves out gets the design's defaults. */
export function pairsFrame(rows: Partial<PairRow>[]): pl.DataFrame {
  const full = rows.map((row, i) => {
    const item_id = row.item_id ?? String(i);
    return { ...DEFAULTS, image_id: item_id, ...row, item_id };
  });
  return fixtureFrame(full, COLUMNS, TYPES);
}

/** Rows of one judge on `n` pairs with every kind of exception in them, drawn from a seed. */
export function randomRows(
  { seed, n, judge = "j", image = true }: { seed: number; n: number; judge?: string; image?: boolean },
): PairRow[] {
  const generator = random(seed);
  const pick = <T>(values: readonly T[], weights: readonly number[]): T => {
    let left = generator.uniform();
    return values[weights.findIndex((weight) => (left -= weight) < 0)] ?? values[0];
  };
  return Array.from({ length: n }, (_, i) => ({
    ...DEFAULTS,
    ...{ item_id: String(i), image_id: `image-${Math.floor(i / 2)}`, judge, image },
    human: pick(["A", "B", "tie", null], [0.5, 0.45, 0.04, 0.01]),
    choice: pick(["A", "B", "tie", null], [0.6, 0.35, 0.03, 0.02]),
    more_informative: pick(["A", "B", "tie", null], [0.6, 0.35, 0.03, 0.02]),
    words_a: generator.uniform() < 0.02 ? null : generator.integer(1, 60),
    words_b: generator.integer(1, 60),
  }));
}
