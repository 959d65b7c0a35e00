import pl from "nodejs-polars";
import { random } from "@/stats/random.ts";
import { fixtureColumn } from "./fixture_column.ts";

/** A row of the `pairs` frame as the tests write it down. */
export interface PairRow {
  benchmark: string;
  item_id: string;
  image_id: string | null;
  judge: string;
  pipeline: string;
  image: boolean;
  variant: string;
  swapped: boolean;
  run: number;
  human: string | null;
  choice: string | null;
  more_informative: string | null;
  words_a: number | null;
  words_b: number | null;
}

/** A row of a metric frame: all that these tests look at in it are numbers. */
export type Values = Record<string, number>;

const TYPES: Record<keyof PairRow, pl.DataType> = {
  benchmark: pl.Utf8,
  item_id: pl.Utf8,
  image_id: pl.Utf8,
  judge: pl.Utf8,
  pipeline: pl.Utf8,
  image: pl.Bool,
  variant: pl.Utf8,
  swapped: pl.Bool,
  run: pl.Int32,
  human: pl.Utf8,
  choice: pl.Utf8,
  more_informative: pl.Utf8,
  words_a: pl.Int32,
  words_b: pl.Int32,
};

/** A `pairs` frame of the given rows; what a row leaves out gets the design's defaults. */
export function pairsFrame(rows: Partial<PairRow>[]): pl.DataFrame {
  return pl.DataFrame(
    (Object.keys(TYPES) as (keyof PairRow)[]).map((name) => {
      const values = rows.map((row, i) =>
        row[name] !== undefined
          ? row[name]
          : name === "item_id"
          ? String(i)
          : name === "image_id"
          ? row.item_id ?? String(i)
          : DEFAULTS[name]
      );
      return fixtureColumn(name, values, TYPES[name]);
    }),
  );
}

/** What a row is that does not say so: plain judging with the image, right. */
const DEFAULTS: Omit<PairRow, "item_id" | "image_id"> = {
  benchmark: "b",
  judge: "j",
  pipeline: "base",
  image: true,
  variant: "original",
  swapped: false,
  run: 1,
  human: "A",
  choice: "A",
  more_informative: null,
  words_a: null,
  words_b: null,
};

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
    benchmark: "b",
    item_id: String(i),
    image_id: `image-${Math.floor(i / 2)}`,
    judge,
    pipeline: "base",
    image,
    variant: "original",
    swapped: false,
    run: 1,
    human: pick(["A", "B", "tie", null], [0.5, 0.45, 0.04, 0.01]),
    choice: pick(["A", "B", "tie", null], [0.6, 0.35, 0.03, 0.02]),
    more_informative: pick(["A", "B", "tie", null], [0.6, 0.35, 0.03, 0.02]),
    words_a: generator.uniform() < 0.02 ? null : generator.integer(1, 60),
    words_b: generator.integer(1, 60),
  }));
}
