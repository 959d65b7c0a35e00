import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { splitRatings } from "@/ensemble/fit_pomms.ts";

const images = Array.from({ length: 1000 }, (_, i) => `image ${i % 200}`);
const ratings = pl.DataFrame({
  item_id: images.map((_, i) => `item ${i}`),
  image_id: images,
  human: images.map(() => 1),
});

Deno.test("images are split in the shares asked for, and stay together; a seed gives one split", () => {
  const split = splitRatings(ratings, { shares: [0.5, 0.3, 0.2], seed: 4 }).getColumn("split")
    .toArray() as string[];
  const splitsOf = new Map<string, Set<string>>();
  images.forEach((image, i) => splitsOf.set(image, (splitsOf.get(image) ?? new Set()).add(split[i])));
  assert.ok([...splitsOf.values()].every((splits) => splits.size === 1));
  const count = (name: string) => [...splitsOf.values()].filter((splits) => splits.has(name)).length;
  assert.deepEqual(["train", "validation", "test"].map(count), [100, 60, 40]);
  const again = (seed: number) =>
    splitRatings(ratings, { shares: [0.5, 0.3, 0.2], seed }).getColumn("split").toArray();
  assert.deepEqual(again(4), split);
  assert.notDeepEqual(again(5), split);
});

Deno.test("a split that stands there is replaced in its place; bad shares are refused", () => {
  const once = splitRatings(ratings, { seed: 1 }).select("split", "item_id", "image_id", "human");
  assert.deepEqual(splitRatings(once, { seed: 2 }).columns, once.columns);
  for (const shares of [[0.5, 0.5, 0.5], [1.5, -0.5, 0], [0.6, 0.2, 0.205]] as const) {
    assert.throws(() => splitRatings(ratings, { shares, seed: 1 }), RangeError);
  }
});
