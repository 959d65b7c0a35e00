import assert from "node:assert/strict";
import pl from "nodejs-polars";
import {
  pairComposition,
  partialEffects,
  readCriteria,
  readPairs,
  readRatings,
  repeatability,
  saturation,
  transitivity,
  unparsedAudit,
} from "judgebias";

const pairs = readPairs("data/examples/pairs.csv");
const runs = pl.concat([
  pairs,
  pairs.withColumns(pl.col("run").add(1).cast(pl.Int32), pairs.getColumn("human").alias("choice")),
]);
// Games of three models, each of several verdicts per image.
const games = pl.DataFrame(Array.from({ length: 240 }, (_, i) => ({
  item_id: String(i),
  image_id: String(i % 40),
  judge: "j",
  model_a: "xyz"[i % 3],
  model_b: "xyz"[(i + 1) % 3],
  human: "A",
  choice: (i * 7 + (i % 40)) % 5 < 3 ? "A" : "B",
})));

const ROWS: Record<string, (level?: number) => pl.DataFrame> = {
  pairComposition: (level) => pairComposition(readCriteria("data/examples/criteria.csv"), { level }),
  partialEffects: (level) => partialEffects(pairs, { level, differences: [0] }),
  repeatability: (level) => repeatability(runs, { level }),
  saturation: (level) => saturation(readRatings("data/examples/ratings.csv"), { level }),
  transitivity: (level) => transitivity(games, { by: [], within: "image_id", replicates: 10, level }),
  unparsedAudit: (level) => unparsedAudit(pairs, { level }),
};

for (const [name, rows] of Object.entries(ROWS)) {
  Deno.test(`${name}: the interval has the level that is asked for, 95% by default`, () => {
    const widths = (level?: number) => {
      const frame = rows(level), low = frame.getColumn("low").toArray() as number[];
      return (frame.getColumn("high").toArray() as number[]).map((high, i) => high - low[i]);
    };
    const [narrow, usual, named, wide] = [0.8, undefined, 0.95, 0.99].map(widths);
    assert.deepEqual(usual, named);
    const known = [...usual.keys()].filter((i) => usual[i] > 0 && usual[i] < 0.9);
    assert.ok(known.length > 0);
    for (const i of known) assert.ok(narrow[i] < usual[i] && usual[i] < wide[i], `row ${i}`);
  });
}
